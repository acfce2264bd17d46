"""Round trips per second through `sandmandala engine`: play, legal and state, each a line there and back."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

from game_cases import CASES

from sandmandala.cli.bench import rates

SECONDS = 3.0


class Engine:
    """The engine, used as by a program in any language."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from sandmandala.cli import main; main(['engine'])"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def send(self, lines: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(lines.encode() + b"\n")
        self._process.stdin.flush()

    def read(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())

    def ask(self, line: str) -> Any:
        self.send(line)
        return self.read()

    def close(self) -> None:
        self.ask("quit")
        self._process.wait()


def round_trips(engine: Engine, start: str, at_once: bool) -> float:
    """Play, legal and state, over and over; the three lines at once, or each after the last answer."""
    choose = random.Random(1).choice
    legal: list[str] = []

    def round_trip() -> int:
        nonlocal legal
        if not legal:
            engine.ask(start)
            legal = engine.ask("legal")["legal"]
        lines = (f"play {choose(legal)}", "legal", "state")
        if at_once:
            engine.send("\n".join(lines))
            answers = [engine.read() for _ in lines]
        else:
            answers = [engine.ask(line) for line in lines]
        legal = answers[1]["legal"]
        return 1

    return rates([round_trip], SECONDS)[0]


def main() -> None:
    # On one core with the client: this measures work, not how long a sleeping core takes to wake.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    engine = Engine()
    print("play + legal + state round trips a second (goal: 2,000)")
    print(f"  {'':18} {'at once':>10} {'line by line':>14}")
    for game, seats in CASES:
        start = f"new {game} seats={seats}"
        figures = [round_trips(engine, start, at_once) for at_once in (True, False)]
        print(f"  {start[4:]:18} {figures[0]:10,.0f} {figures[1]:14,.0f}")
    engine.close()


if __name__ == "__main__":
    main()
