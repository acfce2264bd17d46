"""Bots as opponents in the environments for machine learning."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..bots import Bot, Budget, Knowledge, read_bot
from ..envs.opponents import Opponent, Turn
from ..games import chance
from ..games.rules import rules_of


def opponent(bot: str | Bot, game: str, budget: Budget | None = None) -> Opponent:
    """A bot, by name or as an object, for the pool of a GameVectorEnv."""
    if isinstance(bot, str):
        player, usual = read_bot(bot, game)
    else:
        player, usual = bot, Budget(simulations=100)
    rules, thought = rules_of(game), budget or usual

    def choose(turn: Turn) -> npt.NDArray[np.int64]:
        actions = np.zeros(len(turn.seats), np.int64)
        for number, seat in enumerate(turn.seats):
            knowledge = Knowledge(rules, int(seat), turn.world(number))
            stream = chance.stream_from_seed(int(turn.rng.integers(2**62)))
            actions[number] = player.decide(knowledge, thought, stream).action
        return actions

    return choose
