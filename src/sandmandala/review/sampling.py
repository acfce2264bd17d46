"""Continuations from Python: which worlds are dealt, and what comes out, as arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..games import entry_points
from ..games.action_list import new_action_list
from ..games.chance import stream_from_seed
from ..games.compiling import States, new_states
from ..games.rules import Rules
from . import continuations
from .facts import facts_of
from .policy import new_scratch, weights_of
from .reviewed_game import reviewed_game

Numbers = npt.NDArray[np.float64]
Seeds = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sample:
    """What followed from each move (second axis) in each world (first axis)."""

    wins: Numbers  # by world, move and seat
    margins: Numbers
    facts: Numbers
    paths: npt.NDArray[np.int16]  # the actions after the move
    seeds: Seeds  # of the worlds

    def of_moves(self, columns: Sequence[int]) -> Sample:
        kept = list(columns)
        found = self.wins[:, kept], self.margins[:, kept], self.facts[:, kept], self.paths[:, kept]
        return Sample(*found, self.seeds)

    def with_worlds(self, more: Sample) -> Sample:
        def joined(one: Any, other: Any) -> Any:
            return np.concatenate([one, other])

        return Sample(
            joined(self.wins, more.wins),
            joined(self.margins, more.margins),
            joined(self.facts, more.facts),
            joined(self.paths, more.paths),
            joined(self.seeds, more.seeds),
        )


@dataclass(frozen=True)
class Sampler:
    """Plays moves on in worlds that depend on the seed and on what is known, and on nothing else."""

    rules: Rules
    seed: int

    def seeds(self, purpose: str, world: States, seat: int, count: int) -> Seeds:
        """A number for each world. Asking for more does not change the first ones."""
        digest = hashlib.shake_256(f"review {self.seed} {purpose} {seat} ".encode() + world.tobytes())
        return np.frombuffer(digest.digest(4 * count), "<u4").astype(np.int64)

    def sample(
        self,
        world: States,
        seat: int,
        moves: Sequence[int],
        seeds: Seeds,
        horizon: int | None = None,
        is_open: bool = False,
    ) -> Sample:
        """Play each move on, in the worlds of these seeds; by default, up to the game's horizon.

        With open cards, everything in `world` is known; otherwise, what the seat cannot know is dealt anew.
        """
        name, actions = self.rules.name, self.rules.action_count
        game = reviewed_game(name)
        horizon = game.horizon if horizon is None else horizon
        seats = self.rules.seats_of(world[0])
        states = new_states(self.rules.state_dtype, continuations.SCRATCH_STATES)
        states[:1] = world
        outcomes = np.zeros((len(seeds), len(moves)), continuations.OUTCOME)
        paths = np.full((len(seeds), len(moves), max(horizon, 1)), -1, np.int16)
        continuations.play_on(
            states,
            seats,
            seat,
            is_open,
            np.array(moves, np.int16),
            seeds,
            horizon,
            game.sharpness,
            weights_of(name),
            new_scratch(name),
            stream_from_seed(0),
            new_action_list(actions),
            outcomes,
            paths,
        )
        return Sample(
            outcomes["win"][:, :, :seats],
            outcomes["margin"][:, :, :seats],
            outcomes["facts"][:, :, : len(facts_of(name))],
            paths,
            seeds,
        )

    def sample_draws(self, state: States, seat: int, action: int, seeds: Seeds) -> tuple[Numbers, Numbers]:
        """Chances and margins by world and seat, from what a seat knows after a move.

        The move is made in the state itself, so the seat draws from the true pile, each time anew.
        """
        name, seats = self.rules.name, self.rules.seats_of(state[0])
        states = new_states(self.rules.state_dtype, continuations.SCRATCH_STATES)
        states[:1] = state
        outcomes = np.zeros(len(seeds), continuations.OUTCOME)
        continuations.judge_draws(
            states,
            seats,
            seat,
            action,
            seeds,
            weights_of(name),
            new_scratch(name),
            stream_from_seed(0),
            outcomes,
        )
        return outcomes["win"][:, :seats], outcomes["margin"][:, :seats]


def known_to(seat: int, state: States) -> States:
    """What a seat knows of a state, as a world that is the same for all states that look alike to it."""
    world = state.copy()
    entry_points.resample_state(world, 0, seat, stream_from_seed(0))
    return world


def mean_and_error(numbers: Numbers) -> tuple[float, float]:
    """The mean, and its standard error."""
    if len(numbers) < 2:
        return float(numbers.mean()), 0.0
    return float(numbers.mean()), float(numbers.std(ddof=1) / np.sqrt(len(numbers)))
