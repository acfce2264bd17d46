"""Offers that need the consent of others: a take-back, a rematch, a bot for somebody who is away.

Proposals are stored with the table, so that every worker can settle them, also after a restart.
"""

from __future__ import annotations

import secrets

import msgspec

from ...games.chance import new_secret
from ...records import reveals_information
from ..accounts.people import new_id
from ..refusal import RefusalError
from ..spec import DaysClock, NoClock, Proposal, Proposals, TookBack, What
from . import playing
from .changes import Change, Kind, change_of
from .seating import contributions_of_bots
from .session import DAY
from .table import Table

ABSENCE = 120_000  # milliseconds after which the others may ask for a bot, without a clock
MILLISECONDS_TO_ANSWER = 60_000
MOST_ENTRIES = 2000  # of a log, for a take-back: nothing else makes a game longer and longer
ONE_DEAL_TWICE = DAY  # how long a rematch with the same deal may be agreed on


def propose(
    table: Table, person: str, what: What, about: int | None, at: int, *, after: int | None = None
) -> Change | None:
    """Ask the others. With nobody to ask, it is done at once."""
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
        case "replace":
            about = _check_replacement(table, mine, about, at)
    waiting = tuple(seat for seat in table.people(without=person) if what != "replace" or seat != about)
    proposal = Proposal(what, mine[0], about, waiting, table.number)
    if not waiting:
        return _carry_out(table, proposal, at)
    known = table.proposals.get(what)
    if known and msgspec.structs.replace(known, waiting=waiting) == proposal:
        return None  # sent twice; some may have agreed already
    return Change(change_of(table, "propose", at, proposals={**table.proposals, what: proposal}))


def ask_about_time(table: Table, seat: int, after: int, at: int) -> Change:
    """The clock has run out for a seat: ask the others whether a bot may play on, or else the seat loses."""
    session, sitter = playing.session_of(table, after), table.sitting[seat]
    if session.to_move != seat or sitter is None:
        raise RefusalError("gone_on")
    waiting = tuple(other for other in table.people(without=sitter.id) if other != seat)
    if not waiting:
        return playing.run_out(table, seat, after, at)
    patience = DAY if isinstance(table.spec.clock, DaysClock) else MILLISECONDS_TO_ANSWER
    proposal = Proposal("replace", None, seat, waiting, after, at + patience)
    return Change(change_of(table, "propose", at, proposals={**table.proposals, "replace": proposal}))


def answer(table: Table, person: str, what: What, yes: bool, at: int) -> Change:
    """Somebody who was asked says yes or no."""
    mine, proposal = set(table.seats_of(person)), table.proposals.get(what)
    if proposal is None or not mine.intersection(proposal.waiting):
        raise RefusalError("not_asked")
    if not yes:
        return _refused(table, proposal, at)
    waiting = tuple(seat for seat in proposal.waiting if seat not in mine)
    agreed = msgspec.structs.replace(proposal, waiting=waiting)
    if not waiting:
        return _carry_out(table, agreed, at)
    return Change(change_of(table, "answer", at, proposals={**table.proposals, what: agreed}))


def lapse(table: Table, after: int, at: int) -> Change:
    """Not everybody has answered the clock in time."""
    proposal = table.proposals.get("replace")
    if proposal is None or proposal.until is None or proposal.number != after or at < proposal.until:
        raise RefusalError("gone_on")
    return _refused(table, proposal, at)


def _refused(table: Table, proposal: Proposal, at: int) -> Change:
    if proposal.by is None and proposal.seat is not None:
        return playing.run_out(table, proposal.seat, proposal.number, at)
    return _withdrawn(table, "answer", proposal, at)


def _withdrawn(table: Table, kind: Kind, proposal: Proposal, at: int) -> Change:
    return Change(change_of(table, kind, at, proposals=_without(table, proposal.what)))


def _without(table: Table, what: What) -> Proposals:
    return {name: one for name, one in table.proposals.items() if name != what}


def _carry_out(table: Table, proposal: Proposal, at: int) -> Change:
    """Everybody agrees."""
    match proposal.what:
        case "rematch":
            return _rematch(table, at)
        case "replace":
            assert proposal.seat is not None
            return playing.replace(table, proposal.seat, at)
        case "take_back":
            assert proposal.seat is not None
            sitter = table.sitting[proposal.seat]
            plies = _check_take_back(table, table.seats_of(sitter.id if sitter else None))
            return playing.logged(table, "take_back", TookBack(plies), at, agreed="take_back")


def _check_take_back(table: Table, mine: tuple[int, ...]) -> int:
    """How many moves to undo. In practice against bots any; else nothing that cannot be unseen."""
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
    """Only somebody who has been away for long, and never where the clock decides."""
    session = playing.session_of(table)
    if about is None or about >= table.spec.seats or about in mine or about in session.bots:
        raise RefusalError("replace_whom")
    if table.is_overdue:
        raise RefusalError("answer_first")
    if table.spec.rated or not isinstance(table.spec.clock, NoClock):
        raise RefusalError("clock_replaces")
    if table.presence().here[about]:
        raise RefusalError("player_here")
    sitter = table.sitting[about]
    if sitter is None or at - table.absent.get(sitter.id, at) < ABSENCE:
        raise RefusalError("away_too_short")
    return about


def may_play_deal_again(table: Table, at: int) -> bool:
    """Whether the rematch has the same deal: the first of two games, until a day after its end."""
    first = table.spec.duplicate and table.deal_of is None
    return first and table.ended is not None and at < table.ended + ONE_DEAL_TWICE


def _rematch(table: Table, at: int) -> Change:
    """The same again with the seats rotated; everybody sits there already."""
    sitting = table.sitting[-1:] + table.sitting[:-1]
    bots = tuple(sitter.level if sitter else None for sitter in sitting)
    spec = msgspec.structs.replace(table.spec, bots=bots)
    again = may_play_deal_again(table, at)
    secret = table.secret if again else new_secret()
    following = Table(new_id(), spec, secret, table.host, secrets.token_urlsafe(12), at)
    following.sitting, following.contributions = sitting, contributions_of_bots(spec)
    following.origin = table.origin
    if again:  # the same secret and contributions give the same deal, seat for seat
        following.deal_of, following.contributions = table.id, list(table.contributions)
        following.status = "playing"
        following.session = following.new_session(following.contributions, at)
    values: dict[str, object] = {"next": following.id, "proposals": _without(table, "rematch")}
    return Change(change_of(table, "rematch", at, agreed="rematch", **values), opens=following)
