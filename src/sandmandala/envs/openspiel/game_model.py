"""Plays one of the games with draws that are given one by one."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...games import chance, entry_points
from ...games.action_list import new_action_list
from ...games.compiling import Stream, new_states, specialize, state_from
from ...games.errors import ImpossiblePositionError
from ...games.observation import total_size
from ...games.options import Options, checked_options, template
from ...games.rules import Rules, rules_of
from ...games.scripted_chance import SCRIPT
from ..positions import checked_position

SET_UP = -1  # instead of an action


def _place(field: str) -> int:
    """The offset of a field in a script."""
    assert SCRIPT.fields
    return SCRIPT.fields[field][1]


_TOLD, _ASKED, _KINDS = _place("told"), _place("asked"), _place("kinds")
_OUTCOME, _WEIGHT = _place("outcome"), _place("weight")


class StepResult(NamedTuple):
    """The result of an action: a position, or a draw whose outcome is needed."""

    record: bytes  # the state; empty while a draw is pending
    to_move: int  # -1 when the game is over
    legal: list[int]
    weights: bytes  # of the outcomes of the next draw; empty if there is none
    kinds: bool  # whether these are colours


class _Workspace(threading.local):
    """Scratch space; each thread has its own."""

    def __init__(self, rules: Rules) -> None:
        self.states, self.scripts = new_states(rules.state_dtype, 1), new_states(SCRIPT, 1)
        self.legal = new_action_list(rules.action_count)
        self.state: Any = self.states.view(np.uint8).data
        self.script: Any = self.scripts.view(np.uint8).data


class GameModel:
    """A game with a number of players and its options."""

    def __init__(self, name: str, seats: int, options: Options) -> None:
        self.rules, self.seats, self.options = rules_of(name), seats, options
        self.start = template(self.rules, seats, options).tobytes()  # before set-up
        self.size = total_size(self.rules.observation_parts)
        self._all_shares = np.array([self._shares(won) for won in range(2**seats)])
        workspace = self._workspace = _Workspace(self.rules)
        self._play = specialize(
            entry_points.play_scripted, workspace.states, 0, workspace.scripts, workspace.legal, 0
        )
        self._to_move = specialize(entry_points.to_move, workspace.states, 0)

    def play(self, record: bytes, action: int, outcomes: bytes) -> StepResult:
        """Play an action with these outcomes of its first draws."""
        workspace = self._workspace
        workspace.state[:] = record
        script = workspace.script
        script[_TOLD] = len(outcomes)
        script[_OUTCOME : _OUTCOME + len(outcomes)] = outcomes
        count = self._play(workspace.states, 0, workspace.scripts, workspace.legal, action)
        if asked := script[_ASKED]:
            return StepResult(b"", -1, [], bytes(script[_WEIGHT : _WEIGHT + asked]), bool(script[_KINDS]))
        return self._position(count)

    def load_position(self, record: bytes) -> StepResult:
        """A position to continue from."""
        workspace = self._workspace
        workspace.state[:] = record
        return self._position(entry_points.list_legal(workspace.states, 0, workspace.legal))

    def _position(self, count: int) -> StepResult:
        workspace = self._workspace
        legal = workspace.legal[:count].tolist()
        return StepResult(bytes(workspace.state), self._to_move(workspace.states, 0), legal, b"", False)

    def observe(self, record: bytes, seat: int) -> bytes:
        """What the seat knows, as numbers (see docs/observations)."""
        workspace = self._workspace
        workspace.state[:] = record
        row = np.empty(self.size, np.float32)
        entry_points.observe_state(workspace.states, 0, seat, row)
        return row.tobytes()

    def resample(self, record: bytes, seat: int, seed: int) -> bytes:
        """The position with everything that the seat cannot know resampled."""
        workspace = self._workspace
        workspace.state[:] = record
        entry_points.resample_state(workspace.states, 0, seat, chance.stream_from_seed(seed))
        return bytes(workspace.state)

    def returns(self, record: bytes) -> list[float]:
        """What each seat has won or lost; 0 before the end."""
        workspace = self._workspace
        workspace.state[:] = record
        return self._shares(entry_points.winner_bits(workspace.states, 0))

    def _shares(self, won: int) -> list[float]:
        """As in rewards.py, in full precision; `won` has a bit for each winner."""
        if not won:
            return [0.0] * self.seats
        share = self.seats / won.bit_count()
        return [((won >> seat & 1) * share - 1) / (self.seats - 1) for seat in range(self.seats)]

    def roll_out(self, record: bytes, games: int, stream: Stream) -> npt.NDArray[np.float64]:
        """What each seat wins on average in random games from here, played in compiled code."""
        states = state_from(self.rules.state_dtype, record).repeat(2)
        tally = np.zeros(len(self._all_shares), np.int64)
        entry_points.roll_out(states, games, stream, self._workspace.legal, tally)
        returns: npt.NDArray[np.float64] = tally @ self._all_shares / games
        return returns

    def read_position(self, text: str) -> bytes:
        """A position of a game with these seats and options."""
        states = checked_position(self.rules, text, self.seats)
        for name, value in self.rules.options_of(states[0]).items():
            if value != self.options[name]:
                raise ImpossiblePositionError(
                    f"In the position {name!r} is {value}; load the game with {name}={value}."
                )
        return states.tobytes()


def model_for(name: str, seats: int, options: Mapping[str, object]) -> GameModel:
    """Games with the same settings share a model."""
    checked = checked_options(rules_of(name), seats, options)
    return _model(name, seats, tuple(checked.items()))


@lru_cache(maxsize=64)
def _model(name: str, seats: int, options: tuple[tuple[str, str | int], ...]) -> GameModel:
    return GameModel(name, seats, dict(options))
