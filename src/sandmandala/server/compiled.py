"""Waiting for compiled code. On the first start other processes compile it while this one serves.

Calling a function that is not compiled yet would compile it here, and block the event loop for seconds. So
wait before a game is played or a bot thinks. If nobody compiles, there is nothing to wait for: then the
function is compiled here after all.
"""

from __future__ import annotations

import asyncio

from ..games.compile_state import is_compiled, somebody_compiles

_BETWEEN_LOOKS = 0.2  # seconds
_ready: set[str] = set()


async def rules_compiled(game: str) -> None:
    """Wait until the game can be played."""
    await _compiled(f"rules {game}")


async def bots_compiled(game: str) -> None:
    """Wait until bots can play the game."""
    await _compiled(f"bots {game}")


async def _compiled(job: str) -> None:
    while job not in _ready:
        if is_compiled(job) or not somebody_compiles():
            _ready.add(job)
        else:
            await asyncio.sleep(_BETWEEN_LOOKS)
