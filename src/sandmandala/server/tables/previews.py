"""Previews of moves, for the player whose turn it is."""

from __future__ import annotations

from msgspec import UNSET

from ...games.errors import SandmandalaError
from ...records import preview
from ..messages.from_server import Previewed, Refused
from ..refusal import RefusalError
from .playing import session_of
from .seating import check_sits
from .table import Table


def answer_preview(table: Table, person: str, after: int, move: str) -> Previewed | Refused:
    """Preview a move. A refusal names the move, so that the app, which asks unprompted, can ignore it."""
    try:
        return _preview(table, person, after, move)
    except RefusalError as refusal:
        reason = refusal.reason or UNSET
        return Refused(refusal.code, refusal.why, refusal.rule, table.id, preview=move, reason=reason)


def _preview(table: Table, person: str, after: int, move: str) -> Previewed:
    check_sits(table, person)
    session = session_of(table, after)
    if session.to_move not in table.seats_of(person):
        raise RefusalError("not_your_turn")
    try:
        events, gain = preview(session.game, move)
    except SandmandalaError as error:
        raise RefusalError.of(error) from None
    return Previewed(table.id, after, move, events, gain)
