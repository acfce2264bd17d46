"""Which games are live, and which of them are listed: the most watched and the highest rated of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct
from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from ..accounts.bot_accounts import BOT_MATCH_HOST
from ..ratings import NEW, shown
from ..storage.schema import entries, ratings, seats, tables

STILL = 600_000  # milliseconds without a move after which a game is no longer live
MOST_PER_ORDER = 12  # games of one kind that are listed as most watched, and as highest rated
_MOST_READ = 1000  # the newest; of those that were abandoned, most are older
_NO_SPECTATORS = '%"spectators":"none"%'
_ONE_SCREEN = '%"hot_seat":true%'
_UNRATED = shown(*NEW)


class LiveGame(Struct, frozen=True):
    """A live game, with what it is ranked by."""

    id: str
    game: str
    started: int
    last: int
    """When the last move was made, or the game began."""
    rating: int | None
    """The average of the players; None if nobody has a rating."""
    players: frozenset[str]
    """Ids, also of bots; they do not count as watchers."""
    watching: int = 0

    def rank(self) -> tuple[int, int, int, str]:
        """Return the key by which the most watched comes first, then the highest rated and the newest."""
        return -self.watching, -(self.rating or 0), -self.started, self.id

    def rank_by_rating(self) -> tuple[int, int, int, str]:
        """Return the key by which the highest rated comes first."""
        return -(self.rating or 0), -self.watching, -self.started, self.id


async def read_live_games(engine: AsyncEngine, at: int) -> list[LiveGame]:
    """Return the public games with a recent move that spectators may see."""
    public = and_(tables.c.status == "playing", tables.c.public == 1, tables.c.practice.is_(None))
    seen = ~tables.c.spec.like(_NO_SPECTATORS) & ~tables.c.spec.like(_ONE_SCREEN)
    some = (
        select(tables.c.id, tables.c.game, tables.c.seats, tables.c.started)
        .where(public, seen, tables.c.host != BOT_MATCH_HOST)
        .order_by(tables.c.created.desc())
        .limit(_MOST_READ)
        .subquery("some")
    )
    latest = select(entries.c.at).where(entries.c.table == some.c.id)
    latest = latest.order_by(entries.c.number.desc()).limit(1)
    last = func.coalesce(latest.scalar_subquery(), some.c.started)
    theirs = (ratings.c.person == seats.c.person) & (ratings.c.game == some.c.game)
    theirs &= ratings.c.seats == some.c.seats
    wanted = (
        select(some, last.label("last"), seats.c.person, ratings.c.rating)
        .join(seats, seats.c.table == some.c.id)
        .join(ratings, theirs, isouter=True)
        .where(last > at - STILL)
        .order_by(some.c.id)
    )
    async with engine.connect() as connection:
        rows = list(await connection.execute(wanted))
    return [_live_game(list(group)) for _, group in groupby(rows, key=lambda row: row.id)]


def _live_game(rows: list[Any]) -> LiveGame:
    """Make a game from one row per seat."""
    row, known = rows[0], [one.rating for one in rows if one.rating is not None]
    rating = (sum(known) + _UNRATED * (len(rows) - len(known))) / len(rows)
    players = frozenset(one.person for one in rows if one.person)
    return LiveGame(row.id, row.game, row.started, row.last, round(rating) if known else None, players)


def listed(games: Iterable[LiveGame]) -> list[LiveGame]:
    """Return the games to list: a few of each kind, by watchers and by rating, so that every choice of game
    and order on the page has its best."""
    kinds: dict[str, list[LiveGame]] = {}
    for game in games:
        kinds.setdefault(game.game, []).append(game)
    orders: tuple[Callable[[LiveGame], tuple[int, int, int, str]], ...] = (
        LiveGame.rank,
        LiveGame.rank_by_rating,
    )
    chosen = {
        one.id: one
        for same in kinds.values()
        for order in orders
        for one in sorted(same, key=order)[:MOST_PER_ORDER]
    }
    return sorted(chosen.values(), key=LiveGame.rank)
