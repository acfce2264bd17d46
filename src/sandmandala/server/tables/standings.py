"""Standings of people and bots: ratings, rating history, and results by game and opponent.

Every query is bounded by an index, not only in the length of its result: bots have played very many games.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from ..accounts.bot_accounts import BOT_MATCH_HOST
from ..ratings import LISTED_AFTER
from ..settings import BotRatings
from ..storage.schema import people, rating_changes, ratings, seats, tables
from ..storage.text import storable
from .results import LOST, SHARED, WON

MOST_POINTS = 100  # points of a rating's history
MOST_GAMES = 1000  # the latest games from which results are counted
MOST_OPPONENTS = 20
_ONE_SCREEN = '%"hot_seat":true%'


class Standings:
    """Reads ratings and results, with one query for each list."""

    def __init__(self, engine: AsyncEngine, bot_ratings: BotRatings = "apart") -> None:
        self._engine, self.bot_ratings = engine, bot_ratings

    def _is_listed(self, rows: Any, game: str, count: int, bots: bool) -> ColumnElement[bool]:
        """Select those of a leaderboard. Bot accounts have their own, unless they are rated like people."""
        enough = and_(rows.c.game == storable(game), rows.c.seats == count, rows.c.games >= LISTED_AFTER)
        if self.bot_ratings == "together" and not bots:
            return enough
        return and_(enough, rows.c.person.in_(select(people.c.id).where(people.c.is_bot == int(bots))))

    async def leaders(self, game: str, count: int, most: int, bots: bool = False) -> list[Any]:
        """Return the best ratings of people, or of bot accounts, with enough games to be listed. The bots of
        the server are among the people."""
        return await self._all(
            select(ratings, people.c.name, people.c.level, people.c.is_bot)
            .join(people, people.c.id == ratings.c.person)
            .where(self._is_listed(ratings, game, count, bots))
            .order_by(ratings.c.rating.desc(), ratings.c.person)
            .limit(most)
        )

    async def standing(self, person: str, game: str, count: int, bots: bool = False) -> Any | None:
        """Return the rating of a person, and how many listed ones are `better`."""
        other = ratings.alias("other")
        better = select(func.count()).select_from(other).where(self._is_listed(other, game, count, bots))
        better = better.where(other.c.rating > ratings.c.rating)
        mine = (ratings.c.person == person) & (ratings.c.game == storable(game)) & (ratings.c.seats == count)
        rows = await self._all(select(ratings, better.scalar_subquery().label("better")).where(mine))
        return rows[0] if rows else None

    async def ratings_of(self, person: str) -> list[Any]:
        """Return all ratings of a person."""
        wanted = select(ratings).where(ratings.c.person == person)
        return await self._all(wanted.order_by(ratings.c.game, ratings.c.seats))

    async def history_of(self, person: str) -> list[Any]:
        """Return the latest changes of each rating of a person, oldest first."""
        same = (rating_changes.c.game == ratings.c.game) & (rating_changes.c.seats == ratings.c.seats)
        recent = rating_changes.c.games > ratings.c.games - MOST_POINTS
        return await self._all(
            select(rating_changes, tables.c.public)
            .select_from(ratings)
            .join(rating_changes, and_(rating_changes.c.person == ratings.c.person, same, recent))
            .join(tables, tables.c.id == rating_changes.c.table)
            .where(ratings.c.person == person)
            .order_by(rating_changes.c.game, rating_changes.c.seats, rating_changes.c.games)
        )

    async def results_by_game(self, person: str, private: bool) -> list[Any]:
        """Count won, shared and lost games among the latest, by game and number of players."""
        recent = _recent(person, private)
        return await self._all(
            select(recent.c.game, recent.c.seats, *_counts(recent.c.outcome))
            .group_by(recent.c.game, recent.c.seats)
            .order_by(recent.c.game, recent.c.seats)
        )

    async def results_by_opponent(self, person: str, private: bool) -> list[Any]:
        """Count won, shared and lost games among the latest by opponent, the most frequent first."""
        recent, other = _recent(person, private), seats.alias("other")
        met = (
            select(recent.c.table, recent.c.outcome, other.c.person)
            .join(other, and_(other.c.table == recent.c.table, other.c.person != person))
            .distinct()  # two bots of one level are one opponent
            .subquery("met")
        )
        return await self._all(
            select(people.c.id, people.c.name, people.c.level, people.c.is_bot, *_counts(met.c.outcome))
            .join(met, met.c.person == people.c.id)
            .group_by(people.c.id, people.c.name, people.c.level, people.c.is_bot)
            .order_by(func.count().desc(), people.c.id)
            .limit(MOST_OPPONENTS)
        )

    async def _all(self, wanted: Select[Any]) -> list[Any]:
        async with self._engine.connect() as connection:
            return list(await connection.execute(wanted))


def _recent(person: str, private: bool) -> Any:
    """Select the latest finished games of a person, with their outcomes."""
    latest = (
        select(seats.c.table, seats.c.outcome)
        .where(seats.c.person == person, seats.c.ended.is_not(None))
        .order_by(seats.c.ended.desc())
        .limit(MOST_GAMES)
        .subquery("latest")
    )
    which = and_(~tables.c.spec.like(_ONE_SCREEN), tables.c.practice.is_(None))
    which = and_(which, tables.c.host != BOT_MATCH_HOST)
    joined = select(latest, tables.c.game, tables.c.seats).join(tables, tables.c.id == latest.c.table)
    return joined.where(which if private else and_(which, tables.c.public == 1)).subquery("recent")


def _counts(outcome: ColumnElement[int]) -> list[ColumnElement[int]]:
    named = (("won", WON), ("shared", SHARED), ("lost", LOST))
    return [func.sum(case((outcome == value, 1), else_=0)).label(name) for name, value in named]
