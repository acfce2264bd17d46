"""What a seat sees of a game of Patterns, where nothing is hidden, and what it is told of a move."""

from __future__ import annotations

from typing import Any, TypedDict

from ..play import scores_of, winners_of
from ..rules import OPEN, Event
from ..words import LETTERS, colours_text, plain
from . import rules as r
from .bits import SQUARES

PHASES = ("allotting", "playing", "last_flips", "over")
# P2: named as in chess.
_NAME_OF_SQUARE = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(64))
FIELD_NAMES = tuple(_NAME_OF_SQUARE[square] for square in SQUARES)


class FieldInView(TypedDict):
    colour: str
    back: bool
    owner: int | None  # the seat whose group lies here


class GroupInView(TypedDict):
    colour: str
    marker: int
    marker_field: str
    fields: list[str]
    points: int  # as it stands now


class PlayerInView(TypedDict):
    swap_tile: str | None  # None before the tiles are allotted
    river: str  # the colours opened, marker 1 first
    groups: list[GroupInView]  # marker 1 first
    points: int


class View(TypedDict):
    game: str
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    fields: dict[str, FieldInView]  # by name
    players: list[PlayerInView]
    left_over: str | None  # P3: the two tiles to be allotted
    winners: list[int]


def view(state: Any, seat: int | None) -> View:
    """The whole table; None is a spectator, OPEN sees everything, as all do here."""
    points, won = scores_of(state), winners_of(state)
    state = plain(state)
    phase = state["phase"]
    return View(
        game="patterns",
        seat=None if seat == OPEN else seat,
        to_move=None if phase == r.OVER else state["turn"],
        phase=PHASES[phase],
        beginner=state["beginner"],
        fields=_fields(state),
        players=[_player(state, owner, points[owner]) for owner in range(2)],
        left_over=colours_text(state["left_over"]) if phase == r.ALLOTTING else None,
        winners=won,
    )


def names_of(fields: int) -> list[str]:
    """The names of a set of fields, a file first, rank 1 first."""
    names = []
    while fields:
        names.append(_NAME_OF_SQUARE[(fields & -fields).bit_length() - 1])
        fields &= fields - 1
    return names


def front_at(state: Any, field: int) -> int | None:
    """The colour of the front-up tile on a field; None if its back is up."""
    for colour, fields in enumerate(state["front"].tolist()):
        if fields >> SQUARES[field] & 1:
            return colour
    return None


def _fields(state: Any) -> dict[str, FieldInView]:
    found: dict[str, FieldInView] = {}
    for letter, fields in zip(LETTERS, state["front"], strict=True):
        for name in names_of(fields):
            found[name] = {"colour": letter, "back": False, "owner": None}
    for owner, groups in enumerate(state["group"]):
        for letter, fields in zip(LETTERS, groups, strict=True):
            for name in names_of(fields):
                found[name] = {"colour": letter, "back": True, "owner": owner}
    return {name: found[name] for name in FIELD_NAMES}


def river(state: Any, seat: int) -> list[int]:
    """The colours that a seat of a plain state has opened, marker 1 first."""
    numbers = state["marker"][seat]
    return [numbers.index(number) for number in range(1, max(numbers) + 1)]


def _player(state: Any, seat: int, points: int) -> PlayerInView:
    tile = state["swap_tile"][seat]
    groups = [
        _group(state, seat, colour, number) for number, colour in enumerate(river(state, seat), start=1)
    ]
    return PlayerInView(
        swap_tile=LETTERS[tile] if tile >= 0 else None,
        river="".join(group["colour"] for group in groups),
        groups=groups,
        points=points,
    )


def _group(state: Any, seat: int, colour: int, number: int) -> GroupInView:
    fields = names_of(state["group"][seat][colour])
    return GroupInView(
        colour=LETTERS[colour],
        marker=number,
        marker_field=FIELD_NAMES[state["marker_field"][seat][colour]],
        fields=fields,
        points=(len(fields) - 1) * number,
    )


def events(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What everyone is told of a move: what was done, and what came of it."""
    mover = int(before["turn"])
    told = [_done(before, action, after, mover)]
    if before["phase"] == r.PLAYING and after["phase"] in (r.LAST_FLIPS, r.OVER):
        may_flip = bool(after["phase"] == r.LAST_FLIPS)
        told.append({"event": "no_moves", "seat": 1 - mover, "last_flips": may_flip})
    if after["phase"] == r.OVER:
        told.append({"event": "end", "scores": scores_of(after)[:2], "winners": winners_of(after)})
    return told


def _done(before: Any, action: int, after: Any, mover: int) -> Event:
    if action == r.STOP:
        return {"event": "stop", "seat": mover}
    if action < r.PLACE:
        given, kept = int(before["left_over"][action]), int(before["left_over"][1 - action])
        return {
            "event": "allot",
            "seat": mover,
            "beginner": int(before["beginner"]),
            "beginner_colour": LETTERS[given],
            "other_colour": LETTERS[kept],
        }
    if action >= r.FLIP:
        return _at("flip", mover, action - r.FLIP, front_at(before, action - r.FLIP))
    colour = int(before["swap_tile"][mover])
    taken = LETTERS[after["swap_tile"][mover]]
    if before["marker"][mover, colour]:
        return _at("swap", mover, action - r.PLACE, colour) | {"taken": taken}
    marker = int(after["marker"][mover, colour])
    return _at("open", mover, action - r.PLACE, colour) | {"taken": taken, "marker": marker}


def _at(event: str, seat: int, field: int, colour: int | None) -> Event:
    assert colour is not None
    return {"event": event, "seat": seat, "field": FIELD_NAMES[field], "colour": LETTERS[colour]}
