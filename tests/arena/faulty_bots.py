"""Bots and programs that fail, in a separate file that worker processes can import."""

from __future__ import annotations

import os
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from sandmandala.bots import Budget, Decision, Knowledge
from sandmandala.games.compiling import Stream

# A program that knows the protocol, and fails in one way at every `go`.
_PROGRAM = """
import json, os, sys, time
trick, log = sys.argv[1:]
for line in sys.stdin:
    with open(log, "a") as file:
        file.write(line)
    if line.startswith("go"):
        if trick == "die":
            os._exit(3)
        if trick == "slow":
            time.sleep(60)
        if trick == "garbage":
            print("[1, 2", flush=True)
            continue
        if trick == "refuse":
            print(json.dumps({"ok": False, "message": "not today"}), flush=True)
            continue
    print(json.dumps({"ok": True, "move": "Z9"}), flush=True)
"""
OUR_ENGINE = "engine:" + shlex.join(
    [sys.executable, "-c", "from sandmandala.cli import main; main(['engine'])"]
)


def program(trick: str, log: Path) -> str:
    return "engine:" + shlex.join([sys.executable, "-c", _PROGRAM, trick, str(log)])


@dataclass(frozen=True)
class FaultyBot:
    """Plays its first legal move until it fails at random, after about five turns."""

    name: str

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        legal = knowledge.legal_actions()
        if stream[0] % 5 == 0:
            if self.name == "crasher":
                raise ZeroDivisionError("no luck")
            if self.name == "cheat":
                return Decision("all of it", next(action for action in range(9999) if action not in legal))
            if self.name == "nobody":
                return None
            if self.name == "sleeper":
                time.sleep(0.3)
            if self.name == "killer":
                os._exit(7)
        return Decision(knowledge.move_text(legal[0]), legal[0])
