"""Tables over REST. What happens at a table goes over the socket (live.py)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, delete, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from ...bots import LEVELS
from ...games.rules import all_games, rules_of
from ..messages import TableInfo
from ..spec import TableSpec
from ..tables.service import Hall
from .openapi import SIGNED_IN, Me, TableId, TableKey, changing, refusals


class JoinForm(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None
    key: Annotated[str, Meta(max_length=32)] = ""


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


def hall_of(request: Request[Any, Any, Any]) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


@get("/about", responses=refusals())
async def about() -> About:
    """The games, their options, and the levels of the bots."""
    games = []
    for name in all_games():
        rules = rules_of(name)
        games.append(GameAbout(name, rules.title, rules.seats, dict(rules.options), rules.has_secrets))
    levels = [LevelAbout(number, level.english, level.german) for number, level in enumerate(LEVELS, 1)]
    return About(games, levels)


@post("/tables", **SIGNED_IN, responses=changing("sign_in"))
async def create_table(request: Request[Any, Any, Any], me: Me, data: JSONBody[TableSpec]) -> NewTable:
    """Open a table and sit down at it. With bots on all other seats, the game begins at once."""
    table = await hall_of(request).create(me, data)
    return NewTable(table.info(), table.key)


@get("/tables", responses=refusals("unreadable"))
async def list_tables(
    request: Request[Any, Any, Any],
    status: FromQuery[Literal["open", "playing", "over"]] = "open",
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> list[TableInfo]:
    """Public tables, newest first."""
    hall = hall_of(request)
    ids = await request.app.state.store.list_tables(status, most)
    return [await hall.info(id) for id in ids]


@get("/tables/{id:str}", responses=refusals("unreadable", "forbidden", "not_found"))
async def show_table(request: Request[Any, Any, Any], id: TableId, key: TableKey = "") -> TableInfo:
    """What everyone may know about a table."""
    hall = hall_of(request)
    person = await request.app.state.identities.of(request)
    table = await hall.table(id)
    hall.check_key(table, person.id if person else None, key)
    return table.info()


@post(
    "/tables/{id:str}/join",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def join_table(
    request: Request[Any, Any, Any], id: TableId, me: Me, data: JSONBody[JoinForm]
) -> TableInfo:
    """Sit down. When all seats are taken the game begins."""
    hall = hall_of(request)
    table = await hall.table(id)
    await hall.join(table, me, data.seat, data.key)
    return table.info()


@delete(
    "/tables/{id:str}/join",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def leave_table(request: Request[Any, Any, Any], id: TableId, me: Me) -> None:
    """Stand up again, before the game has begun. When the host does, the table is cleared away."""
    hall = hall_of(request)
    await hall.leave(await hall.table(id), me.id)


handlers = [about, create_table, list_tables, show_table, join_table, leave_table]
