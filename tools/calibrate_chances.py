"""Calibrates chances to win: `python tools/calibrate_chances.py OUT [--games N] [--svg FILE]`.

Plays games of the level `tree` and adds a line for each to OUT; games that it already has are skipped. Every
decision gets the chance after the move that was made, as the continuations of a review have it. A logistic
fit to the results of the first games gives the game's `ChanceScale` (src/sandmandala/review/games/). It is
checked on the others, which is what the picture shows. Prints the mean luck, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec
import numpy as np
from msgspec import Struct
from reliability_diagram import Bin, diagram
from review_levels import record_of

from sandmandala.bots import Knowledge
from sandmandala.cli.warmup import compile_once
from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game
from sandmandala.review.chance_scale import RAW, ChanceScale
from sandmandala.review.continuations import NO_MOVE
from sandmandala.review.reviewed_game import reviewed_game
from sandmandala.review.sampling import Numbers, Sampler, mean_and_error

_TREE = 5
_FIRST = 60_000  # other deals than those of tools/review_levels.py
_HELD_OUT = 300  # games from this number on are not fitted
_WORLDS = 32
_DRAW_WORLDS = 64
_BINS = 10
_NEAR_CERTAIN = 0.005  # log-odds stay finite


class PlayedGame(Struct, frozen=True):
    """A game, and what the continuations say about it."""

    game: str
    seats: int
    number: int
    results: tuple[float, ...]
    chances: tuple[tuple[int, float], ...]
    """Who moved, and its chance after the move, before any calibration."""
    draws: tuple[tuple[int, float, float], ...]
    """Who moved, its mean chance over all that could be drawn, and that with what was drawn."""


def played(name: str, seats: int, number: int) -> PlayedGame:
    record = record_of(name, seats, _TREE, _FIRST + number)
    game = Game.from_record(record)
    sampler, winners, chances, draws = Sampler(game.rules, 0), game.winners(), [], []
    for ply, action in enumerate(game.actions):
        knowledge = Knowledge.of_state(game.rules, game.state(ply))
        world, seat = knowledge.world, knowledge.seat
        seeds = sampler.seeds("worlds", world, seat, _WORLDS)
        after = sampler.sample(world, seat, [action], seeds)
        chances.append((seat, float(after.wins[:, 0, seat].mean())))
        if game.rules.has_hidden_information and ply + 1 < game.ply:
            seeds = sampler.seeds("draw", world, seat, _DRAW_WORLDS)
            expected, _ = sampler.sample_draws(game.state(ply), seat, action, seeds)
            drawn, _ = sampler.sample_draws(game.state(ply + 1), seat, NO_MOVE, seeds)
            draws.append((seat, float(expected[:, seat].mean()), float(drawn[:, seat].mean())))
    results = tuple((seat in winners) / len(winners) for seat in range(seats))
    return PlayedGame(name, seats, number, results, tuple(chances), tuple(draws))


def fit(games: Sequence[PlayedGame]) -> ChanceScale:
    """The scale under which the results are most likely, by Newton's method."""
    raw, results = _pairs(games)
    inside = np.clip(raw, _NEAR_CERTAIN, 1 - _NEAR_CERTAIN)
    features = np.stack([np.ones_like(inside), np.log(inside / (1 - inside))], axis=1)
    found = np.array([0.0, 1.0])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-features @ found))
        weights = chances * (1 - chances)
        found += np.linalg.solve((features.T * weights) @ features, features.T @ (results - chances))
    return ChanceScale(stretch=round(float(found[1]), 2), shift=round(float(found[0]), 2))


def _pairs(games: Sequence[PlayedGame]) -> tuple[Numbers, Numbers]:
    """The chances of all decisions, and what came of them."""
    found = [(chance, game.results[seat]) for game in games for seat, chance in game.chances]
    return np.array([chance for chance, _ in found]), np.array([result for _, result in found])


def bins(games: Sequence[PlayedGame], scale: ChanceScale) -> list[Bin]:
    """Chances against results. Decisions of a game share its result, so errors are those of whole games."""
    return bins_of(
        [np.array([(scale.chance(raw), game.results[seat]) for seat, raw in game.chances]) for game in games]
    )


def bins_of(groups: Sequence[Numbers]) -> list[Bin]:
    """From rows of a chance and a result. Rows of a group depend on one another."""
    found = []
    for number in range(_BINS):
        inside = [group[np.minimum(group[:, 0] * _BINS // 1, _BINS - 1) == number] for group in groups]
        rows = [one for one in inside if len(one)]
        if len(rows) > 1:
            every = np.concatenate(rows)
            chance, result = every.mean(axis=0)
            sums = np.array([(one[:, 1] - result).sum() for one in rows])
            error = math.sqrt(float((sums**2).sum())) / len(every)
            found.append(Bin(float(chance), float(result), error, len(every), len(rows)))
    return found


def flattery(games: Sequence[PlayedGame], scale: ChanceScale) -> tuple[float, float]:
    """How much larger the chances of those who move are than their results, with the error over games."""
    means = [
        float(np.mean([scale.chance(raw) - game.results[seat] for seat, raw in game.chances]))
        for game in games
    ]
    return mean_and_error(np.array(means))


def luck_of(game: PlayedGame, seat: int) -> float:
    """Of all draws of a seat."""
    scale = reviewed_game(game.game).scale(game.seats)
    return sum(
        scale.factor_at(before) * (after - before) for drawer, before, after in game.draws if drawer == seat
    )


def _read(file: Path) -> Iterator[PlayedGame]:
    decoder = msgspec.json.Decoder(PlayedGame)
    for line in file.read_bytes().splitlines(keepends=True) if file.exists() else ():
        if line.endswith(b"\n"):
            yield decoder.decode(line)


@click.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--games", default=200, show_default=True, help="Games of each game.")
@click.option("--first", default=0, show_default=True, help="Number of the first game.")
@click.option("--game", "chosen", multiple=True, type=click.Choice(all_games()), help="Default: all.")
@click.option("--seats", default=2, show_default=True)
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Draw a reliability diagram.")
def main(out: Path, games: int, first: int, chosen: tuple[str, ...], seats: int, svg: Path | None) -> None:
    compile_once(("rules", "bots", "review"))
    known = {(one.game, one.number) for one in _read(out) if one.seats == seats}
    with out.open("ab") as file:
        for number in range(first, first + games):
            for name in chosen or all_games():
                if (name, number) not in known:
                    file.write(msgspec.json.encode(played(name, seats, number)) + b"\n")
                    file.flush()
    panels = {}
    for name in chosen or all_games():
        found = [one for one in _read(out) if one.game == name and one.seats == seats]
        panels[rules_of(name).title] = _report(name, found)
    if svg:
        svg.write_text(diagram(panels))


def _report(name: str, every: Sequence[PlayedGame]) -> list[Bin]:
    games = [one for one in every if one.chances]
    known, held_out = ([one for one in games if (one.number >= _HELD_OUT) is late] for late in (False, True))
    shipped = reviewed_game(name).scale(games[0].seats)
    click.echo(f"{name}: {len(known)} games to fit, {len(held_out)} held out.")
    if known:
        click.echo(f"  fitted: {fit(known)}; in use: {shipped}")
    shown = _check(held_out, shipped) if held_out else []
    if drawn := [game for game in every if game.draws]:
        own = np.array([[luck_of(game, seat) for seat in range(game.seats)] for game in drawn])
        mean, error = mean_and_error(own.mean(axis=1))
        click.echo(f"  luck in {len(drawn)} games {100 * mean:+.2f} ± {100 * error:.2f} %")
    return shown


def _check(held_out: Sequence[PlayedGame], shipped: ChanceScale) -> list[Bin]:
    """Compare chances with results, in games that were not fitted."""
    for label, scale in (("raw", RAW), ("in use", shipped)):
        mean, error = flattery(held_out, scale)
        raw, results = _pairs(held_out)
        brier = np.mean([(scale.chance(one) - result) ** 2 for one, result in zip(raw, results, strict=True)])
        click.echo(f"  {label}: flatters by {100 * mean:+.1f} ± {100 * error:.1f} %, Brier score {brier:.4f}")
    shown = bins(held_out, shipped)
    for one in shown:
        click.echo(
            f"  {100 * one.chance:.0f} %: won {100 * one.result:.0f} ± {100 * one.error:.0f} %, "
            f"{one.decisions} decisions of {one.games} games"
        )
    return shown


if __name__ == "__main__":
    main()
