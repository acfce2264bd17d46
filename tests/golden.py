"""Golden games and perft counts: what the rules did when someone last looked, as files to be read.

`python tests/golden.py` (or `make golden`) writes tests/data anew. After a change of the rules, the
difference is the list of everything that changed.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from pathlib import Path

from sandmandala.cli.perft import perft
from sandmandala.records import Game

DATA = Path(__file__).parent / "data"
NAMES = ["Ann", "Ben", "Cleo", "Dan"]


@dataclass(frozen=True)
class Golden:
    """A random game: its number gives the secret and the moves."""

    file: str
    game: str
    seats: int
    number: int
    shows: tuple[str, ...]  # events that make it worth keeping
    options: dict[str, object] = field(default_factory=dict)

    def secret(self) -> bytes:
        return hashlib.sha256(f"{self.game} {self.seats} {self.number}".encode()).digest()

    def play(self) -> Game:
        game = Game.new(self.game, self.seats, self.options, self.secret())
        pick = random.Random(self.number)
        while not game.is_over:
            game.play(pick.choice(game.legal_moves()))
        return game


TILES_OUT_ONLY: dict[str, object] = {"final_mandalas": "tiles_out_only"}
GAMES = [
    Golden("mandala-2", "mandala", 2, 0, ("complete", "take", "clear", "refill", "end")),
    Golden("mandala-2-reshuffle", "mandala", 2, 1, ("reshuffle", "end"), {"memory_aid": "on", "beginner": 1}),
    Golden("patterns-2", "patterns", 2, 0, ("allot", "open", "swap", "flip", "no_moves", "end")),
    Golden("patterns-2-stop", "patterns", 2, 12, ("no_moves", "stop", "end"), {"beginner": 1}),
    Golden("flowers-2", "flowers", 2, 0, ("flower", "last_round", "final", "unclaimed", "resolve", "end")),
    Golden("flowers-2-tiles-out-only", "flowers", 2, 1, ("flower", "last_round", "end"), TILES_OUT_ONLY),
    Golden("flowers-3", "flowers", 3, 3, ("reshuffle", "returned", "last_round", "final", "resolve", "end")),
    Golden("flowers-3-pass", "flowers", 3, 0, ("pass", "final", "resolve", "end")),
    Golden("flowers-4", "flowers", 4, 6, ("reshuffle", "last_round", "final", "resolve", "end")),
]

# How deep to count from a deal, from the middle of a game, and from eight moves before its end.
DEPTHS = {"mandala": (5, 5, 5), "patterns": (4, 6, 6), "flowers": (4, 4, 5)}
# Interpreted, there is time for the shallow counts only.
QUICK_DEPTH = 2


def game_text(golden: Golden) -> str:
    """The record, then each move with what came of it and the position after it."""
    game = golden.play()
    names = NAMES[: golden.seats]
    blocks = [game.record(names).to_text(), f"Start\n{game.position(0)}\n"]
    for ply in range(1, game.ply + 1):
        said = "".join(f"    {sentence}.\n" for sentence in game.sentences(ply, names))
        blocks.append(f"{ply}. {game.moves[ply - 1]}\n{said}{game.position(ply)}\n")
    return "\n".join(blocks)


def perft_text(deepest: int = 99) -> str:
    """How many ways there are to play on from some positions of the golden games."""
    blocks = []
    for golden in GAMES:
        game = golden.play()
        plies = (0, game.ply // 2, game.ply - 8)
        for ply, depth in zip(plies, DEPTHS[golden.game], strict=True):
            position = game.position(ply)
            start = Game.from_position(golden.game, position, golden.secret())
            found = [f"depth {level}: {perft(start, level)}" for level in range(1, min(depth, deepest) + 1)]
            blocks.append("\n".join([golden.game, position, f"secret {start.secret.hex()}", *found, ""]))
    return "\n".join(blocks)


def files() -> dict[Path, str]:
    """All files and what they should hold."""
    texts = {DATA / "golden" / f"{golden.file}.txt": game_text(golden) for golden in GAMES}
    return texts | {DATA / "perft.txt": perft_text()}


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{len(text):8} {path}")
