"""The speed of the rules on one core, side by side with OpenSpiel's C++ games, in the same run.

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

from sandmandala.cli.bench import Speed, measure, rate
from sandmandala.cli.warmup import compile_once
from sandmandala.games.rules import all_games, rules_of

SECONDS = float(os.environ.get("BENCH_SECONDS", "2"))
# The fastest of OpenSpiel's games first: it is the yardstick.
PEERS = ("mancala", "connect_four", "breakthrough", "clobber")
ROLLOUTS = 2000


@dataclass(frozen=True)
class PeerSpeed:
    name: str
    native: float
    driven: float


def measure_peer(name: str) -> PeerSpeed:
    """Random games of an OpenSpiel game: inside C++, and one by one from Python."""
    game = pyspiel.load_game(name)
    choose = random.Random(1).choice

    def from_python() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            moves += 1
        return moves

    length = sum(from_python() for _ in range(2000)) / 2000
    # One simulation of its search, evaluated by many rollouts, spends its time in C++ rollouts alone.
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)

    def in_cpp() -> int:
        bot.step(game.new_initial_state())
        return int(ROLLOUTS * length)

    return PeerSpeed(name, rate(in_cpp, SECONDS), rate(from_python, SECONDS))


def interpreted(game: str, seats: int) -> float:
    """Moves a second of our own rules without the compiler, in a process of its own."""
    program = (
        "from sandmandala.cli.bench import rate; from sandmandala.games import play; "
        "from sandmandala.games.driver import Driver; "
        f"d = Driver({game!r}, {seats}, seed=1); "
        f"print(rate(lambda: play.random_games(d.states, 1, d.stream, d.legal), {SECONDS}))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    console = Console(width=130)
    compile_once()
    with console.status("Measuring …") as status:
        peers = []
        for name in PEERS:
            status.update(f"Measuring OpenSpiel's {name} …")
            peers.append(measure_peer(name))
        ours: list[tuple[Speed, float]] = []
        for name in all_games():
            for seats in rules_of(name).seats:
                status.update(f"Measuring {name} with {seats} seats …")
                ours.append((measure(name, seats, SECONDS), interpreted(name, seats)))
    yardstick = peers[0]
    console.print(_our_table(ours, yardstick))
    console.print(_peer_table(peers))
    console.print(
        f"Goals: in compiled code faster than {yardstick.name} in C++, Patterns twice as fast; from Python "
        "at least level with it; 300 times our interpreted speed; a state of at most 256 bytes."
    )


def _our_table(ours: list[tuple[Speed, float]], yardstick: PeerSpeed) -> Table:
    peer = yardstick.name
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
    for speed, slow in ours:
        table.add_row(
            speed.game,
            str(speed.seats),
            f"{speed.compiled:,.0f}",
            f"{speed.compiled / yardstick.native:.2f}",
            f"{speed.compiled / slow:,.0f}",
            f"{speed.driven:,.0f}",
            f"{speed.driven / yardstick.driven:.2f}",
            f"{speed.copy_ns:.1f} ns",
            f"{speed.state_bytes} B",
        )
    return table


def _peer_table(peers: list[PeerSpeed]) -> Table:
    table = Table("OpenSpiel", "in C++, moves/s", "from Python, moves/s")
    for peer in peers:
        table.add_row(peer.name, f"{peer.native:,.0f}", f"{peer.driven:,.0f}")
    return table


if __name__ == "__main__":
    main()
