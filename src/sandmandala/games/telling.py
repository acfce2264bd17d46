"""What a seat is told of a move, and of what came of it."""

from __future__ import annotations

from typing import Any

from .rules import OPEN, Event, Rules, Viewer


def events(rules: Rules, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    """What a viewer is told of an action."""
    return told_to(viewer, rules.events(before, action, after))


def told_to(viewer: Viewer, all_events: list[Event]) -> list[Event]:
    """Cards that somebody draws are known to the drawer alone (M3, F3): others are told how many.

    >>> told_to(1, [{"event": "draw", "seat": 0, "count": 1, "cards": {"R": 1}}])
    [{'event': 'draw', 'seat': 0, 'count': 1}]
    """
    return [_without_cards(event) if _is_drawn_by_another(viewer, event) else event for event in all_events]


def _is_drawn_by_another(viewer: Viewer, event: Event) -> bool:
    return event["event"] == "draw" and viewer is not OPEN and viewer != event["seat"]


def _without_cards(event: Event) -> Event:
    return {key: value for key, value in event.items() if key != "cards"}
