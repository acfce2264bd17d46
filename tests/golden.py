"""Golden games and perft counts: what the rules did when someone last checked, as readable files.

`python tests/golden.py` (or `make golden`) rewrites tests/data; with names, only these golden games. After a
change of the rules, the diff shows everything that changed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from conformance.game_facts import facts_of
from golden_game import GoldenGame

from sandmandala.cli.perft import perft
from sandmandala.games.rules import all_games
from sandmandala.records import Game

DATA = Path(__file__).parent / "data"
NAMES = ["Ann", "Ben", "Cleo", "Dan"]


GAMES = [golden for name in all_games() for golden in facts_of(name).golden_games]
# Interpreted, there is only time for shallow counts.
QUICK_DEPTH = 2


def game_text(golden: GoldenGame) -> str:
    """The record, then each move with its events and the position after it."""
    game = golden.play()
    names = NAMES[: golden.seats]
    blocks = [game.record(names).to_text(), f"Start\n{game.position(0)}\n"]
    for ply in range(1, game.ply + 1):
        said = "".join(f"    {sentence}.\n" for sentence in game.sentences(ply, names))
        blocks.append(f"{ply}. {game.moves[ply - 1]}\n{said}{game.position(ply)}\n")
    return "\n".join(blocks)


def perft_text(deepest: int = 99) -> str:
    """Perft counts from some positions of the golden games."""
    blocks = []
    for golden in GAMES:
        game = golden.play()
        plies = (0, game.ply // 2, game.ply - 8)
        for ply, depth in zip(plies, facts_of(golden.game).perft_depths, strict=True):
            position = game.position(ply)
            start = Game.from_position(golden.game, position, golden.secret())
            found = [f"depth {level}: {perft(start, level)}" for level in range(1, min(depth, deepest) + 1)]
            blocks.append("\n".join([golden.game, position, f"secret {start.secret.hex()}", *found, ""]))
    return "\n".join(blocks)


def game_files(names: Sequence[str]) -> dict[Path, str]:
    """The files of these games and their expected contents, without the perft counts."""
    golden_games = [golden for golden in GAMES if golden.game in names]
    return {DATA / "golden" / f"{golden.file}.txt": game_text(golden) for golden in golden_games}


def files() -> dict[Path, str]:
    """All files and their expected contents."""
    return game_files(all_games()) | {DATA / "perft.txt": perft_text()}


if __name__ == "__main__":
    for path, text in (game_files(sys.argv[1:]) if sys.argv[1:] else files()).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{len(text):8} {path}")
