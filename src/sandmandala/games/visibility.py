"""Which fields of a move's events a viewer sees."""

from __future__ import annotations

from typing import Any

from .rules import OPEN, Event, Private, Rules, Viewer
from .state_reader import StateReader, reader_of


def visible_events(rules: Rules, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    """The events of an action, as a viewer sees them."""
    return visible_to(viewer, rules.events(before, action, after), rules, after)


def visible_to(viewer: Viewer, events: list[Event], rules: Rules, after: Any) -> list[Event]:
    """Events as a viewer sees them: without the fields that are private to others (see `Private`).
    `after` is the state after the move, or its bytes.

    >>> from .rules import rules_of
    >>> drawn = {"event": "draw", "seat": 0, "count": 1, "cards": {"R": 1}}
    >>> visible_to(0, [drawn], rules_of("mandala"), None)
    [{'event': 'draw', 'seat': 0, 'count': 1, 'cards': {'R': 1}}]
    >>> visible_to(1, [drawn], rules_of("mandala"), None)
    [{'event': 'draw', 'seat': 0, 'count': 1}]
    """
    private = rules.private
    if viewer is OPEN or not private:
        return events
    return [
        _public(event, private[event["event"]], viewer, rules, after) if event["event"] in private else event
        for event in events
    ]


def _public(event: Event, private: Private, viewer: Viewer, rules: Rules, after: Any) -> Event:
    if viewer == event[private.to] or (private.unless and private.unless(_reader(rules, after))):
        return event
    return {field: value for field, value in event.items() if field not in private.fields}


def _reader(rules: Rules, state: Any) -> StateReader:
    return StateReader(rules.state_dtype, state) if isinstance(state, bytes) else reader_of(state)
