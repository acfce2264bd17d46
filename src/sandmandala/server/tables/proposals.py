"""Proposals that need the consent of the other players: take-backs, rematches, stand-ins.

They are stored with the table, so that any worker can settle them, even after a restart.
"""

from __future__ import annotations

import msgspec

from ...games.chance import new_secret
from ...records import reveals_information
from ..ids import new_id
from ..refusal import Code, RefusalError
from ..spec import DaysClock, NoClock, Proposal, Proposals, TookBack, What
from . import playing
from .changes import Change, Kind, change_of
from .seating import check_clock, contributions_of_bots
from .session import DAY
from .table import Table

MILLISECONDS_TO_ANSWER = 60_000  # when the clock proposes
MILLISECONDS_FOR_REMATCH = 600_000
MOST_ENTRIES = 2000  # entries of a log; then no more take-backs: nothing else lets a log grow without limit


def propose(
    table: Table, person: str, what: What, about: int | None, at: int, *, after: int | None = None
) -> Change | None:
    """Propose something to the other players. With nobody to ask, do it at once."""
    mine = table.seats_of(person)
    if not mine:
        raise RefusalError("not_a_player")
    if after is not None and table.number != after:
        raise RefusalError("gone_on")
    match what:
        case "take_back":
            _check_take_back(table, mine)
            about = mine[0]
        case "rematch":
            if table.status != "over":
                raise RefusalError("not_over")
            if table.next:
                raise RefusalError("rematch_begun")
            check_clock(table.spec)  # tables of earlier versions may have none
        case "replace":
            about = _check_replacement(table, mine, about, at)
    waiting = tuple(seat for seat in table.people(without=person) if what != "replace" or seat != about)
    until = at + _patience(table, MILLISECONDS_FOR_REMATCH) if what == "rematch" else None
    proposal = Proposal(what, mine[0], about, waiting, table.number, until)
    if not waiting:
        return _carry_out(table, proposal, at)
    known = table.proposals.get(what)
    if known and msgspec.structs.replace(known, waiting=waiting, until=until) == proposal:
        return None  # a repeated request; some may have agreed already
    return Change(change_of(table, "propose", at, proposals={**table.proposals, what: proposal}))


def ask_about_time(table: Table, seat: int, after: int, at: int) -> Change:
    """Ask the others, when a seat is out of time, whether a bot may play on. Otherwise the seat loses."""
    session, sitter = playing.session_of(table, after), table.sitting[seat]
    if session.to_move != seat or sitter is None:
        raise RefusalError("gone_on")
    waiting = tuple(other for other in table.people(without=sitter.id) if other != seat)
    if not waiting:
        return playing.run_out(table, seat, after, at)
    until = at + _patience(table, MILLISECONDS_TO_ANSWER)
    proposal = Proposal("replace", None, seat, waiting, after, until)
    return Change(change_of(table, "propose", at, proposals={**table.proposals, "replace": proposal}))


def _patience(table: Table, usual: int) -> int:
    """How long to wait for answers: a day in games with days per move."""
    return DAY if isinstance(table.spec.clock, DaysClock) else usual


def answer(table: Table, person: str, what: What, yes: bool, at: int) -> Change:
    """Answer a proposal. Its proposer can withdraw it by answering no."""
    mine, proposal = set(table.seats_of(person)), table.proposals.get(what)
    if proposal is None:
        raise RefusalError("not_asked")
    if not yes and proposal.by in mine:
        return _withdrawn(table, "answer", proposal, at)
    if not mine.intersection(proposal.waiting):
        raise RefusalError("not_asked")
    if not yes:
        return _refused(table, proposal, at)
    waiting = tuple(seat for seat in proposal.waiting if seat not in mine)
    agreed = msgspec.structs.replace(proposal, waiting=waiting)
    if not waiting:
        return _carry_out(table, agreed, at)
    return Change(change_of(table, "answer", at, proposals={**table.proposals, what: agreed}))


def lapse(table: Table, what: What, after: int, at: int) -> Change:
    """End a proposal that not everybody has answered in time."""
    proposal = table.proposals.get(what)
    if proposal is None or proposal.until is None or proposal.number != after or at < proposal.until:
        raise RefusalError("gone_on")
    return _refused(table, proposal, at)


def is_back(table: Table, proposal: Proposal) -> bool:
    """Whether the player whom a bot should replace is back. Being out of time is another matter."""
    absent = proposal.seat if proposal.what == "replace" and proposal.by is not None else None
    return absent is not None and table.here()[absent]


def withdraw_replacement(table: Table, proposal: Proposal, at: int) -> Change | None:
    """Withdraw a question about a player who has come back, and may have left again."""
    asked = table.proposals.get("replace")
    same = asked and (asked.by, asked.seat, asked.number) == (proposal.by, proposal.seat, proposal.number)
    return _withdrawn(table, "answer", proposal, at) if same else None


def _refused(table: Table, proposal: Proposal, at: int) -> Change:
    if proposal.by is None and proposal.seat is not None:
        return playing.run_out(table, proposal.seat, proposal.number, at)
    return _withdrawn(table, "answer", proposal, at)


def _withdrawn(table: Table, kind: Kind, proposal: Proposal, at: int) -> Change:
    return Change(change_of(table, kind, at, proposals=_without(table, proposal.what)))


def _without(table: Table, what: What) -> Proposals:
    return {name: one for name, one in table.proposals.items() if name != what}


def _carry_out(table: Table, proposal: Proposal, at: int) -> Change:
    """Carry out a proposal that everybody agrees to."""
    match proposal.what:
        case "rematch":
            return _rematch(table, at)
        case "replace":
            assert proposal.seat is not None
            if is_back(table, proposal):
                return _withdrawn(table, "answer", proposal, at)
            return playing.replace(table, proposal.seat, at)
        case "take_back":
            assert proposal.seat is not None
            sitter = table.sitting[proposal.seat]
            plies = _check_take_back(table, table.seats_of(sitter.id if sitter else None))
            return playing.logged(table, "take_back", TookBack(plies), at, agreed="take_back")


def why_no_take_back(table: Table, person: str, after: int) -> Code | None:
    """Return why a player cannot take back the last move. Call it on demand: it takes longer than a move."""
    mine = table.seats_of(person)
    if not mine:
        return "not_a_player"
    try:
        playing.session_of(table, after)
        _check_take_back(table, mine)
    except RefusalError as refusal:
        return refusal.code
    return None


def _check_take_back(table: Table, mine: tuple[int, ...]) -> int:
    """Return how many moves to undo; refuse if that would reveal hidden information to another person."""
    session = playing.session_of(table)
    if table.spec.rated:
        raise RefusalError("rated_take_back")
    if session.number >= MOST_ENTRIES:
        raise RefusalError("too_many_take_backs")
    plies = session.plies_to_take_back(mine)
    if plies == 0:
        raise RefusalError("nothing_to_take_back")
    if len(table.people()) > 1 and reveals_information(session.game, plies):
        raise RefusalError("seen_since")
    return plies


def _check_replacement(table: Table, mine: tuple[int, ...], about: int | None, at: int) -> int:
    """Refuse to replace players who have not been away for long, or where the clock decides."""
    session = playing.session_of(table)
    if about is None or about >= table.spec.seats or about in mine or about in session.bots:
        raise RefusalError("replace_whom")
    if table.is_overdue:
        raise RefusalError("answer_first")
    if table.spec.rated or not isinstance(table.spec.clock, NoClock):
        raise RefusalError("clock_replaces")
    if table.here()[about]:
        raise RefusalError("player_here")
    since = replaceable_from(table, about)
    if since is None or at < since:
        raise RefusalError("away_too_short")
    return about


def replaceable_from(table: Table, seat: int) -> int | None:
    """Return from when the others may ask for a stand-in; None if they may not."""
    session, sitter = table.session, table.sitting[seat]
    if session is None or sitter is None or table.status != "playing" or seat in session.bots:
        return None
    if table.spec.rated or not isinstance(table.spec.clock, NoClock):
        return None
    return table.replaceable_from.get(sitter.id)


def _rematch(table: Table, at: int) -> Change:
    """Open the rematch: the same table with the seats rotated and everybody seated.

    Practice begins again from the same position, on the same seats: another one would know other cards.
    """
    sitting = table.sitting if table.practice else table.sitting[-1:] + table.sitting[:-1]
    bots = tuple(sitter.level if sitter else None for sitter in sitting)
    names = table.spec.names and table.spec.names[-1:] + table.spec.names[:-1]
    spec = msgspec.structs.replace(table.spec, bots=bots, names=names)
    again = table.is_first_of_two and table.open_from is not None and at < table.open_from
    secret = table.secret if again else new_secret()
    # The same key, so that spectators with the link can follow.
    following = Table(new_id(), spec, secret, table.host, table.key, at)
    following.sitting, following.contributions = sitting, contributions_of_bots(spec)
    following.origin = table.origin
    following.practice, following.start = table.practice, table.start
    if again:  # the same secret and contributions give the same deal, seat for seat
        following.deal_of, following.contributions = table.id, list(table.contributions)
        following.status = "playing"
        following.session = following.new_session(following.contributions, at)
    values: dict[str, object] = {"next": following.id, "proposals": _without(table, "rematch")}
    if again:
        values["open_from"] = None  # until the second game is over
    return Change(change_of(table, "rematch", at, agreed="rematch", **values), opens=following)
