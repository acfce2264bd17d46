"""Which fields of a move's events a viewer sees."""

from __future__ import annotations

from typing import Any

from .rules import OPEN, Event, Rules, Viewer
from .state_reader import reader_of


def visible_events(rules: Rules, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    """The events of an action, as a viewer sees them."""
    return visible_to(viewer, rules.events(before, action, after), rules, after)


def visible_to(viewer: Viewer, events: list[Event], rules: Rules, after: Any) -> list[Event]:
    """Events as a viewer sees them: without the fields that are private to others (see `Private`).

    >>> from .rules import rules_of
    >>> drawn = {"event": "draw", "seat": 0, "count": 1, "cards": {"R": 1}}
    >>> visible_to(0, [drawn], rules_of("mandala"), None)
    [{'event': 'draw', 'seat': 0, 'count': 1, 'cards': {'R': 1}}]
    >>> visible_to(1, [drawn], rules_of("mandala"), None)
    [{'event': 'draw', 'seat': 0, 'count': 1}]
    """
    if viewer is OPEN:
        return events
    seen: list[Event] = []
    for event in events:
        private = rules.private.get(event["event"])
        is_hidden = private and viewer != event[private.to]
        if private and is_hidden and not (private.unless and private.unless(reader_of(after))):
            seen.append({field: value for field, value in event.items() if field not in private.fields})
        else:
            seen.append(event)
    return seen
