"""Rare situations: what the compared games must have met, or their agreement proves less than it seems to."""

from __future__ import annotations

from collections.abc import Iterator


def rare_situations_in(game: str, before: dict, move: str, after: dict) -> Iterator[str]:
    """The rare situations in one move, from the snapshots before and after it."""
    return {"mandala": _mandala, "patterns": _patterns, "flowers": _flowers}[game](before, move, after)


def _mandala(before: dict, move: str, after: dict) -> Iterator[str]:
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


def _patterns(before: dict, move: str, after: dict) -> Iterator[str]:
    if after["phase"] == "last flips":
        yield "P11 last flips"
    if move == "X":
        yield "P11 stopped early"
    if before["phase"] == "playing" and after["phase"] == "over":
        yield "P11 nothing to flip"


def _flowers(before: dict, move: str, after: dict) -> Iterator[str]:
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


EXPECTED = {  # in whole games
    "mandala": {"M10 the completer begins", "M10 the other begins", "M12 taken with an empty field"}
    | {"M14 twenty discards", "M15 sixth colour"},
    "patterns": {"P11 last flips", "P11 stopped early", "P11 nothing to flip"},
    "flowers": {"F5 pile replaced", "F13 more than eight in hand"}
    | {"F15 third flower", "F15 round played out"},
}
EXPECTED_WHEN_SCARCE = {
    "mandala": {"M14 pile runs out on the completing move", "M14 both piles empty", "M16 a last card"},
    "flowers": {"F6 a pass", "F6 all have passed", "F15 no tiles left", "F15 marker with nobody"},
}
