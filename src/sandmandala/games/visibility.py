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
    declared = rules.private
    if viewer is OPEN or not declared:
        return events
    seen = events
    for place, event in enumerate(events):
        private = declared.get(event["event"])
        if private and viewer != event[private.to]:
            if seen is events:
                seen = events.copy()  # mostly there is nothing to hide
            seen[place] = _public(event, private, rules, after)
    return seen


def _public(event: Event, private: Private, rules: Rules, after: Any) -> Event:
    if private.unless and private.unless(_reader(rules, after)):
        return event
    return {field: value for field, value in event.items() if field not in private.fields}


def _reader(rules: Rules, state: Any) -> StateReader:
    return StateReader(rules.state_dtype, state) if isinstance(state, bytes) else reader_of(state)
