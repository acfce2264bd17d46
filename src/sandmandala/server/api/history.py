"""Replays, and lists and records of finished games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream
from msgspec import Struct

from ...games.rules import MOST_SEATS, OPEN, Viewer
from ...records import Game, Record
from ..messages.table_info import TableInfo
from ..refusal import RefusalError
from ..server_time import now
from ..tables.lists import Cursor, TableLists
from ..tables.seating import check_key
from ..tables.table import Table
from ..tables.viewing import info_of, is_open, public_session, sight_of
from .auth import person_of, visitor
from .openapi import Page, PersonId, TableId, TableKey, refusals
from .tables import read_turn, tables_of

_PAGE = 100
MOST_PLIES = 500  # per response
_LINES = "A line of JSON for each game: the id of its table, when it ended, and its record."
# Without the extras, the description would leave out the 0 and allow null.
SeatNumber = Annotated[
    int | None,
    QueryParameter(
        ge=0, le=MOST_SEATS - 1, schema_extra={"one_of": None, "type": OpenAPIType.INTEGER, "minimum": 0}
    ),
]
FirstPly = Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000, schema_extra={"minimum": 0})]


class Ply(Struct, frozen=True):
    """A position, and the events that led to it."""

    ply: int
    move: str | None
    seat: int | None
    events: list[dict[str, Any]]
    view: msgspec.Raw


class Replay(Struct, frozen=True):
    """A game, position by position, as one viewer may see it."""

    table: TableInfo
    plies: list[Ply]


@dataclass
class RecordOperation(Operation):
    """Return the response type of a record, which has two formats."""

    def __post_init__(self) -> None:
        found = (self.responses or {})["200"]
        assert isinstance(found, OpenAPIResponse)
        data = Schema(type=OpenAPIType.OBJECT, description="A record, as docs/records.md describes it.")
        found.content = {
            "application/json": OpenAPIMediaType(schema=data),
            "text/plain": OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING)),
        }


async def find_table(request: Request[Any, Any, Any], id: str, key: str) -> tuple[Table, str | None]:
    """Return a table, and the id of the client's person."""
    table = await tables_of(request).get(id)
    visiting = await visitor(request)
    person = visiting.id if visiting else None
    check_key(table, person, key)
    return table, person


@get(
    "/tables/{id:str}/record",
    media_type=MediaType.JSON,
    operation_class=RecordOperation,
    responses=refusals("unreadable", "forbidden", "not_found", "conflict"),
)
async def get_record(
    request: Request[Any, Any, Any],
    id: TableId,
    form: FromQuery[Literal["json", "text"]] = "json",
    key: TableKey = "",
) -> Response[str]:
    """The record of a finished game. `sandmandala verify` proves that every draw was fixed in advance."""
    async with read_turn(request):
        record = await _record(request, id, key)
    text, media = (
        (record.to_json(), "application/json") if form == "json" else (record.to_text(), "text/plain")
    )
    name = f"{record.game}-{id}.{'json' if form == 'json' else 'txt'}"
    return Response(text, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _record(request: Request[Any, Any, Any], id: str, key: str) -> Record:
    table, _ = await find_table(request, id, key)
    session = public_session(table, now())  # it would reveal everything
    names = [sitter.name if sitter else "?" for sitter in table.sitting]
    record = await asyncio.to_thread(table.record_of, session, names, trace=True)
    tables_of(request).evict(table)
    return record


@get("/tables/{id:str}/replay", responses=refusals("unreadable", "forbidden", "not_found", "conflict"))
async def get_replay(
    request: Request[Any, Any, Any],
    id: TableId,
    seat: SeatNumber = None,
    first: FirstPly = 0,
    key: TableKey = "",
) -> Replay:
    """Every position, as a seat saw it. When the game is over, without a seat, with all hands open.

    While it goes on, you see what your seat has seen; at one screen, and as a spectator, what all may see, or
    everything with a delay if the table allows it.
    """
    async with read_turn(request):
        table, person = await find_table(request, id, key)
        last, viewer = _sight(table, person, seat)
        session = table.session
        assert session
        wanted = range(first, min(last, first + MOST_PLIES) + 1)
        plies = await asyncio.to_thread(lambda: [ply_of(session.game, ply, viewer) for ply in wanted])
        info = info_of(table, now())
        tables_of(request).evict(table)
    return Replay(info, plies)


def _sight(table: Table, person: str | None, seat: int | None) -> tuple[int, Viewer]:
    """Return how many moves the client may see, and as whom."""
    session, at = table.session, now()
    if session is None:
        raise RefusalError("not_begun")
    if seat is not None and seat >= table.spec.seats:
        raise RefusalError("no_such_seat")
    if is_open(table, at):
        return session.game.ply, OPEN if seat is None else seat
    mine = table.seats_of(person)
    if seat is not None and mine != (seat,):
        raise RefusalError("own_seat_only")
    sight = sight_of(table, mine, table.sits(person), at)
    if sight is None:
        raise RefusalError("players_only")
    number, viewer = sight
    return session.ply_after(number), viewer


def ply_of(game: Game, ply: int, viewer: Viewer) -> Ply:
    """Return a position of a game, as a viewer sees it."""
    view = msgspec.Raw(game.view_json(viewer, ply))
    if ply == 0:
        return Ply(ply, None, None, [], view)
    return Ply(ply, game.move(ply), game.mover(ply), game.shared_events(ply, viewer), view)


@get("/games", media_type="application/jsonl", response_description=_LINES, responses=refusals())
async def stream_games(request: Request[Any, Any, Any]) -> Stream:
    """The records of all finished public games, latest first, as lines of JSON."""
    return Stream(_records(request, None, private=False), media_type="application/jsonl")


@get(
    "/people/{id:str}/games",
    media_type="application/jsonl",
    response_description=_LINES,
    responses=refusals("unreadable", "not_found"),
)
async def games_of(request: Request[Any, Any, Any], id: PersonId) -> Stream:
    """The records of a person's finished public games, latest first; your own include private ones."""
    await person_of(request, id)
    me = await visitor(request)
    private = me is not None and me.id == id
    return Stream(_records(request, id, private), media_type="application/jsonl")


async def _records(
    request: Request[Any, Any, Any], person: str | None, private: bool
) -> AsyncIterator[bytes]:
    lists: TableLists = request.app.state.lists
    before: Cursor | None = None
    while True:
        async with read_turn(request):
            page = await lists.finished(person, private, before, _PAGE, now())
        if not page:
            return
        yield b"".join(line for _, line in page)
        before = page[-1][0]


@get("/people/{id:str}/tables", responses=refusals("unreadable", "not_found"))
async def tables_of_person(
    request: Request[Any, Any, Any],
    id: PersonId,
    status: FromQuery[Literal["open", "playing", "over"]] = "over",
    before: Page = None,
) -> list[TableInfo]:
    """The public tables of a person, newest first; your own include private ones."""
    await person_of(request, id)
    lists: TableLists = request.app.state.lists
    me = await visitor(request)
    private = me is not None and me.id == id
    async with read_turn(request):
        return await lists.of_person(id, status, private, _PAGE, await lists.cursor(before), now())


handlers = [get_record, get_replay, stream_games, games_of, tables_of_person]
