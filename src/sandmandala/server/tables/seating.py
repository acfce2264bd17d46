"""Before the game: opening a table, sitting down, contributing to the deal, leaving."""

from __future__ import annotations

import secrets

import msgspec
from msgspec import UNSET

from ...games.chance import CONTRIBUTION_BYTES, new_secret
from ...games.errors import SandmandalaError
from ..accounts.people import bot_person, new_id
from ..messages import Person
from ..refusal import RefusalError
from ..spec import TableSpec, checked_spec
from .changes import Change, News, change_of
from .table import Table


def new_table(host: Person, spec: TableSpec, at: int) -> Table:
    """A table whose host has taken the first free seat, or all of them to share one screen."""
    try:
        spec = checked_spec(spec)
    except SandmandalaError as error:
        raise RefusalError.of(error) from None
    table = Table(new_id(), spec, new_secret(), host.id, secrets.token_urlsafe(12), at)
    table.sitting = [bot_person(level) if level else None for level in spec.bots]
    table.contributions = contributions_of_bots(spec)
    for seat in range(spec.seats):
        if table.sitting[seat] is None:
            table.sitting[seat] = host
            if not spec.hot_seat:
                break
    return table


def contributions_of_bots(spec: TableSpec) -> list[str | None]:
    """Drawn when the table opens, before any player contributes: so the server cannot try several."""
    return [None if level is None else secrets.token_hex(CONTRIBUTION_BYTES) for level in spec.bots]


def check_key(table: Table, person: str | None, key: str) -> None:
    """A table that is not public is open to those who have its link."""
    if table.spec.public or table.host == person:
        return
    if person and any(sitter and sitter.id == person for sitter in table.sitting):
        return
    if not secrets.compare_digest(key.encode(), table.key.encode()):
        raise RefusalError("private_table")


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


def contribute(table: Table, person: str, value: str, at: int) -> Change:
    """Add to the luck of the deal, for all of a person's seats."""
    mine = table.seats_of(person)
    if not mine:
        raise RefusalError("not_seated")
    if table.status != "open" or table.contributions[mine[0]]:
        raise RefusalError("contributed")
    given = [value if seat in mine else one for seat, one in enumerate(table.contributions)]
    return _begun_if_ready(table, change_of(table, "contribute", at, contributions=given))


def _begun_if_ready(table: Table, news: News) -> Change:
    """The game begins with the change that makes it possible, in the same commit."""
    sitting = table.sitting if news.sitting is UNSET else news.sitting
    given = table.contributions if news.contributions is UNSET else news.contributions
    if None in sitting or None in given:
        return Change(news)
    return Change(msgspec.structs.replace(news, status="playing"), table.new_session(given, news.at))


def begin_if_ready(table: Table, at: int) -> Change | None:
    """For a table that is found ready to begin, after a crash of an earlier version."""
    change = _begun_if_ready(table, change_of(table, "repair", at))
    return change if table.status == "open" and change.session else None


def leave(table: Table, person: str, at: int) -> Change:
    """Free a seat; when the host does so, the table is closed."""
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
