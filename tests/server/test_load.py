"""The load generator of bench/ works at a small size: its figures mean nothing if players get stuck."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LOAD = Path(__file__).parents[2] / "bench" / "load.py"


def row_of(*arguments: str) -> list[str]:
    """The only row of the printed table."""
    small = {**os.environ, "BENCH_SECONDS": "1", "BENCH_IDLE_GAMES": "12"}
    done = subprocess.run(
        [sys.executable, str(LOAD), *arguments], env=small, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    (row,) = [line for line in done.stdout.splitlines() if line.startswith("│")]
    return [cell.strip() for cell in row.strip("│").split("│")]


@pytest.mark.slow
def test_games_in_closed_loop() -> None:
    games, moves, per_cpu, *_ = row_of("4")
    assert games == "4"
    assert int(moves.replace(",", "")) > 0
    assert int(per_cpu.replace(",", "")) > 0


@pytest.mark.thorough
@pytest.mark.slow
def test_players_who_think() -> None:
    games, moves, *_ = row_of("4", "0.2")
    assert games == "4, thinking 0.2 s"
    assert 0 < int(moves) <= 20, "nobody moves more often than that"


@pytest.mark.thorough
@pytest.mark.slow
def test_idle_games() -> None:
    games, alone, watched, _ = row_of("idle")
    assert games == "12"
    assert float(alone) < float(watched) < 1000
