"""Sends updates to the watchers of a table: to each only what is new and what they may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType

from ..messages.table_info import TableInfo
from ..server_time import now
from ..spec import Proposals, What, encode
from .changes import Change
from .table import Table, Watcher
from .viewing import asked_of, info_of, presence_of, sight_of, state_for


def welcome(table: Table, watcher: Watcher, seen: int) -> None:
    """Send a new watcher the whole state, with the changes after the entry that they saw last."""
    at, seats = now(), table.seats_of(watcher.person)
    sight = sight_of(table, seats, table.sits(watcher.person), at)
    watcher.told = sight[0] if sight else 0
    watcher.send(encode(state_for(table, seats, sight, seen, at, info_of(table, at))))
    for proposal in table.proposals.values():
        send(asked_of(table, proposal, at), [watcher])


def tell_change(table: Table, change: Change) -> None:
    """Send what a committed change means to each watcher."""
    news = change.news
    if change.is_plain_move:
        tell_state(table)
    elif news.entry or news.next or news.status is not UNSET or change.sitting_changes:
        tell_state(table, full=True, view=news.entry is not None or news.status is not UNSET)
    if news.sitting is not UNSET or (not change.is_plain_move and (news.entry or news.status is not UNSET)):
        tell_presence(table)  # a watcher, or a bot, may sit there now
    if news.proposals is not UNSET:
        tell_proposals(table, change.before, news.agreed)


def tell_presence(table: Table) -> None:
    """Send who is connected."""
    if table.watchers:
        send(presence_of(table, now()), table.watchers)


def tell_proposals(table: Table, before: Proposals, agreed: What | None) -> None:
    """Send proposals that are new, were answered, or have ended."""
    at = now()
    for what, proposal in table.proposals.items():
        if before.get(what) != proposal:
            send(asked_of(table, proposal, at), table.watchers)
    for what, proposal in before.items():
        if what not in table.proposals:
            send(asked_of(table, proposal, at, settled=what == agreed), table.watchers)


def send(message: Any, watchers: Iterable[Watcher]) -> None:
    """Send a message to these watchers."""
    data = encode(message)
    for watcher in watchers:
        watcher.send(data)


def tell_state(table: Table, full: bool = False, view: bool = True) -> None:
    """Send the state to all watchers.

    `full` includes information about the table; `view` then says whether the position may have changed, too.
    """
    if not table.watchers:
        return
    at = now()
    info = info_of(table, at) if full else UNSET
    others: dict[tuple[bool, int], tuple[int, bytes]] = {}  # watchers without a seat; there may be many
    for watcher in table.watchers:
        seats, after = table.seats_of(watcher.person), watcher.told
        if seats:
            watcher.told, message = _news(table, seats, True, after, at, info, view)
        else:
            key = table.sits(watcher.person), after
            if key not in others:
                others[key] = _news(table, seats, *key, at, info, view)
            watcher.told, message = others[key]
        if message:
            watcher.send(message)


def _news(
    table: Table,
    seats: tuple[int, ...],
    sits: bool,
    after: int,
    at: int,
    info: TableInfo | UnsetType,
    view: bool,
) -> tuple[int, bytes]:
    """Return the last entry sent to viewers with these seats, and the message; no bytes if nothing is new."""
    sight = sight_of(table, seats, sits, at)
    number = sight[0] if sight else 0
    if number > after:
        return number, encode(state_for(table, seats, sight, after, at, info))
    if info is UNSET:
        return after, b""
    return after, encode(state_for(table, seats, sight, None, at, info, view))
