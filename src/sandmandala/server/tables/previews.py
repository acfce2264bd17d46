"""Previews of moves, for the player whose turn it is."""

from __future__ import annotations

from ...games.errors import SandmandalaError
from ...records import preview
from ..messages import Previewed, Refused
from ..refusal import RefusalError
from .playing import session_of
from .table import Table


def answer_preview(table: Table, person: str, after: int, move: str) -> Previewed | Refused:
    """A refusal names the move: the app asks for previews by itself, and need not show that one failed."""
    try:
        return _preview(table, person, after, move)
    except RefusalError as refusal:
        return Refused(refusal.code, refusal.why, refusal.rule, table.id, preview=move)


def _preview(table: Table, person: str, after: int, move: str) -> Previewed:
    session = session_of(table, after)
    if session.to_move not in table.seats_of(person):
        raise RefusalError("not_your_turn")
    try:
        events, gain = preview(session.game, move)
    except SandmandalaError as error:
        raise RefusalError.of(error) from None
    return Previewed(table.id, after, move, events, gain)
