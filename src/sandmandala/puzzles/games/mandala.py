"""Puzzles of Mandala: their themes, and which positions are alike."""

from __future__ import annotations

from ...games.mandala import rules
from ...games.mandala.actions import ACTIONS, FIELD, TAKE
from ...games.sand_colours import COLOUR_LETTERS
from ...games.state_reader import StateReader
from ..puzzle_game import Likeness, PuzzleGame

_MANY_CARDS = 3
_THEME_OF_FACT = {
    "you_complete": "completion",
    "they_complete": "completion",
    "you_take_first": "first_choice",
    "they_take_first": "first_choice",
    "your_points": "points",
    "their_points": "points",
    "your_new_colours": "river",
    "their_new_colours": "river",
    "your_cards": "hand",
}


def place(state: StateReader, action: int) -> str:
    played = ACTIONS[action]
    letter = COLOUR_LETTERS[played.colour]
    if played.kind == TAKE:
        return f"mountain:m{state['resolving'] + 1}:{letter}"
    return f"hand:{state['turn']}:{letter}"


def themes(before: StateReader, action: int, after: StateReader) -> list[str]:
    played, seat, found = ACTIONS[action], before["turn"], []
    if before["phase"] == rules.PLAYING and after["phase"] != rules.PLAYING:
        found.append("complete")
    if played.kind == FIELD:
        if _lead(before, played.mandala, seat) <= 0 < _lead(after, played.mandala, seat):
            found.append("majority")
        if played.cards >= _MANY_CARDS:
            found.append("many_cards")
    if before["ending"]:
        found.append("last_mandala")
    return found


def _lead(state: StateReader, mandala: int, seat: int) -> int:
    fields = state["field"][mandala]
    return int(sum(fields[seat]) - sum(fields[1 - seat]))


def likeness(state: StateReader, seat: int) -> Likeness:
    """Colours and the two mandalas have no order; of the opponent, only the size of the hand is known."""
    other = 1 - seat
    resolving, discard = state["resolving"], state["discard"]

    def colours(mandalas: tuple[int, int]) -> Likeness:
        columns = zip(
            state["hand"][seat],
            *(state["mountain"][mandala] for mandala in mandalas),
            *(state["field"][mandala][player] for mandala in mandalas for player in (seat, other)),
            *(state["river"][player] for player in (seat, other)),
            state["cup_dealt"][seat],
            *(state["cup_claimed"][player] for player in (seat, other)),
            discard,
            strict=True,
        )
        shared_out = mandalas.index(resolving) if resolving in mandalas else -1
        return shared_out, tuple(sorted(columns))

    rest = (
        sum(state["hand"][other]),
        state["completer"] == seat,
        state["phase"],
        state["ending"],
        state["idle"],
    )
    return min(colours((0, 1)), colours((1, 0))), rest


PUZZLES = PuzzleGame(place=place, themes=themes, likeness=likeness, theme_of_fact=_THEME_OF_FACT)
