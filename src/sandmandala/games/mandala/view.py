"""What a seat may see of a game of Mandala, and what it is told of a move."""

from __future__ import annotations

from functools import lru_cache
from operator import add, mul, sub
from typing import Any, NotRequired, TypedDict

from ..plain import Plain, plain
from ..play import scores_of, winners_of
from ..rules import OPEN, Event
from ..words import LETTERS, Cards, cards
from . import rules as r

PHASES = ("playing", "taking", "over")

_Counts = tuple[int, ...]  # by colour


class MandalaInView(TypedDict):
    mountain: Cards
    fields: list[Cards]  # by seat
    missing: str  # the colours it still lacks


class PlayerInView(TypedDict):
    hand_size: int
    river: str  # the colours of places 1, 2, …
    cup_size: int
    # What follows is left out where it is hidden from this seat.
    hand: NotRequired[Cards]
    cup: NotRequired[Cards]
    points: NotRequired[int]
    cup_claimed: NotRequired[Cards]  # with the memory aid: what all saw going into the cup


class View(TypedDict):
    game: str
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    mandalas: list[MandalaInView]
    players: list[PlayerInView]
    draw_size: int
    discard: Cards
    draw: NotRequired[Cards]  # left out where it is hidden
    # What follows is left out until it is so.
    resolving: NotRequired[int]  # the number of the mandala being shared out
    ending: NotRequired[bool]  # M14: the next completed mandala is the last
    winners: NotRequired[list[int]]


def view(state: Any, seat: int | None) -> View:
    """What the seat may see (M3); None is a spectator, OPEN sees everything. Views share their parts."""
    now = plain(state)
    phase = now["phase"]
    over = phase == r.OVER
    open_to_all = over or seat == OPEN
    remembered = open_to_all or bool(now["memory_aid"])
    draw = now["draw"]
    seen: View = {
        "game": "mandala",
        "seat": None if seat == OPEN else seat,
        "to_move": None if over else now["turn"],
        "phase": PHASES[phase],
        "beginner": now["beginner"],
        "mandalas": now.once(_mandalas),
        "players": [_player(now, owner, open_to_all or seat == owner, remembered) for owner in range(2)],
        "draw_size": sum(draw),
        "discard": now.once(_discard),
    }
    if open_to_all:
        seen["draw"] = cards(draw)
    if phase == r.TAKING:
        seen["resolving"] = now["resolving"] + 1
    if now["ending"]:
        seen["ending"] = True
    if over:
        seen["winners"] = winners_of(state)
    return seen


def _mandalas(state: Plain) -> list[MandalaInView]:
    return [
        {
            "mountain": cards(mountain),
            "fields": [cards(field), cards(other)],
            "missing": _missing(mountain, field, other),
        }
        for mountain, (field, other) in zip(state["mountain"], state["field"], strict=True)
    ]


def _discard(state: Plain) -> Cards:
    return cards(state["discard"])


@lru_cache(maxsize=10_000)
def _missing(*areas: _Counts) -> str:
    return "".join(letter for letter, *there in zip(LETTERS, *areas, strict=True) if not any(there))


def _player(state: Plain, seat: int, seen: bool, remembered: bool) -> PlayerInView:
    player = state.once(_shown)[seat]
    if seen or remembered:
        player = player.copy()
    if seen:
        cup = tuple(map(add, state["cup_dealt"][seat], state["cup_claimed"][seat]))
        player["hand"] = cards(state["hand"][seat])
        player["cup"] = cards(cup)
        player["points"] = sum(map(mul, cup, state["river"][seat]))
    if remembered:
        player["cup_claimed"] = cards(state["cup_claimed"][seat])
    return player


def _shown(state: Plain) -> list[PlayerInView]:
    """What everyone sees of each player."""
    return [
        {"hand_size": sum(hand), "river": _river(places), "cup_size": sum(dealt) + sum(claimed)}
        for hand, places, dealt, claimed in zip(
            state["hand"], state["river"], state["cup_dealt"], state["cup_claimed"], strict=True
        )
    ]


@lru_cache(maxsize=10_000)
def _river(places: _Counts) -> str:
    return "".join(LETTERS[places.index(place)] for place in range(1, max(places) + 1))


def events(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What the seat is told of a move: what was played, and what came of it."""
    was, now = plain(before), plain(after)
    told = _taking(was, action - r.TAKE, now) if action >= r.TAKE else _playing(was, action, now, seat)
    if now["phase"] == r.OVER:
        told.append(_ending(now, after))
    return told


def _playing(before: Plain, action: int, after: Plain, seat: int | None) -> list[Event]:
    mover = before["turn"]
    if action >= r.DISCARD:
        colour, count = (action - r.DISCARD) // 8, (action - r.DISCARD) % 8 + 1
        told: list[Event] = [{"event": "discard", "seat": mover, "colour": LETTERS[colour], "count": count}]
    elif action >= r.FIELD:
        place, count = (action - r.FIELD) // 7, (action - r.FIELD) % 7 + 1
        mandala, colour = place // r.COLOURS, place % r.COLOURS
        told = [_played("field", mover, mandala, colour, count)]
    else:
        mandala, colour, count = action // r.COLOURS, action % r.COLOURS, 1
        told = [_played("mountain", mover, mandala, colour, count)]
    if action < r.FIELD or action >= r.DISCARD:
        told += _drawing(before, after, mover, colour, count, seat)
    if after["phase"] == r.TAKING:
        told.append({"event": "complete", "mandala": after["resolving"] + 1, "first": after["turn"]})
    return told


def _played(event: str, seat: int, mandala: int, colour: int, count: int) -> Event:
    return {
        "event": event,
        "seat": seat,
        "mandala": mandala + 1,
        "colour": LETTERS[colour],
        "count": count,
    }


def _drawing(
    before: Plain, after: Plain, mover: int, colour: int, count: int, seat: int | None
) -> list[Event]:
    drawn = list(map(sub, after["hand"][mover], before["hand"][mover]))
    drawn[colour] += count
    total = sum(drawn)
    told: list[Event] = [{"event": "draw", "seat": mover, "count": total}]
    if seat in (mover, OPEN):
        told[0]["cards"] = cards(drawn)
    if total and total >= sum(before["draw"]):
        told.append({"event": "reshuffle", "draw_size": sum(after["draw"])})
    return told


def _taking(before: Plain, colour: int, after: Plain) -> list[Event]:
    mover, mandala = before["turn"], before["resolving"]
    fields = before["field"][mandala]
    kept = any(fields[mover])
    take: Event = {
        "event": "take",
        "seat": mover,
        "mandala": mandala + 1,
        "colour": LETTERS[colour],
        "count": before["mountain"][mandala][colour],
        "kept": kept,
    }
    if kept and not before["river"][mover][colour]:
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


def _ending(now: Plain, state: Any) -> Event:
    """M14, M15, and our ruling on endless discarding."""
    reason = "sixth_colour" if max(map(max, now["river"])) == r.COLOURS else "draw_pile"
    if now["idle"] == r.IDLE_LIMIT:
        reason = "idle"
    return {"event": "end", "reason": reason, "scores": scores_of(state)[:2], "winners": winners_of(state)}
