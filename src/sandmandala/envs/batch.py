"""Thousands of games at once, for machine learning: arrays in, arrays out, on all cores.

The arrays are allocated once and updated at every step; NumPy, PyTorch and JAX use them without copying.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..games import chance
from ..games.action_list import SPARE
from ..games.compiling import States, layout, new_states, specialize
from ..games.errors import IllegalMoveError, UnreadableError
from ..games.options import checked_options, template
from ..games.rules import rules_of
from . import batch_kernels
from .observations import Observations, observation_size
from .positions import Position, checked_position, checked_template
from .rewards import checked_reward
from .thread_pool import available_cores, run_in_parallel

_ALIGNED = 64  # bytes: JAX needs this to avoid a copy


class Batch:
    """Many games at once. `reset` and `step` update the arrays below.

    >>> batch = Batch("patterns", 4, seed=1)
    >>> batch.observations.shape, batch.masks.shape, batch.to_move.shape
    ((4, 1250), (4, 107), (4,))
    >>> while not batch.done.any():
    ...     batch.step(batch.random_actions())
    >>> batch.rewards[batch.done].tolist()
    [[-1.0, 1.0]]
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        start: Position | None = None,
        reward: str = "outcome",
        auto_reset: bool = True,
        observe: bool = True,
        threads: int | None = None,
    ) -> None:
        """`start` is a position in which all games begin, instead of a deal."""
        if count < 1:
            raise UnreadableError(f"A batch has at least one game, not {count}.")
        self.rules = rules_of(game)
        self.count = count
        self.threads = available_cores() if threads is None else threads
        if start is None:
            seats = min(self.rules.seat_counts) if seats is None else seats
            starts = template(self.rules, seats, checked_options(self.rules, seats, options or {}))
        else:
            if options is not None:
                raise UnreadableError("A position has its options in it: give the one or the other.")
            starts = checked_position(self.rules, start, seats)
            seats = self.rules.seats_of(starts[0])
        self.seats = seats
        self._config = batch_kernels.BatchConfig(
            seats, start is None, auto_reset, observe, checked_reward(reward)
        )
        self._make_arrays(starts)
        self.reset(seed)

    def _make_arrays(self, starts: States) -> None:
        count, actions, size = self.count, self.rules.action_count, observation_size(self.rules)
        self.states: States = new_states(self.rules.state_dtype, count)
        self.masks = _array((count, actions), np.int8)  # 1 for a legal action
        # What the player to move knows; of games that are over, what seat 0 knows.
        self.observations: Observations = _array((count if self._config.look else 1, size), np.float32)
        self.to_move = _array((count,), np.int8)  # -1 if a game is over
        self.rewards = _array((count, self.seats), np.float32)  # of the last step, for each seat
        self.done = _array((count,), np.bool_)  # the last step ended the game, or it was over before
        self.scores = _array((count, self.seats), np.int64)  # of the last game that has ended there
        self.moves = _array((count,), np.int32)  # made since the game began
        # The same as the masks, as lists of actions: the first `legal_counts` of each row.
        self.legal = _array((count, actions + SPARE), np.int16)
        self.legal_counts = _array((count,), np.int32)
        self._streams = _array((count, 4), np.int64)
        self._choices = _array((count, 4), np.int64)
        self._all = np.ones(count, np.bool_)
        self._specialized: dict[Any, Any] = {}
        self._arrays = batch_kernels.BatchArrays(
            states=self.states,
            starts=starts,
            streams=_streams(self._streams),
            legal=_rows(self.legal),
            counts=self.legal_counts,
            to_move=self.to_move,
            masks=_rows(self.masks),
            observations=_rows(self.observations),
            rewards=_rows(self.rewards),
            scores=_rows(self.scores),
            done=self.done,
            moves=self.moves,
        )

    def reset(self, seed: int | None = None, which: npt.ArrayLike | None = None) -> None:
        """Restart all games, or those that `which` selects. Without a seed, the random streams continue."""
        if seed is not None:
            for streams, purpose in ((self._streams, "game"), (self._choices, "choice")):
                for game in range(self.count):
                    streams[game] = chance.stream_for_game(seed, purpose, game)
        marked = self._marked(which)
        self.done[marked] = False
        self.rewards[marked] = 0
        self._run(batch_kernels.start_games, self._arrays, self._config, marked)

    def step(self, actions: npt.ArrayLike, which: npt.ArrayLike | None = None) -> None:
        """Play one action in each game, or in those that `which` marks. If one is illegal, nothing is played.

        Without automatic restarts, the actions of finished games are ignored.
        """
        given = np.ascontiguousarray(actions, dtype=np.int64)
        if given.shape != (self.count,):
            raise UnreadableError(f"A step takes {self.count} actions, not an array of shape {given.shape}.")
        marked = self._marked(which)
        wrong = batch_kernels.first_illegal(marked, given, self._arrays.masks, self.legal_counts)
        if wrong >= 0:
            self._refuse(wrong, int(given[wrong]))
        self._run(batch_kernels.play_games, self._arrays, self._config, marked, given)

    def _refuse(self, game: int, action: int) -> None:
        if not 0 <= action < self.rules.action_count:
            known = f"{self.rules.title} has the actions 0 to {self.rules.action_count - 1}"
            raise UnreadableError(f"In game {game}: {known}, not {action}.")
        reason = self.rules.why_illegal(self.states[game], action)
        assert reason, "an action that is not listed is illegal"
        rule, sentence, code, facts = reason
        raise IllegalMoveError(rule, f"in game {game}, action {action}: {sentence}", code, facts)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A uniformly random legal action for each game, from separate streams."""
        actions = np.empty(self.count, np.int64)
        self._run(batch_kernels.choose_at_random, self._arrays, _streams(self._choices), actions)
        return actions

    def observations_for(self, seats: npt.ArrayLike) -> Observations:
        """What one seat of each game knows, whoever is to move. Returns a new array."""
        chosen = np.ascontiguousarray(np.broadcast_to(np.asarray(seats, np.int64), (self.count,)))
        if chosen.min() < 0 or chosen.max() >= self.seats:
            raise UnreadableError(f"Seats go from 0 to {self.seats - 1}.")
        rows: Observations = _array((self.count, observation_size(self.rules)), np.float32)
        self._run(batch_kernels.observe_games, self.states, chosen, _rows(rows))
        return rows

    # --- positions, copies, files

    def position(self, game: int) -> str:
        """The position of a game as text, for `set_position` or `start=`."""
        return self.rules.text.position_text(self.states[game])

    def set_position(self, game: int, position: Position) -> None:
        """Continue a game from another position."""
        self.states[game] = checked_position(self.rules, position, self.seats)[0]
        self.done[game], self.rewards[game], self.moves[game] = False, 0, 0
        marked = np.zeros(self.count, np.bool_)
        marked[game] = True
        self._run(batch_kernels.show_games, self._arrays, self._config, marked)

    def copy(self) -> Batch:
        """An independent copy of the games, with the same random streams."""
        twin = object.__new__(type(self))
        twin.rules, twin.count, twin.seats, twin.threads = self.rules, self.count, self.seats, self.threads
        twin._config = self._config
        twin._make_arrays(self._arrays.starts.copy())
        twin._take(self._saved())
        return twin

    def save(self, path: str | Path) -> None:
        """Save the games and their random streams to a file."""
        about = {"game": self.rules.name, "terms": self._config._asdict()}
        with Path(path).open("wb") as file:
            saved: dict[str, Any] = self._saved()
            np.savez_compressed(file, about=json.dumps(about), starts=_bytes(self._arrays.starts), **saved)

    @classmethod
    def load(cls, path: str | Path, threads: int | None = None) -> Self:
        """Load a file written by `save`. Every position is checked, since compiled code trusts it."""
        try:
            with np.load(path, allow_pickle=False) as saved:
                arrays = dict(saved)
            about = json.loads(str(arrays.pop("about")))
            return cls._from_saved(about, arrays, threads)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UnreadableError(f"{path} is not a batch of games, or is damaged: {error}.") from None

    @classmethod
    def _from_saved(cls, about: Any, arrays: dict[str, npt.NDArray[Any]], threads: int | None) -> Self:
        batch = object.__new__(cls)
        batch.rules = rules_of(about["game"])
        config = about["terms"]
        flags = {name: bool(config[name]) for name in ("deal", "again", "look")}
        batch._config = batch_kernels.BatchConfig(
            seats=int(config["seats"]), reward=int(config["reward"]), **flags
        )
        batch.threads, batch.seats = available_cores() if threads is None else threads, batch._config.seats
        check = checked_position if not batch._config.deal else checked_template
        starts = check(batch.rules, arrays.pop("starts").view(batch.rules.state_dtype), batch.seats)
        states = arrays["states"].view(batch.rules.state_dtype)
        for state in states:
            checked_position(batch.rules, state, batch.seats)
        batch.count = len(states)
        batch._make_arrays(starts)
        batch._take(arrays)
        return batch

    def _saved(self) -> dict[str, npt.NDArray[Any]]:
        kept = {name: getattr(self, name) for name in ("rewards", "done", "scores", "moves")}
        return kept | {"states": _bytes(self.states), "streams": self._streams, "choices": self._choices}

    def _take(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        self.states[:] = saved["states"].view(self.rules.state_dtype)
        self._streams[:], self._choices[:] = saved["streams"], saved["choices"]
        for name in ("rewards", "done", "scores", "moves"):
            getattr(self, name)[:] = saved[name]
        self._run(batch_kernels.show_games, self._arrays, self._config, self._marked(None))

    def _marked(self, which: npt.ArrayLike | None) -> npt.NDArray[np.bool_]:
        if which is None:
            return self._all
        marked = np.ascontiguousarray(which)
        if marked.shape != (self.count,) or marked.dtype != np.bool_:
            raise UnreadableError(f"`which` says true or false for each of the {self.count} games.")
        return marked

    def _run(self, function: Any, *arguments: Any) -> None:
        """Call a compiled function for all games, on all cores."""
        if function not in self._specialized:  # the arrays are our own, so their types never change
            self._specialized[function] = specialize(function, 0, self.count, *arguments)
        quick = self._specialized[function]
        run_in_parallel(lambda first, last: quick(first, last, *arguments), self.count, self.threads)


def _array(shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """An array of zeros, aligned so that other libraries can use it without a copy."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + _ALIGNED, np.uint8)
    at = -room.ctypes.data % _ALIGNED
    array: npt.NDArray[Any] = room[at : at + size].view(kind).reshape(shape)
    return array


def _rows(array: npt.NDArray[Any]) -> npt.NDArray[np.void]:
    """An array of rows as an array of records, which compiled code passes at no cost."""
    rows: npt.NDArray[np.void] = array.view(layout([("row", array.dtype, array.shape[1:])]))[:, 0]
    return rows


def _streams(array: npt.NDArray[np.int64]) -> npt.NDArray[np.void]:
    return array.view(chance.STREAM)[:, 0]


def _bytes(states: States) -> npt.NDArray[np.uint8]:
    return states.view(np.uint8).copy()
