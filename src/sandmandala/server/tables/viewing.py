"""What a viewer may know about a table. Everything that leaves the server goes through here."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from ...games.rules import OPEN, Viewer
from ..messages.from_server import Asked, Change, ClockNow, Presence, State
from ..messages.table_info import Sitting, TableInfo
from ..refusal import RefusalError
from ..spec import DaysClock, Entry, Moved, NoClock, Proposal, RanOut, Replaced, Resigned, Returned, TookBack
from .proposals import replaceable_from
from .session import DAY, Session
from .spectator_delay import is_delayed, openings
from .table import Table

MOST_CHANGES = 500  # sent at once; REST has the whole game
Sight = tuple[int, Viewer]


def is_open(table: Table, now: int) -> bool:
    """Whether everybody may see everything, because the last game with this deal is over."""
    return table.open_from is not None and table.open_from <= now


def public_session(table: Table, now: int) -> Session:
    """Return the game of a table once everything about it is public; refuse it before."""
    if table.status != "over" or table.session is None:
        raise RefusalError("not_over")
    if not is_open(table, now):
        raise RefusalError("pair_not_over")
    return table.session


def may_watch(table: Table, sits: bool) -> bool:
    """Whether a viewer who sits at the table, or does not, may see the game."""
    return sits or table.spec.spectators != "none" or table.status in ("open", "over")


def sight_of(table: Table, seats: tuple[int, ...], sits: bool, now: int) -> Sight | None:
    """Return the last log entry that a viewer who plays these seats may see, and as whom.

    Viewers who sit at the table but play no seat, because a bot does, may come back: they see the public
    view, never an open one. The entry is −1 if not even the deal may be seen. Returns None if there is
    nothing to see.
    """
    session = table.session
    if session is None:
        return None
    if seats and table.status == "playing":  # fast path: a player in a running game
        return session.number, seats[0] if len(seats) == 1 else None
    if not may_watch(table, sits):
        return None
    if is_open(table, now):
        return session.number, OPEN
    if sits or table.status == "over" or not is_delayed(table.spec):
        return session.number, seats[0] if len(seats) == 1 else None
    opened, _ = openings(session, now)
    return (-1, None) if opened is None else (opened, OPEN)


def info_of(table: Table, now: int) -> TableInfo:
    """Return the public information about a table."""
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
                True if session and table.status == "playing" and seat in session.lost else UNSET,
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
        practice=table.practice or UNSET,
        bot_match=table.is_bot_match or UNSET,
    )


def presence_of(table: Table, now: int) -> Presence:
    """Return who is connected, and when absent players may be replaced."""
    since = [replaceable_from(table, seat) for seat in range(table.spec.seats)]
    return Presence(table.id, table.here(), [None if one is None else max(0, one - now) for one in since])


def state_for(
    table: Table,
    seats: tuple[int, ...],
    sight: Sight | None,
    after: int | None,
    now: int,
    info: TableInfo | UnsetType = UNSET,
    view: bool = True,
) -> State:
    """Return the state for a viewer with these seats, with the changes after an entry.

    `sight` is what `sight_of` allows, `info` the information about the table if it should be sent.
    """
    session, full = table.session, info is not UNSET
    own = seats if full else UNSET
    key = table.key if full and seats and not table.spec.public else UNSET
    if session is None or sight is None:
        return State(table.id, 0, 0, info, own, key)
    game, (number, viewer) = session.game, sight
    late = number < session.number
    ply = session.ply_after(number) if late else None
    if not view:
        return State(table.id, max(0, number), game.ply if ply is None else ply, info, own, key)
    changes = UNSET if after is None else changes_for(session, after, number, viewer)
    if len(seats) == 1 and not full and not late:  # fast path: a player after a move
        return State(
            table.id,
            number,
            game.ply,
            changes=changes,
            view=msgspec.Raw(game.view_json(viewer)),
            legal=game.legal_moves() if session.to_move == seats[0] else UNSET,
            clock=clock_of(session, now),
        )
    at_one_screen = len(seats) > 1 and viewer is None
    return State(
        table=table.id,
        number=max(0, number),
        ply=game.ply if ply is None else ply,
        info=info,
        seats=own,
        key=key,
        changes=changes,
        view=msgspec.Raw(game.view_json(viewer, ply)),
        views=[msgspec.Raw(game.view_json(seat, ply)) for seat in seats] if at_one_screen else UNSET,
        legal=game.legal_moves() if session.to_move in seats else UNSET,
        clock=UNSET if late else clock_of(session, now),
        behind=session.number - max(0, number) if late else UNSET,
    )


def clock_of(session: Session, now: int) -> ClockNow | UnsetType:
    """Return the time left of each seat; unset without a clock."""
    clock = session.spec.clock
    if isinstance(clock, NoClock):
        return UNSET
    left = [clock.days * DAY] * session.spec.seats if isinstance(clock, DaysClock) else list(session.left)
    if (seat := session.to_move) is not None and seat not in session.bots:
        left[seat] -= max(0, now - session.since)
    return ClockNow([max(0, one) for one in left])


def changes_for(session: Session, after: int, last: int, viewer: Viewer) -> list[Change]:
    """Return the changes between two entries, at most the latest `MOST_CHANGES`."""
    found: list[Change] = []
    if after == last - 1 == session.number - 1:  # fast path: one new move
        entry, ply, _ = session.logged(last)
        return [_change(session, entry, last, ply, True, viewer)]
    standing = session.game.ply  # moves that were taken back have no events
    for number in range(session.number, max(0, after, last - MOST_CHANGES), -1):
        entry, ply, _ = session.logged(number)
        standing = min(standing, ply)
        if number <= last:
            found.append(_change(session, entry, number, ply, ply <= standing, viewer))
    return found[::-1]


def _change(session: Session, entry: Entry, number: int, ply: int, stands: bool, viewer: Viewer) -> Change:
    after = UNSET if ply == number else ply
    if isinstance(entry, Moved):  # first, and without a pattern: nearly every entry is a move
        if not stands:
            return Change(number, after, "move", entry.seat)
        events = session.game.shared_events(ply, viewer)
        return Change(number, after, "move", entry.seat, entry.move, events)
    match entry:
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
    """Return a proposal as it is sent to everybody at the table."""
    seconds = None if proposal.until is None else max(0, round((proposal.until - now) / 1000))
    waiting = [] if settled is not None else list(proposal.waiting)
    return Asked(table.id, proposal.what, proposal.by, proposal.seat, waiting, settled, seconds)
