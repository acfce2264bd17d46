"""A bot that searches with a network trained by self-play."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..games.action_list import new_action_list
from ..games.compiling import Stream
from ..games.rules import Rules
from . import net_search, search
from .bot import Knowledge
from .networks.weights_file import TrainedNetwork, load_weights, shipped_weights
from .search_bot import MOST_NODES, TreeBot, TreeGrowth

# The number of worlds over which the root's priors are averaged, in games with hidden information.
ROOT_WORLDS = 8
# A simulation adds all legal moves of a position. Memory that is never written to costs nothing.
NODES_OF_A_SIMULATION = 64


@dataclass(frozen=True)
class NetBot(TreeBot):
    """Information-set tree search led by a network."""

    name: str = "net"
    weights: Path | None = None  # a file; None for the weights in the package
    exploration: float = 1.0
    sharpness: float = 1.5
    uses_solver: bool = True  # solve endgames, in games that have a solver
    considered: int | None = None  # how many moves it looks at; it overlooks the others. None: all
    intuition: float = 1.0  # the power of the priors by which it draws these moves; 0: all are alike
    _content: bytes | None = field(default=None, init=False, repr=False, compare=False)  # set by unpickling

    def check_game(self, rules: Rules) -> None:
        self._trained(rules.name)

    def _trained(self, game: str) -> TrainedNetwork:
        if self.weights is None:
            return shipped_weights(game)
        if self._content is not None:
            return _unpacked(self.weights, game, self._content)
        written = self.weights.stat().st_mtime_ns if self.weights.exists() else 0
        return _loaded(self.weights, game, written)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the weights too: another machine does not have the file."""
        state = dict(vars(self))
        if self.weights is not None and self._content is None:
            state["_content"] = self.weights.read_bytes()
        return state

    def _tree_growth(self, knowledge: Knowledge, simulations: int | None) -> TreeGrowth:
        rules, actions = knowledge.rules, knowledge.rules.action_count
        trained = self._trained(rules.name)
        seats = rules.seats_of(knowledge.world[0])
        worlds = np.concatenate([knowledge.world, knowledge.world])
        room = (simulations or MOST_NODES) * NODES_OF_A_SIMULATION + actions
        tree = np.zeros(min(room, MOST_NODES), search.NODE)
        scratch = trained.network.new_scratch()
        rooms = (new_action_list(actions), np.zeros(actions, np.int32))
        root_worlds = ROOT_WORLDS if rules.has_hidden_information else 1

        def grow(wanted: int, size: int, stream: Stream, sharpness: float) -> int:
            settings = (self.exploration, sharpness, root_worlds, trained.weights, scratch)
            return net_search.simulate(
                worlds, seats, knowledge.seat, wanted, *settings, tree, size, stream, *rooms
            )

        def simulate(wanted: int, size: int, stream: Stream) -> int:
            if size == 1 and self.considered is not None:
                size = grow(0, size, stream, self.intuition)
                net_search.overlook(tree, size - 1, self.considered, stream)
            return grow(wanted, size, stream, self.sharpness)

        return tree, simulate


@cache
def _loaded(path: Path, game: str, written: int) -> TrainedNetwork:
    """The weights of a file, cached until the file changes."""
    return load_weights(path, game)


@cache
def _unpacked(path: Path, game: str, content: bytes) -> TrainedNetwork:
    """The weights of a file that another process has read."""
    return load_weights(path, game, content)
