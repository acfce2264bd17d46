"""Levels: bots that look at fewer moves, and not as far ahead."""

from __future__ import annotations

import pytest
from bots.network_samples import every_case, every_learner, network, one_case
from bots.random_positions import positions

from sandmandala import Game, UnreadableError
from sandmandala.bots import LEVELS, Budget, Knowledge, NetBot, bot_of_level, read_bot
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import all_games, rules_of


@pytest.mark.parametrize("name", all_games())
def test_levels_by_name_in_two_languages(name: str) -> None:
    for number, level in enumerate(LEVELS, 1):
        assert read_bot(level.english, name) == read_bot(level.german, name) == bot_of_level(name, number)
    assert len({level.english for level in LEVELS} | {level.german for level in LEVELS}) == 12
    thoughts = [bot_of_level(name, number)[1].simulations or 0 for number in range(1, 7)]
    assert thoughts == sorted(thoughts), "the longer it thinks, the higher the level"


@pytest.mark.parametrize("number", [0, 7])
def test_there_is_no_such_level(number: int) -> None:
    with pytest.raises(UnreadableError, match="1 to 6"):
        bot_of_level("mandala", number)


@every_learner
def test_stronger_levels_overlook_less(name: str) -> None:
    levels = network(name).levels
    assert len(levels) == len(LEVELS)
    everything = rules_of(name).action_count
    considered = [level.considered or everything for level in levels]
    assert considered == sorted(considered)
    assert considered[-1] == everything, "the strongest sees all moves"
    solving = [level.uses_solver for level in levels]
    assert solving == sorted(solving)


@one_case
def test_a_bot_looks_only_at_the_moves_it_considers(name: str, seats: int) -> None:
    budget, narrow, chosen = Budget(simulations=60), 0, set()
    for number, state in enumerate(positions(name, seats, 1, seed=5)):
        knowledge = Knowledge.of_state(rules_of(name), state)
        bot = NetBot(considered=2, intuition=0.0, uses_solver=False)
        decisions = [bot.decide(knowledge, budget, stream_from_seed(seed)) for seed in range(3)]
        if len(knowledge.legal_actions()) < 3:
            continue
        narrow += 1
        for decision in decisions:
            assert 1 <= len(decision.candidates) <= 2, f"position {number}"
            assert decision.action in knowledge.legal_actions()
        chosen.add(len({decision.action for decision in decisions}))
    assert narrow > 10
    assert chosen & {2, 3}, "other moves come to mind each time"


@every_learner
def test_likely_moves_come_to_mind_first(name: str) -> None:
    """With intuition, the move that the network likes best is drawn more often than without."""
    game, budget = Game.new(name, secret=bytes(32)), Budget(simulations=1)
    while game.ply < 8 or len(game.legal_actions()) < 8:  # first moves of Flowers are all alike
        game.make_move(game.legal_actions()[0])
    knowledge = Knowledge.of(game)
    favourite = NetBot(uses_solver=False).decide(knowledge, budget, stream_from_seed(0)).action

    def drawn(intuition: float) -> int:
        bot = NetBot(considered=1, intuition=intuition, uses_solver=False)
        decisions = (bot.decide(knowledge, budget, stream_from_seed(seed)) for seed in range(200))
        return sum(decision.action == favourite for decision in decisions)

    assert drawn(4.0) > 2 * drawn(0.0)


@every_case
def test_every_level_plays_a_legal_move(name: str, seats: int) -> None:
    game = Game.new(name, seats, secret=bytes(32))
    for number in range(1, len(LEVELS)):  # the strongest takes a second
        bot, budget = bot_of_level(name, number)
        decision = bot.decide(Knowledge.of(game), budget, stream_from_seed(number))
        assert decision.move in game.legal_moves()
        game.play(decision.move)
