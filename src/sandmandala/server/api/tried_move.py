"""What a move would do in a position, or why it is illegal."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.params import QueryParameter
from msgspec import Struct

from ...games.errors import IllegalMoveError, SandmandalaError
from ...records import Game, preview
from ..refusal import RefusalError

MoveText = Annotated[str, QueryParameter(max_length=40, description="A move as text.")]


class TriedMove(Struct, frozen=True):
    """What a move would do, or why it is illegal."""

    move: str
    """In its usual spelling."""
    events: list[dict[str, Any]] = []
    gain: int = 0
    rule: str | None = None
    """The broken rule of an illegal move."""
    reason: dict[str, str | int] | None = None


def tried_move(game: Game, move: str) -> TriedMove:
    """Try a move in the last position of a game, from what the player to move knows."""
    text, state = game.rules.text, game.state()[0]
    written = move
    try:
        written = text.move_text(state, text.read_move(state, move))
        events, gain = preview(game, written)
    except IllegalMoveError as error:
        reason = {"code": error.code, **error.facts} if error.code else None
        return TriedMove(written, rule=error.rule, reason=reason)
    except SandmandalaError as error:
        raise RefusalError("unreadable", str(error)) from None
    return TriedMove(written, events, gain)
