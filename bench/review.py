"""Seconds that a review of a whole game takes on one core.

Run by `make bench`; BENCH_GAMES is the number of games (5), BENCH_DEEP=0 leaves deep reviews out. The games
are of the level `tree` against itself.
"""

from __future__ import annotations

import os
import statistics
import time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sandmandala.bots import Knowledge, read_bot
from sandmandala.cli.warmup import compile_once
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game, Record
from sandmandala.review.budget import DEEP, QUICK
from sandmandala.review.reviewer import review

GAMES = int(os.environ.get("BENCH_GAMES", "5"))
BUDGETS = {"quick": QUICK} if os.environ.get("BENCH_DEEP") == "0" else {"quick": QUICK, "deep": DEEP}


def record_of(name: str, seats: int, number: int) -> Record:
    game, stream = Game.new(name, seats, secret=number.to_bytes(32, "big")), stream_from_seed(number)
    bot, budget = read_bot("tree", name)
    while not game.is_over:
        game.make_move(bot.decide(Knowledge.of(game), budget, stream).action)
    return game.record()


def main() -> None:
    compile_once(("rules", "bots", "review"))
    console = Console()
    table = Table("game", "seats", "review", "moves, median", "seconds, median", "most")
    for name in all_games():
        for seats in rules_of(name).seat_counts:
            records = [record_of(name, seats, number) for number in range(GAMES)]
            moves = statistics.median(len(record.moves) for record in records)
            for label, budget in BUDGETS.items():
                seconds = []
                for record in track(
                    records, f"{name}, {seats} players, {label}", console=console, transient=True
                ):
                    begin = time.process_time()
                    review(record, budget)
                    seconds.append(time.process_time() - begin)
                times = f"{statistics.median(seconds):.1f}", f"{max(seconds):.1f}"
                table.add_row(name, str(seats), label, f"{moves:g}", *times)
    console.print(table)


if __name__ == "__main__":
    main()
