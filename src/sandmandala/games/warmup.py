"""Calling every entry point once, so that all of it is compiled and in the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from . import chance, play
from .compiling import Actions, States, Stream
from .listing import new_list
from .observing import size_of
from .options import checked_options, template
from .rules import MOST_SEATS, rules_of
from .viewing import view_json


def compile_steps(games: Iterable[str]) -> list[Callable[[], object]]:
    """One step for each entry point and game; each takes a second or so if nothing is cached."""
    steps: list[Callable[[], object]] = []
    for name in games:
        rules = rules_of(name)
        seats = min(rules.seats)
        states = template(rules, seats, checked_options(rules, seats, {}), count=3)
        legal = new_list(rules.actions)
        rows = np.stack([legal, legal])
        stream = chance.stream_from_seed(0)
        streams = np.stack([stream, stream])
        row = np.zeros(size_of(rules.parts), np.float32)
        points = np.zeros(MOST_SEATS, np.int64)
        calls: list[tuple[Callable[..., object], tuple[object, ...]]] = [
            (play.set_up, (states, 2, stream)),
            (play.to_move, (states, 2)),
            (play.list_legal, (states, 2, legal)),
            (play.score, (states, 2, points)),
            (play.won_by, (states, 2)),
            (play.imagine, (states, 2, 0, stream)),
            (play.look, (states, 2, 0, row)),
            (view_json, (states[2:], 0)),
            (play.random_games, (states, 1, stream, legal)),
            (play.perft, (states[2:], rows, streams, 1)),
            (_two_moves, (states, stream, legal)),
        ]
        steps += [partial(call, *arguments) for call, arguments in calls]
    return steps


def _two_moves(states: States, stream: Stream, legal: Actions) -> None:
    play.set_up(states, 2, stream)
    play.list_legal(states, 2, legal)
    play.play_and_list(states, 2, stream, legal, int(legal[0]))
    play.play_and_look(states, 2, int(legal[0]), stream, legal)
    play.play(states, 2, int(legal[0]), stream)
