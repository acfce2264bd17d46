"""What a seat is told of a move, and of what came of it."""

from __future__ import annotations

from typing import Any

from .rules import OPEN, Event, Rules, Viewer


def visible_events(rules: Rules, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    """What a viewer is told of an action."""
    return visible_to(viewer, rules.events(before, action, after))


def visible_to(viewer: Viewer, all_events: list[Event]) -> list[Event]:
    """The `private` fields of an event are for its own seat alone: the cards somebody draws (M3, F3), say.

    >>> drawn = {"event": "draw", "seat": 0, "count": 1, "private": {"cards": {"R": 1}}}
    >>> visible_to(0, [drawn])
    [{'event': 'draw', 'seat': 0, 'count': 1, 'cards': {'R': 1}}]
    >>> visible_to(1, [drawn])
    [{'event': 'draw', 'seat': 0, 'count': 1}]
    """
    return [_as_told(event, viewer) if "private" in event else event for event in all_events]


def _as_told(event: Event, viewer: Viewer) -> Event:
    told = {field: value for field, value in event.items() if field != "private"}
    return {**told, **event["private"]} if viewer is OPEN or viewer == event["seat"] else told
