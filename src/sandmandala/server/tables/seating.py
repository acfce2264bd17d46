"""Before the game: opening a table, sitting down, adding bots, contributing to the deal, leaving."""

from __future__ import annotations

import secrets

import msgspec
from msgspec import UNSET

from ...games.chance import CONTRIBUTION_BYTES, new_secret
from ...games.errors import SandmandalaError
from ..accounts.bot_accounts import bot_person
from ..accounts.names import clean_name
from ..messages.table_info import Person
from ..refusal import RefusalError
from ..spec import NoClock, TableSpec, checked_spec
from .changes import Change, Kind, News, change_of
from .table import Table


def new_table(host: Person, spec: TableSpec, at: int, id: str) -> Table:
    """Create a table. The host takes the first free seat, or all free seats to share one screen."""
    try:
        spec = checked_spec(spec)
    except SandmandalaError as error:
        raise RefusalError.of(error) from None
    check_clock(spec)
    if spec.names:
        spec = msgspec.structs.replace(spec, names=tuple(name and clean_name(name) for name in spec.names))
    table = Table(id, spec, new_secret(), host.id, secrets.token_urlsafe(12), at)
    table.sitting = [bot_person(level) if level else None for level in spec.bots]
    table.contributions = contributions_of_bots(spec)
    for seat in range(spec.seats):
        if table.sitting[seat] is None:
            table.sitting[seat] = host
            if not spec.hot_seat:
                break
    return table


def check_clock(spec: TableSpec) -> None:
    """Refuse rated games between people without a clock: a losing player could stall them."""
    if spec.rated and spec.bots.count(None) > 1 and isinstance(spec.clock, NoClock):
        raise RefusalError("rated_needs_clock")


def contributions_of_bots(spec: TableSpec) -> list[str | None]:
    """Draw the contributions of bots before any player contributes, so that the server cannot choose them."""
    return [None if level is None else secrets.token_hex(CONTRIBUTION_BYTES) for level in spec.bots]


def check_key(table: Table, person: str | None, key: str) -> None:
    """Refuse access to a private table without the key from its link."""
    if table.spec.public or table.host == person or table.sits(person):
        return
    if not secrets.compare_digest(key.encode(), table.key.encode()):
        raise RefusalError("private_table")


def check_sits(table: Table, person: str) -> None:
    """Refuse people without a seat first: other refusals could reveal the state of the game to them."""
    if not table.sits(person):
        raise RefusalError("not_a_player")


def sit(
    table: Table, person: Person, seat: int | None, key: str, contribution: str | None, at: int
) -> Change:
    """Take a seat."""
    check_key(table, person.id, key)
    if table.status != "open":
        raise RefusalError("game_begun")
    if table.seats_of(person.id):
        raise RefusalError("already_seated")
    free = [number for number, sitter in enumerate(table.sitting) if sitter is None]
    if not free:
        raise RefusalError("table_full")
    wanted = free[0] if seat is None else seat
    if wanted not in free:
        raise RefusalError("seat_taken" if wanted < table.spec.seats else "no_such_seat")
    sitting, given = table.sitting.copy(), table.contributions.copy()
    sitting[wanted], given[wanted] = person, contribution
    return _begun_if_ready(table, change_of(table, "sit", at, sitting=sitting, contributions=given))


def add_bot(table: Table, person: str, seat: int, level: int, at: int) -> Change:
    """Put a bot on a free seat, or change the level of the bot there."""
    _check_host(table, person, seat)
    sitter = table.sitting[seat]
    if sitter and sitter.level is None:
        raise RefusalError("seat_taken")
    # All people contribute again, after the bot, so that the server cannot choose the bot's contribution.
    given = [
        one if sitter and sitter.level else None
        for sitter, one in zip(table.sitting, table.contributions, strict=True)
    ]
    given[seat] = secrets.token_hex(CONTRIBUTION_BYTES)
    return Change(_with_bot(table, "add_bot", seat, level, given, at))


def remove_bot(table: Table, person: str, seat: int, at: int) -> Change:
    """Remove a bot from its seat."""
    _check_host(table, person, seat)
    sitter = table.sitting[seat]
    if sitter is None or sitter.level is None:
        raise RefusalError("no_bot_there")
    given = [None if other == seat else one for other, one in enumerate(table.contributions)]
    return Change(_with_bot(table, "remove_bot", seat, None, given, at))


def _check_host(table: Table, person: str, seat: int) -> None:
    if person != table.host:
        raise RefusalError("host_only")
    if table.status != "open":
        raise RefusalError("seats_fixed")
    if seat >= table.spec.seats:
        raise RefusalError("no_such_seat")


def _with_bot(
    table: Table, kind: Kind, seat: int, level: int | None, given: list[str | None], at: int
) -> News:
    bots = (*table.spec.bots[:seat], level, *table.spec.bots[seat + 1 :])
    sitting = table.sitting.copy()
    sitting[seat] = bot_person(level) if level else None
    spec = msgspec.structs.replace(table.spec, bots=bots)
    check_clock(spec)
    return change_of(table, kind, at, spec=spec, sitting=sitting, contributions=given)


def contribute(table: Table, person: str, value: str, at: int) -> Change:
    """Contribute a random number to the deal, for all seats of a person."""
    mine = table.seats_of(person)
    if not mine:
        raise RefusalError("not_seated")
    if table.status != "open" or table.contributions[mine[0]]:
        raise RefusalError("contributed")
    given = [value if seat in mine else one for seat, one in enumerate(table.contributions)]
    return _begun_if_ready(table, change_of(table, "contribute", at, contributions=given))


def _begun_if_ready(table: Table, news: News) -> Change:
    """Begin the game in the same commit as the change that makes it possible."""
    sitting = table.sitting if news.sitting is UNSET else news.sitting
    given = table.contributions if news.contributions is UNSET else news.contributions
    if None in sitting or None in given:
        return Change(news)
    return Change(msgspec.structs.replace(news, status="playing"), table.new_session(given, news.at))


def begin_if_ready(table: Table, at: int) -> Change | None:
    """Begin a game that a crash kept from beginning."""
    change = _begun_if_ready(table, change_of(table, "repair", at))
    return change if table.status == "open" and change.session else None


def leave(table: Table, person: str, at: int) -> Change:
    """Leave a seat. When the host leaves, the table is closed."""
    if table.status != "open":
        raise RefusalError("only_resign")
    if person == table.host:
        return Change(change_of(table, "close", at, status="dropped"))
    mine = table.seats_of(person)
    if not mine:
        raise RefusalError("not_seated")
    sitting = [None if seat in mine else sitter for seat, sitter in enumerate(table.sitting)]
    given = [None if seat in mine else one for seat, one in enumerate(table.contributions)]
    return Change(change_of(table, "leave", at, sitting=sitting, contributions=given))
