"""Tells everybody who watches a table what is new to them, each as much as they may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from ..spec import Proposals, What, encode
from ..timestamps import now
from .changes import Change
from .table import Table, Watcher
from .viewing import asked_of, sight_of, state_for


def welcome(table: Table, watcher: Watcher, seen: int) -> None:
    """Tell somebody who begins to watch all there is, and what came after the entry seen last."""
    at, seats = now(), table.seats_of(watcher.person)
    sight = sight_of(table, seats, at)
    watcher.told = sight[0] if sight else 0
    watcher.send(encode(state_for(table, seats, sight, seen, at, full=True)))
    for proposal in table.proposals.values():
        send(asked_of(table, proposal, at), [watcher])


def tell_change(table: Table, change: Change) -> None:
    """A change has been committed."""
    news = change.news
    if change.is_plain_move:
        tell_state(table)
    elif news.entry or news.next or news.status is not UNSET or change.sitting_changes:
        tell_state(table, full=True, view=news.entry is not None or news.status is not UNSET)
    if news.sitting is not UNSET:
        send(table.presence(), table.watchers)  # somebody who was watching may sit there now
    if news.proposals is not UNSET:
        tell_proposals(table, change.before, news.agreed)


def tell_proposals(table: Table, before: Proposals, agreed: What | None) -> None:
    """Proposals that are new, have been answered, or are off the table."""
    at = now()
    for what, proposal in table.proposals.items():
        if before.get(what) != proposal:
            send(asked_of(table, proposal, at), table.watchers)
    for what, proposal in before.items():
        if what not in table.proposals:
            send(asked_of(table, proposal, at, settled=what == agreed), table.watchers)


def send(message: Any, watchers: Iterable[Watcher]) -> None:
    data = encode(message)
    for watcher in watchers:
        watcher.send(data)


def tell_state(table: Table, full: bool = False, view: bool = True) -> None:
    """`full`: the table itself has changed; `view`: and perhaps what is to be seen."""
    at = now()
    told: dict[tuple[tuple[int, ...], int], tuple[int, bytes]] = {}
    for watcher in table.watchers:
        key = table.seats_of(watcher.person), watcher.told
        if key not in told:
            told[key] = _news(table, *key, at, full, view)
        watcher.told, message = told[key]
        if message:
            watcher.send(message)


def _news(
    table: Table, seats: tuple[int, ...], after: int, at: int, full: bool, view: bool
) -> tuple[int, bytes]:
    """What comes next for somebody with these seats, and up to which entry; no bytes if there is nothing."""
    sight = sight_of(table, seats, at)
    number = sight[0] if sight else 0
    if number > after:
        return number, encode(state_for(table, seats, sight, after, at, full))
    return after, encode(state_for(table, seats, sight, None, at, full, view)) if full else b""
