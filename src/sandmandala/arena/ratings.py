"""Elo differences, their intervals, and the test that decides when to stop.

Everything here starts from the scores of rounds, each the mean score of the first bot over the games of one
deal, from 0 to 1. Games of a deal depend on one another, rounds do not, so all variances are those of rounds.
With more than two seats, one seat plays against several of the other bot. An equally strong bot then wins 1
game in `seats`, which is an Elo difference of 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

_NORMAL_95 = 1.959964
_PER_ELO = math.log(10) / 400
_NEWTON_STEPS = 50
_ERROR_RATE = 0.05
# Where the log-likelihood ratio of the sequential test decides, for alpha = beta = 5 %.
LOWER = math.log(_ERROR_RATE / (1 - _ERROR_RATE))
UPPER = -LOWER


@dataclass(frozen=True)
class Estimate:
    """An Elo difference and its 95 % interval; infinite if nothing bounds it."""

    elo: float
    low: float
    high: float


def elo_of(score: float, seats: int = 2) -> float:
    """
    >>> round(elo_of(0.75)), round(elo_of(0.5)), round(elo_of(1 / 3, seats=3))
    (191, 0, 0)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10((seats - 1) * score / (1 - score))


def score_of(elo: float, seats: int = 2) -> float:
    """The expected score for an Elo difference: the inverse of `elo_of`."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def variance(rounds: Sequence[float]) -> float:
    """The variance of a round, as if there were one more round, as far from the mean as possible.

    A few equal rounds do not prove that all are equal.
    """
    mean = sum(rounds) / len(rounds)
    return (sum((score - mean) ** 2 for score in rounds) + 0.25) / len(rounds)


def estimate(rounds: Sequence[float], seats: int = 2) -> Estimate:
    """The difference between two bots, from the first one's scores."""
    count = len(rounds)
    if count == 0:
        return Estimate(0.0, -math.inf, math.inf)
    mean = sum(rounds) / count
    if mean in (0, 1):  # no spread to estimate from: use the exact bound for this many wins in a row
        bound = 0.025 ** (1 / count)
        low, high = (bound, 1.0) if mean else (0.0, 1 - bound)
    else:
        reach = _NORMAL_95 * math.sqrt(variance(rounds) / count)
        low, high = mean - reach, mean + reach
    return Estimate(elo_of(mean, seats), elo_of(low, seats), elo_of(high, seats))


def ladder(bots: int, rounds: Mapping[tuple[int, int], Sequence[float]], seats: int = 2) -> list[Estimate]:
    """The Elo of all bots, the first being 0: the most likely strengths (Bradley and Terry).

    Half a fair round is added to each pairing, so that a bot that has won all games gets a finite rating. The
    intervals come from the spread of the rounds (the "sandwich" estimate).
    """
    strengths = np.zeros(bots)
    for _ in range(_NEWTON_STEPS):
        slope, curvature = _slope(strengths, rounds, seats)
        step = np.linalg.solve(curvature[1:, 1:], slope[1:])
        strengths[1:] += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-10:
            break
    inverse = np.linalg.inv(curvature[1:, 1:])
    covariance = inverse @ _noise(bots, rounds, seats)[1:, 1:] @ inverse
    reaches = [0.0, *(_NORMAL_95 * np.sqrt(np.diag(covariance)) / _PER_ELO).tolist()]
    elos = (strengths / _PER_ELO).tolist()
    return [Estimate(elo, elo - reach, elo + reach) for elo, reach in zip(elos, reaches, strict=True)]


def _slope(
    strengths: Numbers, rounds: Mapping[tuple[int, int], Sequence[float]], seats: int
) -> tuple[Numbers, Numbers]:
    """First and (negative) second derivatives of the log-likelihood."""
    slope = np.zeros(len(strengths))
    curvature = np.zeros((len(strengths), len(strengths)))
    for (first, second), scores in rounds.items():
        games = seats * (len(scores) + 0.5)
        won = seats * sum(scores) + 0.5
        ahead = strengths[first] - strengths[second]
        expected = 1 / (1 + (seats - 1) * math.exp(-ahead))
        direction = _direction(len(strengths), first, second)
        slope += (won - games * expected) * direction
        curvature += games * expected * (1 - expected) * np.outer(direction, direction)
    return slope, curvature


def _noise(bots: int, rounds: Mapping[tuple[int, int], Sequence[float]], seats: int) -> Numbers:
    """The variance of the slope."""
    noise = np.zeros((bots, bots))
    for (first, second), scores in rounds.items():
        if scores:
            direction = _direction(bots, first, second)
            noise += seats**2 * len(scores) * variance(scores) * np.outer(direction, direction)
    return noise


def _direction(bots: int, first: int, second: int) -> Numbers:
    direction = np.zeros(bots)
    direction[first], direction[second] = 1.0, -1.0
    return direction


@dataclass(frozen=True)
class Verdict:
    """The state of the sequential test after some rounds. `holds` is the Elo difference it accepted."""

    rounds: int
    ratio: float  # the log-likelihood ratio of elo1 against elo0
    holds: float | None


def sprt(rounds: Sequence[float], elo0: float, elo1: float, seats: int = 2) -> Verdict:
    """Wald's sequential test, stopped at the first round that decides.

    The ratio is that of two normal distributions with the observed variance, as in the pentanomial test of
    chess engines.
    """
    score0, score1 = score_of(elo0, seats), score_of(elo1, seats)
    ratio = total = squares = 0.0
    for count, score in enumerate(rounds, 1):
        total += score
        squares += score * score
        spread = (squares - total * total / count + 0.25) / count
        ratio = (score1 - score0) * (2 * total - count * (score0 + score1)) / (2 * spread)
        if ratio >= UPPER:
            return Verdict(count, ratio, elo1)
        if ratio <= LOWER:
            return Verdict(count, ratio, elo0)
    return Verdict(len(rounds), ratio, None)
