"""The events of a move in Mandala; visibility.py says who is told of what."""

from __future__ import annotations

from operator import add, sub
from typing import Any

from ..entry_points import scores_of, winners_of
from ..notation import COLOUR_LETTERS, cards
from ..rules import Event
from ..state_reader import StateReader, reader_of
from . import rules as r

# Drawn cards, and the points of cards that were dealt to the other cup.
UNFORESEEABLE = {"draw": ("cards",), "refill": ("cards",), "end": ("scores", "winners")}


def events(before: Any, action: int, after: Any) -> list[Event]:
    """What was played, and what came of it."""
    was, now = reader_of(before), reader_of(after)
    told = _taking(was, action - r.TAKE, now) if action >= r.TAKE else _playing(was, action, now)
    if now["phase"] == r.OVER:
        told.append(_ending(now, after))
    return told


def _playing(before: StateReader, action: int, after: StateReader) -> list[Event]:
    mover = before["turn"]
    if action >= r.DISCARD:
        colour, count = (action - r.DISCARD) // 8, (action - r.DISCARD) % 8 + 1
        letter = COLOUR_LETTERS[colour]
        told: list[Event] = [{"event": "discard", "seat": mover, "colour": letter, "count": count}]
    elif action >= r.FIELD:
        place, count = (action - r.FIELD) // 7, (action - r.FIELD) % 7 + 1
        mandala, colour = place // r.COLOURS, place % r.COLOURS
        told = [_played("field", mover, mandala, colour, count)]
    else:
        mandala, colour, count = action // r.COLOURS, action % r.COLOURS, 1
        told = [_played("mountain", mover, mandala, colour, count)]
    if action < r.FIELD or action >= r.DISCARD:
        told += _drawing(before, after, mover, colour, count)
    if after["phase"] == r.TAKING:
        told.append({"event": "complete", "mandala": after["resolving"] + 1, "first": after["turn"]})
    return told


def _played(event: str, seat: int, mandala: int, colour: int, count: int) -> Event:
    return {
        "event": event,
        "seat": seat,
        "mandala": mandala + 1,
        "colour": COLOUR_LETTERS[colour],
        "count": count,
    }


def _drawing(before: StateReader, after: StateReader, mover: int, colour: int, count: int) -> list[Event]:
    drawn = list(map(sub, after["hand"][mover], before["hand"][mover]))
    drawn[colour] += count
    total = sum(drawn)
    private = {"cards": cards(drawn)}
    told: list[Event] = [{"event": "draw", "seat": mover, "count": total, "private": private}]
    if total and total >= sum(before["draw"]):
        told.append({"event": "reshuffle", "draw_size": sum(after["draw"])})
    return told


def _taking(before: StateReader, colour: int, after: StateReader) -> list[Event]:
    mover, mandala = before["turn"], before["resolving"]
    fields = before["field"][mandala]
    take: Event = {
        "event": "take",
        "seat": mover,
        "mandala": mandala + 1,
        "colour": COLOUR_LETTERS[colour],
        "count": before["mountain"][mandala][colour],
    }
    if any(fields[mover]):
        is_new = not before["river"][mover][colour]
        take["to_cup"] = take["count"] - is_new  # quicker than to compare the cups
        if is_new:
            take["river_place"] = after["river"][mover][colour]
    if after["phase"] == r.TAKING:
        return [take]
    told = [take, {"event": "clear", "mandala": mandala + 1, "discarded": cards(list(map(add, *fields)))}]
    if after["phase"] == r.OVER:
        return told
    laid = after["mountain"][mandala]
    told.append({"event": "refill", "mandala": mandala + 1, "cards": cards(laid)})
    if sum(laid) >= sum(before["draw"]):
        told.append({"event": "reshuffle", "draw_size": sum(after["draw"])})
    return told


def _ending(now: StateReader, state: Any) -> Event:
    """M14, M15, and our ruling on endless discarding."""
    reason = "sixth_colour" if max(map(max, now["river"])) == r.COLOURS else "draw_pile"
    if now["idle"] == r.IDLE_LIMIT:
        reason = "idle"
    return {"event": "end", "reason": reason, "scores": scores_of(state)[:2], "winners": winners_of(state)}
