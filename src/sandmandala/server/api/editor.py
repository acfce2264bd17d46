"""The position editor: check a position, ask for the best move, play on from it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.openapi.spec import OpenAPIType
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from ...bots import explain
from ...editor import KnownPosition, PositionError, PositionProblem, read_known
from ...editor.description import EditorInfo, editor_info
from ...games.errors import SandmandalaError
from ...games.manifest import manifests
from ...games.rules import MOST_SEATS, OPEN
from ...review.types import Reason
from ..addresses import client_key
from ..compile_wait import rules_compiled
from ..ids import id_from
from ..messages.fields import SeatNumber
from ..messages.from_server import HintedMove
from ..refusal import RefusalError
from ..server_time import now
from ..spec import LevelNumber
from ..tables.bot_runner import BotRunner, hinted_moves
from ..tables.viewing import info_of
from .auth import visitor
from .openapi import SIGNED_IN, IdempotencyKey, Me, changing, refusals
from .tables import NewTable, checked_origin, opened_before, read_turn, tables_of

GameInPath = Annotated[
    str, PathParameter(pattern=r"^[a-z][a-z0-9]{0,19}$", description="The name of a game.")
]
Seats = Annotated[
    int | None,
    QueryParameter(
        ge=2,
        le=MOST_SEATS,
        description="How many play; by default as few as can.",
        schema_extra={"one_of": None, "type": OpenAPIType.INTEGER, "minimum": 2},
    ),
]
# Above the limit of positions, so that a text slightly too long gets its sentence. Escaped, it fits a body.
PositionText = Annotated[str, Meta(max_length=2500)]


class PositionForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, with unknown cards as `?3`."""

    text: PositionText
    seat: SeatNumber | None = None
    """Whose knowledge counts: by default the seat to move, if its cards are known."""


class PositionTableForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play on from a position."""

    text: PositionText
    seat: SeatNumber
    """The seat to play."""
    level: LevelNumber | None = None
    """Of the bots on the other seats; null: they are for friends, who need the link."""


class PositionCheck(Struct, frozen=True):
    """A position as one seat knows it, or what is wrong with it."""

    text: str = ""
    """In its usual spelling; empty if there is a problem."""
    values: dict[str, str] = {}
    """What is at each place of the game's description."""
    seats: int = 0
    seat: int | None = None
    known_seats: tuple[int, ...] = ()
    """The seats whose own cards are all known."""
    to_move: int | None = None
    over: bool = False
    unknown: int = 0
    """How many cards are unknown."""
    forgotten: int = 0
    """How many of them everyone saw once."""
    view: msgspec.Raw | None = None
    """What the seat sees."""
    open_view: msgspec.Raw | None = None
    """Everything, if nothing is unknown."""
    legal: list[str] = []
    """Empty if the cards of the player to move are unknown."""
    problem: PositionProblem | None = None


class EditablePosition(Struct, frozen=True):
    """A position to begin with in the editor."""

    game: str
    text: str
    seat: int | None = None
    """Whose knowledge it is; null: everything is open."""


class PositionAdvice(Struct, frozen=True):
    """What a strong bot would play, knowing what the seat to move knows."""

    seat: int
    move: str
    why: str
    chance: float | None
    """The probability of winning; null if there is no choice."""
    margin: float | None
    """The expected lead in points over the best of the others."""
    candidates: list[HintedMove]
    """The best few moves, best first; empty if there is no choice."""
    line: list[str]
    """The moves that it expects."""
    because: Reason | None = None
    """Why it is better than the next of `candidates`, as in a hint."""


@get("/editor/{game:str}", responses=refusals("unreadable", "not_found"))
async def describe_editor(
    request: Request[Any, Any, Any], game: GameInPath, seats: Seats = None
) -> EditorInfo:
    """The words and places of a game's positions, and a position to begin with."""
    await _ready(game)
    async with read_turn(request):
        try:
            return await asyncio.to_thread(editor_info, game, seats)
        except SandmandalaError as error:
            raise RefusalError.of(error) from None


@post("/editor/{game:str}/check", status_code=200, responses=changing("not_found"))
async def check_position(
    request: Request[Any, Any, Any], game: GameInPath, data: JSONBody[PositionForm]
) -> PositionCheck:
    """Check a position. A wrong one gets a `problem` that names the place. Nothing is stored."""
    await _ready(game)
    async with read_turn(request):
        return await asyncio.to_thread(_checked, game, data)


@post(
    "/editor/{game:str}/advice",
    status_code=200,
    responses=changing("not_found", "conflict", "too_many"),
)
async def advise_position(
    request: Request[Any, Any, Any], game: GameInPath, data: JSONBody[PositionForm]
) -> PositionAdvice:
    """The best move in a position, from what the seat to move knows: one at a time for each person.

    It takes about a second, or longer if others wait.
    """
    known = await _read(request, game, data.text, data.seat)
    person = await visitor(request)
    address = client_key(request.client.host if request.client else "")
    bots: BotRunner = request.app.state.bots
    found = await bots.best_move(known, person.id if person else address, address)
    decision, candidates = found.decision, hinted_moves(found.decision)
    best = candidates[0] if candidates else None
    return PositionAdvice(
        known.to_move or 0,
        decision.move,
        explain(decision),
        best.chance if best else None,
        best.margin if best else None,
        candidates,
        list(decision.line),
        found.because,
    )


@post(
    "/editor/{game:str}/tables",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def play_position(
    request: Request[Any, Any, Any],
    game: GameInPath,
    me: Me,
    data: JSONBody[PositionTableForm],
    idempotency_key: IdempotencyKey = None,
) -> NewTable:
    """Play on from a position, against bots or with friends: a private table that is never rated.

    Unknown cards are dealt when the game begins. You know the cards that you have entered, also those of
    other seats: leave them unknown for a fair game with friends.
    """
    known = await _read(request, game, data.text, None)
    tables, id = tables_of(request), id_from(me.id, idempotency_key) if idempotency_key else None
    table = await opened_before(tables, me, id) if id else None
    if table is None:
        origin = await checked_origin(request, me)
        table = await tables.open_from_editor(known, me, data.seat, data.level, origin, id)
    return NewTable(info_of(table, now()), table.key)


async def _ready(game: str) -> None:
    if game not in manifests():
        raise RefusalError("not_found", "There is no such game.")
    await rules_compiled(game)


async def _read(request: Request[Any, Any, Any], game: str, text: str, seat: int | None) -> KnownPosition:
    """Refuses positions that are not possible."""
    await _ready(game)
    async with read_turn(request):
        try:
            return await asyncio.to_thread(read_known, game, text, seat)
        except PositionError as error:
            raise RefusalError("bad_position", str(error), error.problem.rule) from None


def _checked(game: str, form: PositionForm) -> PositionCheck:
    try:
        known = read_known(game, form.text, form.seat)
    except PositionError as error:
        return PositionCheck(problem=error.problem)
    start = known.played_from()
    is_legal_known = known.to_move in known.known_seats
    return PositionCheck(
        known.text,
        dict(known.values),
        known.seats,
        known.seat,
        known.known_seats,
        known.to_move,
        known.to_move is None,
        known.unknown,
        known.forgotten,
        msgspec.Raw(start.view_json(known.seat)),
        None if known.unknown else msgspec.Raw(start.view_json(OPEN)),
        start.legal_moves() if is_legal_known else [],
    )


handlers = [describe_editor, check_position, advise_position, play_position]
