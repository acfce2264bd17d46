"""Facts about Pebbles for the conformance tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.game_facts import GameFacts
from conformance.reference_pebbles import COLOURS, ReferencePebbles
from golden_game import GoldenGame


def letters(counts: Any) -> str:
    return "".join(colour * count for colour, count in zip(COLOURS, counts.tolist(), strict=True))


def snapshot(state: Any) -> dict:
    seats = int(state["seats"])
    for field in ("hand", "row"):
        assert not state[field][seats:].any(), f"{field} of a seat that nobody sits on"
    return {
        "beginner": int(state["beginner"]),
        "to_move": int(state["turn"]) if state["pebbles_bag"].any() else None,
        "last": None if state["last"] < 0 else COLOURS[state["last"]],
        "hand": [letters(hand) for hand in state["hand"][:seats]],
        "row": [letters(row) for row in state["row"][:seats]],
        "bag": letters(state["pebbles_bag"]),
    }


def contents(snapshot: dict) -> Counter:
    return Counter("".join([*snapshot["hand"], *snapshot["row"], snapshot["bag"]]))


def observation(snapshot: dict, seat: int) -> dict:
    seats = len(snapshot["hand"])
    order = [(seat + later) % seats for later in range(seats)]
    nobody = 3 - seats

    def points(row: str) -> int:
        sets = min(row.count(colour) for colour in COLOURS)
        return len(row) + 2 * sets

    return {
        "to_move": [int(snapshot["to_move"] == player) for player in order] + [0] * nobody,
        "seats": [int(seats == 2), int(seats == 3)],
        "last": [int(snapshot["last"] == colour) for colour in COLOURS],
        "hand": [snapshot["hand"][seat].count(colour) for colour in COLOURS],
        "row": [[snapshot["row"][player].count(colour) for colour in COLOURS] for player in order]
        + [[0, 0, 0]] * nobody,
        "points": [points(snapshot["row"][player]) for player in order] + [0] * nobody,
        "bag_size": [len(snapshot["bag"])],
    }


def secrets(seat: int, seats: int) -> list[tuple]:
    """B3."""
    return [("bag",), *(("hand", other) for other in range(seats) if other != seat)]


def rare_situations(before: dict, move: str, after: dict) -> Iterator[str]:
    if move == before["last"]:
        yield "B4 no other colour"


FACTS = GameFacts(
    reference=ReferencePebbles,
    snapshot=snapshot,
    move=lambda state, action: COLOURS[action],
    contents=contents,
    reference_contents=lambda reference: contents(reference.snapshot()),
    material=Counter(COLOURS * 20),
    observation=observation,
    secrets=secrets,
    rare_situations=rare_situations,
    expected=frozenset({"B4 no other colour"}),
    golden_games=(
        GoldenGame("pebbles-2", "pebbles", 2, 0, ("play", "draw", "end")),
        GoldenGame("pebbles-3", "pebbles", 3, 0, ("play", "draw", "end")),
    ),
    perft_depths=(6, 6, 6),
)
