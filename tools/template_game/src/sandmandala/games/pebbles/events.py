"""The events of a move in Pebbles, with all their fields; visibility.py hides some of them."""

from __future__ import annotations

from operator import sub
from typing import Any

from ..entry_points import scores_of, winners_of
from ..state_reader import reader_of
from . import MANIFEST
from . import rules as r
from .event_types import AnyEvent, DrawEvent, EndEvent, PlayEvent


def events(before: Any, action: int, after: Any) -> list[AnyEvent]:
    """The move and its consequences."""
    was, now, palette = reader_of(before), reader_of(after), MANIFEST.palette
    mover, colour = was["turn"], action - r.PLAY
    drawn = palette.cards(list(map(sub, was["pebbles_bag"], now["pebbles_bag"])))
    told: list[AnyEvent] = [
        PlayEvent(event="play", seat=mover, colour=palette.letters[colour]),
        DrawEvent(event="draw", seat=mover, count=1, cards=drawn),
    ]
    if not any(now["pebbles_bag"]):
        scores = scores_of(after)[: now["seats"]]
        told.append(EndEvent(event="end", scores=scores, winners=winners_of(after)))
    return told
