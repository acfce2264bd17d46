"""What a seat is told of a move, and of what came of it."""

from __future__ import annotations

from typing import Any

from .rules import OPEN, Event, Rules


def events(rules: Rules, before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What a seat is told of an action; None is a spectator, OPEN is told everything."""
    return told_to(seat, rules.events(before, action, after))


def told_to(seat: int | None, all_events: list[Event]) -> list[Event]:
    """Cards that somebody draws are known to the drawer alone (M3, F3): others are told how many.

    >>> told_to(1, [{"event": "draw", "seat": 0, "count": 1, "cards": {"R": 1}}])
    [{'event': 'draw', 'seat': 0, 'count': 1}]
    """
    return [_without_cards(event) if _is_drawn_by_another(seat, event) else event for event in all_events]


def _is_drawn_by_another(seat: int | None, event: Event) -> bool:
    return event["event"] == "draw" and seat not in (OPEN, event["seat"])


def _without_cards(event: Event) -> Event:
    return {key: value for key, value in event.items() if key != "cards"}
