"""What a seat sees of a game of Patterns, where nothing is hidden, and what it is told of a move."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NotRequired, TypedDict

from ..plain import Plain, plain
from ..play import scores_of, winners_of
from ..rules import OPEN, Event
from ..words import LETTERS, colours_text
from . import rules as r
from .bits import SQUARES

PHASES = ("allotting", "playing", "last_flips", "over")
# P2: named as in chess.
_NAME_OF_SQUARE = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(64))
FIELD_NAMES = tuple(_NAME_OF_SQUARE[square] for square in SQUARES)

_Row = tuple[int, ...]  # by colour
_Rows = tuple[_Row, ...]


class PlayerInView(TypedDict):
    river: str  # the colours opened, marker 1 first
    group_points: list[int]  # of these groups, as they stand now
    points: int
    swap_tile: NotRequired[str]  # left out before the tiles are allotted


class View(TypedDict):
    game: str
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    # By name: `R` is a red tile with its front up, `R0` one in the group of seat 0, `R02` one with marker 2.
    fields: dict[str, str]
    players: list[PlayerInView]
    left_over: NotRequired[str]  # P3: the two tiles, until they are allotted
    winners: NotRequired[list[int]]  # when the game is over


def view(state: Any, seat: int | None) -> View:
    """The whole table; None is a spectator, OPEN sees everything, as all do here."""
    now = plain(state)
    phase = now["phase"]
    seen: View = {
        "game": "patterns",
        "seat": None if seat == OPEN else seat,
        "to_move": None if phase == r.OVER else now["turn"],
        "phase": PHASES[phase],
        "beginner": now["beginner"],
        "fields": _fields(now["front"], now["group"], now["marker"], now["marker_field"]).copy(),
        "players": [_player(now, owner) for owner in range(2)],
    }
    if phase == r.ALLOTTING:
        seen["left_over"] = colours_text(now["left_over"])
    if phase == r.OVER:
        seen["winners"] = winners_of(state)
    return seen


def names_of(fields: int) -> tuple[str, ...]:
    """The names of a set of fields, a file first, rank 1 first."""
    return tuple(name for square, name in enumerate(_NAME_OF_SQUARE) if fields >> square & 1)


def front_at(state: Plain, field: int) -> int | None:
    """The colour of the front-up tile on a field; None if its back is up."""
    for colour, fields in enumerate(state["front"]):
        if fields >> SQUARES[field] & 1:
            return colour
    return None


@lru_cache(maxsize=1000)
def _fields(front: _Row, group: _Rows, marker: _Rows, marker_field: _Rows) -> dict[str, str]:
    """Found once for all who look."""
    found = dict.fromkeys(FIELD_NAMES, "")  # which puts them in order
    for letter, fields in zip(LETTERS, front, strict=True):
        found |= _tiles(fields, letter)
    for owner, rows in enumerate(zip(group, marker, marker_field, strict=True)):
        for letter, fields, number, lies_on in zip(LETTERS, *rows, strict=True):
            if number:
                found |= _tiles(fields, f"{letter}{owner}")
                found[FIELD_NAMES[lies_on]] = f"{letter}{owner}{number}"
    return found


@lru_cache(maxsize=10_000)
def _tiles(fields: int, tile: str) -> dict[str, str]:
    return dict.fromkeys(names_of(fields), tile)


def river(state: Plain, seat: int) -> list[int]:
    """The colours that a seat has opened, marker 1 first."""
    numbers = state["marker"][seat]
    return [numbers.index(number) for number in range(1, max(numbers) + 1)]


def _player(state: Plain, seat: int) -> PlayerInView:
    opened, groups = river(state, seat), state["group"][seat]
    points = [number * (groups[colour].bit_count() - 1) for number, colour in enumerate(opened, start=1)]
    player: PlayerInView = {
        "river": "".join(LETTERS[colour] for colour in opened),
        "group_points": points,
        "points": sum(points),
    }
    if (tile := state["swap_tile"][seat]) >= 0:
        player["swap_tile"] = LETTERS[tile]
    return player


def events(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What everyone is told of a move: what was done, and what came of it."""
    was, now = plain(before), plain(after)
    mover = was["turn"]
    told = [_done(was, action, now, mover)]
    if was["phase"] == r.PLAYING and now["phase"] in (r.LAST_FLIPS, r.OVER):
        may_flip = now["phase"] == r.LAST_FLIPS
        told.append({"event": "no_moves", "seat": 1 - mover, "last_flips": may_flip})
    if now["phase"] == r.OVER:
        told.append({"event": "end", "scores": scores_of(after)[:2], "winners": winners_of(after)})
    return told


def _done(before: Plain, action: int, after: Plain, mover: int) -> Event:
    if action == r.STOP:
        return {"event": "stop", "seat": mover}
    if action < r.PLACE:
        given, kept = before["left_over"][action], before["left_over"][1 - action]
        return {
            "event": "allot",
            "seat": mover,
            "beginner": before["beginner"],
            "beginner_colour": LETTERS[given],
            "other_colour": LETTERS[kept],
        }
    if action >= r.FLIP:
        return _at("flip", mover, action - r.FLIP, front_at(before, action - r.FLIP))
    colour = before["swap_tile"][mover]
    taken = LETTERS[after["swap_tile"][mover]]
    if before["marker"][mover][colour]:
        return _at("swap", mover, action - r.PLACE, colour) | {"taken": taken}
    marker = after["marker"][mover][colour]
    return _at("open", mover, action - r.PLACE, colour) | {"taken": taken, "marker": marker}


def _at(event: str, seat: int, field: int, colour: int | None) -> Event:
    assert colour is not None
    return {"event": event, "seat": seat, "field": FIELD_NAMES[field], "colour": LETTERS[colour]}
