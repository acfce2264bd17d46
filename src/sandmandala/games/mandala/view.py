"""What a seat may see of a game of Mandala, and what it is told of a move."""

from __future__ import annotations

from typing import Any, TypedDict

from ..play import winners_of
from ..rules import OPEN, Event
from ..words import LETTERS, Cards, cards
from . import rules as r

PHASES = ("playing", "taking", "over")


class MandalaInView(TypedDict):
    mountain: Cards
    fields: list[Cards]  # by seat
    missing: str  # the colours it still lacks


class PlayerInView(TypedDict):
    hand_size: int
    hand: Cards | None  # None: hidden from this seat
    river: str  # the colours of places 1, 2, …
    cup_size: int
    cup: Cards | None
    cup_claimed: Cards | None  # with the memory aid: what all saw going into the cup
    points: int | None


class View(TypedDict):
    game: str
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    resolving: int | None  # the number of the mandala being shared out
    ending: bool  # M14: the next completed mandala is the last
    mandalas: list[MandalaInView]
    players: list[PlayerInView]
    draw_size: int
    draw: Cards | None
    discard: Cards
    winners: list[int]


def view(state: Any, seat: int | None) -> View:
    """What the seat may see (M3); None is a spectator, OPEN sees everything."""
    phase = int(state["phase"])
    over = phase == r.OVER
    draw = state["draw"].tolist()
    return View(
        game="mandala",
        seat=None if seat == OPEN else seat,
        to_move=None if over else int(state["turn"]),
        phase=PHASES[phase],
        beginner=int(state["beginner"]),
        resolving=int(state["resolving"]) + 1 if phase == r.TAKING else None,
        ending=bool(state["ending"]),
        mandalas=[_mandala(state, mandala) for mandala in range(2)],
        players=[_player(state, owner, over or seat in (owner, OPEN)) for owner in range(2)],
        draw_size=sum(draw),
        draw=cards(draw) if over or seat == OPEN else None,
        discard=cards(state["discard"].tolist()),
        winners=winners_of(state),
    )


def _mandala(state: Any, mandala: int) -> MandalaInView:
    mountain = state["mountain"][mandala].tolist()
    fields = state["field"][mandala].tolist()
    lacking = (letter for letter, *there in zip(LETTERS, mountain, *fields, strict=True) if not any(there))
    return MandalaInView(
        mountain=cards(mountain), fields=[cards(field) for field in fields], missing="".join(lacking)
    )


def _player(state: Any, seat: int, seen: bool) -> PlayerInView:
    hand = state["hand"][seat].tolist()
    claimed = state["cup_claimed"][seat].tolist()
    cup = [dealt + taken for dealt, taken in zip(state["cup_dealt"][seat].tolist(), claimed, strict=True)]
    places = state["river"][seat].tolist()
    points = sum(count * place for count, place in zip(cup, places, strict=True))
    return PlayerInView(
        hand_size=sum(hand),
        hand=cards(hand) if seen else None,
        river="".join(LETTERS[places.index(place)] for place in range(1, max(places) + 1)),
        cup_size=sum(cup),
        cup=cards(cup) if seen else None,
        cup_claimed=cards(claimed) if seen or state["memory_aid"] else None,
        points=points if seen else None,
    )


def events(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What the seat is told of a move: what was played, and what came of it."""
    if action >= r.TAKE:
        return _taking(before, action, after)
    mover = int(before["turn"])
    told: list[Event] = []
    if action >= r.DISCARD:
        colour, count = (action - r.DISCARD) // 8, (action - r.DISCARD) % 8 + 1
        told.append({"event": "discard", "seat": mover, "colour": LETTERS[colour], "count": count})
    elif action >= r.FIELD:
        place, count = (action - r.FIELD) // 7, (action - r.FIELD) % 7 + 1
        mandala, colour = place // r.COLOURS, place % r.COLOURS
        told.append(_played("field", mover, mandala, colour, count))
    else:
        mandala, colour, count = action // r.COLOURS, action % r.COLOURS, 1
        told.append(_played("mountain", mover, mandala, colour, count))
    if action < r.FIELD or action >= r.DISCARD:
        told += _drawing(before, after, mover, colour, count, seat)
    if after["phase"] == r.TAKING:
        told.append(
            {"event": "complete", "mandala": int(after["resolving"]) + 1, "first": int(after["turn"])}
        )
    elif after["phase"] == r.OVER:
        told.append(_ending(after))
    return told


def _played(event: str, seat: int, mandala: int, colour: int, count: int) -> Event:
    return {
        "event": event,
        "seat": seat,
        "mandala": mandala + 1,
        "colour": LETTERS[colour],
        "count": count,
    }


def _drawing(before: Any, after: Any, mover: int, colour: int, count: int, seat: int | None) -> list[Event]:
    drawn = (after["hand"][mover] - before["hand"][mover]).tolist()
    drawn[colour] += count
    total = sum(drawn)
    told: list[Event] = [
        {
            "event": "draw",
            "seat": mover,
            "count": total,
            "cards": cards(drawn) if seat in (mover, OPEN) else None,
        }
    ]
    if total and total >= before["draw"].sum():
        told.append({"event": "reshuffle", "draw_size": int(after["draw"].sum())})
    return told


def _taking(before: Any, action: int, after: Any) -> list[Event]:
    mover, mandala = int(before["turn"]), int(before["resolving"])
    colour = action - r.TAKE
    kept = bool(before["field"][mandala, mover].any())
    place = int(after["river"][mover, colour])
    told: list[Event] = [
        {
            "event": "take",
            "seat": mover,
            "mandala": mandala + 1,
            "colour": LETTERS[colour],
            "count": int(before["mountain"][mandala, colour]),
            "kept": kept,
            "river_place": place if kept and not before["river"][mover, colour] else None,
        }
    ]
    if after["phase"] == r.TAKING:
        return told
    told.append(
        {
            "event": "clear",
            "mandala": mandala + 1,
            "discarded": cards(before["field"][mandala].sum(axis=0).tolist()),
        }
    )
    if after["phase"] == r.OVER:
        told.append(_ending(after))
        return told
    laid = after["mountain"][mandala].tolist()
    told.append({"event": "refill", "mandala": mandala + 1, "cards": cards(laid)})
    if sum(laid) >= before["draw"].sum():
        told.append({"event": "reshuffle", "draw_size": int(after["draw"].sum())})
    return told


def _ending(state: Any) -> Event:
    """M14, M15, and our ruling on endless discarding."""
    reason = "sixth_colour" if state["river"].max() == r.COLOURS else "draw_pile"
    if state["idle"] == r.IDLE_LIMIT:
        reason = "idle"
    scored = view(state, OPEN)
    return {
        "event": "end",
        "reason": reason,
        "scores": [player["points"] for player in scored["players"]],
        "winners": scored["winners"],
    }
