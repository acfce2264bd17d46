"""Reviews of finished games, and lines played on from their positions."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromQuery, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from ...games.errors import SandmandalaError
from ...games.rules import OPEN
from ...records import Game
from ...review.types import JudgedMove, Review
from ..addresses import client_key
from ..messages.fields import Depth, ReviewState
from ..refusal import Problem, RefusalError
from ..reviews.picture import picture, png_of
from ..reviews.service import Reviews
from ..server_time import now
from ..tables.table import Table
from ..tables.viewing import public_session
from .history import Ply, find_table, ply_of
from .openapi import TableId, TableKey, refusals
from .tables import read_turn, tables_of

_LONGEST_LINE = 400  # characters
# The draws of a line are always the same; they are not those of the game.
_SECRET_OF_LINES = bytes(32)
AfterPly = Annotated[
    int,
    QueryParameter(
        ge=0, le=1_000_000, schema_extra={"minimum": 0}, description="How many moves of the game are kept."
    ),
]
MoveList = Annotated[
    str,
    QueryParameter(max_length=_LONGEST_LINE, description="Moves as text, separated by commas."),
]


MadeMove = Annotated[
    int,
    QueryParameter(
        ge=1, le=1_000_000, schema_extra={"minimum": 1}, description="Which move of the game, from 1."
    ),
]
OneMove = Annotated[str, QueryParameter(max_length=40, description="A move as text.")]


class ReviewAnswer(Struct, frozen=True):
    """A review, or how far it is."""

    depth: Depth
    state: ReviewState
    """`absent` until somebody asks for it over the socket."""
    done: int = 0
    total: int = 0
    code: str | None = None
    """Why it failed, as the code of a refusal."""
    review: Review | None = None
    """Sent when it is `ready`."""


class Line(Struct, frozen=True):
    """Moves played on from a position of a finished game, with all hands open."""

    plies: list[Ply]
    """The position, and those after each move."""
    legal: list[str]
    """The legal moves of the last position."""
    stopped: Problem | None = None
    """Why the next move could not be made."""


@get("/tables/{id:str}/review", responses=refusals("unreadable", "forbidden", "not_found", "conflict"))
async def get_review(
    request: Request[Any, Any, Any], id: TableId, depth: FromQuery[Depth] = "quick", key: TableKey = ""
) -> ReviewAnswer:
    """The review of a finished game. Ask for it with `review` over the socket (docs/protocol.md)."""
    reviews: Reviews = request.app.state.reviews
    progress = reviews.progress(id, depth)  # first, since it may become ready meanwhile
    async with read_turn(request):
        _, review = await _found(request, id, depth, key)
    if review:
        return ReviewAnswer(depth, "ready", review=review)
    return ReviewAnswer(depth, progress.state, progress.done, progress.total, progress.code)


@get("/tables/{id:str}/line", responses=refusals("unreadable", "forbidden", "not_found", "conflict"))
async def get_line(
    request: Request[Any, Any, Any], id: TableId, ply: AfterPly, moves: MoveList = "", key: TableKey = ""
) -> Line:
    """Play on from a position of a finished game, such as the better line of a review.

    Cards are drawn at random, but always the same ones. Stops where a move is not possible.
    """
    async with read_turn(request):
        table, _ = await find_table(request, id, key)
        game = public_session(table, now()).game
        tables_of(request).evict(table)
        if ply > game.ply:
            raise RefusalError("unreadable", f"The game has {game.ply} moves.")
        return await asyncio.to_thread(_line, game, ply, [move for move in moves.split(",") if move])


@get(
    "/tables/{id:str}/judgement",
    responses=refusals("unreadable", "forbidden", "not_found", "conflict", "too_many"),
)
async def judge_move(
    request: Request[Any, Any, Any],
    id: TableId,
    ply: MadeMove,
    move: OneMove,
    depth: FromQuery[Depth] = "quick",
    key: TableKey = "",
) -> JudgedMove:
    """Judge a move in place of the one that was made, as the review would; say why the best one is better.

    One at a time for each person; it takes up to a second, or longer if others wait.
    """
    async with read_turn(request):
        table, person = await find_table(request, id, key)
        tables_of(request).evict(table)
    reviews: Reviews = request.app.state.reviews
    address = client_key(request.client.host if request.client else "")
    return await reviews.judge(table, person, key, ply, move, depth, address)


def _line(game: Game, start: int, moves: list[str]) -> Line:
    branch = Game.from_position(game.name, game.position(start), _SECRET_OF_LINES)
    stopped = None
    for move in moves:
        try:
            branch.make_move(move)
        except SandmandalaError as error:
            refusal = RefusalError.of(error)
            stopped = Problem(refusal.code, refusal.why, refusal.rule)
            break
    plies = [ply_of(branch, ply, OPEN) for ply in range(branch.ply + 1)]
    return Line([replace(one, ply=start + one.ply) for one in plies], branch.legal_moves(), stopped)


@get(
    "/tables/{id:str}/review.svg",
    media_type="image/svg+xml",
    responses=refusals("unreadable", "forbidden", "not_found", "conflict"),
)
async def get_review_picture(
    request: Request[Any, Any, Any], id: TableId, depth: FromQuery[Depth] = "quick", key: TableKey = ""
) -> str:
    """A picture of a finished review: the chances to win, the result, and how well each player played."""
    return await _picture(request, id, depth, key)


@get(
    "/tables/{id:str}/review.png",
    media_type="image/png",
    responses=refusals("unreadable", "forbidden", "not_found", "conflict"),
)
async def get_review_image(
    request: Request[Any, Any, Any], id: TableId, depth: FromQuery[Depth] = "quick", key: TableKey = ""
) -> bytes:
    """The same picture as PNG, for link previews."""
    drawn = await _picture(request, id, depth, key)
    return await asyncio.to_thread(png_of, drawn)


async def _picture(request: Request[Any, Any, Any], id: str, depth: Depth, key: str) -> str:
    async with read_turn(request):
        table, review = await _found(request, id, depth, key)
        if review is None:
            raise RefusalError("not_reviewed")
        names = [sitter.name if sitter else "?" for sitter in table.sitting]
        return await asyncio.to_thread(picture, review, names)


async def _found(
    request: Request[Any, Any, Any], id: str, depth: Depth, key: str
) -> tuple[Table, Review | None]:
    """Return a table and its review, if there is one."""
    reviews: Reviews = request.app.state.reviews
    table, person = await find_table(request, id, key)
    review = await reviews.find(table, person, depth, key)
    tables_of(request).evict(table)
    return table, review


handlers = [get_review, get_line, judge_move, get_review_picture, get_review_image]
