"""Plays a game as tables do, and prints the compiled functions that were not compiled ahead.

python called_functions.py rules|bots GAME
"""

from __future__ import annotations

import sys
from typing import Any

from sandmandala.bots import LEVELS, Budget, Knowledge, bot_of_level
from sandmandala.bots.warmup import bot_steps
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import OPEN, Viewer, rules_of
from sandmandala.games.warmup import rule_steps
from sandmandala.records import Game, preview, read_record, verify
from sandmandala.records.warmup import game_steps


def compiled_now() -> set[str]:
    """Every compiled function with its compiled types."""
    found = set()
    for name, module in list(sys.modules.items()):
        if name.startswith("sandmandala."):
            for function in vars(module).values():
                signatures: list[Any] = getattr(function, "signatures", [])
                if hasattr(function, "py_func"):
                    found |= {f"{function.py_func.__qualname__} {one}" for one in signatures}
    return found


def play(name: str, seats: int, bots: bool) -> None:
    game = Game.new(name, seats, secret=bytes(32))
    viewers: list[Viewer] = [None, OPEN, 0, seats - 1]
    while not game.is_over:
        if bots and game.ply < 4:
            for level in range(1, len(LEVELS) + 1):
                bot_of_level(name, level)[0].decide(
                    Knowledge.of(game), Budget(simulations=2), stream_from_seed(1)
                )
        for viewer in viewers:
            game.view_json(viewer)
        preview(game, game.legal_moves()[0])
        game.play(game.legal_actions()[0])
        game.shared_events(game.ply, 0)
    game.scores(), game.winners()
    game.take_back()
    game.play(game.legal_actions()[0])
    verify(read_record(game.record().to_json()))


if __name__ == "__main__":
    part, chosen = sys.argv[1:]
    for step in rule_steps(chosen) + game_steps(chosen) + (bot_steps(chosen) if part == "bots" else []):
        step()
    before = compiled_now()
    assert before
    for number in rules_of(chosen).seat_counts:
        play(chosen, number, part == "bots")
    print("\n".join(sorted(compiled_now() - before)))
