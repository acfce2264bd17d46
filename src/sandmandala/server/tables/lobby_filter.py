"""Which open tables somebody wants to see: conditions for the database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, and_, exists, func, or_, select, true

from ..messages.lobby_filter import LobbyFilter
from ..relations.blocks import is_blocked
from ..storage.schema import ratings, seats, tables


def wanted_tables(chosen: LobbyFilter, person: str | None) -> ColumnElement[bool]:
    """Return the condition that a table fits a filter of a person, or of somebody without a name."""
    return and_(true(), *_conditions(chosen, person))


def without_blocked(person: str) -> ColumnElement[bool]:
    """Return the condition that nobody at a table has blocked this person, or was blocked by them."""
    met = exists().where(seats.c.table == tables.c.id, is_blocked(seats.c.person, person))
    return ~or_(is_blocked(tables.c.host, person), met)


def _conditions(chosen: LobbyFilter, person: str | None) -> Iterator[ColumnElement[bool]]:
    if chosen.game is not None:
        yield tables.c.game == chosen.game
    if chosen.seats is not None:
        yield tables.c.seats == chosen.seats
    if chosen.rated is not None:
        yield tables.c.rated == int(chosen.rated)
    if chosen.tempo is not None:
        yield tables.c.tempo.is_(None) if chosen.tempo == "none" else tables.c.tempo == chosen.tempo
    if chosen.near is not None and person is not None:
        mine, theirs = _rating_of(person), _rating_of(tables.c.host)
        # Without a rating, nobody is far away.
        yield or_(mine.is_(None), theirs.is_(None), func.abs(theirs - mine) <= chosen.near)


def _rating_of(person: Any) -> ScalarSelect[int]:
    """The rating of a person in the game of a table, with its number of players."""
    kind = and_(ratings.c.game == tables.c.game, ratings.c.seats == tables.c.seats)
    wanted = select(ratings.c.rating).where(kind, ratings.c.person == person)
    return wanted.correlate(tables).scalar_subquery()
