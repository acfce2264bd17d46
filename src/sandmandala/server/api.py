"""The REST interface: people and tables. What happens at a table goes over the socket (live.py)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, Response, Router, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.params import Parameter
from msgspec import Meta, Struct

from ..bots import LEVELS
from ..games.rules import all_games, rules_of
from .hall import Hall, now
from .identity import COOKIE, Identities
from .messages import Person, TableInfo
from .people import clean_name, new_id
from .refusal import RefusalError
from .spec import TableSpec
from .storage.store import Store

_YEAR = 366 * 86_400
Name = Annotated[str, Meta(min_length=1, max_length=60)]
TableId = Annotated[str, Parameter(max_length=16)]


class NameForm(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


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


class About(Struct, frozen=True):
    games: list[GameAbout]
    levels: list[LevelAbout]


class NewTable(Struct, frozen=True):
    """A table just made; `key` is part of the link that invites to it."""

    table: TableInfo
    key: str


async def find_me(request: Request[Any, Any, Any]) -> Person:
    """Whoever asks; one without a name is told to choose one first."""
    person: Person | None = await request.app.state.identities.of(request)
    if person is None:
        raise RefusalError("sign_in", "Choose a name first.")
    return person


def hall_of(request: Request[Any, Any, Any]) -> Hall:
    return request.app.state.hall  # type: ignore[no-any-return]


@get("/about")
async def about() -> About:
    """The games, their options, and the levels of the bots."""
    games = []
    for name in all_games():
        rules = rules_of(name)
        games.append(GameAbout(name, rules.title, rules.seats, dict(rules.options)))
    levels = [LevelAbout(number, level.english, level.german) for number, level in enumerate(LEVELS, 1)]
    return About(games, levels)


@post("/me")
async def come_in(request: Request[Any, Any, Any], data: NameForm) -> Response[Person]:
    """A first visit: choose a name and get an identity, as a cookie."""
    store: Store = request.app.state.store
    identities: Identities = request.app.state.identities
    person = Person(new_id(), clean_name(data.name))
    await store.add_person(id=person.id, name=person.name, generation=0, created=now(), seen=now())
    return Response(person, cookies=[_cookie(request, identities.sign(person.id, 0))])


def _cookie(request: Request[Any, Any, Any], value: str) -> Cookie:
    return Cookie(
        COOKIE,
        value=value,
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


@get("/me", dependencies={"me": Provide(find_me)})
async def who_am_i(me: Person) -> Person:
    return me


@patch("/me", dependencies={"me": Provide(find_me)})
async def rename(request: Request[Any, Any, Any], me: Person, data: NameForm) -> Person:
    name = clean_name(data.name)
    await request.app.state.store.change_person(me.id, name=name)
    return Person(me.id, name)


@post("/tables", dependencies={"me": Provide(find_me)})
async def create_table(request: Request[Any, Any, Any], me: Person, data: TableSpec) -> NewTable:
    """Open a table and sit down at it. With bots on all other seats, the game begins at once."""
    table = await hall_of(request).create(me, data)
    return NewTable(table.info(), table.key)


@get("/tables")
async def list_tables(
    request: Request[Any, Any, Any],
    status: Literal["open", "playing", "over"] = "open",
    most: Annotated[int, Parameter(ge=1, le=100)] = 50,
) -> list[TableInfo]:
    """Public tables, newest first."""
    hall = hall_of(request)
    ids = await request.app.state.store.list_tables(status, most)
    return [(await hall.table(id)).info() for id in ids]


@get("/tables/{id:str}")
async def show_table(
    request: Request[Any, Any, Any], id: TableId, key: Annotated[str, Parameter(max_length=32)] = ""
) -> TableInfo:
    hall = hall_of(request)
    person = await request.app.state.identities.of(request)
    table = await hall.table(id)
    hall.check_key(table, person.id if person else None, key)
    return table.info()


@post("/tables/{id:str}/join", status_code=200, dependencies={"me": Provide(find_me)})
async def join_table(request: Request[Any, Any, Any], id: TableId, me: Person, data: JoinForm) -> TableInfo:
    """Sit down. When all seats are taken the game begins."""
    hall = hall_of(request)
    table = await hall.table(id)
    await hall.join(table, me, data.seat, data.key)
    return table.info()


@delete("/tables/{id:str}/join", dependencies={"me": Provide(find_me)})
async def leave_table(request: Request[Any, Any, Any], id: TableId, me: Person) -> None:
    """Stand up again, before the game has begun. When the host does, the table is cleared away."""
    hall = hall_of(request)
    await hall.leave(await hall.table(id), me.id)


api = Router(
    "/api/v1",
    route_handlers=[
        about,
        come_in,
        who_am_i,
        rename,
        create_table,
        list_tables,
        show_table,
        join_table,
        leave_table,
    ],
)
