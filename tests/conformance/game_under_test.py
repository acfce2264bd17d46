"""A game by our rules, driven by the conformance tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
from conformance.game_facts import GameFacts, facts_of
from conformance.reference_chance import ReferenceChance
from thorough_cases import rest_thorough

from sandmandala.games import action_list, chance, compiling, entry_points
from sandmandala.games.options import checked_options, template
from sandmandala.games.rules import MOST_SEATS, Rules, all_games, rules_of

MOST_MOVES = 5000  # far longer than any game: one that gets here does not end


def games(count: int) -> int:
    """How many games to play: `count` where bounds are checked (`make proof`), a quarter in `make test`, and
    fewer for interpreted code."""
    if compiling.INTERPRETED:
        return max(1, count // 40)
    return count if numba.config.BOUNDSCHECK else max(1, count // 4)


@dataclass(frozen=True)
class Case:
    """One way to play: a game, a number of players, table options."""

    game: str
    seats: int
    options: dict = field(default_factory=dict, hash=False)

    @property
    def rules(self) -> Rules:
        return rules_of(self.game)

    @property
    def facts(self) -> GameFacts:
        return facts_of(self.game)

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *self.options.values()])


def all_cases() -> list[Case]:
    """Every game with every number of players, and once with every option that is not the default."""
    cases = []
    for name in all_games():
        rules = rules_of(name)
        cases += [Case(name, seats) for seats in rules.seat_counts]
        for option, values in rules.options.items():
            cases += [Case(name, rules.seat_counts[0], {option: value}) for value in values[1:]]
    return cases


def options_thorough(cases: list[Case]) -> list[Any]:
    """For tests that take long: options, and three players, who are like two and four, get the marker."""
    return rest_thorough(cases, keep=[case for case in cases if case.seats != 3 and not case.options])


class GameUnderTest:
    def __init__(self, case: Case, seed: int, beginner: str | int = "lot") -> None:
        self.case = case
        self.rules = case.rules
        self.stream = chance.stream_from_seed(seed)
        self.states = blank(case, beginner)
        self.list = action_list.new_action_list(self.rules.action_count)
        self.moves: list[str] = []
        entry_points.set_up(self.states, 0, self.stream)

    @property
    def state(self) -> Any:
        return self.states[0]

    def to_move(self) -> int | None:
        seat = int(entry_points.to_move(self.states, 0))
        return None if seat < 0 else seat

    def legal(self) -> list[int]:
        count = entry_points.list_legal(self.states, 0, self.list)
        return self.list[:count].tolist()

    def play(self, action: int) -> None:
        self.moves.append(self.move_text(action))
        entry_points.play(self.states, 0, action, self.stream)

    def play_and_list(self, action: int) -> int:
        """The same in one call. Returns the number of legal actions in `list`."""
        return entry_points.play_and_list(self.states, 0, self.stream, self.list, action)

    def scores(self) -> list[int]:
        out = np.zeros(MOST_SEATS, np.int64)
        entry_points.write_scores(self.states, 0, out)
        return out[: self.case.seats].tolist()

    def winners(self) -> set[int]:
        bits = int(entry_points.winner_bits(self.states, 0))
        return {seat for seat in range(bits.bit_length()) if bits >> seat & 1}

    def bytes(self) -> bytes:
        return self.states.tobytes()

    def copy(self) -> GameUnderTest:
        """An independent copy of the position and the stream."""
        twin = object.__new__(GameUnderTest)
        twin.case, twin.rules = self.case, self.rules
        twin.states, twin.stream = self.states.copy(), self.stream.copy()
        twin.list = action_list.new_action_list(self.rules.action_count)
        twin.moves = list(self.moves)
        return twin

    def resampled(self, seat: int, seed: int) -> GameUnderTest:
        """A copy in which everything that the seat cannot know is resampled."""
        twin = self.copy()
        twin.stream = chance.stream_from_seed(seed)
        entry_points.resample_state(twin.states, 0, seat, twin.stream)
        return twin

    def snapshot(self) -> dict:
        return self.case.facts.snapshot(self.state)

    def move_text(self, action: int) -> str:
        return self.case.facts.move(self.state, action)


def blank(case: Case, beginner: str | int = "lot") -> Any:
    """A state with seats and options, before set-up."""
    options = checked_options(case.rules, case.seats, {"beginner": beginner, **case.options})
    return template(case.rules, case.seats, options)


def reference_twin(case: Case, seed: int, beginner: str | int = "lot") -> Any:
    """The reference game with the same chance."""
    luck = ReferenceChance(chance.stream_from_seed(seed).tolist())
    return case.facts.reference(case.seats, {"beginner": beginner, **case.options}, luck)


class Player:
    """Picks random moves; half of the time with a preference, such as discards or mandala 1.

    Preferences lead to rare situations, such as twenty discards in a row or huge groups.
    """

    def __init__(self, seed: int) -> None:
        self.choice = random.Random(seed)
        self.fancy = self.choice.choice("MFDOS123RK") if self.choice.random() < 0.5 else ""

    def pick(self, moves: list[str]) -> str:
        fancied = [move for move in moves if self.fancy in move]
        follow = self.fancy and fancied and self.choice.random() < 0.97
        return self.choice.choice(fancied if follow else moves)


def random_game(case: Case, seed: int) -> Iterator[GameUnderTest]:
    """Every position of a random game, including the last; the seed determines cards and moves."""
    game = GameUnderTest(case, seed)
    player = Player(seed)
    with reproduction_note(case, seed, game.moves):
        while True:
            yield game
            legal = {game.move_text(action): action for action in game.legal()}
            if not legal:
                return
            game.play(legal[player.pick(list(legal))])
            assert len(game.moves) < MOST_MOVES, "the game does not end"


@contextmanager
def reproduction_note(case: Case, seed: int, moves: list[str]) -> Iterator[None]:
    """Failures inside this context say how to reproduce them."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{case}, seed {seed}, after {len(moves)} moves: {' '.join(moves)}")
        raise
