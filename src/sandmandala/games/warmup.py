"""Calling every entry point once, so that all of it is compiled and in the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from . import chance, entry_points
from .action_list import new_action_list
from .compiling import Actions, States, Stream
from .observation import total_size
from .options import checked_options, template
from .rules import MOST_SEATS, rules_of
from .views import view_json


def compile_steps(games: Iterable[str]) -> list[Callable[[], object]]:
    """One step for each entry point and game; each takes a second or so if nothing is cached."""
    steps: list[Callable[[], object]] = []
    for name in games:
        rules = rules_of(name)
        seats = min(rules.seat_counts)
        states = template(rules, seats, checked_options(rules, seats, {}), count=3)
        legal = new_action_list(rules.action_count)
        rows = np.stack([legal, legal])
        stream = chance.stream_from_seed(0)
        streams = np.stack([stream, stream])
        row = np.zeros(total_size(rules.observation_parts), np.float32)
        points = np.zeros(MOST_SEATS, np.int64)
        calls: list[tuple[Callable[..., object], tuple[object, ...]]] = [
            (entry_points.set_up, (states, 2, stream)),
            (entry_points.to_move, (states, 2)),
            (entry_points.list_legal, (states, 2, legal)),
            (entry_points.write_scores, (states, 2, points)),
            (entry_points.winner_bits, (states, 2)),
            (entry_points.resample_state, (states, 2, 0, stream)),
            (entry_points.observe_state, (states, 2, 0, row)),
            (view_json, (states[2:], 0)),
            (entry_points.random_games, (states, 1, stream, legal)),
            (entry_points.perft, (states[2:], rows, streams, 1)),
            (_two_moves, (states, stream, legal)),
        ]
        steps += [partial(call, *arguments) for call, arguments in calls]
    return steps


def _two_moves(states: States, stream: Stream, legal: Actions) -> None:
    entry_points.set_up(states, 2, stream)
    entry_points.list_legal(states, 2, legal)
    entry_points.play_and_list(states, 2, stream, legal, int(legal[0]))
    entry_points.play_and_find_mover(states, 2, int(legal[0]), stream, legal)
    entry_points.play(states, 2, int(legal[0]), stream)
