"""Round trips a second through `sandmandala engine`: play, legal and state, each a line there and back."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from typing import Any

SECONDS = 3.0


class Engine:
    """The engine as a program in any language would use it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from sandmandala.cli import main; main(['engine'])"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, line: str) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self.ask("quit")
        self._process.wait()


def round_trips(engine: Engine, start: str) -> float:
    choose = random.Random(1).choice
    engine.ask(start)
    legal = engine.ask("legal")["legal"]
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        if not legal:
            engine.ask(start)
        else:
            engine.ask(f"play {choose(legal)}")
            engine.ask("state")
            done += 1
        legal = engine.ask("legal")["legal"]
    return done / spent


def main() -> None:
    engine = Engine()
    print("play + legal + state round trips a second (goal: 2,000)")
    for start in ("new mandala", "new patterns", "new flowers seats=2", "new flowers seats=4"):
        print(f"  {start[4:]:18} {round_trips(engine, start):8,.0f}")
    engine.close()


if __name__ == "__main__":
    main()
