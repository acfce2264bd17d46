"""Random games of Flowers: the events say where every card goes, and every position round-trips."""

from __future__ import annotations

import random

import pytest
from rules.table import Table

from sandmandala.games.compiling import INTERPRETED
from sandmandala.games.rules import OPEN
from sandmandala.games.sand_colours import COLOUR_LETTERS


def prefer_face_down(table: Table, moves: list[str]) -> list[str]:
    """Plays that leave markers on the tiles. They lead to passes and to mandalas that nobody gets."""
    missing = [mandala["missing"] for mandala in table.view(None)["mandalas"]]
    return [move for move in moves if move[0] == "P" and move[2] not in missing[int(move[1]) - 1]] or moves


def expected_hands(hands: list[dict], events: list[dict]) -> list[dict]:
    """The hands after these events."""
    counts = [{letter: hand.get(letter, 0) for letter in COLOUR_LETTERS} for hand in hands]
    for event in events:
        if event["event"] == "play":
            counts[event["seat"]][event["colour"]] -= event["count"]
        elif event["event"] in ("draw", "returned"):
            for letter, count in event["cards"].items():
                counts[event["seat"]][letter] += count
    return [{letter: count for letter, count in hand.items() if count} for hand in counts]


def hands_of(table: Table) -> list[dict]:
    return [player["hand"] for player in table.view(OPEN)["players"]]


def as_told(event: dict, seat: int | None, is_over: bool) -> dict:
    """F3, F12: others see neither which cards were drawn nor, before the end, the numbers of a flower."""
    private = {"draw": {"cards"}, "flower": set() if is_over else {"values", "points"}}
    hidden = set() if event.get("seat") == seat else private.get(event["event"], set())
    return {key: value for key, value in event.items() if key not in hidden}


# Interpreted: with two, three and four players, and with moves of both kinds.
@pytest.mark.parametrize("seed", [0, 4, 5] if INTERPRETED else range(12))
def test_events_and_positions_of_a_random_game(seed):
    seats, luck = 2 + seed % 3, random.Random(seed)
    table = Table.deal("flowers", seats, seed, final_mandalas=("all", "tiles_out_only")[seed % 2])
    while table.to_move is not None:
        moves = table.legal()
        if seed // 3 % 2 and luck.random() < 0.8:
            moves = prefer_face_down(table, moves)
        hands, discards = hands_of(table), sum(table.view(None)["discard"].values())
        events = table.play(luck.choice(moves))
        assert hands_of(table) == expected_hands(hands, events)
        discards += sum(sum(e["cards"].values()) for e in events if e["event"] == "discarded")
        discards -= sum(e["count"] for e in events if e["event"] == "reshuffle")
        assert sum(table.view(None)["discard"].values()) == discards
        copy = Table("flowers", table.position)
        assert copy.state.tobytes() == table.state.tobytes()
        for seat in (None, *range(seats)):
            assert table.told(seat) == [as_told(event, seat, table.to_move is None) for event in events]
    assert events[-1] == {
        "event": "end",
        "reason": events[-1]["reason"],
        "scores": table.scores,
        "winners": table.winners,
    }
