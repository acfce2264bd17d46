"""Puzzles of Patterns: their themes, and which positions are alike."""

from __future__ import annotations

from ...games.entry_points import scores_of
from ...games.patterns import rules
from ...games.patterns.bitboard import SQUARES
from ...games.patterns.events import FIELD_NAMES
from ...games.state_reader import StateReader
from ..puzzle_game import Likeness, PuzzleGame

_CUT_OFF = 2  # flips
_THEME_OF_FACT = {
    "your_points": "points",
    "their_points": "points",
    "you_open": "new_group",
    "they_open": "new_group",
    "your_dead_groups": "room",
    "their_dead_groups": "room",
}


def place(state: StateReader, action: int) -> str | None:
    if action == rules.STOP or action < rules.PLACE:
        return None
    first = rules.FLIP if action >= rules.FLIP else rules.PLACE
    return f"field:{FIELD_NAMES[action - first]}"


def themes(before: StateReader, action: int, after: StateReader) -> list[str]:
    seat, found = before["turn"], []
    if after["phase"] != rules.PLAYING:
        found.append("last_flips")
    elif _flips(before, 1 - seat) - _flips(after, 1 - seat) >= _CUT_OFF:
        found.append("block")
    if rules.PLACE <= action < rules.FLIP and not before["marker"][seat][before["swap_tile"][seat]]:
        found.append("new_group")
    if scores_of(after)[seat] == scores_of(before)[seat]:
        found.append("quiet")
    return found


def _flips(state: StateReader, seat: int) -> int:
    return int(rules.flips_for(state.states()[0], seat)).bit_count()


def _mirrored(square: int) -> int:
    return square ^ 7  # the files from right to left


def _turned(square: int) -> int:
    rank, file = divmod(square, 8)
    return file * 8 + 7 - rank


def _symmetries() -> list[list[int]]:
    """For each symmetry of the board, where each square goes."""
    found, turned = [], list(range(64))
    for _ in range(4):
        found += [turned, [_mirrored(square) for square in turned]]
        turned = [_turned(square) for square in turned]
    return found


_SYMMETRIES = _symmetries()


def likeness(state: StateReader, seat: int) -> Likeness:
    """Colours have no order, and the board may be turned and mirrored."""
    order = (seat, 1 - seat)

    def squares(fields: int) -> list[int]:
        return [square for square in SQUARES if fields >> square & 1]

    def moved(fields: list[int], to: list[int]) -> list[int]:
        return sorted(to[square] for square in fields)

    front = [squares(fields) for fields in state["front"]]
    groups = [[squares(fields) for fields in state["group"][player]] for player in order]

    def colours(to: list[int]) -> Likeness:
        return tuple(
            sorted(
                (
                    moved(front[colour], to),
                    *(moved(group[colour], to) for group in groups),
                    *(state["marker"][player][colour] for player in order),
                    *(state["swap_tile"][player] == colour for player in order),
                )
                for colour in range(rules.COLOURS)
            )
        )

    return str(min(map(colours, _SYMMETRIES))), state["phase"]


PUZZLES = PuzzleGame(place=place, themes=themes, likeness=likeness, theme_of_fact=_THEME_OF_FACT)
