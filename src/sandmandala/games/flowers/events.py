"""The events of a move in Flowers, with all their fields; visibility.py hides some of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from ..entry_points import scores_of, winners_of
from ..sand_colours import COLOUR_LETTERS, cards
from ..state_reader import StateReader, reader_of
from . import rules as r
from .actions import ACTIONS, PASS, TAKE, Action
from .event_types import (
    AnyEvent,
    CompleteEvent,
    DiscardedEvent,
    DrawEvent,
    EndEvent,
    EndReason,
    FinalEvent,
    FlowerEvent,
    LastRoundEvent,
    MajorityEvent,
    NewTilesEvent,
    PassEvent,
    PlayEvent,
    ReshuffleEvent,
    ResolveEvent,
    ReturnedEvent,
    TakeEvent,
    UnclaimedEvent,
)
from .view import BACKS, VALUE_NAMES, TilesInView

TILE_NAMES = tuple(colour + value for colour in COLOUR_LETTERS for value in VALUE_NAMES)

_BACKS = r.BACK_OF.tolist()
_Counts = tuple[int, ...]  # by colour


def _flower(seat: int, lower: int, higher: int) -> FlowerEvent:
    colour = lower // 6
    return FlowerEvent(
        event="flower",
        seat=seat,
        back=BACKS[_BACKS[colour]],
        colour=COLOUR_LETTERS[colour],
        values=[VALUE_NAMES[lower % 6], VALUE_NAMES[higher % 6]],
        points=_flower_points(lower % 6, higher % 6),
    )


@cache
def _counted(cards: int, face_up: int) -> int:
    return int(r.counted(cards, face_up))


@cache
def _flower_points(lower: int, higher: int) -> int:
    return int(r.flower_points(lower, higher))


def sides_of(state: StateReader, mandala: int) -> list[tuple[_Counts, _Counts]]:
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


def tiles_at(state: StateReader, place: int) -> Sequence[int]:
    """The tiles at a place."""
    return _tiles_by_place(state["place"]).get(place, ())


@lru_cache(maxsize=1000)
def _tiles_by_place(places: tuple[int, ...]) -> Mapping[int, Sequence[int]]:
    return {place: tuple(i for i, there in enumerate(places) if there == place) for place in set(places)}


def flowers_of(state: StateReader, seat: int) -> Sequence[tuple[int, int]]:
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


def stack_size(state: StateReader, back: int) -> int:
    return _stacks(state["place"]).count(back)


@lru_cache(maxsize=1000)
def _stacks(places: tuple[int, ...]) -> Sequence[int]:
    """The backs of the tiles in both stacks."""
    return [_BACKS[tile // 6] for tile, place in enumerate(places) if place == r.STACK]


def events(before: Any, action: int, after: Any) -> list[AnyEvent]:
    """The move and its consequences."""
    was, now, played = reader_of(before), reader_of(after), ACTIONS[action]
    told: list[AnyEvent] = []
    if played.kind == PASS:
        told.append(PassEvent(event="pass", seat=was["turn"]))
    elif played.kind == TAKE:
        told += _taking(was, played.back, now)
    else:
        told += _playing(was, played, now)
    if now["finishing"]:
        told += _finishing(was, played, now)
    if now["phase"] == r.OVER:
        scores, winners = scores_of(after)[: now["seats"]], winners_of(after)
        told.append(EndEvent(event="end", reason=_reason(was, played, now), scores=scores, winners=winners))
    return told


def _playing(before: StateReader, played: Action, after: StateReader) -> list[AnyEvent]:
    mover = before["turn"]
    _, mandala, colour, count, _ = played
    is_new = not before["shown"][mandala] >> colour & 1
    play: PlayEvent = {
        "event": "play",
        "seat": mover,
        "mandala": mandala + 1,
        "colour": COLOUR_LETTERS[colour],
        "count": count,
        "face_up": is_new,
    }
    told: list[AnyEvent] = [play]
    # Cards leave the two piles only when drawn, and a play adds none.
    piles = (before["draw"], before["discard"], after["draw"], after["discard"])
    drawn = [pile + discard - (left + thrown) for pile, discard, left, thrown in zip(*piles, strict=True)]
    if any(drawn):
        draw: DrawEvent = {"event": "draw", "seat": mover, "count": sum(drawn), "cards": cards(drawn)}
        told.append(draw)
    if any(before["discard"]) and not any(after["discard"]):
        told.append(ReshuffleEvent(event="reshuffle", count=sum(before["discard"])))
    held = before["marker"][mandala]
    # The cards of the marker's owner always count. Skipping the check saves a microsecond.
    if not is_new and held != mover and not _counted(count, before["up_owner"][mandala].count(mover)):
        play["uncounted"] = True
    if held != mover and after["marker"][mandala] == mover:
        majority: MajorityEvent = {"event": "majority", "mandala": mandala + 1, "seat": mover}
        if held != r.NOBODY:
            majority["from"] = held
        told.append(majority)
    if after["phase"] == r.TAKING and not after["finishing"]:
        told.append(CompleteEvent(event="complete", mandala=after["resolving"] + 1, chooser=after["turn"]))
    return told


def _taking(before: StateReader, chosen: int, after: StateReader) -> list[AnyEvent]:
    mandala = before["resolving"]
    tiles = before["tile"][mandala]
    first, second = (_owner(after, tiles[side]) for side in (chosen, 1 - chosen))
    told: list[AnyEvent] = [
        TakeEvent(
            event="take",
            seat=first,
            mandala=mandala + 1,
            tile=TILE_NAMES[tiles[chosen]],
            second_seat=second,
            second_tile=TILE_NAMES[tiles[1 - chosen]],
        )
    ]
    third_flower = []
    for owner in range(before["seats"]):
        had = flowers_of(before, owner)
        formed = [pair for pair in flowers_of(after, owner) if pair not in had]
        told += [_flower(owner, *pair) for pair in formed]
        if formed and len(flowers_of(after, owner)) >= r.FLOWERS_TO_END:
            third_flower.append(owner)
    told += _cards_leaving(_lying(before, mandala), mandala, {first, second})
    told += _new_tiles(before, mandala, after)
    # During the last mandalas, or when the tiles are out, a third flower no longer changes anything.
    ends_at_once = before["finishing"] or not stack_size(before, r.DARK)
    if third_flower and not before["last_round"] and not ends_at_once:
        told.append(LastRoundEvent(event="last_round", seats=third_flower))
    return told


def _owner(state: StateReader, tile: int) -> int:
    """The seat that has a claimed tile, alone or in a flower."""
    place: int = state["place"][tile]
    return place - r.SINGLE if place < r.IN_FLOWER else (place - r.IN_FLOWER) // 6


def _lying(state: StateReader, mandala: int) -> list[list[int]]:
    """The cards of each seat in a mandala, face up and face down."""
    sides = sides_of(state, mandala)
    return [[a + b for a, b in zip(up, down, strict=True)] for up, down in sides]


def _cards_leaving(lying: list[list[int]], mandala: int, tile_owners: set[int]) -> Iterator[AnyEvent]:
    """F13."""
    for seat, counts in enumerate(lying):
        if any(counts) and seat in tile_owners:
            yield DiscardedEvent(event="discarded", seat=seat, mandala=mandala + 1, cards=cards(counts))
        elif any(counts):
            yield ReturnedEvent(event="returned", seat=seat, mandala=mandala + 1, cards=cards(counts))


def _new_tiles(before: StateReader, mandala: int, after: StateReader) -> list[AnyEvent]:
    """F14. Found by their places: at the end of the game they may leave the mandala in the same move."""
    left_in_stack = set(tiles_at(after, r.STACK))
    laid = [tile for tile in tiles_at(before, r.STACK) if tile not in left_in_stack]
    if not laid:
        return []
    by_back = sorted(laid, key=lambda tile: _BACKS[tile // 6])
    tiles = TilesInView(dark=TILE_NAMES[by_back[r.DARK]], light=TILE_NAMES[by_back[r.LIGHT]])
    return [NewTilesEvent(event="new_tiles", mandala=mandala + 1, tiles=tiles)]


def _finishing(before: StateReader, played: Action, after: StateReader) -> list[AnyEvent]:
    """F15. One move may end the round, dissolve mandalas without a marker owner, and end the game."""
    told: list[AnyEvent] = []
    unclaimed = _unclaimed(before, after)
    if not before["finishing"] and (unclaimed or after["phase"] == r.TAKING):
        told.append(FinalEvent(event="final", reason=_reason(before, played, after)))
    for mandala in unclaimed:
        told.append(UnclaimedEvent(event="unclaimed", mandala=mandala + 1))
        told += _cards_leaving(_lying_at_last(before, played, mandala), mandala, set())
    if after["phase"] == r.TAKING:
        told.append(ResolveEvent(event="resolve", mandala=after["resolving"] + 1, chooser=after["turn"]))
    return told


def _reason(before: StateReader, played: Action, after: StateReader) -> EndReason:
    """What ended the game, or `last_mandalas` if these have been resolved since."""
    if before["finishing"]:
        return "last_mandalas"
    if after["passes"] == after["seats"]:
        return "passes"
    return "tiles_out" if played.kind == TAKE and not stack_size(before, r.DARK) else "third_flower"


def _unclaimed(before: StateReader, after: StateReader) -> list[int]:
    """The mandalas whose tiles nobody got in this move."""
    tiles = set(tiles_at(after, r.UNCLAIMED)) - set(tiles_at(before, r.UNCLAIMED))
    found = [mandala for mandala, pair in enumerate(before["tile"]) if tiles.intersection(pair)]
    if len(tiles) > 2 * len(found):  # the one just resolved had new tiles
        found = sorted([*found, before["resolving"]])
    return found


def _lying_at_last(before: StateReader, played: Action, mandala: int) -> list[list[int]]:
    """The cards in an unclaimed mandala: those before the move, and those it added."""
    if mandala == before["resolving"]:
        return []  # it was new
    lying = _lying(before, mandala)
    if played.mandala == mandala:
        lying[before["turn"]][played.colour] += played.cards
    return lying
