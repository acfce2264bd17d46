"""Two yardsticks: a bot that plays at random, and one that takes what it can see."""

from __future__ import annotations

from dataclasses import dataclass

from ..games import play
from ..games.chance import below, chance_of
from ..games.compiling import Stream
from .bot import Budget, Decision, HouseBot, Knowledge

_WORLDS = 8


@dataclass(frozen=True)
class RandomBot(HouseBot):
    """Every legal move is as likely."""

    name: str = "random"

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        legal = knowledge.legal_actions()
        action = legal[below(chance_of(stream), len(legal))]
        return Decision(knowledge.move_text(action), action)


@dataclass(frozen=True)
class GreedyBot(HouseBot):
    """The move after which it is furthest ahead in points, over a few imagined worlds; a tie by lot."""

    name: str = "greedy"

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        legal = knowledge.legal_actions()
        worlds = knowledge.world.repeat(2)
        leads = [0] * len(legal)
        for _ in range(_WORLDS):
            play.imagine(worlds, 0, knowledge.seat, stream)
            for i, action in enumerate(legal):
                worlds[1] = worlds[0]
                play.play(worlds, 1, action, stream)
                points = play.scores_of(worlds[1])
                mine = points.pop(knowledge.seat)
                leads[i] += mine - max(points)
        best = [action for action, lead in zip(legal, leads, strict=True) if lead == max(leads)]
        action = best[below(chance_of(stream), len(best))]
        return Decision(knowledge.move_text(action), action)
