"""What a seat may see of a game of Flowers, and what it is told of a move."""

from __future__ import annotations

from typing import Any, TypedDict

from ..play import scores_of, winners_of
from ..rules import OPEN, Event
from ..words import LETTERS, Cards, cards, plain
from . import rules as r

PHASES = ("playing", "taking", "over")
FINAL_MANDALAS = ("all", "tiles_out_only")
_BACKS = r.BACK_OF.tolist()
VALUE_NAMES = ("2", "3", "4", "5", "7", "x3")


class TileInView(TypedDict):
    colour: str
    value: str  # 2, 3, 4, 5, 7 or x3


class TilesInView(TypedDict):
    dark: TileInView
    light: TileInView


class SideInView(TypedDict):
    """The cards of one player in one mandala."""

    face_up: Cards
    face_down: int
    face_down_cards: Cards | None  # None: they show their backs
    total: int


class MandalaInView(TypedDict):
    tiles: TilesInView | None  # None: resolved at the end, no new one begins
    marker: int | None  # who has it
    missing: str  # the colours it still lacks
    sides: list[SideInView]  # by seat


class FlowerInView(TypedDict):
    colour: str
    values: list[str]
    points: int


class PlayerInView(TypedDict):
    hand_size: int
    hand: Cards | None  # None: hidden from this seat
    known: Cards | None  # with the memory aid: hand cards that all saw going back (F13)
    singles: list[TileInView]
    flowers: list[FlowerInView]
    points: int


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
    resolving: int | None  # the number of the mandala being resolved
    last_round: bool  # F15: someone has a third flower
    finishing: bool  # F15: the last mandalas are being resolved
    final_mandalas: str  # the table option
    mandalas: list[MandalaInView]
    players: list[PlayerInView]
    draw_size: int
    draw: Cards | None
    discard: Cards
    stacks: StacksInView
    winners: list[int]


def view(state: Any, seat: int | None) -> View:
    """What the seat may see (F3); None is a spectator, OPEN sees everything."""
    points, won = scores_of(state), winners_of(state)
    state = plain(state)
    phase, seats = state["phase"], state["seats"]
    open_to_all = phase == r.OVER or seat == OPEN
    remembered = open_to_all or bool(state["memory_aid"])
    draw = state["draw"]
    return View(
        game="flowers",
        seat=None if seat == OPEN else seat,
        seats=seats,
        to_move=None if phase == r.OVER else state["turn"],
        phase=PHASES[phase],
        beginner=state["beginner"],
        resolving=state["resolving"] + 1 if phase == r.TAKING else None,
        last_round=bool(state["last_round"]),
        finishing=bool(state["finishing"]),
        final_mandalas=FINAL_MANDALAS[state["final_mandalas"]],
        mandalas=[_mandala(state, mandala, remembered) for mandala in range(r.MANDALAS)],
        players=[
            _player(state, owner, open_to_all or seat == owner, remembered, points[owner])
            for owner in range(seats)
        ],
        draw_size=sum(draw),
        draw=cards(draw) if open_to_all else None,
        discard=cards(state["discard"]),
        stacks=StacksInView(dark=stack_size(state, r.DARK), light=stack_size(state, r.LIGHT)),
        winners=won,
    )


def _mandala(state: Any, mandala: int, remembered: bool) -> MandalaInView:
    dark, light = state["tile"][mandala]
    there = dark != r.NOBODY
    marker = state["marker"][mandala]
    shown = state["shown"][mandala]
    return MandalaInView(
        tiles=TilesInView(dark=_tile(dark), light=_tile(light)) if there else None,
        marker=None if marker == r.NOBODY else marker,
        missing="".join(letter for i, letter in enumerate(LETTERS) if there and not shown >> i & 1),
        sides=[_side(up, down, remembered) for up, down in sides_of(state, mandala)],
    )


def _side(up: list[int], down: list[int], remembered: bool) -> SideInView:
    face_down = sum(down)
    return {
        "face_up": cards(up),
        "face_down": face_down,
        "face_down_cards": cards(down) if remembered else None,
        "total": sum(up) + face_down,
    }


def _player(state: Any, seat: int, seen: bool, remembered: bool, points: int) -> PlayerInView:
    hand = state["hand"][seat]
    return PlayerInView(
        hand_size=sum(hand),
        hand=cards(hand) if seen else None,
        known=cards(state["known"][seat]) if remembered else None,
        singles=[_tile(tile) for tile in tiles_at(state, r.SINGLE + seat)],
        flowers=[_flower(*pair) for pair in flowers_of(state, seat)],
        points=points,
    )


def _tile(tile: int) -> TileInView:
    return {"colour": LETTERS[tile // 6], "value": VALUE_NAMES[tile % 6]}


def _flower(lower: int, higher: int) -> FlowerInView:
    values = [lower % 6, higher % 6]
    return FlowerInView(
        colour=LETTERS[lower // 6],
        values=[VALUE_NAMES[value] for value in values],
        points=int(r.flower_points(*values)),
    )


def sides_of(state: Any, mandala: int) -> list[tuple[list[int], list[int]]]:
    """The face-up and face-down cards of each seat in a mandala, by colour."""
    ups = [[0] * r.COLOURS for _ in range(state["seats"])]
    for colour, (count, owner) in enumerate(
        zip(state["up"][mandala], state["up_owner"][mandala], strict=True)
    ):
        if count:
            ups[owner][colour] = count
    return list(zip(ups, state["down"][mandala], strict=False))


def tiles_at(state: Any, place: int) -> list[int]:
    """The tiles at a place. They are sorted by place once, when first asked for."""
    if "tiles_by_place" not in state:
        by_place: dict[int, list[int]] = {}
        for tile, there in enumerate(state["place"]):
            by_place.setdefault(there, []).append(tile)
        state["tiles_by_place"] = by_place
    found: list[int] = state["tiles_by_place"].get(place, [])
    return found


def flowers_of(state: Any, seat: int) -> list[tuple[int, int]]:
    """The flowers of a seat, each as its lower and its higher tile."""
    first = r.IN_FLOWER + seat * 6
    return sorted(
        (tile, tile - tile % 6 + other)
        for other in range(6)
        for tile in tiles_at(state, first + other)
        if tile % 6 < other
    )


def stack_size(state: Any, back: int) -> int:
    return sum(_BACKS[tile // 6] == back for tile in tiles_at(state, r.STACK))


def events(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What the seat is told of a move: what was played, and what came of it."""
    end = after
    before, after = plain(before), plain(after)
    mover = before["turn"]
    if action == r.PASS:
        told: list[Event] = [{"event": "pass", "seat": mover}]
    elif action >= r.TAKE:
        told = _taking(before, action, after)
    else:
        told = _playing(before, action, after, seat)
    if after["finishing"]:
        told += _finishing(before, action, after)
    if after["phase"] == r.OVER:
        told.append(
            {
                "event": "end",
                "reason": _reason(before, action, after),
                "scores": scores_of(end)[: after["seats"]],
                "winners": winners_of(end),
            }
        )
    return told


def _playing(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
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
        shown = cards(drawn) if seat in (mover, OPEN) else None
        told.append({"event": "draw", "seat": mover, "count": sum(drawn), "cards": shown})
    if any(before["discard"]) and not any(after["discard"]):
        told.append({"event": "reshuffle", "count": sum(before["discard"])})
    held = before["marker"][mandala]
    if held != mover and after["marker"][mandala] == mover:
        told.append(
            {
                "event": "majority",
                "mandala": mandala + 1,
                "seat": mover,
                "from": None if held == r.NOBODY else held,
            }
        )
    if after["phase"] == r.TAKING and not after["finishing"]:
        told.append(_choice("complete", after))
    return told


def _choice(event: str, state: Any) -> Event:
    return {"event": event, "mandala": state["resolving"] + 1, "chooser": state["turn"]}


def _taking(before: Any, action: int, after: Any) -> list[Event]:
    mandala, chosen = before["resolving"], action - r.TAKE
    tiles = before["tile"][mandala]
    first, second = (_owner(after, tiles[side]) for side in (chosen, 1 - chosen))
    told: list[Event] = [
        {
            "event": "take",
            "seat": first,
            "mandala": mandala + 1,
            "tile": _tile(tiles[chosen]),
            "second_seat": second,
            "second_tile": _tile(tiles[1 - chosen]),
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


def _owner(state: Any, tile: int) -> int:
    """The seat that has a claimed tile, alone or in a flower."""
    place: int = state["place"][tile]
    return place - r.SINGLE if place < r.IN_FLOWER else (place - r.IN_FLOWER) // 6


def _lying(state: Any, mandala: int) -> list[list[int]]:
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


def _new_tiles(before: Any, mandala: int, after: Any) -> list[Event]:
    """F14. Found by their places: at the end of the game they may have left the mandala again at once."""
    left_in_stack = set(tiles_at(after, r.STACK))
    laid = [tile for tile in tiles_at(before, r.STACK) if tile not in left_in_stack]
    if not laid:
        return []
    by_back = sorted(laid, key=lambda tile: _BACKS[tile // 6])
    tiles = TilesInView(dark=_tile(by_back[r.DARK]), light=_tile(by_back[r.LIGHT]))
    return [{"event": "new_tiles", "mandala": mandala + 1, "tiles": tiles}]


def _finishing(before: Any, action: int, after: Any) -> list[Event]:
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


def _reason(before: Any, action: int, after: Any) -> str:
    """What ended the game, or the last mandalas if they have been resolved since."""
    if before["finishing"]:
        return "last_mandalas"
    if after["passes"] == after["seats"]:
        return "passes"
    by_take = r.TAKE <= action < r.PASS
    return "tiles_out" if by_take and not stack_size(before, r.DARK) else "third_flower"


def _unclaimed(before: Any, after: Any) -> list[int]:
    """The mandalas whose tiles the move has left to nobody."""
    tiles = set(tiles_at(after, r.UNCLAIMED)) - set(tiles_at(before, r.UNCLAIMED))
    found = [mandala for mandala, pair in enumerate(before["tile"]) if tiles.intersection(pair)]
    if len(tiles) > 2 * len(found):  # the one just resolved had got new tiles
        found = sorted([*found, before["resolving"]])
    return found


def _lying_at_last(before: Any, action: int, mandala: int) -> list[list[int]]:
    """The cards in an unclaimed mandala: what lay there before, and what the move itself put there."""
    if mandala == before["resolving"]:
        return []  # it was new
    lying = _lying(before, mandala)
    if action // (15 * r.COLOURS) == mandala:
        lying[before["turn"]][action // 15 % r.COLOURS] += action % 15 + 1
    return lying
