"""Facts about Patterns for the conformance tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.card_counts import choice, counts
from conformance.game_facts import GameFacts
from conformance.reference_chance import COLOURS
from conformance.reference_patterns import FIELDS, ReferencePatterns
from golden_game import GoldenGame


def fields_of(word: int) -> list[str]:
    """The fields of a 64-bit word: bit 8 * rank + file."""
    squares = [square for square in range(64) if word >> square & 1]
    return ["abcdefgh"[square % 8] + str(square // 8 + 1) for square in squares]


def snapshot(state: Any) -> dict:
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


def move(state: Any, action: int) -> str:
    if action < 2:
        return "A" + COLOURS[state["left_over"][action]]
    if action < 54:
        seat = state["turn"]
        opened = state["marker"][seat, state["swap_tile"][seat]] > 0
        return ("S" if opened else "O") + FIELDS[action - 2]
    return "X" if action == 106 else "F" + FIELDS[action - 54]


def contents(snapshot: dict) -> Counter:
    tiles = [colour for colour, _ in snapshot["board"].values()]
    bowls = snapshot["left_over"] if snapshot["phase"] == "allotting" else snapshot["swap_tile"]
    return Counter([*tiles, *bowls])


def observation(snapshot: dict, seat: int) -> dict:
    order = (seat, 1 - seat)
    board = snapshot["board"]
    opened = [[colour for colour, _ in markers] for markers in snapshot["markers"]]

    def plane(tile: tuple) -> list[list[int]]:
        return [[int(board.get(f"{file}{rank}") == tile) for file in "abcdefgh"] for rank in range(1, 9)]

    def points(player: int) -> int:
        tiles = [tile for tile in board.values() if tile[1] == player]
        return sum(
            number * (tiles.count((colour, player)) - 1)
            for number, colour in enumerate(opened[player], start=1)
        )

    return {
        "phase": choice(("allotting", "playing", "last flips", "over"), snapshot["phase"]),
        "to_move": choice(order, snapshot["to_move"]),
        "front": [plane((colour, "front")) for colour in COLOURS],
        "group": [[plane((colour, player)) for colour in COLOURS] for player in order],
        "marker": [
            [choice(opened[player] + [None] * (6 - len(opened[player])), colour) for colour in COLOURS]
            for player in order
        ],
        "swap_tile": [choice(COLOURS, snapshot["swap_tile"][player]) for player in order],
        "left_over": counts(snapshot["left_over"] if snapshot["phase"] == "allotting" else ""),
        "points": [points(player) for player in order],
    }


def secrets(seat: int, seats: int) -> list[tuple]:
    return []


def rare_situations(before: dict, move: str, after: dict) -> Iterator[str]:
    if after["phase"] == "last flips":
        yield "P11 last flips"
    if move == "X":
        yield "P11 stopped early"
    if before["phase"] == "playing" and after["phase"] == "over":
        yield "P11 nothing to flip"


FACTS = GameFacts(
    reference=ReferencePatterns,
    snapshot=snapshot,
    move=move,
    contents=contents,
    reference_contents=lambda reference: Counter(reference.cards()),
    material=Counter(COLOURS * 9),
    observation=observation,
    secrets=secrets,
    rare_situations=rare_situations,
    expected=frozenset({"P11 last flips", "P11 stopped early", "P11 nothing to flip"}),
    golden_games=(
        GoldenGame("patterns-2", "patterns", 2, 0, ("allot", "open", "swap", "flip", "no_moves", "end")),
        GoldenGame("patterns-2-stop", "patterns", 2, 12, ("no_moves", "stop", "end"), {"beginner": 1}),
    ),
    perft_depths=(4, 6, 6),
)
