"""Profiles of people and bots: ratings over time, results, leaderboards."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromQuery, PathParameter
from msgspec import Struct

from ...games.rules import MOST_SEATS, all_games
from ..messages.table_info import Person, make_person
from ..ratings import LISTED_AFTER, is_provisional
from ..refusal import RefusalError
from ..tables.standings import Standings
from .auth import person_of, visitor
from .openapi import PersonId, refusals
from .tables import read_turn

_MOST_LEADERS = 100
GameName = Annotated[str, PathParameter(max_length=20)]
SeatCount = Annotated[int, PathParameter(ge=2, le=MOST_SEATS)]


class Rating(Struct, frozen=True):
    """The rating in one game with this number of players. It is provisional for the first ten games."""

    game: str
    seats: int
    rating: int
    games: int
    provisional: bool


class Profile(Struct, frozen=True):
    """A person or a bot, with ratings."""

    person: Person
    ratings: list[Rating]


class RatingPoint(Struct, frozen=True):
    """A rated game, and the rating before and after it."""

    at: int
    before: int
    after: int
    games: int
    """The number of the rated game, from 1."""
    table: str | None
    """Null if the table is not public."""


class RatingHistory(Struct, frozen=True):
    """The latest rated games of one kind, oldest first."""

    game: str
    seats: int
    points: list[RatingPoint]


class GameResults(Struct, frozen=True):
    """Games won, shared and lost, in one game with this number of players."""

    game: str
    seats: int
    won: int
    shared: int
    lost: int


class OpponentResults(Struct, frozen=True):
    """Games against this opponent that the person won, shared and lost."""

    opponent: Person
    won: int
    shared: int
    lost: int


class Results(Struct, frozen=True):
    """Results of the latest 1,000 games. The most frequent opponents come first."""

    games: list[GameResults]
    opponents: list[OpponentResults]


class Leader(Struct, frozen=True):
    """A row of the leaderboard. Your `rank` is null until you have played enough games to be listed."""

    rank: int | None
    person: Person
    rating: int
    games: int
    provisional: bool


def _standings_of(request: Request[Any, Any, Any]) -> Standings:
    standings: Standings = request.app.state.standings
    return standings


@get("/people/{id:str}", responses=refusals("unreadable", "not_found"))
async def show_person(request: Request[Any, Any, Any], id: PersonId) -> Profile:
    """A person or a bot, with ratings."""
    person = await person_of(request, id)
    rows = await _standings_of(request).ratings_of(id)
    return Profile(
        person,
        [Rating(row.game, row.seats, row.rating, row.games, is_provisional(row.games)) for row in rows],
    )


@get("/people/{id:str}/ratings", responses=refusals("unreadable", "not_found"))
async def show_rating_history(request: Request[Any, Any, Any], id: PersonId) -> list[RatingHistory]:
    """The rating history of a person or a bot: the latest 100 games of each kind."""
    await person_of(request, id)
    me = await visitor(request)
    mine = me is not None and me.id == id
    async with read_turn(request):
        rows = await _standings_of(request).history_of(id)
    return [
        RatingHistory(
            game,
            seats,
            [
                RatingPoint(
                    row.at, row.before, row.after, row.games, row.table if mine or row.public else None
                )
                for row in group
            ],
        )
        for (game, seats), group in groupby(rows, key=lambda row: (row.game, row.seats))
    ]


@get("/people/{id:str}/results", responses=refusals("unreadable", "not_found"))
async def show_results(request: Request[Any, Any, Any], id: PersonId) -> Results:
    """The results of a person or a bot, by game and by opponent; your own include private games."""
    await person_of(request, id)
    me = await visitor(request)
    private = me is not None and me.id == id
    standings = _standings_of(request)
    async with read_turn(request):
        games = await standings.results_by_game(id, private)
        opponents = await standings.results_by_opponent(id, private)
    return Results(
        [GameResults(row.game, row.seats, row.won, row.shared, row.lost) for row in games],
        [
            OpponentResults(
                make_person(row.id, row.name, row.level, row.is_bot), row.won, row.shared, row.lost
            )
            for row in opponents
        ],
    )


@get("/leaders/{game:str}/{seats:int}", responses=refusals("unreadable", "not_found"))
async def leaders(
    request: Request[Any, Any, Any], game: GameName, seats: SeatCount, bots: FromQuery[bool] = False
) -> list[Leader]:
    """The best 100 ratings of a game with this number of players; then yours, if it is not among them.

    People and the server's bots are listed once they have played three rated games. Bot accounts have a list
    of their own, `bots=true`, unless the host rates them together with people.
    """
    if game not in all_games():
        raise RefusalError("not_found", "There is no such game.")
    me, standings = await visitor(request), _standings_of(request)
    async with read_turn(request):
        rows = await standings.leaders(game, seats, _MOST_LEADERS, bots)
        missing = me is not None and all(row.person != me.id for row in rows)
        belongs = me is not None and (standings.bot_ratings == "together" or (me.bot is True) == bots)
        mine = await standings.standing(me.id, game, seats, bots) if me and missing and belongs else None
    found: list[Leader] = []
    for place, row in enumerate(rows, 1):
        rank = found[-1].rank if found and found[-1].rating == row.rating else place
        found.append(_leader(rank, make_person(row.person, row.name, row.level, row.is_bot), row))
    if me and mine:
        found.append(_leader(mine.better + 1 if mine.games >= LISTED_AFTER else None, me, mine))
    return found


def _leader(rank: int | None, person: Person, row: Any) -> Leader:
    return Leader(rank, person, row.rating, row.games, is_provisional(row.games))


handlers = [show_person, show_rating_history, show_results, leaders]
