"""A VectorEnv for Gymnasium: one learner in many games, against a pool of opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..games.errors import UnreadableError
from .batch import Batch
from .observations import observation, observation_size
from .opponents import Opponent, Turn, random_opponent
from .rendering import open_board_lines, render_ansi, render_image

ILLEGAL_ACTION_REWARD = -1.0  # what an illegal action costs; it ends the game
RENDER_MODES = ["ansi", "rgb_array"]

Observation = dict[str, npt.NDArray[Any]]


class GameVectorEnv(VectorEnv[Observation, npt.NDArray[Any], npt.NDArray[Any]]):
    """Each step is one action of the learner in every game; the opponents play until it is its turn again.

    In each new game every other seat gets a random opponent from the pool. The learner gets a random seat,
    unless `seat` is given. Games restart according to Gymnasium's autoreset modes.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Sequence[Opponent] = (random_opponent,),
        *,
        seats: int | None = None,
        seat: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: str = "outcome",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """With `copy=False`, observations are the batch's own arrays, which the next step overwrites."""
        self.batch = Batch(
            game, num_envs, seats=seats, options=options, reward=reward, auto_reset=False, seed=0
        )
        self.rules = self.batch.rules
        if seat is not None and not 0 <= seat < self.batch.seats:
            raise UnreadableError(
                f"The learner's seat is one from 0 to {self.batch.seats - 1}, not {seat!r}."
            )
        if not opponents:
            raise UnreadableError("The pool of opponents is empty: give at least one.")
        if autoreset_mode == AutoresetMode.DISABLED:
            raise UnreadableError(
                "Finished games must restart in the same step or the next: choose one of these modes."
            )
        self.num_envs = num_envs
        self.opponents = tuple(opponents)
        self.render_mode = render_mode
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2, "autoreset_mode": autoreset_mode}
        self._seat, self._mode, self._copy = seat, autoreset_mode, copy
        self.learner = np.zeros(num_envs, np.int8)  # the learner's seat in each game
        self._against = np.zeros((num_envs, self.batch.seats), np.int64)  # indices into the pool
        self._over = np.zeros(num_envs, np.bool_)
        row = spaces.Box(0, 1, (observation_size(self.rules),), np.float32)
        mask = spaces.Box(0, 1, (self.rules.action_count,), np.int8)
        self.single_observation_space = spaces.Dict({"observation": row, "action_mask": mask})
        self.single_action_space = spaces.Discrete(self.rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games. Without a seed, the random streams continue; the first come from the system."""
        first = self._np_random is None
        super().reset(seed=seed)
        if seed is not None or first:
            self.batch.reset(int(self.np_random.integers(2**62)))
        self._start(np.ones(self.num_envs, np.bool_))
        return self._seen(), self._infos()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise UnreadableError(
                f"A step takes {self.num_envs} actions, not an array of shape {chosen.shape}."
            )
        begun = self._over.copy()  # finished games: in this step they only restart
        lost = ~begun & ~self._legal(chosen)
        playing = ~begun & ~lost
        self.batch.step(np.where(playing, chosen, 0), playing)
        self._let_opponents_play(playing)
        if begun.any():
            self._start(begun)
        ended = playing & self.batch.done
        rewards = np.where(ended, self.batch.rewards[np.arange(self.num_envs), self.learner], 0.0)
        rewards[lost] = ILLEGAL_ACTION_REWARD
        self._over = ended | lost
        terminations = self._over.copy()
        seen, infos = self._seen(), self._infos()
        if self._mode == AutoresetMode.SAME_STEP and self._over.any():
            infos |= self._final(seen, terminations)
            self._start(terminations)
            seen, infos["seat"] = self._seen(), self.learner.copy()
        return seen, rewards, terminations, np.zeros(self.num_envs, np.bool_), infos

    def _legal(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        within = (actions >= 0) & (actions < self.rules.action_count)
        games = np.arange(self.num_envs)
        allowed: npt.NDArray[np.bool_] = self.batch.masks[games, np.where(within, actions, 0)] == 1
        return within & allowed

    def _start(self, which: npt.NDArray[np.bool_]) -> None:
        """Start games, and let the opponents play until it is the learner's turn."""
        count, seats = int(which.sum()), self.batch.seats
        self.learner[which] = self.np_random.integers(0, seats, count) if self._seat is None else self._seat
        self._against[which] = self.np_random.integers(0, len(self.opponents), (count, seats))
        self._over[which] = False
        self.batch.reset(which=which)
        self._let_opponents_play(which)

    def _let_opponents_play(self, which: npt.NDArray[np.bool_]) -> None:
        batch = self.batch
        while True:
            waiting = which & (batch.to_move >= 0) & (batch.to_move != self.learner)
            if not waiting.any():
                return
            actions = np.zeros(self.num_envs, np.int64)
            games = np.flatnonzero(waiting)
            players = self._against[games, batch.to_move[games]]
            for number in np.unique(players):
                own = games[players == number]
                turn = Turn(
                    self.rules,
                    batch.to_move[own],
                    batch.observations[own],
                    batch.masks[own],
                    self.np_random,
                    batch.states[own],
                )
                actions[own] = self.opponents[number](turn)
            batch.step(actions, waiting)

    def _seen(self) -> Observation:
        for game in np.flatnonzero(self.batch.to_move < 0):
            state = self.batch.states[game : game + 1]
            self.batch.observations[game] = observation(self.rules, state, int(self.learner[game]))
        seen = {"observation": self.batch.observations, "action_mask": self.batch.masks}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.learner.copy(), "_seat": np.ones(self.num_envs, np.bool_)}

    def _final(self, seen: Observation, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        final = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            final[game] = {name: array[game].copy() for name, array in seen.items()}
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}

    def render(self) -> tuple[Any, ...] | None:
        """Each game as text or as an image, with all cards open."""
        if self.render_mode not in RENDER_MODES:
            raise UnreadableError(f"Say how to render: render_mode={' or '.join(RENDER_MODES)}.")
        draw = render_ansi if self.render_mode == "ansi" else render_image
        names = [f"player_{seat}" for seat in range(self.batch.seats)]
        boards = (open_board_lines(self.rules, state, names) for state in self.batch.states)
        return tuple(draw(lines, self.rules.palette) for lines in boards)
