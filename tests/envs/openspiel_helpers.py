"""Helpers for the OpenSpiel tests: cases, and twins (two games that look alike to a seat)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pyspiel
import pytest

import sandmandala.envs.openspiel  # noqa: F401  makes the games known

# Every number of players, and every option that is not the default.
GAMES = [
    "sandmandala_mandala",
    "sandmandala_mandala(memory_aid=on,beginner=1)",
    "sandmandala_patterns",
    "sandmandala_flowers",
    "sandmandala_flowers(players=3)",
    "sandmandala_flowers(players=4,memory_aid=on)",
    "sandmandala_flowers(final_mandalas=tiles_out_only)",
]
WITH_SECRETS = [name for name in GAMES if "patterns" not in name]


def with_options_thorough(names: list[str]) -> list[Any]:
    """For tests that take long: games with options, or with more players, get the marker `thorough`."""
    return [pytest.param(name, marks=pytest.mark.thorough) if "(" in name else name for name in names]


def step(state: Any, choose: random.Random) -> int:
    """Play a random action or outcome, and return it."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        (action,) = choose.choices(outcomes, chances)
    else:
        action = choose.choice(state.legal_actions())
    state.apply_action(action)
    return action


def random_states(name: str, seed: int) -> Iterator[Any]:
    """Each state of a random game, the same object throughout."""
    state, choose = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    with reproduction_note(name, seed, state):
        while True:
            yield state
            if state.is_terminal():
                return
            step(state, choose)


@contextmanager
def reproduction_note(name: str, seed: int, state: Any) -> Iterator[None]:
    """Failures inside this context say how to reproduce them."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{name}, seed {seed}, history {state.history()}")
        raise


def hidden_at_set_up(state: Any, seat: int) -> bool:
    """Whether the next draw of the set-up goes to another seat (M2, F2)."""
    game, number = state.get_game(), len(state.history())
    lot = game.get_parameters()["beginner"] < 0
    beginner = state.history()[0] if lot and number else game.get_parameters()["beginner"]
    number -= lot
    if game.get_type().short_name.removeprefix("sandmandala_") == "mandala":
        return number >= 4 and (number - 4) // 8 != seat  # two mountains of two; six to a hand, two to a cup
    for later in range(game.num_players()):  # six tiles, then hands of five, six …
        first = 6 + sum(5 + earlier for earlier in range(later))
        if first <= number < first + 5 + later:
            return (beginner + later) % game.num_players() != seat
    return False


@dataclass
class Twins:
    """Two games in which a seat sees the same, with different hidden draws."""

    name: str
    seat: int
    seed: int
    differ_at: int = -1  # the number of a visible draw that should differ
    seen_draws: int = 0
    mover: int = -1
    parted: bool = False
    states: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        game = pyspiel.load_game(self.name)
        self.states = [game.new_initial_state() for _ in range(2)]
        self.choose = random.Random(self.seed)

    def go_on(self) -> bool:
        """One step in both. Returns False if no step is possible in both, or when all cards are open."""
        one, other = self.states
        if one.is_chance_node() != other.is_chance_node():
            assert self.parted
            return False
        went_on = self._draw() if one.is_chance_node() else self._move()
        return went_on and not any(state.is_terminal() for state in self.states)

    def _move(self) -> bool:
        one, other = self.states
        self.mover = one.current_player()
        if other.current_player() != self.mover:
            assert self.parted
            return False
        both = sorted(set(one.legal_actions()) & set(other.legal_actions()))
        if self.mover == self.seat and not self.parted:
            assert one.legal_actions() == other.legal_actions()
        return self._step_together(both)

    def _draw(self) -> bool:
        outcomes = [dict(state.chance_outcomes()) for state in self.states]
        both = sorted(set(outcomes[0]) & set(outcomes[1]))
        if self._is_hidden() or (self.parted and not both):
            for state in self.states:
                step(state, self.choose)
            return True
        if self.mover < 0 or len(both) > 3:  # the order of the last mandalas may not matter (F15)
            self.seen_draws += 1
        if self.seen_draws == self.differ_at and not self.parted:
            others = sorted(set(outcomes[1]) - {both[0]}) if both else []
            if not others:
                return False
            self.parted = True
            self.states[0].apply_action(both[0])
            self.states[1].apply_action(self.choose.choice(others))
            return True
        return self._step_together(both)

    def _step_together(self, both: list[int]) -> bool:
        if not both:
            return False
        action = self.choose.choice(both)
        for state in self.states:
            state.apply_action(action)
        return True

    def _is_hidden(self) -> bool:
        state = self.states[0]
        if self.mover < 0:
            return "patterns" not in self.name and hidden_at_set_up(state, self.seat)
        # In Mandala and Flowers, a move draws cards to the mover's hand; all other draws are open.
        move = state.action_to_string(self.mover, self.states[0].node.action)
        return self.mover != self.seat and state.node.kinds and not move.startswith("T")

    @property
    def at_a_move(self) -> bool:
        return not any(state.is_terminal() or state.is_chance_node() for state in self.states)
