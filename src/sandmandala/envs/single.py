"""One learner in one game for Gymnasium, and the registration of the games.

Once this module is imported, `gymnasium.make` and `make_vec` take `sandmandala/Mandala-v1`,
`sandmandala/Patterns-v1` and `sandmandala/Flowers-v1`.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ..games.rules import all_games, rules_of
from .vector import RENDER_MODES, GameVectorEnv

Observation = dict[str, npt.NDArray[Any]]


class GameEnv(gymnasium.Env[Observation, Any]):
    """A single game, with the same settings as GameVectorEnv."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  as Gymnasium has it

    def __init__(self, game: str, render_mode: str | None = None, **settings: Any) -> None:
        self._games = GameVectorEnv(game, 1, render_mode=render_mode, **settings)
        self.render_mode = render_mode
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        seen, infos = self._games.reset(seed=seed)
        return _only(seen), {"seat": int(infos["seat"][0])}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        seen, rewards, ended, _, infos = self._games.step(np.array([action]))
        return _only(seen), float(rewards[0]), bool(ended[0]), False, {"seat": int(infos["seat"][0])}

    def render(self) -> Any:
        frames = self._games.render()
        return frames[0] if frames else None


def _only(seen: Observation) -> Observation:
    return {name: array[0] for name, array in seen.items()}


for _game in all_games():
    gymnasium.register(
        f"sandmandala/{rules_of(_game).title}-v1",
        entry_point="sandmandala.envs.single:GameEnv",
        vector_entry_point="sandmandala.envs.vector:GameVectorEnv",
        kwargs={"game": _game},
    )
