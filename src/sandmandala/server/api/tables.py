"""Tables over REST: opening, joining, leaving. Play goes over the socket (live/)."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Literal

from litestar import Request, delete, get, post, put
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from ...bots import LEVELS
from ...games.rules import MOST_SEATS, all_games, rules_of
from ..addresses import client_key
from ..ids import id_from
from ..messages.fields import Contribution, SeatNumber
from ..messages.lobby_filter import FARTHEST, AnyTempo, LobbyFilter, checked_filter
from ..messages.table_info import Person, TableInfo
from ..read_turns import ReadTurns
from ..refusal import RefusalError
from ..relations.blocks import Blocks
from ..server_time import now
from ..settings import BotRatings, Settings
from ..spec import LevelNumber, TableSpec
from ..tables import seating
from ..tables.limits import TableLimits
from ..tables.lists import TableLists
from ..tables.service import Tables
from ..tables.table import Table
from ..tables.viewing import info_of
from .auth import visitor
from .openapi import SIGNED_IN, IdempotencyKey, Me, Page, TableId, TableKey, changing, refusals

NEAR = "How far the host's rating may be from mine. Without a rating, nobody is far away."
SeatInPath = Annotated[
    int, PathParameter(ge=0, le=MOST_SEATS - 1, description="The number of a seat, from 0.")
]


class JoinForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to sit down."""

    seat: SeatNumber | None = None
    key: Annotated[str, Meta(max_length=32)] = ""
    contribution: Contribution | None = None
    """A contribution to the deal: 32 random hexadecimal digits. It may also be sent later."""


class ContributionForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A contribution to the deal."""

    value: Contribution


class BotForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The level of a bot."""

    level: LevelNumber


class LevelInfo(Struct, frozen=True):
    """A level of the bots, with its names."""

    number: int
    english: str
    german: str


class GameInfo(Struct, frozen=True):
    """A game, its numbers of players and its options."""

    name: str
    title: str
    seats: tuple[int, ...]
    options: dict[str, tuple[str, ...]]
    secrets: bool
    """Whether the game has hidden information."""


class ServerInfo(Struct, frozen=True):
    """What the server offers."""

    games: list[GameInfo]
    levels: list[LevelInfo]
    free_text: bool
    """Whether players may write to each other at tables, besides set phrases."""
    bot_ratings: BotRatings
    """How rated games with bot accounts count: only for those accounts, for nobody, or for everybody."""


class NewTable(Struct, frozen=True):
    """A new table. `key` is part of its invitation link."""

    table: TableInfo
    key: str


def read_turn(request: Request[Any, Any, Any]) -> AbstractAsyncContextManager[None]:
    """Return the turn of a client for an expensive read."""
    turns: ReadTurns = request.app.state.read_turns
    return turns.turn(client_key(request.client.host if request.client else ""))


def tables_of(request: Request[Any, Any, Any]) -> Tables:
    """Return the table service of the application."""
    tables: Tables = request.app.state.tables
    return tables


@get("/about", responses=refusals())
async def about(request: Request[Any, Any, Any]) -> ServerInfo:
    """The games, their options, and the levels of the bots."""
    games = []
    for name in all_games():
        rules = rules_of(name)
        seats, secrets = rules.seat_counts, rules.has_hidden_information
        games.append(GameInfo(name, rules.title, seats, dict(rules.options), secrets))
    levels = [LevelInfo(number, level.english, level.german) for number, level in enumerate(LEVELS, 1)]
    settings: Settings = request.app.state.settings
    return ServerInfo(games, levels, settings.free_text, settings.bot_ratings)


@post("/tables", **SIGNED_IN, responses=changing("sign_in", "too_many"))
async def create_table(
    request: Request[Any, Any, Any], me: Me, data: JSONBody[TableSpec], idempotency_key: IdempotencyKey = None
) -> NewTable:
    """Open a table and sit down at it. The game begins when all seats are taken and have contributed.

    With the `Idempotency-Key` of an earlier request of yours, you get the table that it opened.
    """
    tables, id = tables_of(request), id_from(me.id, idempotency_key) if idempotency_key else None
    table = await opened_before(tables, me, id) if id else None
    if table is None:  # limits must not refuse a table that exists already
        request.app.state.limits.check_rated(me, data)
        table = await tables.open(me, data, await checked_origin(request, me), id)
    return NewTable(info_of(table, now()), table.key)


async def checked_origin(request: Request[Any, Any, Any], me: Person) -> str:
    """Check whether a person may open another table. Return a hash of the address."""
    address = request.client.host if request.client else "?"
    origin: str = await request.app.state.limits.check_opening(me, address)
    return origin


async def opened_before(tables: Tables, host: Person, id: str) -> Table | None:
    """Return the table that an earlier request of the host has opened."""
    try:
        table = await tables.get(id)
    except RefusalError:
        return None
    return table if table.host == host.id else None


@get("/tables", responses=refusals("unreadable"))
async def list_tables(
    request: Request[Any, Any, Any],
    status: FromQuery[Literal["open", "playing", "over"]] = "open",
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    before: Page = None,
    game: Annotated[str | None, QueryParameter(max_length=20)] = None,
    tempo: FromQuery[AnyTempo | None] = None,
    rated: FromQuery[bool | None] = None,
    seats: Annotated[int | None, QueryParameter(ge=2, le=MOST_SEATS)] = None,
    near: Annotated[int | None, QueryParameter(ge=1, le=FARTHEST, description=NEAR)] = None,
) -> list[TableInfo]:
    """Public tables, newest first. `before` is the id of the last table of the previous page.

    Open tables of people whom you have blocked, or who have blocked you, are left out.
    """
    lists: TableLists = request.app.state.lists
    chosen = checked_filter(LobbyFilter(game, tempo, rated, seats, near))
    person = await visitor(request)
    viewer = person.id if person else None
    async with read_turn(request):
        return await lists.lobby(status, most, await lists.cursor(before), now(), chosen, viewer)


@get("/tables/{id:str}", responses=refusals("unreadable", "forbidden", "not_found"))
async def show_table(request: Request[Any, Any, Any], id: TableId, key: TableKey = "") -> TableInfo:
    """Public information about a table."""
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
    limits: TableLimits = request.app.state.limits
    await limits.check_playing(me)
    limits.check_rated(me, (await tables_of(request).get(id)).spec)
    await _check_blocks(request, id, me)
    table = await tables_of(request).do(id, seating.sit, me, data.seat, data.key, data.contribution)
    return info_of(table, now())


async def _check_blocks(request: Request[Any, Any, Any], id: str, me: Person) -> None:
    """Keep people apart of whom one has blocked the other. The link to a private table is an invitation."""
    blocks: Blocks = request.app.state.blocks
    table = await tables_of(request).get(id)
    apart = await blocks.apart_from(me.id) if table.spec.public and not table.sits(me.id) else frozenset()
    if met := [sitter.id for sitter in table.sitting if sitter and sitter.id in apart]:
        tables_of(request).evict(table)
        mine = [await blocks.has_blocked(me.id, other) for other in met]
        raise RefusalError("you_blocked" if any(mine) else "cannot_join")


@post(
    "/tables/{id:str}/contribution",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def contribute(
    request: Request[Any, Any, Any], id: TableId, me: Me, data: JSONBody[ContributionForm]
) -> TableInfo:
    """Contribute to the deal. Note the commitment first: then nobody can choose the deal."""
    table = await tables_of(request).do(id, seating.contribute, me.id, data.value)
    return info_of(table, now())


@put(
    "/tables/{id:str}/seats/{seat:int}/bot",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def add_bot(
    request: Request[Any, Any, Any], id: TableId, seat: SeatInPath, me: Me, data: JSONBody[BotForm]
) -> TableInfo:
    """Put a bot on a free seat of my table, or change its level. All people must contribute again."""
    table = await tables_of(request).do(id, seating.add_bot, me.id, seat, data.level)
    return info_of(table, now())


@delete(
    "/tables/{id:str}/seats/{seat:int}/bot",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def remove_bot(request: Request[Any, Any, Any], id: TableId, seat: SeatInPath, me: Me) -> TableInfo:
    """Remove a bot from my table."""
    table = await tables_of(request).do(id, seating.remove_bot, me.id, seat)
    return info_of(table, now())


@delete(
    "/tables/{id:str}/join",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def leave_table(request: Request[Any, Any, Any], id: TableId, me: Me) -> None:
    """Leave a table before the game has begun. When the host leaves, the table is closed."""
    if not await request.app.state.matchmaking.leave_table(me.id, id):
        await tables_of(request).do(id, seating.leave, me.id)


handlers = [
    *(about, create_table, list_tables, show_table, join_table, add_bot, remove_bot),
    *(contribute, leave_table),
]
