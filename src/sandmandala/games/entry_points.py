"""Compiled entry points for Python. They take an array of states and an index, which Numba passes fastest."""

from __future__ import annotations

from typing import Any

import numpy as np

from .chance import chance_of, randbelow
from .compiling import Actions, States, Stream, compiled
from .json_writer import RawBytes, new_buffer
from .rules import (
    MOST_SEATS,
    apply,
    legal_actions,
    observe,
    player_to_move,
    resample,
    scores,
    setup,
    winners,
    write_view,
)
from .state_reader import StateReader


@compiled
def set_up(states: States, index: int, stream: Stream) -> None:
    setup(states[index], chance_of(stream))


@compiled
def to_move(states: States, index: int) -> int:
    return player_to_move(states[index])


@compiled
def list_legal(states: States, index: int, out: Actions) -> int:
    return legal_actions(states[index], out)


@compiled
def play(states: States, index: int, action: int, stream: Stream) -> None:
    apply(states[index], action, chance_of(stream))


@compiled
def play_and_list(states: States, index: int, stream: Stream, out: Actions, action: int) -> int:
    """Play, and list the next legal actions: the fastest way to drive a game from Python."""
    apply(states[index], action, chance_of(stream))
    return legal_actions(states[index], out)


@compiled
def play_and_find_mover(
    states: States, index: int, action: int, stream: Stream, out: Actions
) -> tuple[int, int]:
    """The same, and also return the seat to move next."""
    count = play_and_list(states, index, stream, out, action)
    return count, player_to_move(states[index])


@compiled
def play_scripted(states: States, index: int, scripts: Any, out: Actions, action: int) -> int:
    """Set up (action -1) or play with the script's outcomes. Returns the number of legal actions.

    If the script was asked for more outcomes than it has, the state is useless.
    """
    script = scripts[0]
    script.used = 0
    script.asked = 0
    script.kinds = 0
    if action < 0:
        setup(states[index], script)
    else:
        apply(states[index], action, script)
    return legal_actions(states[index], out)


@compiled
def write_scores(states: States, index: int, out: Any) -> None:
    scores(states[index], out)


@compiled
def winner_bits(states: States, index: int) -> int:
    return winners(states[index])


def scores_of(state: Any) -> list[int]:
    """The points of each seat in a single state."""
    points = np.zeros(MOST_SEATS, np.int64)
    write_scores(_as_array(state), 0, points)
    return [int(number) for number in points]


def winners_of(state: Any) -> list[int]:
    """The winning seats in a single state; none before the end."""
    won = winner_bits(_as_array(state), 0)
    return [seat for seat in range(MOST_SEATS) if won >> seat & 1]


def _as_array(state: Any) -> States:
    return state.states() if isinstance(state, StateReader) else np.atleast_1d(state)


@compiled
def resample_state(states: States, index: int, seat: int, stream: Stream) -> None:
    resample(states[index], seat, chance_of(stream))


@compiled
def observe_state(states: States, index: int, seat: int, out: Any) -> None:
    """Write what the seat knows as a row of numbers."""
    observe(states[index], seat, out)


@compiled
def write_view_json(states: States, index: int, seat: int, raw: RawBytes) -> int:
    """Write what the seat may see as JSON. Returns the number of bytes."""
    buffer = new_buffer(raw)
    write_view(states[index], seat, buffer)
    return int(buffer.written)


@compiled
def random_games(states: States, games: int, stream: Stream, out: Actions) -> int:
    """Play random games from the template `states[0]` in `states[1]`. Returns the number of moves."""
    moves = 0
    chance = chance_of(stream)
    for _ in range(games):
        states[1] = states[0]
        state = states[1]
        setup(state, chance)
        count = legal_actions(state, out)
        while count > 0:
            apply(state, int(out[randbelow(chance, count)]), chance)
            moves += 1
            count = legal_actions(state, out)
    return moves


@compiled
def roll_out(states: States, games: int, stream: Stream, out: Actions, tally: Any) -> None:
    """Play random games from `states[0]` in `states[1]`; `tally` counts them by the bits of winners."""
    chance = chance_of(stream)
    for _ in range(games):
        states[1] = states[0]
        state = states[1]
        count = legal_actions(state, out)
        while count > 0:
            apply(state, int(out[randbelow(chance, count)]), chance)
            count = legal_actions(state, out)
        tally[winners(state)] += 1


@compiled
def copy_states(states: States, copies: int) -> int:
    """Copy back and forth, for benchmarks. Returns the number of copies."""
    for number in range(copies):
        states[number % 2] = states[1 - number % 2]
    return copies


@compiled
def perft(states: States, legal: Actions, streams: Stream, depth: int) -> int:
    """The number of ways to play `depth` moves from `states[0]`.

    `streams[ply]` is the stream of that ply, the same in every branch; `legal` has a row for each ply.
    """
    count = legal_actions(states[0], legal[0])
    if depth == 0:
        return 1
    if depth == 1 or count == 0:
        return count
    stream = streams[0].copy()
    chosen = np.zeros(depth, np.int64)
    counts = np.zeros(depth, np.int64)
    counts[0] = count
    leaves = 0
    ply = 0
    while ply >= 0:
        if chosen[ply] == counts[ply]:
            ply -= 1
            continue
        action = int(legal[ply, chosen[ply]])
        chosen[ply] += 1
        states[ply + 1] = states[ply]
        stream[:] = streams[ply]
        apply(states[ply + 1], action, chance_of(stream))
        count = legal_actions(states[ply + 1], legal[ply + 1])
        if ply + 2 == depth:
            leaves += count
        elif count > 0:
            ply += 1
            counts[ply] = count
            chosen[ply] = 0
    return leaves
