"""Reviews games of the levels: `python tools/review_levels.py OUT [--games N]`.

Each level plays against itself; every game is reviewed, and a line about it is added to OUT. Games that OUT
already has are skipped, so this can be stopped at any time and continued. tools/calibrate_review.py reads the
file.

The strongest level takes long to play. Against a weaker one (`--against`), it takes half the time; only its
own decisions are judged. It has each deal from every seat, so the results are those of a paired match.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import click
import msgspec
from msgspec import Struct
from rich.progress import track

from sandmandala.bots import LEVELS, Knowledge, bot_of_level
from sandmandala.cli.warmup import compile_once
from sandmandala.games.chance import stream_for_game
from sandmandala.games.compiling import Stream
from sandmandala.games.rules import all_games
from sandmandala.records import Game, Record
from sandmandala.review.budget import DEEP, QUICK, ReviewBudget
from sandmandala.review.judging import judge
from sandmandala.review.marks import mark_of
from sandmandala.review.reviewed_game import reviewed_game
from sandmandala.review.reviewer import engine_of, review
from sandmandala.review.sampling import Sampler
from sandmandala.review.types import Decision, Engine, Identity, Mark


class JudgedMove(Struct, frozen=True, omit_defaults=True):
    """What calibration needs of a decision."""

    seat: int
    loss: float
    error: float
    points: float
    chance: float
    """Of the seat to win if it makes the best move, as the continuations have it."""
    after: float
    """Likewise, after the move that was made."""
    is_counted: bool = True
    is_exact: bool = False
    mark: Mark | None = None


class ReviewedLevel(Struct, frozen=True):
    """A game of a level, reviewed."""

    game: str
    seats: int
    level: int
    number: int
    engine: Engine
    results: tuple[float, ...]
    identities: tuple[Identity, ...]
    """None if only losses were measured."""
    moves: tuple[JudgedMove, ...]

    @property
    def key(self) -> tuple[str, int, int, int, bool]:
        return self.game, self.seats, self.level, self.number, is_deep(self.engine)


Task = tuple[str, int, int, int, bool]  # game, seats, level, number, deep


def is_deep(engine: Engine) -> bool:
    return engine.search == DEEP.search


def losses_only(deep: bool) -> ReviewBudget:
    """Losses alone take half the time. They are the same, but for decisions whose mark is in doubt."""
    return replace(DEEP if deep else QUICK, draws=2, open_cards=1, doubtful=0)


def record_of(game: str, seats: int, level: int, number: int) -> Record:
    """A game of a level against itself. Each number is another deal."""
    stream = stream_for_game(number, f"calibration {level}", 0)
    return _played(game, [level] * seats, number, stream).record()


def _played(game: str, levels: Sequence[int], deal: int, stream: Stream) -> Game:
    played = Game.new(game, len(levels), secret=f"calibration {deal:20}".encode())
    while not played.is_over:
        knowledge = Knowledge.of(played)
        bot, budget = bot_of_level(game, levels[knowledge.seat])
        played.make_move(bot.decide(knowledge, budget, stream).action)
    return played


def reviewed(task: Task, only_losses: bool = False) -> ReviewedLevel:
    game, seats, level, number, deep = task
    budget = losses_only(deep) if only_losses else DEEP if deep else QUICK
    found = review(record_of(game, seats, level, number), budget)
    return ReviewedLevel(
        game,
        seats,
        level,
        number,
        found.engine,
        tuple(seat.result for seat in found.seats),
        () if only_losses else tuple(seat.identity for seat in found.seats),
        tuple(map(_judged_move, found.decisions)),
    )


def sampled(task: Task, decisions: int, against: int | None = None) -> ReviewedLevel:
    """Judge only some decisions, drawn at random: more games for the same work."""
    game, seats, level, number, deep = task
    if against is None:
        played = Game.from_record(record_of(game, seats, level, number))
        plies = list(range(played.ply))
    else:
        levels = [level if seat == number % seats else against for seat in range(seats)]
        stream = stream_for_game(number, f"calibration {level} against {against}", 0)
        played = _played(game, levels, number // seats, stream)
        plies = [ply for ply in range(played.ply) if played.mover(ply + 1) == number % seats]
    sampler = Sampler(played.rules, 0)
    plies = sorted(Random(number).sample(plies, min(decisions, len(plies))))
    winners = played.winners()
    return ReviewedLevel(
        game,
        seats,
        level,
        number,
        engine_of(game, losses_only(deep)),
        tuple((seat in winners) / len(winners) for seat in range(seats)),
        (),
        tuple(_judged_ply(sampler, losses_only(deep), played, ply) for ply in plies),
    )


def _judged_ply(sampler: Sampler, budget: ReviewBudget, played: Game, ply: int) -> JudgedMove:
    knowledge, action = Knowledge.of_state(played.rules, played.state(ply)), played.actions[ply]
    judgement = judge(sampler, budget, knowledge, action)
    evaluation, rank = judgement.evaluation, judgement.actions.index(action)
    made, is_counted = evaluation.candidates[rank], judgement.differs
    thresholds = reviewed_game(played.name).thresholds
    return JudgedMove(
        seat=knowledge.seat,
        loss=made.loss.win,
        error=made.loss.win_error,
        points=made.loss.points,
        chance=evaluation.chances[knowledge.seat],
        after=made.chances[knowledge.seat],
        is_counted=is_counted,
        is_exact=evaluation.exact,
        mark=mark_of(made.loss, evaluation, rank + 1, thresholds) if is_counted else None,
    )


def _judged_move(one: Decision) -> JudgedMove:
    return JudgedMove(
        seat=one.seat,
        loss=one.loss.win,
        error=one.loss.win_error,
        points=one.loss.points,
        chance=one.evaluation.chances[one.seat],
        after=one.evaluation.candidates[one.rank - 1].chances[one.seat],
        is_counted=one.not_counted is None,
        is_exact=one.evaluation.exact,
        mark=one.mark,
    )


def read_lines(file: Path) -> Iterator[ReviewedLevel]:
    """The games in a file. A last line that was cut off is left out."""
    decoder = msgspec.json.Decoder(ReviewedLevel)
    for line in file.read_bytes().splitlines(keepends=True) if file.exists() else ():
        if line.endswith(b"\n"):
            yield decoder.decode(line)


@click.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--games", default=100, show_default=True, help="Games of each level.")
@click.option("--first", default=0, show_default=True, help="Number of the first game.")
@click.option("--game", "chosen", multiple=True, type=click.Choice(all_games()), help="Default: all.")
@click.option("--seats", default=2, show_default=True)
@click.option("--level", "levels", multiple=True, type=click.IntRange(1, len(LEVELS)), help="Default: all.")
@click.option("--deep", is_flag=True)
@click.option(
    "--losses-only", "only_losses", is_flag=True, help="Leave out luck; the marks are less certain."
)
@click.option("--decisions", type=click.IntRange(1), help="Judge only so many decisions of each game.")
@click.option("--against", type=click.IntRange(1, len(LEVELS)), help="The others' level; with --decisions.")
@click.option("--workers", default=1, show_default=True)
def main(
    out: Path,
    games: int,
    first: int,
    chosen: tuple[str, ...],
    seats: int,
    levels: tuple[int, ...],
    deep: bool,
    only_losses: bool,
    decisions: int | None,
    against: int | None,
    workers: int,
) -> None:
    if against and not decisions:
        raise click.UsageError("--against needs --decisions.")
    compile_once(("rules", "bots", "review"))
    known = {line.key for line in read_lines(out)}
    tasks = [
        (game, seats, level, number, deep)
        for number in range(first, first + games)
        for level in levels or range(1, len(LEVELS) + 1)
        for game in chosen or all_games()
    ]
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    work: Callable[[Task], ReviewedLevel] = partial(reviewed, only_losses=only_losses)
    if decisions:
        work = partial(sampled, decisions=decisions, against=against)
    waiting = [pool.submit(work, task) for task in tasks if task not in known]
    try:
        with out.open("ab") as file:
            for done in track(as_completed(waiting), "reviewing", total=len(waiting)):
                file.write(msgspec.json.encode(done.result()) + b"\n")
                file.flush()
    finally:
        pool.shutdown(cancel_futures=True)


if __name__ == "__main__":
    main()
