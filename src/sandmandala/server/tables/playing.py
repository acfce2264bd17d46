"""Commands during a game: moves, resigning, running out of time, stand-ins."""

from __future__ import annotations

from ...games.errors import SandmandalaError
from ..refusal import RefusalError
from ..spec import Entry, Moved, Proposals, RanOut, Replaced, Resigned, Result, Returned, What
from .changes import Change, Kind, News, change_of
from .session import DAY, STAND_IN_LEVEL, Session
from .table import Table

ONE_DEAL_TWICE = DAY  # how long a rematch with the same deal may be agreed on


def session_of(table: Table, after: int | None = None) -> Session:
    """Return the running game; refuse if it has moved on since entry `after`."""
    if table.session is None or table.status != "playing":
        raise RefusalError("old_rules" if table.status == "playing" else "not_playing")
    if after is not None and table.number != after:
        raise RefusalError("gone_on")
    return table.session


def move(table: Table, person: str, after: int, move: str, at: int) -> Change:
    """Make a move for the seat to move, if it is one of the person's."""
    session = session_of(table, after)
    seat = session.to_move
    if seat is None or seat not in table.seats_of(person):
        raise RefusalError("not_your_turn")
    if table.is_overdue:
        raise RefusalError("time_up")
    return _moved(table, session, seat, move, at)


def move_of_bot(table: Table, after: int, move: str, at: int) -> Change:
    """Make a move for a bot. The game may have moved on while it was thinking."""
    session = session_of(table, after)
    if (seat := session.to_move) is None or seat not in session.bots:
        raise RefusalError("gone_on")
    return _moved(table, session, seat, move, at)


def _moved(table: Table, session: Session, seat: int, move: str, at: int) -> Change:
    try:
        return logged(table, "move", Moved(seat, move, session.left_after(seat, at)), at)
    except SandmandalaError as error:
        raise RefusalError.of(error) from None


def resign(table: Table, person: str, after: int, at: int) -> Change:
    """Resign. A person with several seats resigns the one to move."""
    session = session_of(table, after)
    mine = [seat for seat in table.seats_of(person) if seat not in session.lost]
    if not mine:
        raise RefusalError("not_a_player")
    return logged(table, "resign", Resigned(session.to_move if session.to_move in mine else mine[0]), at)


def run_out(table: Table, seat: int, after: int, at: int) -> Change:
    """Let a seat lose on time."""
    if session_of(table, after).to_move != seat:
        raise RefusalError("gone_on")
    return logged(table, "time", RanOut(seat), at)


def replace(table: Table, seat: int, at: int) -> Change:
    """Let a bot stand in for a player, as agreed."""
    session_of(table)
    return logged(table, "replace", Replaced(seat, STAND_IN_LEVEL), at, agreed="replace")


def give_back(table: Table, person: str, at: int) -> Change:
    """Give a seat back from the stand-in to its player."""
    session = session_of(table)
    for seat, sitter in enumerate(table.sitting):
        if sitter and sitter.id == person and session.is_stand_in(seat):
            return logged(table, "give_back", Returned(seat), at)
    raise RefusalError("no_stand_in")


def logged(table: Table, kind: Kind, entry: Entry, at: int, agreed: What | None = None) -> Change:
    """Make a change that appends a log entry and, if it ends the game, stores the result."""
    assert table.session
    session = table.session.after(entry, at)
    written, _, _ = session.logged(session.number)  # a move in its usual spelling
    if not table.proposals and not agreed and session.to_move is not None:  # fast path: nearly every move
        news = News(kind, table.id, table.version, table.session.number, at, written)
        return Change(news, session)
    kept = proposals_after(table.proposals, session)
    values: dict[str, object] = {"entry": written}
    if kept != table.proposals:
        values["proposals"] = kept
    if agreed:
        values["agreed"] = agreed
    if result := session.result():
        values |= _ended(table, result, at)
    return Change(change_of(table, kind, at, **values), session)


def _ended(table: Table, result: Result, at: int) -> dict[str, object]:
    """The values that the end of a game changes. A deal that may be played again stays hidden for a day."""
    open_from = at + ONE_DEAL_TWICE if table.is_first_of_two else at
    return {"status": "over", "result": result, "open_from": open_from}


def proposals_after(proposals: Proposals, session: Session) -> Proposals:
    """Drop proposals that lapse when the game moves on: all but replacing a player who is still away."""
    entry, _, _ = session.logged(session.number)
    moved = entry.seat if isinstance(entry, Moved) else None
    return {
        what: proposal
        for what, proposal in proposals.items()
        if what == "replace"
        and proposal.by is not None
        and proposal.seat not in session.bots
        and proposal.seat != moved
        and not session.is_over
    }


def found_over(table: Table, at: int) -> Change | None:
    """End a game that an earlier version stored without its result."""
    session = table.session
    if table.status != "playing" or session is None or not (result := session.result()):
        return None
    return Change(change_of(table, "repair", at, **_ended(table, result, at)))
