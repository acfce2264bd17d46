"""Fit the weights of a game's evaluation (src/sandmandala/bots/evaluation) to who wins in self-play.

    python tools/fit_evaluation.py mandala --games 2000 --positions mandala.npz

The search plays against itself, with some random moves for variety. The weights maximise the likelihood of
the winners: for each position, the chances of the seats are the softmax of weights · features. Every fifth
game is held out for validation. With --positions the positions are saved to a file, which later runs read
instead of playing, so that features can be changed and compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from sandmandala.bots import Budget, Knowledge, SearchBot
from sandmandala.bots.evaluation import evaluator_of
from sandmandala.cli.warmup import compile_once
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States
from sandmandala.games.rules import MOST_SEATS, Rules, rules_of
from sandmandala.records import Game

Numbers = npt.NDArray[np.float64]

_HELD_OUT = 5  # one in this many games
_NEWTON_STEPS = 30
# A prior for each standardised weight, as strong as a position or two: it keeps weights that the positions do
# not determine small.
_PULL_TO_ZERO = 2.0


@dataclass(frozen=True)
class Positions:
    """Positions with all cards open, which game each is from, and each seat's share of the win there."""

    states: States
    seats: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]
    won: Numbers


def self_play(
    rules: Rules, seat_counts: list[int], games: int, simulations: int, by_lot: float, seed: int
) -> Positions:
    """Every position of some games, played in turn with each number of seats."""
    choice = np.random.default_rng(seed)
    bot, budget = SearchBot(), Budget(simulations)
    states: list[States] = []
    seats: list[int] = []
    numbers: list[int] = []
    won: list[Numbers] = []
    for number in range(games):
        count = seat_counts[number % len(seat_counts)]
        game = Game.new(rules.name, count, secret=choice.bytes(32))
        begin = len(states)
        while not game.is_over:
            states.append(game.state())
            if choice.random() < by_lot:
                game.play(int(choice.choice(game.legal_actions())))
            else:
                stream = stream_from_seed(int(choice.integers(1 << 60)))
                game.play(bot.decide(Knowledge.of(game), budget, stream).action)
        share = np.zeros(MOST_SEATS)
        share[game.winners()] = 1 / len(game.winners())
        made = len(states) - begin
        seats += [count] * made
        numbers += [number] * made
        won += [share] * made
        if (number + 1) % 100 == 0:
            click.echo(f"{number + 1} games, {len(states)} positions", err=True)
    return Positions(np.concatenate(states), np.array(seats), np.array(numbers), np.array(won))


def chances(rows: Numbers, present: npt.NDArray[np.bool_], weights: Numbers) -> Numbers:
    """How likely each seat is to win; `rows` has the features by position and seat."""
    evaluation = np.where(present, rows @ weights, -np.inf)
    shares: Numbers = np.exp(evaluation - evaluation.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def log_loss(guess: Numbers, won: Numbers) -> float:
    return float(-(won * np.log(np.maximum(guess, 1e-12))).sum(axis=1).mean())


def fit(rows: Numbers, present: npt.NDArray[np.bool_], won: Numbers) -> Numbers:
    """The most likely weights, by Newton's method."""
    scale = rows[present].std(axis=0)
    scale[scale == 0] = 1.0
    scaled = rows / scale
    weights: Numbers = np.zeros(rows.shape[2])
    for _ in range(_NEWTON_STEPS):
        guess = chances(scaled, present, weights)
        centred = scaled - (guess[:, :, None] * scaled).sum(axis=1, keepdims=True)
        slope = np.einsum("nsf,ns->f", scaled, guess - won) + _PULL_TO_ZERO * weights
        flat = (np.sqrt(guess)[:, :, None] * centred).reshape(-1, rows.shape[2])
        step = np.linalg.solve(flat.T @ flat + _PULL_TO_ZERO * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    weights /= scale
    return weights


@click.command()
@click.argument("game")
@click.option("--games", default=1000, help="How many games to play.")
@click.option("--seats", multiple=True, type=int, help="Numbers of players, in turn; all if not said.")
@click.option("--simulations", default=300, help="For each move.")
@click.option("--by-lot", default=0.15, help="The share of moves that are made by lot.")
@click.option("--seed", default=0)
@click.option("--positions", "file", type=click.Path(path_type=Path), help="Read them here, or keep them.")
def main(
    game: str,
    games: int,
    seats: tuple[int, ...],
    simulations: int,
    by_lot: float,
    seed: int,
    file: Path | None,
) -> None:
    """Fit the weights of GAME's evaluation to who wins in self-play, and print them."""
    compile_once()
    rules, evaluator = rules_of(game), evaluator_of(game)
    if file and file.exists():
        with np.load(file) as kept:
            raw = np.frombuffer(kept["states"].tobytes(), rules.state_dtype)
            found = Positions(raw, kept["seats"], kept["games"], kept["won"])
    else:
        found = self_play(rules, list(seats or rules.seat_counts), games, simulations, by_lot, seed)
        if file:
            raw = np.frombuffer(found.states.tobytes(), np.uint8)
            np.savez_compressed(file, states=raw, seats=found.seats, games=found.games, won=found.won)
    rows = np.zeros((len(found.seats), MOST_SEATS, len(evaluator.weights)))
    points = np.zeros((len(found.seats), MOST_SEATS, 1))
    for i, count in enumerate(found.seats):
        rows[i, :count] = evaluator.features_of(found.states[i], int(count))
        points[i, :, 0] = entry_points.scores_of(found.states[i])
    present = np.arange(MOST_SEATS) < found.seats[:, None]
    held = found.games % _HELD_OUT == 0
    weights = fit(rows[~held], present[~held], found.won[~held])
    by_points = fit(points[~held], present[~held], found.won[~held])
    click.echo(f"{len(held)} positions of {found.games[-1] + 1} games. Log loss on those held out:")
    for name, features, judge in (
        ("nothing known", points, np.zeros(1)),
        (f"points alone, {by_points[0]:.3f} each", points, by_points),
        ("the weights as they are", rows, np.array(evaluator.weights)),
        ("the weights below", rows, weights),
    ):
        loss = log_loss(chances(features[held], present[held], judge), found.won[held])
        click.echo(f"  {loss:.4f}  {name}")
    click.echo("(" + ", ".join(f"{weight:.4g}" for weight in weights) + ")")


if __name__ == "__main__":
    main()
