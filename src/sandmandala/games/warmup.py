"""Calls every entry point once, so that everything is compiled and cached."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from . import chance, entry_points
from .action_list import new_action_list
from .compiling import Actions, States, Stream
from .observation import total_size
from .options import checked_options, template
from .rules import MOST_SEATS, rules_of
from .views import view_json

Step = Callable[[], object]  # takes about a second if nothing is cached


class Example(NamedTuple):
    """Arguments to call compiled functions with."""

    states: States
    legal: Actions
    stream: Stream


def example(name: str) -> Example:
    """Three states of a game before set-up, and the other arguments of functions."""
    rules = rules_of(name)
    seats = min(rules.seat_counts)
    states = template(rules, seats, checked_options(rules, seats, {}), count=3)
    return Example(states, new_action_list(rules.action_count), chance.stream_from_seed(0))


def rule_steps(name: str) -> list[Step]:
    """What playing and showing a game needs: everything for tables and records."""
    states, legal, stream = example(name)
    return [
        partial(entry_points.set_up, states, 2, stream),
        partial(entry_points.to_move, states, 2),
        partial(entry_points.list_legal, states, 2, legal),
        partial(_two_moves, states, stream, legal),
        partial(view_json, states[2:], 0),
        partial(entry_points.write_scores, states, 2, np.zeros(MOST_SEATS, np.int64)),
        partial(entry_points.winner_bits, states, 2),
        partial(entry_points.resample_state, states, 2, 0, stream),
    ]


def tool_steps(name: str) -> list[Step]:
    """What only benchmarks, checks and learning need."""
    states, legal, stream = example(name)
    row = np.zeros(total_size(rules_of(name).observation_parts), np.float32)
    rows, streams = np.stack([legal, legal]), np.stack([stream, stream])
    return [
        partial(_play_and_list, states, stream, legal),
        partial(entry_points.observe_state, states, 2, 0, row),
        partial(entry_points.random_games, states, 1, stream, legal),
        partial(entry_points.perft, states[2:], rows, streams, 1),
        partial(entry_points.copy_states, states, 1),
    ]


def _two_moves(states: States, stream: Stream, legal: Actions) -> None:
    entry_points.set_up(states, 2, stream)
    entry_points.list_legal(states, 2, legal)
    entry_points.play_and_find_mover(states, 2, int(legal[0]), stream, legal)
    entry_points.play(states, 2, int(legal[0]), stream)


def _play_and_list(states: States, stream: Stream, legal: Actions) -> None:
    entry_points.set_up(states, 2, stream)
    entry_points.list_legal(states, 2, legal)
    entry_points.play_and_list(states, 2, stream, legal, int(legal[0]))
