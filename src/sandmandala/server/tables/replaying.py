"""Replays a log into a session, skipping moves that were taken back.

Against bots, moves may be made and taken back thousands of times. Making them all took a second for a log
of 20,000 entries.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..spec import Entry, GameClock, Moved, TookBack
from .session import Session

Log = list[tuple[Entry, int]]  # with the time of each


def replay(session: Session, log: Log) -> None:
    """Apply all entries to a session that has none."""
    made = _moves_to_make(entry for entry, _ in log)
    stack: list[int] = []  # log indices of the moves that stand
    gained = session.spec.clock.increment * 1000 if isinstance(session.spec.clock, GameClock) else 0
    for index, (entry, at) in enumerate(log):
        match entry:
            case Moved(seat, _, left) if index not in made:
                stack.append(index)
                if left is not None:
                    session.set_left(seat, left)
            case TookBack(plies):
                for _ in range(plies):
                    undone = stack.pop()
                    mover = log[undone][0]
                    assert isinstance(mover, Moved)
                    session.set_left(mover.seat, session.left[mover.seat] - gained)
                    if undone in made:
                        session.game.take_back()
                session.to_move = session.game.to_move
            case _:
                session.apply(entry, at)
                if isinstance(entry, Moved):
                    stack.append(index)
                continue
        session.since = at
        session.append(entry, len(stack), at)


def _moves_to_make(log: Iterable[Entry]) -> set[int]:
    """Return the indices of moves that stand at the end, or stood when a player left or came back.

    The latter matter for the clock, which depends on whose turn it was.
    """
    made: set[int] = set()
    stack: list[int] = []
    for index, entry in enumerate(log):
        match entry:
            case Moved():
                stack.append(index)
            case TookBack(plies):
                del stack[len(stack) - plies :]
            case _:
                made.update(stack)
    return made.union(stack)
