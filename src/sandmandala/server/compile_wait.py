"""Waits for compiled code. On the first start, other processes compile it while this one serves.

Calling a function that is not compiled yet would compile it here and block the event loop for seconds. The
first call of a compiled function still loads it from the disk, which takes some milliseconds. So wait before
a game is played or a bot thinks, and load a game in a thread. If no process compiles, there is nothing to
wait for, and that thread compiles the game itself.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ..games.compile_state import is_compiled, somebody_compiles
from ..games.compiling import INTERPRETED
from ..games.warmup import rule_steps
from ..records.warmup import game_steps

_BETWEEN_LOOKS = 0.2  # seconds
_ready: set[str] = set()
_loaded: set[str] = set()
_loading = threading.Lock()


async def rules_compiled(game: str) -> None:
    """Wait until the game can be played."""
    await _compiled(f"rules {game}")
    if game not in _loaded:
        await asyncio.to_thread(_load, game)


def _load(game: str) -> None:
    with _loading:  # later callers wait for the first one
        if game not in _loaded and not INTERPRETED:
            with _lasting_objects():
                for step in rule_steps(game) + game_steps(game):
                    step()
        _loaded.add(game)


@contextmanager
def _lasting_objects() -> Iterator[None]:
    """Exclude what is created meanwhile from garbage collection: scanning Numba takes 40 ms of the loop."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


async def bots_compiled(game: str) -> None:
    """Wait until bots can play the game; they think in threads anyway."""
    await _compiled(f"bots {game}")


async def reviews_compiled(game: str) -> None:
    """Wait until the game can be reviewed, in a thread."""
    await _compiled(f"review {game}")


async def _compiled(job: str) -> None:
    while job not in _ready:
        if is_compiled(job) or not somebody_compiles():
            _ready.add(job)
        else:
            await asyncio.sleep(_BETWEEN_LOOKS)
