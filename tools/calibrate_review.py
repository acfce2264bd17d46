"""Calibrates reviews: `python tools/calibrate_review.py FILE… [--chart FILE]`.

Reads what tools/review_levels.py has written, and writes src/sandmandala/review/calibration/GAME.json, by
which headlines name levels. Entries for other numbers of seats or simulations stay. Prints what the levels
lose, how often a headline names the right level, whether chances to win come true, and the mean luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from pathlib import Path

import click
import msgspec
import numpy as np
from review_levels import JudgedMove, ReviewedLevel, read_lines
from rich.console import Console
from rich.table import Table

from sandmandala.bots import LEVELS
from sandmandala.review.headline import FOLDER, Calibration, LevelLoss, nearest_level
from sandmandala.review.sampling import mean_and_error

_BINS = 10
_TOGETHER = 10  # games of one player


def counted(game: ReviewedLevel, seat: int) -> list[JudgedMove]:
    return [move for move in game.moves if move.seat == seat and move.is_counted]


def losses_of(games: Iterable[ReviewedLevel]) -> list[list[JudgedMove]]:
    """The counted decisions of each seat of each game."""
    found = [counted(game, seat) for game in games for seat in range(game.seats)]
    return [moves for moves in found if moves]


def level_loss(level: int, games: Sequence[ReviewedLevel]) -> LevelLoss:
    moves = [move for game in games for move in game.moves if move.is_counted]
    # Games, not decisions, are independent of one another.
    means = [np.mean([move.loss for move in game.moves if move.is_counted]) for game in games]
    marks = [move.mark for move in moves]
    return LevelLoss(
        level=LEVELS[level - 1].english,
        games=len(games),
        counted=len(moves),
        loss=sum(move.loss for move in moves) / len(moves),
        error=mean_and_error(np.array(means))[1],
        points=sum(move.points for move in moves) / len(moves),
        inaccuracies=marks.count("inaccuracy") / len(moves),
        mistakes=marks.count("mistake") / len(moves),
        blunders=marks.count("blunder") / len(moves),
    )


def write(game: str, calibration: Calibration) -> None:
    """Replace the entry for the same number of seats and simulations."""
    file = FOLDER / f"{game}.json"
    known = msgspec.json.decode(file.read_bytes(), type=list[Calibration]) if file.exists() else []
    key = (calibration.seats, calibration.engine.simulations)
    kept = [one for one in known if (one.seats, one.engine.simulations) != key]
    FOLDER.mkdir(exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode([*kept, calibration]), indent=1)
    file.write_bytes(text + b"\n")


def headlines(by_level: Sequence[Sequence[ReviewedLevel]]) -> dict[str, tuple[float, ...]]:
    """How often the named level is right, and right within one: each half of the games, by the other half."""
    hits: dict[str, list[int]] = {"one game": [], f"{_TOGETHER} games": []}
    for half in (0, 1):
        known = [level_loss(level, games[1 - half :: 2]).points for level, games in enumerate(by_level, 1)]
        for level, games in enumerate(by_level, 1):
            players = losses_of(games[half::2])
            starts = range(0, len(players), _TOGETHER)
            groups = [list(chain(*players[start : start + _TOGETHER])) for start in starts]
            for name, tried in zip(hits, (players, groups), strict=True):
                for moves in tried:
                    points = sum(move.points for move in moves) / len(moves)
                    hits[name].append(abs(nearest_level(points, known) - level))
    return {
        name: tuple(sum(miss <= most for miss in misses) / len(misses) for most in (0, 1))
        for name, misses in hits.items()
    }


def reliability(games: Sequence[ReviewedLevel]) -> list[tuple[float, float, float, int]]:
    """By chance to win before a move: mean chance, how often it came true, its error, decisions.

    Decisions of a game share its result, so the error is that of games.
    """
    found = []
    for number in range(_BINS):
        chances, results = [], []
        for game in games:
            inside = [move for move in game.moves if int(min(move.chance, 0.999) * _BINS) == number]
            if inside:
                chances.append(np.mean([move.chance for move in inside]))
                results.append(np.mean([game.results[move.seat] for move in inside]))
        if len(chances) > 1:
            mean, error = mean_and_error(np.array(results))
            found.append((float(np.mean(chances)), mean, error, len(chances)))
    return found


def luck(games: Sequence[ReviewedLevel]) -> tuple[float, float, float]:
    """The mean luck with its error, and the variance of results without luck by that of plain ones."""
    own = np.array([np.mean([one.luck for one in game.identities]) for game in games])
    plain = np.array([game.identities[0].result for game in games])
    adjusted = plain - np.array([one.luck - one.others_luck for game in games for one in game.identities[:1]])
    return *mean_and_error(own), float(adjusted.var() / plain.var()) if plain.var() else 1.0


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    lines = sorted((line for file in files for line in read_lines(file)), key=lambda line: line.key)
    console = Console(width=110)
    for (game, seats, engine), group in groupby(lines, key=lambda line: (line.game, line.seats, line.engine)):
        games = list(group)
        strongest = max(one.level for one in games)
        by_level = [[one for one in games if one.level == level] for level in range(1, strongest + 1)]
        if not all(len(one) > 1 for one in by_level):
            raise click.ClickException(f"{game}: every level up to the strongest must have played two games.")
        found = tuple(level_loss(level, one) for level, one in enumerate(by_level, 1))
        write(game, Calibration(engine, seats, found))
        table = Table(
            "level",
            "games",
            "counted",
            "loss, %",
            "points",
            "inaccuracies",
            "mistakes",
            "blunders",
            title=game,
        )
        for one in found:
            shares = (f"{100 * share:.1f} %" for share in (one.inaccuracies, one.mistakes, one.blunders))
            loss = f"{100 * one.loss:.2f} ± {100 * one.error:.2f}"
            table.add_row(one.level, str(one.games), str(one.counted), loss, f"{one.points:.2f}", *shares)
        console.print(table)
        for name, (right, near) in headlines(by_level).items():
            console.print(
                f"Level named after {name}: right {100 * right:.0f} %, within one {100 * near:.0f} %."
            )
        for chance, came, error, count in reliability(games):
            console.print(
                f"Chance {100 * chance:.0f} %: won {100 * came:.0f} ± {100 * error:.0f} % ({count} games)."
            )
        if measured := [one for one in games if one.identities]:  # not those with losses only
            mean, error, factor = luck(measured)
            console.print(
                f"Mean luck {100 * mean:+.2f} ± {100 * error:.2f} %; variance without luck × {factor:.2f}."
            )


if __name__ == "__main__":
    main()
