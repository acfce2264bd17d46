"""What observations must say, counted out of the snapshots: slow, plain, and written from the tables alone.

Counts are not yet divided by the most there can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from conformance.reference_chance import COLOURS
from conformance.reference_flowers import VALUES


def counts(text: str | Sequence[str]) -> list[int]:
    """Cards by colour."""
    return [list(text).count(colour) for colour in COLOURS]


def choice(options: Sequence[Any], chosen: Any) -> list[int]:
    return [int(option == chosen) for option in options]


def known_piles(snapshot: dict, seat: int, unseen: str, shuffled: bool) -> dict:
    """By elimination: what the draw pile can hold, if all know what was shuffled into it."""
    pile_most = counts(unseen)
    if shuffled:
        drawn = "".join(cards for other, cards in enumerate(snapshot["drawn"]) if other != seat)
        left = counts(snapshot["draw"] + drawn)
        pile_most = [min(a, b) for a, b in zip(pile_most, left, strict=True)]
    return {
        "unseen": counts(unseen),
        "pile_most": pile_most,
        "draw_size": [len(snapshot["draw"])],
        "discard": counts(snapshot["discard"]),
    }


def mandala(snapshot: dict, seat: int) -> dict:
    me, other = order = (seat, 1 - seat)
    taking = snapshot["resolving"] is not None
    phase = "taking" if taking else "over" if snapshot["to_move"] is None else "playing"

    def points(cup: str, river: str) -> int:
        return sum(river.index(card) + 1 for card in cup if card in river)

    cup = snapshot["cup_dealt"][me] + snapshot["cup_claimed"][me]
    unseen = snapshot["draw"] + snapshot["hand"][other] + snapshot["cup_dealt"][other]
    return {
        "phase": choice(("playing", "taking", "over"), phase),
        "to_move": choice(order, snapshot["to_move"]),
        "resolving": choice((1, 2), snapshot["resolving"]),
        "completer": choice(order, snapshot["completer"]),
        "ending": [int(snapshot["ending"])],
        "idle": [snapshot["idle"]],
        "hand": counts(snapshot["hand"][me]),
        "hand_size": [len(snapshot["hand"][player]) for player in order],
        "mountain": [counts(mountain) for mountain in snapshot["mountain"]],
        "field": [[counts(fields[player]) for player in order] for fields in snapshot["field"]],
        "river": [
            [choice(range(6), snapshot["river"][player].find(colour)) for colour in COLOURS]
            for player in order
        ],
        "cup": counts(cup),
        "claimed": [counts(snapshot["cup_claimed"][player]) for player in order],
        "points": [
            points(cup, snapshot["river"][me]),
            points(snapshot["cup_claimed"][other], snapshot["river"][other]),
        ],
    } | known_piles(snapshot, seat, unseen, snapshot["ending"])


def patterns(snapshot: dict, seat: int) -> dict:
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


def flowers(snapshot: dict, seat: int) -> dict:
    seats = snapshot["seats"]
    order = [(seat + later) % seats for later in range(seats)] + ["nobody"] * (4 - seats)
    there = order[:seats]
    worth = dict(zip(VALUES, (2, 3, 4, 5, 7, 0), strict=True))
    taking = snapshot["resolving"] is not None
    phase = "taking" if taking else "over" if snapshot["to_move"] is None else "playing"

    def by_player(rows: list) -> list:
        """Rows of those who are there, and of zeros for the others."""
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


OBSERVATION = {"mandala": mandala, "patterns": patterns, "flowers": flowers}
