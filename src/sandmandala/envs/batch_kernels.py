"""Many games at once: the compiled part of batches.

Each game has its own stream, so it does not matter which thread plays it. Rows are records with one field,
because rows of arrays need reference counting, for which several cores would contend. For the same reason,
arrays are taken out of their tuple once, before the loop.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..games.chance import randbelow
from ..games.compiling import States, compiled
from ..games.rules import (
    apply,
    legal_actions,
    observe,
    player_to_move,
    scores,
    setup,
    winners,
)

OUTCOME, MARGIN = 0, 1


class BatchConfig(NamedTuple):
    """How games are played."""

    seats: int
    deal: bool  # whether the start is a state before set-up, or a position
    again: bool  # whether a finished game restarts at once
    look: bool  # whether observations are written
    reward: int  # OUTCOME or MARGIN


class BatchArrays(NamedTuple):
    """The arrays of a batch. Those with a row for each game are arrays of records, with the field `row`."""

    states: States
    starts: States
    streams: Any
    legal: Any
    counts: Any  # of legal actions
    to_move: Any
    masks: Any
    observations: Any
    rewards: Any
    scores: Any
    done: Any
    moves: Any


@compiled
def start_games(first: int, last: int, arrays: BatchArrays, config: BatchConfig, which: Any) -> None:
    """Start the games that `which` selects."""
    states, starts, streams, legal, counts = (
        arrays.states,
        arrays.starts,
        arrays.streams,
        arrays.legal,
        arrays.counts,
    )
    to_move, masks, observations, moves = arrays.to_move, arrays.masks, arrays.observations, arrays.moves
    for game in range(first, last):
        if which[game]:
            states[game] = starts[0]
            if config.deal:
                setup(states[game], streams[game])
            moves[game] = 0
            to_move[game] = player_to_move(states[game])
            counts[game] = _write_legal(states[game], legal[game], masks[game])
            if config.look:
                observe(states[game], int(to_move[game]), observations[game].row)


@compiled
def show_games(first: int, last: int, arrays: BatchArrays, config: BatchConfig, which: Any) -> None:
    """Write everything that is needed before a move, for the games that `which` selects."""
    states, legal, counts, to_move = arrays.states, arrays.legal, arrays.counts, arrays.to_move
    masks, observations = arrays.masks, arrays.observations
    for game in range(first, last):
        if which[game]:
            to_move[game] = player_to_move(states[game])
            counts[game] = _write_legal(states[game], legal[game], masks[game])
            if config.look:
                observe(states[game], max(0, int(to_move[game])), observations[game].row)


@compiled
def play_games(
    first: int, last: int, arrays: BatchArrays, config: BatchConfig, which: Any, actions: Any
) -> None:
    """Play a legal action in each unfinished game that `which` selects."""
    states, starts, streams, legal, counts = (
        arrays.states,
        arrays.starts,
        arrays.streams,
        arrays.legal,
        arrays.counts,
    )
    to_move, masks, observations = arrays.to_move, arrays.masks, arrays.observations
    rewards, points, done, moves = arrays.rewards, arrays.scores, arrays.done, arrays.moves
    for game in range(first, last):
        if not which[game]:
            continue
        for seat in range(config.seats):
            rewards[game].row[seat] = 0
        done[game] = counts[game] == 0
        if counts[game] > 0:
            state = states[game]
            apply(state, int(actions[game]), streams[game])
            moves[game] += 1
            if player_to_move(state) < 0:
                done[game] = True
                scores(state, points[game].row)
                write_rewards(
                    winners(state), config.seats, config.reward, points[game].row, rewards[game].row
                )
                if config.again:
                    states[game] = starts[0]
                    if config.deal:
                        setup(state, streams[game])
                    moves[game] = 0
            to_move[game] = player_to_move(state)
            counts[game] = _write_legal(state, legal[game], masks[game])
            if config.look:
                observe(state, max(0, int(to_move[game])), observations[game].row)


@compiled
def _write_legal(state: Any, legal: Any, mask: Any) -> int:
    """Write the legal actions as a list and as a mask. Returns their number."""
    listed, marked = legal.row, mask.row
    count = legal_actions(state, listed)
    for action in range(marked.shape[0]):
        marked[action] = 0
    for i in range(count):
        marked[listed[i]] = 1
    return count


@compiled
def write_rewards(won: int, seats: int, kind: int, points: Any, out: Any) -> None:
    """Write the final rewards, whose sum is 0 (see rewards.py). `won` has a bit for each winner."""
    shared, total = 0, 0
    for seat in range(seats):
        shared += (won >> seat) & 1
        total += int(points[seat])
    for seat in range(seats):
        if kind == MARGIN:
            out[seat] = points[seat] - (total - points[seat]) / (seats - 1)
        elif (won >> seat) & 1:
            out[seat] = (seats - shared) / ((seats - 1) * shared)
        else:
            out[seat] = -1 / (seats - 1)


@compiled
def first_illegal(which: Any, actions: Any, masks: Any, counts: Any) -> int:
    """The first selected game whose action is illegal; -1 if there is none. Finished games accept any."""
    for game in range(actions.shape[0]):
        mask, action = masks[game].row, int(actions[game])
        if which[game] and counts[game] > 0 and not (0 <= action < mask.shape[0] and mask[action] == 1):
            return game
    return -1


@compiled
def choose_at_random(first: int, last: int, arrays: BatchArrays, streams: Any, actions: Any) -> None:
    """A uniformly random legal action for each game; 0 if there is none."""
    legal, counts = arrays.legal, arrays.counts
    for game in range(first, last):
        actions[game] = 0
        if counts[game] > 0:
            actions[game] = legal[game].row[randbelow(streams[game], int(counts[game]))]


@compiled
def observe_games(first: int, last: int, states: States, seats: Any, observations: Any) -> None:
    """What one seat of each game knows."""
    for game in range(first, last):
        observe(states[game], int(seats[game]), observations[game].row)
