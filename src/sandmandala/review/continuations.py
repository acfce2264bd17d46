"""Continuations: candidate moves played on in many worlds, all with the same worlds and the same luck.

In each world every candidate is played, and then all seats play on by the policy of the game's network until
the game is over or the horizon is reached, where the network judges. Each seat chooses from what it knows: it
looks at a world resampled for it. The luck of a ply depends only on the world and the ply, and the choice of
a move also on the move, so that two candidates that lead to similar positions have the same continuation:
their difference has a small error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.search import MARGIN_SCALE, write_margins
from ..games.chance import Chance, chance_of
from ..games.compiling import Actions, States, Stream, compiled, inlined, layout
from ..games.rules import MOST_SEATS, apply, legal_actions, player_to_move, resample, winners
from .facts import MOST_FACTS, note_move
from .policy import judge, weigh_moves

OUTCOME = layout(
    [
        ("win", "f8", (MOST_SEATS,)),  # how likely each seat is to win, or its share of the win
        ("margin", "f8", (MOST_SEATS,)),
        ("facts", "f8", (MOST_FACTS,)),  # what has happened, for the deciding seat (facts/)
    ]
)
Outcomes = npt.NDArray[np.void]

NO_MOVE = -1  # instead of a candidate: the position itself
SCRATCH_STATES = 4

_WORD = 0xFFFFFFFF
DEAL, DRAW, _IMAGINE, _CHOOSE = 1, 2, 3, 4  # purposes of random numbers


@compiled
def play_on(
    states: States,
    seats: int,
    seat: int,
    is_open: bool,
    moves: Actions,
    seeds: Any,
    horizon: int,
    sharpness: float,
    nets: Any,
    scratch: Any,
    stream: Stream,
    legal: Actions,
    outcomes: Any,
    paths: Any,
) -> None:
    """Play each of the moves, and what follows, in a world for each seed.

    `states[0]` is what the seat knows or, if everything is open, the state. The other states, `stream`,
    `legal` and `scratch` are scratch space. `outcomes` and `paths` have a row for each seed and a column for
    each move. A path has the actions after the move, up to the horizon; it must be filled with -1 before.
    Facts are those of the seat.
    """
    chance, net, out = chance_of(stream), nets[0], scratch[0]
    points = np.zeros(MOST_SEATS, np.int64)
    for row in range(seeds.shape[0]):
        seed = int(seeds[row])
        states[1] = states[0]
        if not is_open:
            _reseed(chance, seed, DEAL, 0)
            resample(states[1], seat, chance)
        for column in range(moves.shape[0]):
            states[2] = states[1]
            outcome, path = outcomes[row, column], paths[row, column]
            outcome.facts[:] = 0.0
            action = int(moves[column])
            ply = 0
            while True:
                if action >= 0:
                    states[3] = states[2]
                    _reseed(chance, seed, DRAW, ply)
                    apply(states[2], action, chance)
                    note_move(states[3], action, states[2], seat, outcome.facts)
                count = legal_actions(states[2], legal)
                if count == 0 or ply == horizon:
                    break
                action = int(legal[0])
                if count > 1:
                    mover = player_to_move(states[2])
                    states[3] = states[2]
                    _reseed(chance, seed, _IMAGINE, ply)
                    resample(states[3], mover, chance)
                    weigh_moves(net, states[3], mover, seats, legal, count, sharpness, out)
                    action = _choose(out.prior, legal, count, _mix(seed, _CHOOSE, ply))
                path[ply] = action
                ply += 1
            _write_outcome(states[2], seats, net, out, points, outcome)


@compiled
def judge_draws(
    states: States,
    seats: int,
    seat: int,
    action: int,
    seeds: Any,
    nets: Any,
    scratch: Any,
    stream: Stream,
    outcomes: Any,
) -> None:
    """Make a move in the state itself, with a draw for each seed, and judge by what the seat then knows.

    `states[0]` is the state, the others are scratch space. Without a move, the state is judged as it is.
    """
    chance, net, out = chance_of(stream), nets[0], scratch[0]
    points = np.zeros(MOST_SEATS, np.int64)
    for row in range(seeds.shape[0]):
        seed = int(seeds[row])
        states[1] = states[0]
        if action >= 0:
            _reseed(chance, seed, DRAW, 0)
            apply(states[1], action, chance)
        _reseed(chance, seed, DEAL, 0)
        resample(states[1], seat, chance)
        _write_outcome(states[1], seats, net, out, points, outcomes[row])


@inlined
def _choose(priors: Any, legal: Actions, count: int, seed: int) -> int:
    """Draw a move by its prior. Each action has its own random number, whatever else is legal."""
    best, first = -1, 1e300
    for i in range(count):
        action = int(legal[i])
        number = (_scramble(seed ^ _scramble(action + 1)) + 0.5) / 4294967296.0
        rate = max(priors[i], 1e-30)
        if 1.0 - number > first * rate:  # -log x > 1 - x, and logarithms are slow
            continue
        time = -np.log(number) / rate  # the first of several clocks with these rates
        if time < first:
            best, first = action, time
    return best


@inlined
def _write_outcome(state: Any, seats: int, net: Any, out: Any, points: Any, outcome: Any) -> None:
    won = winners(state)
    if won:
        write_margins(state, seats, points, outcome.margin)
        share = 0
        for player in range(seats):
            share += (won >> player) & 1
        for player in range(seats):
            outcome.win[player] = float((won >> player) & 1) / share
    else:
        judge(net, state, player_to_move(state), seats, out)
        for player in range(seats):
            outcome.win[player] = out.win[player]
            outcome.margin[player] = out.margin[player] * MARGIN_SCALE


@compiled
def reseed(stream: Stream, seed: int, purpose: int, ply: int) -> None:
    """Give a stream the random numbers that a continuation has for this purpose."""
    _reseed(chance_of(stream), seed, purpose, ply)


@compiled
def _reseed(chance: Chance, seed: int, purpose: int, ply: int) -> None:
    word = _mix(seed, purpose, ply)
    chance.a = word
    chance.b = _scramble(word + 1)
    chance.c = _scramble(word + 2)
    chance.d = _scramble(word + 3) | 1  # not all may be 0


@compiled
def _mix(seed: int, purpose: int, ply: int) -> int:
    return _scramble(seed ^ _scramble(ply * 8 + purpose))


@compiled
def _scramble(word: int) -> int:
    """A bijection of 32-bit words in which every bit depends on all others; products fit in 63 bits."""
    word &= _WORD
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & _WORD
    word = ((word ^ (word >> 15)) * 0x31848BAB) & _WORD
    return word ^ (word >> 16)
