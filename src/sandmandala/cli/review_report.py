"""`sandmandala review`: reviews of records and of arena matches, as text, JSON or a picture."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..games.errors import UnreadableError
from ..games.rules import rules_of
from ..records import Record, read_record
from ..review.budget import DEEP, QUICK
from ..review.chart import sign_of, svg_chart, terminal_chart
from ..review.english import (
    ending_text,
    headline_text,
    identity_text,
    lesson_text,
    names_of,
    places_text,
    shares_text,
)
from ..review.reviewer import finished_game, review
from ..review.types import Decision, Review, SeatReview
from .arena_records import is_arena_file, records_of
from .review_table import print_players
from .warmup import compile_once

_WIDTH_OF_FILES = 110
_LEAST_SHOWN = 0.01  # losses below this are not listed


def review_text(text: str, deep: bool, as_json: bool, svg: Path | None, seed: int) -> None:
    """Review the record, or all games of the arena match, in a text."""
    if svg and not svg.parent.is_dir():  # fail now rather than after the review
        raise UnreadableError(f"The folder {svg.parent} for the chart does not exist.")
    if is_arena_file(text):
        if svg:
            raise UnreadableError("A chart shows one game, and this is a match.")
        records = records_of(text)
    else:
        records = [read_record(text)]
    for record in records:
        finished_game(record)  # fail before the first review
    compile_once(("rules", "bots", "review"))
    reviews = _review_all(records, deep, seed)
    if as_json:
        for one in reviews:
            print(one.to_json())
    elif is_arena_file(text):
        print_players(reviews, _console())
    else:
        _print(reviews[0], _console())
    if svg:
        _write_chart(reviews[0], svg)


def _review_all(records: Sequence[Record], deep: bool, seed: int) -> list[Review]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with bar as progress:
        shown = progress.add_task("Reviewing", total=sum(len(record.moves) for record in records))

        def advance(done: int, total: int) -> None:
            progress.advance(shown)

        budget, threads = DEEP if deep else QUICK, os.cpu_count() or 1
        return [review(record, budget, seed, threads, advance) for record in records]


def _console() -> Console:
    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH_OF_FILES)


def _print(found: Review, console: Console) -> None:
    names = names_of(found)
    scores = ", ".join(f"{name} {points}" for name, points in zip(names, found.scores, strict=True))
    console.print(f"[bold]{rules_of(found.game).title}[/], {escape(scores)}")
    if early := ending_text(found):
        console.print(early, markup=False, soft_wrap=True)
    console.print(f"\nChance of {escape(names[0])} to win, and marks of all:", style="dim")
    for line in terminal_chart(found, 0, console.width - 2):
        console.print(f"  {line}", markup=False, no_wrap=True)
    for line in places_text(found):
        console.print(line, markup=False, soft_wrap=True)
    console.print(_losses(found, names))
    for seat, name in zip(found.seats, names, strict=True):
        console.print()
        console.print(headline_text(seat, name), markup=False, soft_wrap=True)
        console.print(identity_text(seat), markup=False, soft_wrap=True)
        _print_luck(seat, console)
        for line in shares_text(seat):
            console.print(line, markup=False, soft_wrap=True)
        for lesson in seat.lessons:
            console.print("  " + " ".join(lesson_text(lesson, found.game)), markup=False, soft_wrap=True)
    engine = found.engine
    weights = f", weights {engine.weights[:8]}" if engine.weights else ""
    said = f"\nEngine {engine.name} {engine.version}{weights}, {engine.simulations} simulations per move"
    console.print(f"{said}, rules {engine.rules}.", style="dim", markup=False)


def _print_luck(seat: SeatReview, console: Console) -> None:
    if seat.luckiest is not None:
        said = f"Luckiest draw: move {seat.luckiest}; unluckiest: move {seat.unluckiest}."
        adjusted = f"Luck-adjusted result: {100 * seat.luck_adjusted:.0f} %."
        console.print(said, adjusted, markup=False, soft_wrap=True)


def _losses(found: Review, names: Sequence[str]) -> Table:
    """The loss is from what the player knew; nobody is blamed for the last column."""
    table = Table("move", "player", "played", "", "best", "loss", "points", title_justify="left")
    is_hidden = any(one.open_cards for one in found.decisions)
    if is_hidden:
        table.add_column("with open cards")
    for one in found.decisions:
        if one.not_counted is None and (one.mark or one.loss.win >= _LEAST_SHOWN):
            shown = (str(one.ply), escape(names[one.seat]), one.move, sign_of(one), one.best)
            table.add_row(*shown, *_loss(one), *([_open_loss(one)] if is_hidden else []))
    return table


def _open_loss(decision: Decision) -> str:
    seen = decision.open_cards
    return f"{100 * seen.loss:.1f} %, best {seen.best}" if seen else ""


def _loss(decision: Decision) -> tuple[str, str]:
    loss = decision.loss
    if decision.evaluation.exact:
        return f"{100 * loss.win:.0f} %, exact", f"{loss.points:.0f}"
    return f"{100 * loss.win:.1f} ± {100 * loss.win_error:.1f} %", f"{loss.points:.1f}"


def _write_chart(found: Review, file: Path) -> None:
    title = f"{rules_of(found.game).title}: chances to win, from what the player to move knew"
    try:
        file.write_text(svg_chart(found, title), encoding="utf-8")
    except OSError as error:
        raise UnreadableError(f"Cannot write the chart to {file}: {error}.") from None
