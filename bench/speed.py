"""The speed of the rules on one core, next to OpenSpiel's C++ games, in the same run.

Machines differ and are shared, so the ratios count, not the figures. Run by `make bench`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import dataclass

import pyspiel
from rich.console import Console
from rich.table import Table

from sandmandala.cli.bench import Speed, measure, rates
from sandmandala.cli.warmup import compile_once
from sandmandala.games.rules import all_games, rules_of

SECONDS = float(os.environ.get("BENCH_SECONDS", "2"))
# The fastest of OpenSpiel's games first: it is the baseline.
PEERS = ("mancala", "connect_four", "breakthrough", "clobber")
ROLLOUTS = 2000


class Peer:
    """Random games of an OpenSpiel game: inside C++, and one by one from Python."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._game = pyspiel.load_game(name)
        self._choose = random.Random(1).choice
        self._length = sum(self.from_python() for _ in range(2000)) / 2000
        # One simulation of its search, evaluated by many rollouts, spends all its time in C++ rollouts.
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self._bot = pyspiel.MCTSBot(self._game, evaluator, 2.0, 1, 1000, False, 1, False)

    def from_python(self) -> int:
        state, moves, choose = self._game.new_initial_state(), 0, self._choose
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            moves += 1
        return moves

    def in_cpp(self) -> int:
        self._bot.step(self._game.new_initial_state())
        return int(ROLLOUTS * self._length)


@dataclass(frozen=True)
class Row:
    """One of our games, and the baseline measured in turns with it."""

    ours: Speed
    interpreted: float
    peer_native: float
    peer_driven: float


def interpreted(game: str, seats: int) -> float:
    """Moves per second of our rules without the compiler, in a separate process."""
    program = (
        "from sandmandala.cli.bench import rates; from sandmandala.games import entry_points; "
        "from sandmandala.games.unchecked_game import UncheckedGame; "
        f"d = UncheckedGame({game!r}, {seats}, seed=1); "
        f"print(rates([lambda: entry_points.random_games(d.states, 1, d.stream, d.legal)], {SECONDS})[0])"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    console = Console(width=130)
    compile_once()
    peers = [Peer(name) for name in PEERS]
    yardstick = peers[0]
    rows = []
    with console.status("Measuring …") as status:
        for name in all_games():
            for seats in rules_of(name).seat_counts:
                status.update(f"Measuring {name} with {seats} seats, in turns with {yardstick.name} …")
                beside = [yardstick.in_cpp, yardstick.from_python]
                ours, (native, driven) = measure(name, seats, SECONDS, beside)
                rows.append(Row(ours, interpreted(name, seats), native, driven))
        status.update("Measuring OpenSpiel's games …")
        works = [work for peer in peers for work in (peer.in_cpp, peer.from_python)]
        figures = rates(works, SECONDS)
    console.print(_our_table(rows, yardstick.name))
    table = Table("OpenSpiel", "in C++, moves/s", "from Python, moves/s")
    for i, peer in enumerate(peers):
        table.add_row(peer.name, f"{figures[2 * i]:,.0f}", f"{figures[2 * i + 1]:,.0f}")
    console.print(table)
    console.print(
        f"Goals: in compiled code faster than {yardstick.name} in C++, Patterns twice as fast; from Python "
        "at least level with it; 300 times our interpreted speed; a state of at most 256 bytes."
    )


def _our_table(rows: list[Row], peer: str) -> Table:
    table = Table(
        "game",
        "seats",
        "compiled, moves/s",
        f"÷ {peer} in C++",
        "÷ interpreted",
        "from Python, moves/s",
        f"÷ {peer} from Python",
        "copy",
        "state",
    )
    for row in rows:
        ours = row.ours
        table.add_row(
            ours.game,
            str(ours.seats),
            f"{ours.compiled:,.0f}",
            f"{ours.compiled / row.peer_native:.2f}",
            f"{ours.compiled / row.interpreted:,.0f}",
            f"{ours.driven:,.0f}",
            f"{ours.driven / row.peer_driven:.2f}",
            f"{ours.copy_ns:.1f} ns",
            f"{ours.state_bytes} B",
        )
    return table


if __name__ == "__main__":
    main()
