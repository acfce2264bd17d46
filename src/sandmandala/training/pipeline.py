"""A training run: generations of self-play, learning and a match against the best network so far.

A run can be interrupted at any time and resumes from its folder: existing files of games, weights and matches
are kept. All randomness comes from the seed, so an interrupted run gives the same result as an uninterrupted
one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..arena import Entrant, Match
from ..arena.ratings import ladder
from ..arena.workers import Workers
from ..bots import Budget, NetBot
from ..bots.networks.weights_file import TrainedNetwork, load_weights, save_weights
from ..games.rules import rules_of
from .curves import curves
from .game_files import GAMES_OF_A_FILE, GamesTask, SelfPlayJob, play_files, read_positions
from .learning import learn
from .self_play import joined
from .settings import RunFolder, Settings

# Called with the name of the step, how much of it is done, and how much there is.
Progress = Callable[[str, float, float], None]
# A new network becomes the best if this test accepts that it is stronger, or, if the test is undecided after
# all games, if it has won more than half of them.
GATE = (0.0, 30.0)
# No limit: processes may be paused for a while.
_MOVE_TIME = 1e6


def train(
    folder: RunFolder,
    settings: Settings,
    generations: int,
    workers: int | Workers,
    progress: Progress,
    start: TrainedNetwork | None = None,
) -> list[dict[str, Any]]:
    """Train up to this generation, from these weights or from nothing. Returns a summary of each."""
    network = settings.network
    if not folder.weights(0).exists():
        weights = start.weights if start else network.new_weights()
        save_weights(folder.weights(0), network, weights, {"generation": 0})
    for number in range(1, generations + 1):
        if folder.summary(number) is not None:
            continue
        best = _best_before(folder, number)
        _play(folder, settings, number, best, workers, progress)
        loss = _learn(folder, settings, number, best, progress)
        gate = _match(folder, settings, number, best, workers, progress)
        accepted = _is_better(gate)
        elo = ladder(2, {(1, 0): gate.scores((0, 1))}, gate.setup.seats)[1]
        before = _elo_of(folder, best)
        summary = {
            "generation": number,
            "against": best,
            "accepted": accepted,
            "gate_games": len(gate.scores((0, 1))) * gate.setup.seats,
            "elo": round(before + elo.elo, 1),
            "elo_low": round(before + elo.low, 1),
            "elo_high": round(before + elo.high, 1),
            **loss,
        }
        if accepted:
            trained = load_weights(folder.weights(number), settings.game)
            story = {**trained.about, "elo": summary["elo"], "elo_of_generation_0": 0}
            save_weights(folder.best, network, trained.weights, story)
        folder.write_summary(number, summary)
        folder.curves.write_text(curves(settings.game, folder.summaries()), encoding="utf-8")
    return folder.summaries()


def _best_before(folder: RunFolder, number: int) -> int:
    accepted = [
        one["generation"] for one in folder.summaries() if one["accepted"] and one["generation"] < number
    ]
    return int(accepted[-1]) if accepted else 0


def _elo_of(folder: RunFolder, number: int) -> float:
    """Generation 0 is 0: the evaluation without a policy, or the weights that the run started from."""
    summary = folder.summary(number) if number else None
    return float(summary["elo"]) if summary else 0.0


def _play(
    folder: RunFolder, settings: Settings, number: int, best: int, workers: int | Workers, progress: Progress
) -> None:
    starts = range(0, settings.games, GAMES_OF_A_FILE)
    tasks = [
        GamesTask(range(start, min(start + GAMES_OF_A_FILE, settings.games)), folder.chunk(number, chunk))
        for chunk, start in enumerate(starts)
    ]
    weights = load_weights(folder.weights(best), settings.game).weights
    seats = settings.seats or rules_of(settings.game).seat_counts
    purpose = f"generation {number}"
    job = SelfPlayJob(settings.game, weights, seats, settings.simulations, settings.seed, purpose)
    for done, _ in enumerate(play_files(job, tasks, workers), 1):
        progress(f"Generation {number}: self-play", done, len(tasks))


def _learn(
    folder: RunFolder, settings: Settings, number: int, best: int, progress: Progress
) -> dict[str, float]:
    """Write the weights of a generation. Returns their loss, which is also part of their description."""
    network, path = settings.network, folder.weights(number)
    if path.exists():
        return dict(load_weights(path, settings.game).about["loss"])
    chunks = range(-(-settings.games // GAMES_OF_A_FILE))
    window = range(max(1, number - settings.window + 1), number + 1)
    files = [folder.chunk(generation, chunk) for generation in window for chunk in chunks]
    positions = joined([read_positions(file, settings.game) for file in files])
    # Weights of zeros cannot be improved: whoever has learned nothing starts from random ones.
    has_learned = best > 0 or settings.start is not None
    start = load_weights(folder.weights(best), settings.game).weights if has_learned else None
    seed = settings.seed * 1_000_003 + number
    weights, loss = learn(
        network,
        start,
        positions,
        settings.epochs,
        seed,
        lambda share: progress(f"Generation {number}: learning", share, 1.0),
    )
    found = {name: round(value, 4) for name, value in vars(loss).items()}
    story = {
        "generation": number,
        "learned_from": f"{len(window) * settings.games} games of self-play, {len(positions)} positions, "
        f"{settings.simulations} simulations a move, {settings.epochs} epochs",
        "games_in_all": number * settings.games,
        "seats": settings.seats,
        "seed": settings.seed,
        "start": settings.start,
        "loss": found,
    }
    save_weights(path, network, weights, story)
    return found


def _match(
    folder: RunFolder, settings: Settings, number: int, best: int, workers: int | Workers, progress: Progress
) -> Match:
    budget = Budget(simulations=settings.gate_simulations)
    entrants = [
        Entrant(f"generation {one}", NetBot(weights=folder.weights(one), uses_solver=False), budget)
        for one in (number, best)
    ]
    match = Match.between(
        settings.game,
        entrants,
        settings.gate_games,
        seed=settings.seed + number,
        move_time=_MOVE_TIME,
        sprt=GATE,
    )
    match.play(
        workers,
        folder.gate(number),
        lambda result: progress(f"Generation {number}: match", len(match.results), len(match.tasks)),
    )
    return match


def _is_better(match: Match) -> bool:
    verdict, scores = match.verdict, match.scores((0, 1))
    if verdict and verdict.holds is not None:
        return verdict.holds == GATE[1]
    return sum(scores) * match.setup.seats > len(scores)
