"""The reference opponents: frozen, plain, and honest about what they can play."""

from __future__ import annotations

import threading

import pytest
from bots.test_bots import every_case, positions, wins
from thorough_cases import rest_thorough

from sandmandala import Game, UnreadableError
from sandmandala.arena import Match
from sandmandala.bots import Bot, Budget, Decision, IsmctsBot, Knowledge, RandomBot, UctBot, explain
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import all_games, rules_of

both = pytest.mark.parametrize("bot", [UctBot(), IsmctsBot()], ids=lambda bot: bot.name)


def think(bot: Bot, name: str, seats: int, simulations: int) -> Decision:
    """Decide in a position a few moves into a game."""
    game = Game.new(name, seats, secret=bytes(32))
    for _ in range(9):
        legal = game.legal_actions()
        game.play(legal[len(legal) // 2])
    return bot.decide(Knowledge.of(game), Budget(simulations=simulations), stream_from_seed(1))


@every_case
def test_information_sets_give_reasons(name: str, seats: int) -> None:
    decision = think(IsmctsBot(), name, seats, 700)
    candidates = decision.candidates
    assert decision.simulations == sum(one.visits for one in candidates) == 700
    assert [one.visits for one in candidates] == sorted((one.visits for one in candidates), reverse=True)
    assert decision.move == candidates[0].move
    assert all(0 <= one.win <= 1 and one.margin is None for one in candidates)
    assert "points" not in explain(decision)


@pytest.mark.parametrize(
    ("bot", "name", "seats", "best"),
    [
        (UctBot(), "patterns", 2, "Ob2 27, Of2 25, Oc1 24"),
        (IsmctsBot(), "patterns", 2, "Ob2 27, Oc1 25, Of2 25"),
        (IsmctsBot(), "mandala", 2, "M1K 340, DK1 160"),
        (IsmctsBot(), "flowers", 3, "P3K2 38, P1R2 37, P3R1 29"),
    ],
)
def test_they_are_frozen(bot: Bot, name: str, seats: int, best: str) -> None:
    """If this fails, ratings against them are no longer comparable: undo the change."""
    candidates = think(bot, name, seats, 500).candidates[:3]
    assert ", ".join(f"{one.move} {one.visits}" for one in candidates) == best


@both
def test_the_same_stream_gives_the_same_decision_also_in_threads(bot: Bot) -> None:
    decisions: list[Decision] = []
    threads = [
        threading.Thread(target=lambda: decisions.append(think(bot, "patterns", 2, 2000))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert decisions == [decisions[0]] * 4


@both
def test_thinking_by_the_clock(bot: Bot) -> None:
    knowledge = Knowledge.of(Game.new("patterns", secret=bytes(32)))
    decision = bot.decide(knowledge, Budget(seconds=0.05), stream_from_seed(1))
    assert decision.simulations == sum(one.visits for one in decision.candidates) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", rest_thorough(all_games()))
def test_information_sets_beat_random_play(name: str) -> None:
    assert wins(name, 2, IsmctsBot(), 300, RandomBot(), 1, games=10) >= 9


def test_a_tree_of_moves_beats_random_play() -> None:
    assert wins("patterns", 2, UctBot(), 300, RandomBot(), 1, games=10) >= 9


@pytest.mark.parametrize("name", ["mandala", "flowers"])
def test_a_tree_of_moves_refuses_games_with_hidden_information(name: str) -> None:
    with pytest.raises(UnreadableError, match="nothing is hidden"):
        think(UctBot(), name, 2, 10)
    with pytest.raises(UnreadableError, match="Take ismcts instead"):
        Match.between(name, ["random", "uct:10"])


@every_case
def test_a_game_has_hidden_information_if_resampling_changes_it(name: str, seats: int) -> None:
    resampled = 0
    for number, state in enumerate(positions(name, seats, 1, seed=5)):
        world = state.copy()
        entry_points.resample_state(world, 0, entry_points.to_move(state, 0), stream_from_seed(number))
        resampled += world.tobytes() != state.tobytes()
    assert (resampled > 0) == rules_of(name).has_hidden_information
