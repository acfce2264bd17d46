"""A custom bot: it plays random games after each of its moves. Here it plays against ours.

python examples/custom_bot.py [GAME]
"""

import sys

from rich.console import Console

from sandmandala.arena import play_match, print_report
from sandmandala.bots import Budget, Decision, Knowledge
from sandmandala.games import entry_points
from sandmandala.games.action_list import new_action_list
from sandmandala.games.chance import chance_of, randbelow


class RolloutBot:
    name = "rollout"

    def decide(self, knowledge: Knowledge, budget: Budget, stream) -> Decision:
        legal = knowledge.legal_actions()
        best = max(legal, key=lambda action: self.rollout(knowledge, action, stream))
        return Decision(knowledge.move_text(best), best)

    def rollout(self, knowledge: Knowledge, action: int, stream) -> int:
        """The lead in points after a random game in a world that may be the true one."""
        world, listed = knowledge.world.copy(), new_action_list(knowledge.rules.action_count)
        entry_points.resample_state(world, 0, knowledge.seat, stream)
        while count := entry_points.play_and_list(world, 0, stream, listed, action):
            action = int(listed[randbelow(chance_of(stream), count)])
        points = entry_points.scores_of(world[0])
        return points.pop(knowledge.seat) - max(points)


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else "flowers"
    print_report(play_match(game, [RolloutBot(), "greedy"], games=2), Console())
