"""Facts about Mandala for the conformance tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.card_counts import choice, counts, known_piles, leave_few_cards, letters
from conformance.game_facts import GameFacts
from conformance.reference_chance import COLOURS
from conformance.reference_mandala import ReferenceMandala
from golden_game import GoldenGame


def snapshot(state: Any) -> dict:
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


MOVES = (
    [f"M{mandala}{colour}" for mandala in (1, 2) for colour in COLOURS]
    + [f"F{mandala}{colour}{count}" for mandala in (1, 2) for colour in COLOURS for count in range(1, 8)]
    + [f"D{colour}{count}" for colour in COLOURS for count in range(1, 9)]
    + [f"T{colour}" for colour in COLOURS]
)


def move(state: Any, action: int) -> str:
    return MOVES[action]


def contents(snapshot: dict) -> Counter:
    areas = [*snapshot["hand"], *snapshot["mountain"], *snapshot["field"][0], *snapshot["field"][1]]
    areas += [*snapshot["river"], *snapshot["cup_dealt"], *snapshot["cup_claimed"]]
    return Counter("".join([*areas, snapshot["draw"], snapshot["discard"]]))


def observation(snapshot: dict, seat: int) -> dict:
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


def secrets(seat: int, seats: int) -> list[tuple]:
    """M3."""
    others = [other for other in range(seats) if other != seat]
    return [("draw",), *((key, other) for other in others for key in ("hand", "cup_dealt", "drawn"))]


def rare_situations(before: dict, move: str, after: dict) -> Iterator[str]:
    if after["resolving"] and not before["resolving"]:
        yield "M10 the completer begins" if after["completer"] == after["to_move"] else "M10 the other begins"
        if after["ending"] and not before["ending"]:
            yield "M14 pile runs out on the completing move"
    if before["resolving"] and not before["field"][before["resolving"] - 1][before["to_move"]]:
        yield "M12 taken with an empty field"
    if not after["draw"] and not after["discard"]:
        yield "M14 both piles empty"
        playing = not after["resolving"] and after["to_move"] is not None
        if playing and len(after["hand"][after["to_move"]]) == 1:
            yield "M16 a last card"
    if after["idle"] == 20:
        yield "M14 twenty discards"
    if any(len(river) == 6 for river in after["river"]):
        yield "M15 sixth colour"


FACTS = GameFacts(
    reference=ReferenceMandala,
    snapshot=snapshot,
    move=move,
    contents=contents,
    reference_contents=lambda reference: Counter(reference.cards()),
    material=Counter(COLOURS * 18),
    observation=observation,
    secrets=secrets,
    forgotten=("cup_claimed",),
    shuffled="ending",
    rare_situations=rare_situations,
    expected=frozenset(
        {"M10 the completer begins", "M10 the other begins", "M12 taken with an empty field"}
        | {"M14 twenty discards", "M15 sixth colour"}
    ),
    make_scarce=leave_few_cards,
    expected_when_scarce=frozenset(
        {"M14 pile runs out on the completing move", "M14 both piles empty", "M16 a last card"}
    ),
    golden_games=(
        GoldenGame("mandala-2", "mandala", 2, 0, ("complete", "take", "clear", "refill", "end")),
        GoldenGame(
            *("mandala-2-reshuffle", "mandala", 2, 1, ("reshuffle", "end")),
            {"memory_aid": "on", "beginner": 1},
        ),
    ),
    perft_depths=(5, 5, 5),
)
