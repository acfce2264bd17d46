"""How often the tutor asks, about moves of which a closer look knows what they lose, and how long it takes.

    python bench/tutor.py [--positions 120] [--game NAME] [--seats N] [--seed 1]

An alarm is false if the move loses at most a third of the threshold. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from sandmandala.cli.warmup import compile_once
from sandmandala.games.rules import all_games, rules_of
from sandmandala.review.budget import ReviewBudget
from sandmandala.review.planted_moves import PlantedMove, planted_moves
from sandmandala.review.reviewed_game import reviewed_game
from sandmandala.review.tutor import advise, threshold_of
from sandmandala.review.types import Advice, TutorLevel

CLOSER_LOOK = ReviewBudget(
    search=8000, all_moves=64, best_moves=448, draws=0, open_cards=0, solver_nodes=200_000, doubtful=4096
)
Answer = tuple[PlantedMove, Advice | None]


def measure(name: str, seats: int, positions: int, seed: int) -> None:
    answers: list[Answer] = []
    seconds: list[float] = []
    for planted in planted_moves(name, seats, CLOSER_LOOK, positions, seed):
        begin = time.thread_time()
        answers.append((planted, advise(planted.knowledge, planted.move, "all")))
        seconds.append(time.thread_time() - begin)
    median, late = np.median(seconds), np.quantile(seconds, 0.99)
    print(f"{name} for {seats}: {len(seconds)} judgements, {median:.2f} s (median), {late:.2f} s (99 %)")
    for level in ("serious", "all"):
        report(level, threshold_of(level, reviewed_game(name).thresholds), answers)


def report(level: TutorLevel, threshold: float, answers: list[Answer]) -> None:
    asked = [(one, advice is not None and advice.loss.win >= threshold) for one, advice in answers]
    blunders = [ask for one, ask in asked if one.is_blunder]
    quiet = [ask for one, ask in asked if not one.is_blunder and one.loss <= threshold / 3]
    print(
        f"  {level}: asks about {sum(blunders)} of {len(blunders)} blunders, "
        f"{sum(quiet)} of {len(quiet)} false alarms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=all_games())
    parser.add_argument("--seats", type=int)
    chosen = parser.parse_args()
    compile_once(("rules", "bots", "review"))
    for name in [chosen.game] if chosen.game else all_games():
        for seats in [chosen.seats] if chosen.seats else rules_of(name).seat_counts:
            measure(name, seats, chosen.positions, chosen.seed)


if __name__ == "__main__":
    main()
