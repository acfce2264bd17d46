"""The moves that are expected after a candidate: those that most often followed in its continuations."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..bots import Knowledge
from ..games import entry_points
from ..games.chance import stream_from_seed
from .continuations import DEAL, DRAW, reseed

_LONGEST = 6
_LEAST_SUPPORT = 0.05  # of the continuations


def expected_line(
    knowledge: Knowledge, action: int, paths: npt.NDArray[np.int16], seeds: npt.NDArray[np.int64]
) -> tuple[str, ...]:
    """The most frequent path as text. Each move is the most frequent one after those before it."""
    rows, ply = np.arange(len(paths)), 0
    while ply < min(_LONGEST, paths.shape[1]):
        following, counts = np.unique(paths[rows, ply], return_counts=True)
        most = int(counts.argmax())
        if following[most] < 0 or counts[most] < max(2, _LEAST_SUPPORT * len(paths)):
            break
        rows = rows[paths[rows, ply] == following[most]]
        ply += 1
    return _texts(knowledge, [action, *map(int, paths[rows[0], :ply])], int(seeds[rows[0]]))[1:]


def _texts(knowledge: Knowledge, actions: list[int], seed: int) -> tuple[str, ...]:
    """The moves of the continuation with this seed, which is played again."""
    world, stream, texts = knowledge.world.copy(), stream_from_seed(0), []
    reseed(stream, seed, DEAL, 0)
    entry_points.resample_state(world, 0, knowledge.seat, stream)
    for ply, action in enumerate(actions):
        texts.append(knowledge.rules.text.move_text(world[0], action))
        reseed(stream, seed, DRAW, ply)
        entry_points.play(world, 0, action, stream)
    return tuple(texts)
