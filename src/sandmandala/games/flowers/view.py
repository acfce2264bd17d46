"""What a seat may see of a game of Flowers, and what it is told of a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NotRequired, TypedDict

from ..plain import Plain, plain
from ..play import scores_of, winners_of
from ..rules import OPEN, Event
from ..words import LETTERS, Cards, cards
from . import rules as r

PHASES = ("playing", "taking", "over")
FINAL_MANDALAS = ("all", "tiles_out_only")
VALUE_NAMES = ("2", "3", "4", "5", "7", "x3")
TILE_NAMES = tuple(colour + value for colour in LETTERS for value in VALUE_NAMES)

_BACKS = r.BACK_OF.tolist()
_VALUES = r.VALUES.tolist()
# By the bits of the colours that are shown.
_MISSING = tuple("".join(c for i, c in enumerate(LETTERS) if not shown >> i & 1) for shown in range(64))

_Counts = tuple[int, ...]  # by colour
_NONE: _Counts = (0,) * r.COLOURS


class TilesInView(TypedDict):
    """A tile is written as colour and value: `R2`, `Kx3`."""

    dark: str
    light: str


class SideInView(TypedDict, total=False):
    """The cards of one player in one mandala: only what lies there."""

    face_up: Cards
    face_down: int
    face_down_cards: Cards  # left out where they show their backs


class MandalaInView(TypedDict):
    missing: str  # the colours it still lacks
    sides: list[SideInView]  # by seat
    tiles: NotRequired[TilesInView]  # left out when it was resolved at the end, and no new one began
    marker: NotRequired[int]  # who has it, if anybody


class FlowerInView(TypedDict):
    colour: str
    values: list[str]  # 2, 3, 4, 5, 7 or x3
    points: int


class PlayerInView(TypedDict):
    hand_size: int
    singles: list[str]
    flowers: list[FlowerInView]
    points: int
    # What follows is left out where it is hidden from this seat.
    hand: NotRequired[Cards]
    known: NotRequired[Cards]  # with the memory aid: hand cards that all saw going back (F13)


class StacksInView(TypedDict):
    dark: int
    light: int


class View(TypedDict):
    game: str
    seat: int | None
    seats: int
    to_move: int | None
    phase: str
    beginner: int
    final_mandalas: str  # the table option
    mandalas: list[MandalaInView]
    players: list[PlayerInView]
    draw_size: int
    discard: Cards
    stacks: StacksInView
    draw: NotRequired[Cards]  # left out where it is hidden
    # What follows is left out until it is so.
    resolving: NotRequired[int]  # the number of the mandala being resolved
    last_round: NotRequired[bool]  # F15: someone has a third flower
    finishing: NotRequired[bool]  # F15: the last mandalas are being resolved
    winners: NotRequired[list[int]]


def view(state: Any, seat: int | None) -> View:
    """What the seat may see (F3); None is a spectator, OPEN sees everything."""
    now = plain(state)
    phase, seats, draw = now["phase"], now["seats"], now["draw"]
    over = phase == r.OVER
    open_to_all = over or seat == OPEN
    remembered = open_to_all or bool(now["memory_aid"])
    seen: View = {
        "game": "flowers",
        "seat": None if seat == OPEN else seat,
        "seats": seats,
        "to_move": None if over else now["turn"],
        "phase": PHASES[phase],
        "beginner": now["beginner"],
        "final_mandalas": FINAL_MANDALAS[now["final_mandalas"]],
        "mandalas": [_mandala(now, mandala, remembered) for mandala in range(r.MANDALAS)],
        "players": [_player(now, owner, open_to_all or seat == owner, remembered) for owner in range(seats)],
        "draw_size": sum(draw),
        "discard": cards(now["discard"]),
        "stacks": {"dark": stack_size(now, r.DARK), "light": stack_size(now, r.LIGHT)},
    }
    if open_to_all:
        seen["draw"] = cards(draw)
    if phase == r.TAKING:
        seen["resolving"] = now["resolving"] + 1
    if now["last_round"]:
        seen["last_round"] = True
    if now["finishing"]:
        seen["finishing"] = True
    if over:
        seen["winners"] = winners_of(state)
    return seen


def _mandala(state: Plain, mandala: int, remembered: bool) -> MandalaInView:
    dark, light = state["tile"][mandala]
    found: MandalaInView = {
        "missing": "" if dark == r.NOBODY else _MISSING[state["shown"][mandala]],
        "sides": [_side(up, down, remembered) for up, down in sides_of(state, mandala)],
    }
    if dark != r.NOBODY:
        found["tiles"] = {"dark": TILE_NAMES[dark], "light": TILE_NAMES[light]}
    if (marker := state["marker"][mandala]) != r.NOBODY:
        found["marker"] = marker
    return found


def _side(up: _Counts, down: _Counts, remembered: bool) -> SideInView:
    side: SideInView = {}
    if up != _NONE:
        side["face_up"] = cards(up)
    if down != _NONE:
        side["face_down"] = sum(down)
        if remembered:
            side["face_down_cards"] = cards(down)
    return side


def _player(state: Plain, seat: int, seen: bool, remembered: bool) -> PlayerInView:
    hand, singles = state["hand"][seat], tiles_at(state, r.SINGLE + seat)
    flowers = [_flower(*pair) for pair in flowers_of(state, seat)]
    player: PlayerInView = {
        "hand_size": sum(hand),
        "singles": [TILE_NAMES[tile] for tile in singles],
        "flowers": flowers,
        "points": sum(_VALUES[tile % 6] for tile in singles) + sum(flower["points"] for flower in flowers),
    }
    if seen:
        player["hand"] = cards(hand)
    if remembered:
        player["known"] = cards(state["known"][seat])
    return player


def _flower(lower: int, higher: int) -> FlowerInView:
    return {
        "colour": LETTERS[lower // 6],
        "values": [VALUE_NAMES[lower % 6], VALUE_NAMES[higher % 6]],
        "points": _flower_points(lower % 6, higher % 6),
    }


@cache
def _flower_points(lower: int, higher: int) -> int:
    return int(r.flower_points(lower, higher))


def sides_of(state: Plain, mandala: int) -> list[tuple[_Counts, _Counts]]:
    """The face-up and face-down cards of each seat in a mandala, by colour."""
    ups = _face_up(state["up"][mandala], state["up_owner"][mandala])
    return list(zip(ups, state["down"][mandala], strict=True))[: state["seats"]]


@lru_cache(maxsize=10_000)
def _face_up(counts: _Counts, owners: _Counts) -> tuple[_Counts, ...]:
    """By seat."""
    laid = list(zip(counts, owners, strict=True))
    return tuple(
        tuple(count if owner == seat else 0 for count, owner in laid) for seat in range(r.MOST_SEATS)
    )


def tiles_at(state: Plain, place: int) -> Sequence[int]:
    """The tiles at a place."""
    return _tiles_by_place(state["place"]).get(place, ())


@lru_cache(maxsize=1000)
def _tiles_by_place(places: tuple[int, ...]) -> Mapping[int, Sequence[int]]:
    return {place: tuple(i for i, there in enumerate(places) if there == place) for place in set(places)}


def flowers_of(state: Plain, seat: int) -> Sequence[tuple[int, int]]:
    """The flowers of a seat, each as its lower and its higher tile."""
    return _flowers_by_seat(state["place"]).get(seat, ())


@lru_cache(maxsize=1000)
def _flowers_by_seat(places: tuple[int, ...]) -> Mapping[int, Sequence[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for tile, place in enumerate(places):
        seat, other = divmod(place - r.IN_FLOWER, 6)
        if seat >= 0 and tile % 6 < other:
            found.setdefault(seat, []).append((tile, tile - tile % 6 + other))
    return found


def stack_size(state: Plain, back: int) -> int:
    return _stacks(state["place"]).count(back)


@lru_cache(maxsize=1000)
def _stacks(places: tuple[int, ...]) -> Sequence[int]:
    """The backs of the tiles in both stacks."""
    return [_BACKS[tile // 6] for tile, place in enumerate(places) if place == r.STACK]


def events(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What the seat is told of a move: what was played, and what came of it."""
    was, now = plain(before), plain(after)
    if action == r.PASS:
        told: list[Event] = [{"event": "pass", "seat": was["turn"]}]
    elif action >= r.TAKE:
        told = _taking(was, action, now)
    else:
        told = _playing(was, action, now, seat)
    if now["finishing"]:
        told += _finishing(was, action, now)
    if now["phase"] == r.OVER:
        told.append(
            {
                "event": "end",
                "reason": _reason(was, action, now),
                "scores": scores_of(after)[: now["seats"]],
                "winners": winners_of(after),
            }
        )
    return told


def _playing(before: Plain, action: int, after: Plain, seat: int | None) -> list[Event]:
    mover, place, count = before["turn"], action // 15, action % 15 + 1
    mandala, colour = place // r.COLOURS, place % r.COLOURS
    is_new = not before["shown"][mandala] >> colour & 1
    told: list[Event] = [
        {
            "event": "play",
            "seat": mover,
            "mandala": mandala + 1,
            "colour": LETTERS[colour],
            "count": count,
            "face_up": is_new,
        }
    ]
    # Cards leave the two piles only by being drawn, and a play puts none there.
    piles = (before["draw"], before["discard"], after["draw"], after["discard"])
    drawn = [draw + discard - (left + thrown) for draw, discard, left, thrown in zip(*piles, strict=True)]
    if any(drawn):
        told.append({"event": "draw", "seat": mover, "count": sum(drawn)})
        if seat in (mover, OPEN):
            told[-1]["cards"] = cards(drawn)
    if any(before["discard"]) and not any(after["discard"]):
        told.append({"event": "reshuffle", "count": sum(before["discard"])})
    held = before["marker"][mandala]
    if held != mover and after["marker"][mandala] == mover:
        told.append({"event": "majority", "mandala": mandala + 1, "seat": mover})
        if held != r.NOBODY:
            told[-1]["from"] = held
    if after["phase"] == r.TAKING and not after["finishing"]:
        told.append(_choice("complete", after))
    return told


def _choice(event: str, state: Plain) -> Event:
    return {"event": event, "mandala": state["resolving"] + 1, "chooser": state["turn"]}


def _taking(before: Plain, action: int, after: Plain) -> list[Event]:
    mandala, chosen = before["resolving"], action - r.TAKE
    tiles = before["tile"][mandala]
    first, second = (_owner(after, tiles[side]) for side in (chosen, 1 - chosen))
    told: list[Event] = [
        {
            "event": "take",
            "seat": first,
            "mandala": mandala + 1,
            "tile": TILE_NAMES[tiles[chosen]],
            "second_seat": second,
            "second_tile": TILE_NAMES[tiles[1 - chosen]],
        }
    ]
    third_flower = []
    for owner in range(before["seats"]):
        had = flowers_of(before, owner)
        formed = [pair for pair in flowers_of(after, owner) if pair not in had]
        for pair in formed:
            told.append({"event": "flower", "seat": owner, **_flower(*pair)})
        if formed and len(flowers_of(after, owner)) >= r.FLOWERS_TO_END:
            third_flower.append(owner)
    told += _cards_leaving(_lying(before, mandala), mandala, {first, second})
    told += _new_tiles(before, mandala, after)
    # In its last mandalas, or when the tiles are out, a third flower changes nothing any more.
    ends_at_once = before["finishing"] or not stack_size(before, r.DARK)
    if third_flower and not before["last_round"] and not ends_at_once:
        told.append({"event": "last_round", "seats": third_flower})
    return told


def _owner(state: Plain, tile: int) -> int:
    """The seat that has a claimed tile, alone or in a flower."""
    place: int = state["place"][tile]
    return place - r.SINGLE if place < r.IN_FLOWER else (place - r.IN_FLOWER) // 6


def _lying(state: Plain, mandala: int) -> list[list[int]]:
    """The cards of each seat in a mandala, face up and face down."""
    sides = sides_of(state, mandala)
    return [[a + b for a, b in zip(up, down, strict=True)] for up, down in sides]


def _cards_leaving(lying: list[list[int]], mandala: int, tile_owners: set[int]) -> list[Event]:
    """F13."""
    return [
        {
            "event": "discarded" if seat in tile_owners else "returned",
            "seat": seat,
            "mandala": mandala + 1,
            "cards": cards(counts),
        }
        for seat, counts in enumerate(lying)
        if any(counts)
    ]


def _new_tiles(before: Plain, mandala: int, after: Plain) -> list[Event]:
    """F14. Found by their places: at the end of the game they may have left the mandala again at once."""
    left_in_stack = set(tiles_at(after, r.STACK))
    laid = [tile for tile in tiles_at(before, r.STACK) if tile not in left_in_stack]
    if not laid:
        return []
    by_back = sorted(laid, key=lambda tile: _BACKS[tile // 6])
    tiles = TilesInView(dark=TILE_NAMES[by_back[r.DARK]], light=TILE_NAMES[by_back[r.LIGHT]])
    return [{"event": "new_tiles", "mandala": mandala + 1, "tiles": tiles}]


def _finishing(before: Plain, action: int, after: Plain) -> list[Event]:
    """F15. One move may end the round, dissolve mandalas that nobody holds, and end the game."""
    told: list[Event] = []
    unclaimed = _unclaimed(before, after)
    if not before["finishing"] and (unclaimed or after["phase"] == r.TAKING):
        told.append({"event": "final", "reason": _reason(before, action, after)})
    for mandala in unclaimed:
        told.append({"event": "unclaimed", "mandala": mandala + 1})
        told += _cards_leaving(_lying_at_last(before, action, mandala), mandala, set())
    if after["phase"] == r.TAKING:
        told.append(_choice("resolve", after))
    return told


def _reason(before: Plain, action: int, after: Plain) -> str:
    """What ended the game, or the last mandalas if they have been resolved since."""
    if before["finishing"]:
        return "last_mandalas"
    if after["passes"] == after["seats"]:
        return "passes"
    by_take = r.TAKE <= action < r.PASS
    return "tiles_out" if by_take and not stack_size(before, r.DARK) else "third_flower"


def _unclaimed(before: Plain, after: Plain) -> list[int]:
    """The mandalas whose tiles the move has left to nobody."""
    tiles = set(tiles_at(after, r.UNCLAIMED)) - set(tiles_at(before, r.UNCLAIMED))
    found = [mandala for mandala, pair in enumerate(before["tile"]) if tiles.intersection(pair)]
    if len(tiles) > 2 * len(found):  # the one just resolved had got new tiles
        found = sorted([*found, before["resolving"]])
    return found


def _lying_at_last(before: Plain, action: int, mandala: int) -> list[list[int]]:
    """The cards in an unclaimed mandala: what lay there before, and what the move itself put there."""
    if mandala == before["resolving"]:
        return []  # it was new
    lying = _lying(before, mandala)
    if action // (15 * r.COLOURS) == mandala:
        lying[before["turn"]][action // 15 % r.COLOURS] += action % 15 + 1
    return lying
