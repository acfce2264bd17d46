"""Facts about Flowers for the conformance tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from conformance.card_counts import choice, counts, known_piles, leave_few_cards, letters
from conformance.game_facts import GameFacts
from conformance.reference_chance import COLOURS
from conformance.reference_flowers import MANDALAS, VALUES, ReferenceFlowers
from golden_game import GoldenGame

TILES = [colour + value for colour in COLOURS for value in VALUES]


def snapshot(state: Any) -> dict:
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
    mandalas = [_mandala(state, index, seats) for index in range(len(MANDALAS))]
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


def _mandala(state: Any, index: int, seats: int) -> dict | None:
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


MOVES = [
    f"P{mandala}{colour}{count}" for mandala in MANDALAS for colour in COLOURS for count in range(1, 16)
] + ["TD", "TL", "-"]


def move(state: Any, action: int) -> str:
    return MOVES[action]


def contents(snapshot: dict) -> Counter:
    areas = [*snapshot["hand"], snapshot["draw"], snapshot["discard"]]
    tiles = [*snapshot["stack"], *snapshot["unclaimed"]]
    for mandala in snapshot["mandala"]:
        if mandala:
            areas += [*mandala["up"], *mandala["down"]]
            tiles += mandala["tiles"]
    for singles, flowers in zip(snapshot["singles"], snapshot["flowers"], strict=True):
        tiles += [*singles, *(tile for flower in flowers for tile in flower)]
    return Counter("".join(areas)) + Counter(tiles)


def observation(snapshot: dict, seat: int) -> dict:
    seats = snapshot["seats"]
    order = [(seat + later) % seats for later in range(seats)] + ["nobody"] * (4 - seats)
    there = order[:seats]
    worth = dict(zip(VALUES, (2, 3, 4, 5, 7, 0), strict=True))
    taking = snapshot["resolving"] is not None
    phase = "taking" if taking else "over" if snapshot["to_move"] is None else "playing"

    def by_player(rows: list) -> list:
        """Rows of the players, and zeros for missing ones."""
        nothing = np.zeros_like(np.array(rows[0])).tolist()
        return rows + [nothing] * (4 - seats)

    def tiles(found: Any) -> list[list[int]]:
        return [[int(colour + value in found) for value in VALUES] for colour in COLOURS]

    def flower_points(pair: frozenset) -> int:
        values = [tile[1:] for tile in pair]
        low, high = sorted(worth[value] for value in values)
        return 3 * high if low == 0 else 2 * low + high

    def points(player: int) -> int:
        singles = sum(worth[tile[1:]] for tile in snapshot["singles"][player])
        return singles + sum(map(flower_points, snapshot["flowers"][player]))

    gone = {"tiles": [], "marker": None, "shown": (), "up": [""] * seats, "down": [""] * seats}
    mandalas = [mandala or gone for mandala in snapshot["mandala"]]
    unseen = snapshot["draw"]
    for player in there[1:]:
        hand = list(snapshot["hand"][player])
        for card in snapshot["known"][player]:
            hand.remove(card)
        unseen += "".join(hand)
    return {
        "phase": choice(("playing", "taking", "over"), phase),
        "seats": choice((2, 3, 4), seats),
        "to_move": choice(order, snapshot["to_move"]),
        "beginner": choice(order, snapshot["beginner"]),
        "resolving": choice((1, 2, 3), snapshot["resolving"]),
        "completer": choice(order, snapshot["completer"]),
        "passes": [snapshot["passes"]],
        "last_round": [int(snapshot["last_round"])],
        "finishing": [int(snapshot["finishing"])],
        "final_mandalas": [int(snapshot["final_mandalas"] == "tiles_out_only")],
        "marker": [choice(order, mandala["marker"]) for mandala in mandalas],
        "shown": [[int(colour in mandala["shown"]) for colour in COLOURS] for mandala in mandalas],
        "tile": [tiles(mandala["tiles"]) for mandala in mandalas],
        "up": [by_player([counts(mandala["up"][player]) for player in there]) for mandala in mandalas],
        "down": [by_player([counts(mandala["down"][player]) for player in there]) for mandala in mandalas],
        "hand": counts(snapshot["hand"][seat]),
        "hand_size": by_player([len(snapshot["hand"][player]) for player in there]),
        "known": by_player([counts(snapshot["known"][player]) for player in there]),
        "single": by_player([tiles(snapshot["singles"][player]) for player in there]),
        "flower": by_player(
            [counts([min(pair)[0] for pair in snapshot["flowers"][player]]) for player in there]
        ),
        "points": by_player([points(player) for player in there]),
        "stack": tiles(snapshot["stack"]),
    } | known_piles(snapshot, seat, unseen, snapshot["shuffled"])


def secrets(seat: int, seats: int) -> list[tuple]:
    """F3."""
    others = [other for other in range(seats) if other != seat]
    return [("draw",), *((key, other) for other in others for key in ("hand", "drawn"))]


def rare_situations(before: dict, move: str, after: dict) -> Iterator[str]:
    if len(after["draw"]) > len(before["draw"]):
        yield "F5 pile replaced"
    if move == "-":
        yield "F6 all have passed" if after["passes"] == after["seats"] else "F6 a pass"
    if any(len(hand) > 8 for hand in after["hand"]):
        yield "F13 more than eight in hand"
    if after["finishing"] and not before["finishing"]:
        yield "F15 third flower" if after["stack"] else "F15 no tiles left"
    if before["last_round"] and move[0] == "P":
        yield "F15 round played out"
    if len(after["unclaimed"]) > len(before["unclaimed"]):
        yield "F15 marker with nobody"


def make_scarce(state: Any, reference: Any, choice: random.Random) -> None:
    leave_few_cards(state, reference, choice)
    if choice.random() < 0.5:
        left = choice.randint(0, 4)
        reference.unclaimed = reference.dark[left:] + reference.light[left:]
        reference.dark, reference.light = reference.dark[:left], reference.light[:left]
        for tile in reference.unclaimed:
            state["place"][TILES.index(tile)] = 2  # UNCLAIMED


TILES_OUT_ONLY: dict[str, object] = {"final_mandalas": "tiles_out_only"}

FACTS = GameFacts(
    reference=ReferenceFlowers,
    snapshot=snapshot,
    move=move,
    contents=contents,
    reference_contents=lambda reference: Counter([*reference.cards(), *reference.tiles()]),
    material=Counter(COLOURS * 15) + Counter(TILES),
    observation=observation,
    secrets=secrets,
    forgotten=("known", "down"),  # flowers (F12) have a separate test
    shuffled="shuffled",
    rare_situations=rare_situations,
    expected=frozenset(
        {"F5 pile replaced", "F13 more than eight in hand", "F15 third flower", "F15 round played out"}
    ),
    make_scarce=make_scarce,
    expected_when_scarce=frozenset(
        {"F6 a pass", "F6 all have passed", "F15 no tiles left", "F15 marker with nobody"}
    ),
    golden_games=(
        GoldenGame(
            *("flowers-2", "flowers", 2, 0),
            ("flower", "last_round", "final", "unclaimed", "resolve", "end"),
        ),
        GoldenGame(
            *("flowers-2-tiles-out-only", "flowers", 2, 1, ("flower", "last_round", "end")),
            TILES_OUT_ONLY,
        ),
        GoldenGame(
            *("flowers-3", "flowers", 3, 3),
            ("reshuffle", "returned", "last_round", "final", "resolve", "end"),
        ),
        GoldenGame("flowers-3-pass", "flowers", 3, 0, ("pass", "final", "resolve", "end")),
        GoldenGame("flowers-4", "flowers", 4, 6, ("reshuffle", "last_round", "final", "resolve", "end")),
    ),
    perft_depths=(4, 4, 5),
)
