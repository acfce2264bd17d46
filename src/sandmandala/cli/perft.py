"""`sandmandala perft`: counting positions."""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np
from rich.console import Console

from ..games import chance, entry_points
from ..games.action_list import new_action_list
from ..games.compiling import new_states
from ..records import Game
from .warmup import compile_once


def perft(game: Game, depth: int) -> int:
    """The number of ways to play `depth` more moves; draws come from the game's secret."""
    rules = game.rules
    states = new_states(rules.state_dtype, depth + 1)
    rules.text.read_position(game.position(), states[0])
    legal = np.stack([new_action_list(rules.action_count)] * (depth + 1))
    streams = np.stack([chance.stream_for_move(game.deal_key, game.ply + 1 + ply) for ply in range(depth)])
    return int(entry_points.perft(states, legal, streams, depth))


def print_perft(
    name: str,
    depth: int,
    seats: int | None,
    options: Mapping[str, object],
    secret: bytes | None,
    position: str | None,
    divide: bool,
) -> None:
    compile_once()
    console = Console(highlight=False)
    secret = secret or bytes(32)
    game = Game.from_position(name, position, secret) if position else Game.new(name, seats, options, secret)
    console.print(f"{game.rules.title}, secret {secret.hex()}", soft_wrap=True)
    console.print(game.position(), soft_wrap=True, markup=False)
    for level in range(1, depth + 1):
        start = time.perf_counter()
        count = perft(game, level)
        seconds = time.perf_counter() - start
        console.print(
            f"{level:3} {count:16,}   {seconds:8.3f} s   {count / seconds / 1e6:6.1f} million a second"
        )
    if divide:
        for move in game.legal_moves():
            game.play(move)
            console.print(f"    {move:6} {perft(game, depth - 1):14,}" if depth > 1 else f"    {move}")
            game.take_back()
