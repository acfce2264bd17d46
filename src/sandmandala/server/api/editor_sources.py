"""Positions of finished games and puzzles, to begin with in the position editor."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter

from ...editor.concealing import known_text
from ...games.errors import SandmandalaError
from ...puzzles.solving import game_before
from ..compile_wait import rules_compiled
from ..learning.puzzles import Puzzles
from ..refusal import RefusalError
from ..server_time import now
from ..tables.viewing import public_session
from .auth import visitor
from .editor import EditablePosition
from .history import SeatNumber, find_table
from .openapi import TableId, TableKey, refusals
from .puzzles import PuzzleId
from .review import AfterPly
from .tables import read_turn, tables_of

Turn = Annotated[
    int, QueryParameter(ge=0, le=100, schema_extra={"minimum": 0}, description="The turn, from 0.")
]


@get("/tables/{id:str}/position", responses=refusals("unreadable", "forbidden", "not_found", "conflict"))
async def position_of_game(
    request: Request[Any, Any, Any], id: TableId, ply: AfterPly, seat: SeatNumber = None, key: TableKey = ""
) -> EditablePosition:
    """A position of a finished game for the editor: as a seat knew it, or with all cards open."""
    async with read_turn(request):
        table, _ = await find_table(request, id, key)
        game = public_session(table, now()).game
        tables_of(request).evict(table)
        if ply > game.ply:
            raise RefusalError("no_such_ply")
        if seat is not None and seat >= game.seats:
            raise RefusalError("no_such_seat")
        text = await asyncio.to_thread(_text, game.name, game.position(ply), seat)
    return EditablePosition(game.name, text, seat)


@get("/puzzles/{id:str}/position", responses=refusals("unreadable", "not_found", "conflict"))
async def position_of_puzzle(
    request: Request[Any, Any, Any], id: PuzzleId, turn: Turn = 0
) -> EditablePosition:
    """A position of a puzzle for the editor, as the solver knows it, once the puzzle is over."""
    puzzles: Puzzles = request.app.state.learning.puzzles
    puzzle, me = puzzles.find(id), await visitor(request)
    if me is None or (await puzzles.store.attempt(me.id, id)).run.state == "open":
        raise RefusalError("puzzle_open")
    await rules_compiled(puzzle.game)
    async with read_turn(request):
        try:
            position = await asyncio.to_thread(lambda: game_before(puzzle, turn).position())
        except SandmandalaError as error:
            raise RefusalError.of(error) from None
        text = await asyncio.to_thread(known_text, puzzle.game, position, puzzle.side)
    return EditablePosition(puzzle.game, text, puzzle.side)


def _text(game: str, position: str, seat: int | None) -> str:
    return position if seat is None else known_text(game, position, seat)


handlers = [position_of_game, position_of_puzzle]
