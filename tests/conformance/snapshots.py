"""States and actions of our rules, put in the words of the reference games.

Written from the state layouts and action tables at the head of each game's rules.py, and from nothing
else: the package's own text and view functions are judged by this, not used for it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from conformance.reference_chance import COLOURS
from conformance.reference_flowers import MANDALAS, VALUES
from conformance.reference_patterns import FIELDS

DARK_AND_LIGHT = "DL"


def letters(counts: Any) -> str:
    """Cards given as counts by colour: `RRGK`."""
    return "".join(colour * count for colour, count in zip(COLOURS, counts.tolist(), strict=True))


# --- Mandala


def mandala_snapshot(state: Any) -> dict:
    phase = ("playing", "taking", "over")[state["phase"]]
    taking = phase == "taking"
    rivers = []
    for places in state["river"].tolist():
        lying = {place: colour for place, colour in zip(places, COLOURS, strict=True) if place}
        assert sorted(lying) == list(range(1, len(lying) + 1)), "river places without gaps (M11)"
        rivers.append("".join(lying[place] for place in sorted(lying)))
    return {
        "beginner": int(state["beginner"]),
        "to_move": None if phase == "over" else int(state["turn"]),
        "resolving": int(state["resolving"]) + 1 if taking else None,
        "completer": int(state["completer"]) if taking else None,
        "ending": bool(state["ending"]),
        "idle": int(state["idle"]),
        "hand": [letters(hand) for hand in state["hand"]],
        "mountain": [letters(mountain) for mountain in state["mountain"]],
        "field": [[letters(field) for field in fields] for fields in state["field"]],
        "river": rivers,
        "cup_dealt": [letters(cup) for cup in state["cup_dealt"]],
        "cup_claimed": [letters(cup) for cup in state["cup_claimed"]],
        "draw": letters(state["draw"]),
        "discard": letters(state["discard"]),
        "drawn": [letters(drawn) for drawn in state["drawn"]],
    }


MANDALA_MOVES = (
    [f"M{mandala}{colour}" for mandala in (1, 2) for colour in COLOURS]
    + [f"F{mandala}{colour}{count}" for mandala in (1, 2) for colour in COLOURS for count in range(1, 8)]
    + [f"D{colour}{count}" for colour in COLOURS for count in range(1, 9)]
    + [f"T{colour}" for colour in COLOURS]
)


def mandala_move(state: Any, action: int) -> str:
    return MANDALA_MOVES[action]


def mandala_contents(snapshot: dict) -> Counter:
    areas = [*snapshot["hand"], *snapshot["mountain"], *snapshot["field"][0], *snapshot["field"][1]]
    areas += [*snapshot["river"], *snapshot["cup_dealt"], *snapshot["cup_claimed"]]
    return Counter("".join([*areas, snapshot["draw"], snapshot["discard"]]))


# --- Patterns


def fields_of(word: int) -> list[str]:
    """The fields of a 64-bit word: bit 8 * rank + file."""
    squares = [square for square in range(64) if word >> square & 1]
    return ["abcdefgh"[square % 8] + str(square // 8 + 1) for square in squares]


def patterns_snapshot(state: Any) -> dict:
    phase = ("allotting", "playing", "last flips", "over")[state["phase"]]
    board: dict = {}
    tiles = [("front", state["front"]), (0, state["group"][0]), (1, state["group"][1])]
    for owner, words in tiles:
        for colour, word in zip(COLOURS, words.tolist(), strict=True):
            for field in fields_of(word):
                assert field not in board, f"two tiles on {field}"
                board[field] = (colour, owner)
    markers = []
    for numbers, places in zip(state["marker"].tolist(), state["marker_field"].tolist(), strict=True):
        lying = {number: index for index, number in enumerate(numbers) if number}
        assert sorted(lying) == list(range(1, len(lying) + 1)), "markers without gaps (P5)"
        markers.append([(COLOURS[lying[n]], FIELDS[places[lying[n]]]) for n in sorted(lying)])
        assert all(place == -1 for place, number in zip(places, numbers, strict=True) if not number)
    playing = phase in ("playing", "last flips")
    swapping = phase == "playing"
    return {
        "beginner": int(state["beginner"]),
        "phase": phase,
        "to_move": None if phase == "over" else int(state["turn"]),
        "board": board,
        "markers": markers,
        "swap_tile": [None if tile < 0 else COLOURS[tile] for tile in state["swap_tile"].tolist()],
        "left_over": [COLOURS[tile] for tile in state["left_over"].tolist() if tile >= 0],
        "may_place": set(fields_of(int(state["may_place"]))) if swapping else set(),
        "may_flip": set(fields_of(int(state["may_flip"]))) if playing else set(),
    }


def patterns_move(state: Any, action: int) -> str:
    if action < 2:
        return "A" + COLOURS[state["left_over"][action]]
    if action < 54:
        seat = state["turn"]
        opened = state["marker"][seat, state["swap_tile"][seat]] > 0
        return ("S" if opened else "O") + FIELDS[action - 2]
    return "X" if action == 106 else "F" + FIELDS[action - 54]


def patterns_contents(snapshot: dict) -> Counter:
    tiles = [colour for colour, _ in snapshot["board"].values()]
    bowls = snapshot["left_over"] if snapshot["phase"] == "allotting" else snapshot["swap_tile"]
    return Counter([*tiles, *bowls])


# --- Flowers

TILES = [colour + value for colour in COLOURS for value in VALUES]


def flowers_snapshot(state: Any) -> dict:
    phase = ("playing", "taking", "over")[state["phase"]]
    seats = int(state["seats"])
    finishing = bool(state["finishing"])
    tiles: dict = {"stack": set(), "table": set(), "unclaimed": set()}
    singles: list[set] = [set() for _ in range(seats)]
    flowers: list[set] = [set() for _ in range(seats)]
    places = dict(zip(TILES, state["place"].tolist(), strict=True))
    for tile, place in places.items():
        if place < 3:
            tiles[("stack", "table", "unclaimed")[place]].add(tile)
        elif place < 7:
            singles[place - 3].add(tile)
        else:
            seat, other = divmod(place - 7, 6)
            partner = tile[0] + VALUES[other]
            assert places[partner] == 7 + seat * 6 + VALUES.index(tile[1]), "a flower's tiles name each other"
            flowers[seat].add(frozenset((tile, partner)))
    mandalas = [_flowers_mandala(state, index, seats) for index in range(len(MANDALAS))]
    assert tiles["table"] == {tile for mandala in mandalas if mandala for tile in mandala["tiles"]}
    for field in ("hand", "known"):
        assert not state[field][seats:].any(), f"{field} of a seat that nobody sits on"
    return {
        "seats": seats,
        "beginner": int(state["beginner"]),
        "final_mandalas": ("all", "tiles_out_only")[state["final_mandalas"]],
        "to_move": None if phase == "over" else int(state["turn"]),
        "resolving": int(state["resolving"]) + 1 if phase == "taking" else None,
        "completer": int(state["completer"]) if phase == "taking" and not finishing else None,
        "passes": int(state["passes"]),
        "last_round": bool(state["last_round"]),
        "finishing": finishing,
        "mandala": mandalas,
        "stack": tiles["stack"],
        "unclaimed": tiles["unclaimed"],
        "singles": singles,
        "flowers": flowers,
        "hand": [letters(hand) for hand in state["hand"][:seats]],
        "known": [letters(known) for known in state["known"][:seats]],
        "draw": letters(state["draw"]),
        "discard": letters(state["discard"]),
        "drawn": [letters(drawn) for drawn in state["drawn"][:seats]],
        "shuffled": bool(state["shuffled"]),
    }


def _flowers_mandala(state: Any, index: int, seats: int) -> dict | None:
    tiles = state["tile"][index].tolist()
    if tiles[0] < 0:
        assert tiles[1] < 0
        for field in ("up", "down"):
            assert not state[field][index].any(), f"{field} of a mandala that is gone"
        return None
    marker, shown = int(state["marker"][index]), int(state["shown"][index])
    counts, owners = state["up"][index].tolist(), state["up_owner"][index].tolist()
    up = [""] * seats
    for colour, count, owner in zip(COLOURS, counts, owners, strict=True):
        if count:
            up[owner] += colour * count
    assert not state["down"][index][seats:].any()
    return {
        "tiles": [TILES[tile] for tile in tiles],
        "marker": None if marker < 0 else marker,
        "shown": {colour for bit, colour in enumerate(COLOURS) if shown >> bit & 1},
        "up": up,
        "down": [letters(down) for down in state["down"][index][:seats]],
    }


FLOWERS_MOVES = [
    f"P{mandala}{colour}{count}" for mandala in MANDALAS for colour in COLOURS for count in range(1, 16)
] + ["TD", "TL", "-"]


def flowers_move(state: Any, action: int) -> str:
    return FLOWERS_MOVES[action]


def flowers_contents(snapshot: dict) -> Counter:
    areas = [*snapshot["hand"], snapshot["draw"], snapshot["discard"]]
    tiles = [*snapshot["stack"], *snapshot["unclaimed"]]
    for mandala in snapshot["mandala"]:
        if mandala:
            areas += [*mandala["up"], *mandala["down"]]
            tiles += mandala["tiles"]
    for singles, flowers in zip(snapshot["singles"], snapshot["flowers"], strict=True):
        tiles += [*singles, *(tile for flower in flowers for tile in flower)]
    return Counter("".join(areas)) + Counter(tiles)


# --- by game

SNAPSHOT = {"mandala": mandala_snapshot, "patterns": patterns_snapshot, "flowers": flowers_snapshot}
MOVE = {"mandala": mandala_move, "patterns": patterns_move, "flowers": flowers_move}
CONTENTS = {"mandala": mandala_contents, "patterns": patterns_contents, "flowers": flowers_contents}
MATERIAL = {
    "mandala": Counter(COLOURS * 18),
    "patterns": Counter(COLOURS * 9),
    "flowers": Counter(COLOURS * 15) + Counter(TILES),
}
