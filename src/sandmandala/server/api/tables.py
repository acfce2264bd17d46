"""Tables over REST. What happens at a table goes over the socket (live/)."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Literal

from litestar import Request, delete, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from ...bots import LEVELS
from ...games.rules import all_games, rules_of
from ..messages import Contribution, SeatNumber, TableInfo
from ..read_turns import ReadTurns
from ..spec import TableSpec
from ..tables import seating
from ..tables.lists import TableLists
from ..tables.service import Tables
from ..tables.viewing import info_of
from ..timestamps import now
from .auth import visitor
from .openapi import SIGNED_IN, Me, Page, TableId, TableKey, changing, refusals


class JoinForm(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    key: Annotated[str, Meta(max_length=32)] = ""
    contribution: Contribution | None = None
    """To the luck of the deal: 32 random hexadecimal digits. It may also be given later."""


class ContributionForm(Struct, frozen=True, forbid_unknown_fields=True):
    value: Contribution


class LevelAbout(Struct, frozen=True):
    number: int
    english: str
    german: str


class GameAbout(Struct, frozen=True):
    name: str
    title: str
    seats: tuple[int, ...]
    options: dict[str, tuple[str, ...]]
    secrets: bool
    """Whether a seat may know less than another."""


class About(Struct, frozen=True):
    games: list[GameAbout]
    levels: list[LevelAbout]


class NewTable(Struct, frozen=True):
    """A table just made; `key` is part of the link that invites to it."""

    table: TableInfo
    key: str


def read_turn(request: Request[Any, Any, Any]) -> AbstractAsyncContextManager[None]:
    """For what takes more than a moment to read."""
    turns: ReadTurns = request.app.state.read_turns
    return turns.turn(request.client.host if request.client else "")


def tables_of(request: Request[Any, Any, Any]) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


@get("/about", responses=refusals())
async def about() -> About:
    """The games, their options, and the levels of the bots."""
    games = []
    for name in all_games():
        rules = rules_of(name)
        seats, secrets = rules.seat_counts, rules.has_hidden_information
        games.append(GameAbout(name, rules.title, seats, dict(rules.options), secrets))
    levels = [LevelAbout(number, level.english, level.german) for number, level in enumerate(LEVELS, 1)]
    return About(games, levels)


@post("/tables", **SIGNED_IN, responses=changing("sign_in", "too_many"))
async def create_table(request: Request[Any, Any, Any], me: Me, data: JSONBody[TableSpec]) -> NewTable:
    """Open a table and sit down at it. The game begins when all seats are taken and have contributed."""
    address = request.client.host if request.client else "?"
    origin = await request.app.state.limits.check_opening(me.id, address)
    table = await tables_of(request).open(me, data, origin)
    return NewTable(info_of(table, now()), table.key)


@get("/tables", responses=refusals("unreadable"))
async def list_tables(
    request: Request[Any, Any, Any],
    status: FromQuery[Literal["open", "playing", "over"]] = "open",
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    before: Page = None,
) -> list[TableInfo]:
    """Public tables, newest first. `before` is the id of the last table of the page before."""
    lists: TableLists = request.app.state.lists
    async with read_turn(request):
        return await lists.lobby(status, most, await lists.cursor(before), now())


@get("/tables/{id:str}", responses=refusals("unreadable", "forbidden", "not_found"))
async def show_table(request: Request[Any, Any, Any], id: TableId, key: TableKey = "") -> TableInfo:
    """What everyone may know about a table."""
    person = await visitor(request)
    async with read_turn(request):
        return await tables_of(request).info(id, person.id if person else None, key)


@post(
    "/tables/{id:str}/join",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def join_table(
    request: Request[Any, Any, Any], id: TableId, me: Me, data: JSONBody[JoinForm]
) -> TableInfo:
    """Sit down. The game begins when all seats are taken and have contributed to the deal."""
    await request.app.state.limits.check_playing(me.id)
    table = await tables_of(request).do(id, seating.sit, me, data.seat, data.key, data.contribution)
    return info_of(table, now())


@post(
    "/tables/{id:str}/contribution",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def contribute(
    request: Request[Any, Any, Any], id: TableId, me: Me, data: JSONBody[ContributionForm]
) -> TableInfo:
    """Add to the luck of the deal, after having seen the commitment: then nobody has chosen it."""
    table = await tables_of(request).do(id, seating.contribute, me.id, data.value)
    return info_of(table, now())


@delete(
    "/tables/{id:str}/join",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def leave_table(request: Request[Any, Any, Any], id: TableId, me: Me) -> None:
    """Leave a table before the game has begun. When the host does, the table is closed."""
    await tables_of(request).do(id, seating.leave, me.id)


handlers = [about, create_table, list_tables, show_table, join_table, contribute, leave_table]
