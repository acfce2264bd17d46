"""Open views for spectators are delayed, so that they do not help a player who also watches.

A spectator may be a player's second browser. So an open position is shown only when it is a minute old and
every seat has moved ten times since. After one round, five of six cards in a hand would still be there; after
ten rounds, one in ten (games between bots, Mandala and Flowers). With days for each move, when a minute is
too short, and in rated games, spectators see only the public view until the game is over.
"""

from __future__ import annotations

from ...games.rules import rules_of
from ..spec import DaysClock, Moved, TableSpec
from .session import Session

DELAY = 60_000  # milliseconds
ROUNDS = 10


def is_delayed(spec: TableSpec) -> bool:
    """Whether spectators see the open cards of a running game with a delay."""
    if spec.spectators != "open" or spec.rated or isinstance(spec.clock, DaysClock):
        return False
    return rules_of(spec.game).has_hidden_information


def openings(session: Session, at: int) -> tuple[int | None, int | None]:
    """Return the last entry whose position may be shown openly, and when the next one may be.

    The first is None if there is none yet, the second if none follows before the next move.
    """
    moved = [0] * session.spec.seats
    standing = session.game.ply  # positions that were taken back cannot be shown
    following = None
    for number in range(session.number, -1, -1):
        entry, ply, since = session.logged(number) if number else (None, 0, session.started)
        standing = min(standing, ply)
        if ply == standing and min(moved) >= ROUNDS:
            if since + DELAY <= at:
                return number, following
            following = since + DELAY
        if isinstance(entry, Moved):
            moved[entry.seat] += 1
    return None, following
