"""Puzzles of Flowers: their themes, and which positions are alike."""

from __future__ import annotations

from itertools import permutations

from ...games.flowers import rules
from ...games.flowers.actions import ACTIONS, PASS, TAKE
from ...games.flowers.events import flowers_of
from ...games.sand_colours import COLOUR_LETTERS
from ...games.state_reader import StateReader
from ..puzzle_game import Likeness, PuzzleGame

_MANY_CARDS = 3
_VALUES = 6
_BACKS = tuple(map(int, rules.BACK_OF))
_PLAYERS = {3: "three_players", 4: "four_players"}
_THEME_OF_FACT = {
    "you_complete": "completion",
    "others_complete": "completion",
    "you_choose": "first_choice",
    "others_choose": "first_choice",
    "your_tiles": "tiles",
    "others_tiles": "tiles",
    "your_flowers": "flowers",
    "your_points": "points",
    "others_points": "points",
    "your_cards": "hand",
}


def place(state: StateReader, action: int) -> str | None:
    played = ACTIONS[action]
    if played.kind == PASS:
        return None
    if played.kind == TAKE:
        return f"tile:{state['resolving'] + 1}:{'dark' if played.back == rules.DARK else 'light'}"
    return f"hand:{state['turn']}:{COLOUR_LETTERS[played.colour]}"


def themes(before: StateReader, action: int, after: StateReader) -> list[str]:
    played, seat, found = ACTIONS[action], before["turn"], []
    if played.kind == TAKE:
        tile = before["tile"][before["resolving"]][played.back]
        if len(flowers_of(after, seat)) > len(flowers_of(before, seat)):
            found.append("flower")
        elif any(
            _has_single(before, other, tile // _VALUES) for other in range(before["seats"]) if other != seat
        ):
            found.append("deny_flower")
    elif played.kind != PASS:
        if after["phase"] == rules.TAKING:
            found.append("complete")
        if before["marker"][played.mandala] != seat == after["marker"][played.mandala]:
            found.append("majority")
        if played.cards >= _MANY_CARDS:
            found.append("many_cards")
    if before["last_round"] or before["finishing"]:
        found.append("last_round")
    if before["seats"] in _PLAYERS:
        found.append(_PLAYERS[before["seats"]])
    return found


def _has_single(state: StateReader, seat: int, colour: int) -> bool:
    return rules.SINGLE + seat in state["place"][colour * _VALUES : (colour + 1) * _VALUES]


def likeness(state: StateReader, seat: int) -> Likeness:
    """Mandalas have no order, nor have colours with the same back; seats count from the solver's."""
    seats = state["seats"]
    order = [(seat + step) % seats for step in range(seats)]
    from_solver = {player: step for step, player in enumerate(order)} | {rules.NOBODY: rules.NOBODY}

    def tile(colour: int, value: int) -> int:
        """Where a tile is, with seats counted from the solver's."""
        where = state["place"][colour * _VALUES + value]
        if where >= rules.IN_FLOWER:
            owner, partner = divmod(where - rules.IN_FLOWER, _VALUES)
            return int(rules.IN_FLOWER + from_solver[owner] * _VALUES + partner)
        return rules.SINGLE + from_solver[where - rules.SINGLE] if where >= rules.SINGLE else where

    tiles = [tuple(tile(colour, value) for value in range(_VALUES)) for colour in range(rules.COLOURS)]
    known = list(zip(*(state["known"][player] for player in order), strict=True))

    def column(colour: int, mandalas: tuple[int, ...]) -> Likeness:
        on_table = [state["tile"][mandala][_BACKS[colour]] for mandala in mandalas]
        own = tuple(one % _VALUES if one >= 0 and one // _VALUES == colour else -1 for one in on_table)
        cards = tuple(
            number
            for mandala in mandalas
            for number in (
                state["up"][mandala][colour],
                from_solver[state["up_owner"][mandala][colour]],
                *(state["down"][mandala][player][colour] for player in order),
            )
        )
        return state["hand"][seat][colour], known[colour], tiles[colour], own, cards, state["discard"][colour]

    def table(mandalas: tuple[int, ...]) -> Likeness:
        backs = [
            tuple(
                sorted(column(colour, mandalas) for colour in range(rules.COLOURS) if _BACKS[colour] == back)
            )
            for back in (rules.DARK, rules.LIGHT)
        ]
        of_mandalas = tuple(
            (from_solver[state["marker"][mandala]], state["resolving"] == mandala) for mandala in mandalas
        )
        return tuple(sorted(backs)), of_mandalas

    rest = (
        seats,
        tuple(sum(state["hand"][player]) for player in order),
        from_solver[state["beginner"]],
        from_solver[state["completer"]],
        *(state[field] for field in ("phase", "passes", "last_round", "finishing", "final_mandalas")),
    )
    return min(table(order) for order in permutations(range(rules.MANDALAS))), rest


PUZZLES = PuzzleGame(place=place, themes=themes, likeness=likeness, theme_of_fact=_THEME_OF_FACT)
