"""During the game: moves, resigning, running out of time, bots that stand in."""

from __future__ import annotations

from ...games.errors import SandmandalaError
from ..refusal import RefusalError
from ..spec import Entry, Moved, Proposals, RanOut, Replaced, Resigned, Returned, What
from .changes import Change, Kind, News, change_of
from .session import STAND_IN_LEVEL, Session
from .table import Table


def session_of(table: Table, after: int | None = None) -> Session:
    """The game that goes on, after the entry that somebody saw last."""
    if table.session is None or table.status != "playing":
        raise RefusalError("old_rules" if table.status == "playing" else "not_playing")
    if after is not None and table.number != after:
        raise RefusalError("gone_on")
    return table.session


def move(table: Table, person: str, after: int, move: str, at: int) -> Change:
    """Make a move for whichever of the person's seats is to move."""
    session = session_of(table, after)
    seat = session.to_move
    if seat is None or seat not in table.seats_of(person):
        raise RefusalError("not_your_turn")
    if table.is_overdue:
        raise RefusalError("time_up")
    return _moved(table, session, seat, move, at)


def move_of_bot(table: Table, after: int, move: str, at: int) -> Change:
    """The same for a bot; the game may have gone on while it was thinking."""
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
    """Give up a seat: the one to move, where a person has several."""
    session = session_of(table, after)
    mine = [seat for seat in table.seats_of(person) if seat not in session.lost]
    if not mine:
        raise RefusalError("not_a_player")
    return logged(table, "resign", Resigned(session.to_move if session.to_move in mine else mine[0]), at)


def run_out(table: Table, seat: int, after: int, at: int) -> Change:
    """The clock has run out for a seat."""
    if session_of(table, after).to_move != seat:
        raise RefusalError("gone_on")
    return logged(table, "time", RanOut(seat), at)


def replace(table: Table, seat: int, at: int) -> Change:
    """A bot plays for a seat, by agreement."""
    session_of(table)
    return logged(table, "replace", Replaced(seat, STAND_IN_LEVEL), at, agreed="replace")


def give_back(table: Table, person: str, at: int) -> Change:
    """A player who has come back takes the seat over from the bot."""
    session = session_of(table)
    for seat, sitter in enumerate(table.sitting):
        if sitter and sitter.id == person and session.is_stand_in(seat):
            return logged(table, "give_back", Returned(seat), at)
    raise RefusalError("no_stand_in")


def logged(table: Table, kind: Kind, entry: Entry, at: int, agreed: What | None = None) -> Change:
    """A change that adds an entry to the log and, if the entry ends the game, its result."""
    assert table.session
    session = table.session.after(entry, at)
    if not table.proposals and not agreed and session.to_move is not None:  # nearly always: make it quick
        news = News(kind, table.id, table.version, table.session.number, at, session.log[-1][0])
        return Change(news, session)
    kept = proposals_after(table.proposals, session)
    values: dict[str, object] = {"entry": session.log[-1][0]}
    if kept != table.proposals:
        values["proposals"] = kept
    if agreed:
        values["agreed"] = agreed
    if result := session.result():
        values |= {"status": "over", "result": result}
    return Change(change_of(table, kind, at, **values), session)


def proposals_after(proposals: Proposals, session: Session) -> Proposals:
    """When the game goes on, open proposals about it lapse, except to replace somebody who is still away."""
    return {
        what: proposal
        for what, proposal in proposals.items()
        if what == "replace"
        and proposal.by is not None
        and proposal.seat not in session.bots
        and not session.is_over
    }


def found_over(table: Table, at: int) -> Change | None:
    """The end of a game that an earlier version stored without its result."""
    session = table.session
    if table.status != "playing" or session is None or not (result := session.result()):
        return None
    return Change(change_of(table, "repair", at, status="over", result=result))
