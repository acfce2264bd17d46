"""What a viewer may know of a table: the only door for what leaves the server."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from ...games.rules import OPEN, Viewer
from ..messages import Asked, Change, ClockNow, Sitting, State, TableInfo
from ..spec import DaysClock, Entry, Moved, NoClock, Proposal, RanOut, Replaced, Resigned, Returned, TookBack
from .proposals import may_play_deal_again
from .session import DAY, Session
from .spectator_delay import is_delayed, openings
from .table import Table

MOST_CHANGES = 500  # told at once; somebody who needs more looks back over REST
Sight = tuple[int, Viewer]


def is_open(table: Table, now: int) -> bool:
    """Whether everybody may see everything: the last game with this deal is over."""
    if table.status != "over":
        return False
    first_of_two = table.spec.duplicate and table.deal_of is None
    if not first_of_two:
        return True
    return table.pair_over if table.next else not may_play_deal_again(table, now)


def may_watch(table: Table, seats: tuple[int, ...]) -> bool:
    return bool(seats) or table.spec.spectators != "none" or table.status in ("open", "over")


def sight_of(table: Table, seats: tuple[int, ...], now: int) -> Sight | None:
    """The last log entry that somebody with these seats may see, and as whom; −1: not even the deal.

    None if there is nothing to be seen.
    """
    session = table.session
    if session is None or not may_watch(table, seats):
        return None
    if table.status == "over" and is_open(table, now):
        return session.number, OPEN
    if seats or table.status == "over" or not is_delayed(table.spec):
        return session.number, seats[0] if len(seats) == 1 else None
    opened, _ = openings(session, now)
    return (-1, None) if opened is None else (opened, OPEN)


def info_of(table: Table, now: int) -> TableInfo:
    """What everybody may know about a table."""
    session = table.session
    bots = session.bots if session else {}
    turn, deadline = (session.to_move, session.deadline()) if session else (None, None)
    return TableInfo(
        id=table.id,
        spec=table.spec,
        status=table.status,
        host=table.host,
        sitting=[
            Sitting(
                seat,
                sitter,
                bots.get(seat) if sitter and sitter.level is None else None,
                UNSET if given is None or table.status == "playing" else given,
            )
            for seat, (sitter, given) in enumerate(zip(table.sitting, table.contributions, strict=True))
        ],
        created=table.created,
        moves=session.game.ply if session else 0,
        commitment=table.commitment,
        rules=table.rules,
        turn=UNSET if turn is None else turn,
        deadline=UNSET if deadline is None else deadline,
        result=table.result,
        secret=table.secret.hex() if is_open(table, now) else None,
        next=table.next,
    )


def state_for(
    table: Table,
    seats: tuple[int, ...],
    sight: Sight | None,
    after: int | None,
    now: int,
    full: bool = False,
    view: bool = True,
) -> State:
    """The table for somebody with these seats, as `sight_of` allows, and what came after an entry."""
    session = table.session
    info, own = (info_of(table, now), seats) if full else (UNSET, UNSET)
    if session is None or sight is None:
        return State(table.id, 0, 0, info, own)
    game, (number, viewer) = session.game, sight
    late = number < session.number
    ply = session.ply_after(number) if late else None
    if not view:
        return State(table.id, max(0, number), game.ply if ply is None else ply, info, own)
    changes = UNSET if after is None else changes_for(session, after, number, viewer)
    if len(seats) > 1 and session.to_move in seats:  # on a shared screen, whoever is to move looks at it
        viewer = session.to_move
    return State(
        table=table.id,
        number=max(0, number),
        ply=game.ply if ply is None else ply,
        info=info,
        seats=own,
        changes=changes,
        view=msgspec.Raw(game.view_json(viewer, ply)),
        legal=game.legal_moves() if session.to_move in seats else UNSET,
        clock=UNSET if late else clock_of(session, now),
        behind=session.number - max(0, number) if late else UNSET,
    )


def clock_of(session: Session, now: int) -> ClockNow | UnsetType:
    clock = session.spec.clock
    if isinstance(clock, NoClock):
        return UNSET
    left = [clock.days * DAY] * session.spec.seats if isinstance(clock, DaysClock) else list(session.left)
    if (seat := session.to_move) is not None and seat not in session.bots:
        left[seat] -= max(0, now - session.since)
    return ClockNow([max(0, one) for one in left])


def changes_for(session: Session, after: int, last: int, viewer: Viewer) -> list[Change]:
    """What came after an entry, up to the last one; of very much, the end."""
    log, found = session.log, []
    if after == last - 1 == len(log) - 1:  # nearly always
        entry, ply, _ = log[after]
        return [_change(session, entry, last, ply, True, viewer)]
    standing = session.game.ply  # moves that were taken back later have no events any more
    for number in range(len(log), max(0, after, last - MOST_CHANGES), -1):
        entry, ply, _ = log[number - 1]
        standing = min(standing, ply)
        if number <= last:
            found.append(_change(session, entry, number, ply, ply <= standing, viewer))
    return found[::-1]


def _change(session: Session, entry: Entry, number: int, ply: int, stands: bool, viewer: Viewer) -> Change:
    after = UNSET if ply == number else ply
    match entry:
        case Moved(seat, move):
            if not stands:
                return Change(number, after, "move", seat)
            return Change(number, after, "move", seat, move, session.game.shared_events(ply, viewer))
        case TookBack():
            return Change(number, after, "take_back")
        case Resigned(seat):
            return Change(number, after, "resign", seat)
        case RanOut(seat):
            return Change(number, after, "time", seat)
        case Replaced(seat, _):
            return Change(number, after, "replace", seat)
        case Returned(seat):
            return Change(number, after, "return", seat)


def asked_of(table: Table, proposal: Proposal, now: int, settled: bool | None = None) -> Asked:
    """A proposal as sent to everybody at the table."""
    seconds = None if proposal.until is None else max(0, round((proposal.until - now) / 1000))
    waiting = [] if settled is not None else list(proposal.waiting)
    return Asked(table.id, proposal.what, proposal.by, proposal.seat, waiting, settled, seconds)
