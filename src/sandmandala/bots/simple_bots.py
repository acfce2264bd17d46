"""Two baselines: a bot that plays at random, and a greedy one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..games.action_list import new_action_list
from ..games.chance import chance_of, randbelow
from ..games.compiling import Actions, States, Stream, compiled
from ..games.rules import MOST_SEATS, apply, legal_actions, resample, scores
from .bot import Budget, BuiltInBot, Decision, Knowledge

# Few, so that it stays a baseline: with more it would be a search.
_WORLDS = 2
# Most moves bring no points at once; their value shows a few moves later.
_MOVES_ON = 8


@dataclass(frozen=True)
class RandomBot(BuiltInBot):
    """Chooses uniformly among the legal moves."""

    name: str = "random"

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        legal = knowledge.legal_actions()
        action = legal[randbelow(chance_of(stream), len(legal))]
        return Decision(knowledge.move_text(action), action)


@dataclass(frozen=True)
class GreedyBot(BuiltInBot):
    """Chooses the move with the largest lead in points after a few random moves by everybody."""

    name: str = "greedy"

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        rules, legal = knowledge.rules, knowledge.legal_actions()
        worlds, seats = knowledge.world.repeat(2), rules.seats_of(knowledge.world[0])
        leads = np.zeros(len(legal), np.int64)
        first = np.array(legal, np.int16)
        _add_leads(worlds, seats, knowledge.seat, first, stream, new_action_list(rules.action_count), leads)
        best = [action for action, lead in zip(legal, leads, strict=True) if lead == max(leads)]
        action = best[randbelow(chance_of(stream), len(best))]
        return Decision(knowledge.move_text(action), action)


@compiled
def _add_leads(
    worlds: States, seats: int, seat: int, first: Actions, stream: Stream, legal: Actions, leads: Any
) -> None:
    """For each first move, the lead over the best other seat a few moves later, summed over some worlds."""
    chance = chance_of(stream)
    points = np.zeros(MOST_SEATS, np.int64)
    for _ in range(_WORLDS):
        resample(worlds[0], seat, chance)
        for i in range(first.shape[0]):
            worlds[1] = worlds[0]
            world = worlds[1]
            action = int(first[i])
            for _ in range(1 + _MOVES_ON):
                apply(world, action, chance)
                count = legal_actions(world, legal)
                if count == 0:
                    break
                action = int(legal[randbelow(chance, count)])
            scores(world, points)
            best_other = 0
            for other in range(seats):
                if other != seat:
                    best_other = max(best_other, int(points[other]))
            leads[i] += int(points[seat]) - best_other
