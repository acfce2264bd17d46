"""Two opponents to measure progress against. They are frozen: better ideas go to other bots.

Both are the textbook algorithms, like OpenSpiel's MCTSBot and ISMCTSBot: random moves to the end of the game,
only wins and losses count, no knowledge of any game, no tricks. So a rating against them means the same in
every version of Sandmandala.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from ..games.action_list import new_action_list
from ..games.chance import stream_from_seed
from ..games.compiling import Stream
from ..games.errors import UnreadableError
from ..games.rules import Rules
from . import reference_search
from .bot import Budget, BuiltInBot, Candidate, Decision, Knowledge

# Between two checks of the clock.
_CHUNK = 50
# When these are used up, simulations continue without new nodes.
_MOST_NODES = 1_000_000
_MOST_EDGES = 16_000_000


@dataclass(frozen=True)
class UctBot(BuiltInBot):
    """Plain UCT. It would see hidden cards, so it only plays games without hidden information."""

    name: str = "uct"

    def check_game(self, rules: Rules) -> None:
        if rules.has_hidden_information:
            raise UnreadableError(
                "The bot uct plays only games in which nothing is hidden; in "
                f"{rules.title} it would have to look at the other players' cards. Take ismcts instead."
            )

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        self.check_game(knowledge.rules)
        return _decide(knowledge, budget, stream, by_moves=True)


@dataclass(frozen=True)
class IsmctsBot(BuiltInBot):
    """Plain information-set MCTS: a node is what the player to move knows."""

    name: str = "ismcts"

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        return _decide(knowledge, budget, stream, by_moves=False)


def _decide(knowledge: Knowledge, budget: Budget, stream: Stream, by_moves: bool) -> Decision:
    """The most visited move."""
    rules, legal = knowledge.rules, knowledge.legal_actions()
    if len(legal) == 1:
        return Decision(knowledge.move_text(legal[0]), legal[0])
    room = min(budget.simulations or _MOST_NODES, _MOST_NODES) + 2
    nodes = np.zeros(room, reference_search.NODE)
    edges = np.zeros(min(room * rules.action_count, _MOST_EDGES), reference_search.EDGE)
    slots = np.zeros(1 << (2 * room).bit_length(), np.int32)
    used = np.array([reference_search.ROOT + 1, 1])
    words = np.zeros(-(-rules.state_dtype.itemsize // 8), np.uint64)
    seen = words.view(np.uint8)[: rules.state_dtype.itemsize].view(rules.state_dtype)
    luck = np.stack([stream_from_seed(0)] * 2)
    given = (np.concatenate([knowledge.world] * 2), seen, words, luck, rules.seats_of(knowledge.world[0]))
    tree = (nodes, edges, slots, used)
    done, deadline = 0, time.perf_counter() + (budget.seconds or 0.0)
    while True:
        wanted = _CHUNK if budget.simulations is None else min(_CHUNK, budget.simulations - done)
        listed = new_action_list(rules.action_count)
        reference_search.simulate(*given, knowledge.seat, by_moves, wanted, *tree, stream, listed)
        done += wanted
        if done == budget.simulations or (budget.seconds and time.perf_counter() > deadline):
            break
    first = int(nodes[reference_search.ROOT]["first_edge"])
    candidates = _candidates(knowledge, legal, edges[first : first + len(legal)])
    return Decision(candidates[0].move, candidates[0].action, candidates, simulations=done)


def _candidates(knowledge: Knowledge, legal: list[int], edges: np.ndarray) -> tuple[Candidate, ...]:
    """The moves tried, by visits, then by wins."""
    found = []
    for action, edge in zip(legal, edges, strict=True):
        visits = int(edge["visits"])
        if visits:
            win = (float(edge["returns"]) / visits + 1) / 2
            found.append(Candidate(knowledge.move_text(action), action, visits, win, margin=None))
    return tuple(sorted(found, key=lambda one: (-one.visits, -one.win, one.action)))
