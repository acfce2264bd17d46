"""The games as PettingZoo's AEC environments. Each game has a module for its own, such as `mandala_v1`.

Needs the extra `pettingzoo`. A pickle or a deep copy of an environment continues exactly like the original.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..games import chance, entry_points
from ..games.errors import IllegalMoveError, UnreadableError
from ..games.options import checked_options, template
from ..games.rules import Rules, rules_of
from .observations import Mask, action_mask, observation, observation_size
from .positions import Position, checked_position
from .rendering import open_board_lines, render_ansi, render_image
from .rewards import checked_reward, rewards_of

RENDER_MODES = ["human", "ansi", "rgb_array"]
MASK_IN = ("observation", "info")


def wrapped(raw: GameEnv) -> Any:
    """Add PettingZoo's usual wrappers: an illegal action loses at once, with a reward of -1."""
    env = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class GameEnv(AECEnv[str, Any, Any]):
    """One game. The agents are `player_0`, `player_1` … in the order of seats."""

    game: ClassVar[str]

    def __init__(
        self,
        players: int | None = None,
        reward: str = "outcome",
        mask_in: str = "observation",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`options` are table options. `mask_in="info"` keeps observations plain arrays."""
        super().__init__()
        rules = self.rules
        if mask_in not in MASK_IN:
            raise UnreadableError(f"The mask is in {' or '.join(MASK_IN)}, not in {mask_in!r}.")
        if render_mode not in (None, *RENDER_MODES):
            raise UnreadableError(f"Render modes are {', '.join(RENDER_MODES)}, not {render_mode!r}.")
        checked_reward(reward)
        self.players = min(rules.seat_counts) if players is None else players
        self.reward, self.mask_in, self.render_mode = reward, mask_in, render_mode
        self._blank = template(rules, self.players, checked_options(rules, self.players, options))
        self._states = self._blank.copy()
        self._stream = chance.stream_from_seed(secrets.randbits(64))
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(rules.action_count) for agent in self.possible_agents}

    @property
    def rules(self) -> Rules:
        return rules_of(self.game)

    def _observation_space(self) -> spaces.Space[Any]:
        row = spaces.Box(0, 1, (observation_size(self.rules),), np.float32)
        if self.mask_in == "info":
            return row
        mask = spaces.Box(0, 1, (self.rules.action_count,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, from the option `position` if it is given."""
        if seed is not None:
            self._stream = chance.stream_from_seed(seed)
        if options and "position" in options:
            self._states[:] = checked_position(self.rules, options["position"], self.players)
        else:
            self._states[:] = self._blank
            entry_points.set_up(self._states, 0, self._stream)
        self._begin()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._update_turn()

    def _update_turn(self) -> None:
        """Set whose turn it is, the legal actions, and whether the game is over."""
        seat = entry_points.to_move(self._states, 0)
        self._mask = action_mask(self.rules, self._states)
        if seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            given = rewards_of(self.rules, self._states, self.reward)
            self.rewards = {agent: float(given[self._seat(agent)]) for agent in self.agents}
        else:
            self.agent_selection = self.possible_agents[seat]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self._mask_of(agent)} if self.mask_in == "info" else {}

    def _mask_of(self, agent: str) -> Mask:
        """Only the player to move has legal actions."""
        return self._mask.copy() if agent == self.agent_selection else np.zeros_like(self._mask)

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> Any:
        row = observation(self.rules, self._states, self._seat(agent))
        if self.mask_in == "info":
            return row
        return {"observation": row, "action_mask": self._mask_of(agent)}

    def step(self, action: Any) -> None:
        """Play an action. An illegal one raises an error that names the rule."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._refuse_illegal(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        entry_points.play(self._states, 0, int(action), self._stream)
        self._update_turn()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _refuse_illegal(self, action: Any) -> None:
        number = -1 if action is None else int(action)
        if not 0 <= number < self.rules.action_count:
            last = self.rules.action_count - 1
            raise UnreadableError(f"{self.rules.title} has the actions 0 to {last}, not {action!r}.")
        if not self._mask[number]:
            reason = self.rules.why_illegal(self._states[0], number)
            assert reason, "an action that is not listed is illegal"
            raise IllegalMoveError(*reason)

    def position(self) -> str:
        """The position as text, for `set_position` or `reset(options={"position": …})`."""
        return self.rules.text.position_text(self._states[0])

    def set_position(self, position: Position) -> None:
        """Continue from another position, given as text or as a record."""
        self._states[:] = checked_position(self.rules, position, self.players)
        self._begin()

    def render(self) -> Any:
        """The board as text or as an image, with all cards open; `human` prints the text."""
        if self.render_mode is None:
            raise UnreadableError(f"Say how to render: render_mode={' or '.join(RENDER_MODES)}.")
        lines = open_board_lines(self.rules, self._states[0], self.possible_agents)
        if self.render_mode == "rgb_array":
            return render_image(lines, self.rules.palette)
        if self.render_mode == "ansi":
            return render_ansi(lines, self.rules.palette)
        print(render_ansi(lines, self.rules.palette))
        return None

    def close(self) -> None:
        """Does nothing."""


def environments(module: str) -> tuple[type[GameEnv], Callable[..., Any]]:
    """The `raw_env` and `env` of a game's module, such as `mandala_v1`."""
    name = module.rpartition(".")[2]

    class RawEnv(GameEnv):
        """The game without wrappers: illegal actions raise errors."""

        game = name.rpartition("_")[0]
        metadata: ClassVar[dict[str, Any]] = {
            "name": name,
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }

    # Pickle looks for the class in the game's module.
    RawEnv.__module__, RawEnv.__name__, RawEnv.__qualname__ = module, "raw_env", "raw_env"

    def env(**settings: Any) -> Any:
        """The game with PettingZoo's usual wrappers."""
        return wrapped(RawEnv(**settings))

    return RawEnv, env
