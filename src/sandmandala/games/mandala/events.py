"""The events of a move in Mandala, with all their fields; visibility.py hides some of them."""

from __future__ import annotations

from operator import add, sub
from typing import Any

from ..entry_points import scores_of, winners_of
from ..sand_colours import COLOUR_LETTERS, cards
from ..state_reader import StateReader, reader_of
from . import rules as r
from .actions import ACTIONS, DISCARD, FIELD, TAKE, Action
from .event_types import (
    AnyEvent,
    ClearEvent,
    CompleteEvent,
    DiscardEvent,
    DrawEvent,
    EndEvent,
    FieldEvent,
    MountainEvent,
    RefillEvent,
    ReshuffleEvent,
    TakeEvent,
)


def events(before: Any, action: int, after: Any) -> list[AnyEvent]:
    """The move and its consequences."""
    was, now, played = reader_of(before), reader_of(after), ACTIONS[action]
    told = _taking(was, played.colour, now) if played.kind == TAKE else _playing(was, played, now)
    if now["phase"] == r.OVER:
        told.append(_ending(now, after))
    return told


def _playing(before: StateReader, played: Action, after: StateReader) -> list[AnyEvent]:
    mover, letter, count = before["turn"], COLOUR_LETTERS[played.colour], played.cards
    number = played.mandala + 1
    event: DiscardEvent | FieldEvent | MountainEvent  # as literals: calling their types would take longer
    if played.kind == DISCARD:
        event = {"event": "discard", "seat": mover, "colour": letter, "count": count}
    elif played.kind == FIELD:
        event = {"event": "field", "seat": mover, "mandala": number, "colour": letter, "count": count}
    else:
        event = {"event": "mountain", "seat": mover, "mandala": number, "colour": letter, "count": count}
    told: list[AnyEvent] = [event]
    if played.kind != FIELD:
        told += _drawing(before, after, mover, played.colour, count)
    if after["phase"] == r.TAKING:
        told.append(CompleteEvent(event="complete", mandala=after["resolving"] + 1, first=after["turn"]))
    return told


def _drawing(before: StateReader, after: StateReader, mover: int, colour: int, count: int) -> list[AnyEvent]:
    drawn = list(map(sub, after["hand"][mover], before["hand"][mover]))
    drawn[colour] += count
    total = sum(drawn)
    draw: DrawEvent = {"event": "draw", "seat": mover, "count": total, "cards": cards(drawn)}
    told: list[AnyEvent] = [draw]
    if total and total >= sum(before["draw"]):
        told.append(ReshuffleEvent(event="reshuffle", draw_size=sum(after["draw"])))
    return told


def _taking(before: StateReader, colour: int, after: StateReader) -> list[AnyEvent]:
    mover, mandala = before["turn"], before["resolving"]
    fields = before["field"][mandala]
    take = TakeEvent(
        event="take",
        seat=mover,
        mandala=mandala + 1,
        colour=COLOUR_LETTERS[colour],
        count=before["mountain"][mandala][colour],
    )
    if any(fields[mover]):
        is_new = not before["river"][mover][colour]
        take["to_cup"] = take["count"] - is_new  # faster than comparing the cups
        if is_new:
            take["river_place"] = after["river"][mover][colour]
    if after["phase"] == r.TAKING:
        return [take]
    discarded = cards(list(map(add, *fields)))
    told: list[AnyEvent] = [take, ClearEvent(event="clear", mandala=mandala + 1, discarded=discarded)]
    if after["phase"] == r.OVER:
        return told
    laid = after["mountain"][mandala]
    told.append(RefillEvent(event="refill", mandala=mandala + 1, cards=cards(laid)))
    if sum(laid) >= sum(before["draw"]):
        told.append(ReshuffleEvent(event="reshuffle", draw_size=sum(after["draw"])))
    return told


def _ending(now: StateReader, state: Any) -> EndEvent:
    """M14, M15, and our ruling on endless discarding."""
    end = EndEvent(event="end", reason="draw_pile", scores=scores_of(state)[:2], winners=winners_of(state))
    if max(map(max, now["river"])) == r.COLOURS:
        end["reason"] = "sixth_colour"
    if now["idle"] == r.IDLE_LIMIT:
        end["reason"] = "idle"
    return end
