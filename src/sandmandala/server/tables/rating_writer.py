"""Updates the ratings of players after rated games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from weakref import WeakValueDictionary

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from ..ratings import NEW, is_provisional, rated, shown
from ..settings import BotRatings
from ..spec import RatingChange, Result
from ..storage.prepared import Prepared, Statement
from ..storage.schema import rating_changes, ratings
from .table import Table


class RatingWriter:
    """Makes the statements that rate a game. They are committed together with its result."""

    def __init__(self, engine: AsyncEngine, bot_ratings: BotRatings) -> None:
        self._engine, self._bot_ratings = engine, bot_ratings
        ready = partial(Prepared, engine.dialect)
        known = (ratings.c.person == bindparam("who")) & (ratings.c.game == bindparam("of"))
        known &= (ratings.c.seats == bindparam("among")) & (ratings.c.games == bindparam("known_games"))
        self._change = ready(update(ratings).where(known), "mu", "sigma", "games", "rating")
        self._add = ready(insert(ratings), *(column.name for column in ratings.columns))
        self._note = ready(insert(rating_changes), *(column.name for column in rating_changes.columns))
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by person

    @asynccontextmanager
    async def turn(self, table: Table) -> AsyncIterator[None]:
        """Rate one game of a person at a time: of several at once, all but one would fail."""
        async with AsyncExitStack() as stack:
            for who in sorted({sitter.id for sitter in table.sitting if sitter}):  # cannot deadlock
                await stack.enter_async_context(self._turns.setdefault(who, asyncio.Lock()))
            yield

    def _counting(self, table: Table) -> set[str]:
        """Return the players whose ratings a game changes."""
        sitting = [sitter for sitter in table.sitting if sitter]
        bots = {sitter.id for sitter in sitting if sitter.bot is True}
        if not bots or self._bot_ratings == "together":
            return {sitter.id for sitter in sitting}
        return bots if self._bot_ratings == "apart" else set()

    async def after(
        self, table: Table, result: Result, at: int
    ) -> tuple[list[Statement], tuple[RatingChange | None, ...]]:
        """Return the statements and each seat's change. The statements fail if a rating has changed since.

        A bot that plays several seats keeps its rating; the others are rated as usual. By the host's choice,
        a game with bot accounts changes only their ratings, or none.
        """
        sitting = [sitter.id for sitter in table.sitting if sitter]
        game, seats = table.spec.game, len(sitting)
        wanted = select(ratings).where(ratings.c.game == game, ratings.c.seats == seats)
        async with self._engine.connect() as connection:
            found = await connection.execute(wanted.where(ratings.c.person.in_(sitting)))
            known = {row.person: row for row in found}
        before = [(known[who].mu, known[who].sigma) if who in known else NEW for who in sitting]
        games = [known[who].games + 1 if who in known else 1 for who in sitting]
        after, counting = rated(before, result), self._counting(table)
        changes = tuple(
            RatingChange(shown(*old), shown(*new), is_provisional(played))
            if sitting.count(who) == 1 and who in counting
            else None
            for who, old, new, played in zip(sitting, before, after, games, strict=True)
        )
        statements = []
        # In a fixed order, so that two games that end at once cannot deadlock.
        for who, seat in sorted(zip(sitting, range(seats), strict=True)):
            (mu, sigma), change = after[seat], changes[seat]
            if change is None:
                continue
            values = {"mu": mu, "sigma": sigma, "games": games[seat], "rating": change.after}
            if row := known.get(who):
                key = {"who": who, "of": game, "among": seats, "known_games": row.games}
                statements.append(self._change(**key, **values))
            else:
                statements.append(self._add(person=who, game=game, seats=seats, **values))
            statements.append(
                self._note(
                    person=who,
                    game=game,
                    seats=seats,
                    games=games[seat],
                    table=table.id,
                    seat=seat,
                    at=at,
                    before=change.before,
                    after=change.after,
                )
            )
        return statements, changes
