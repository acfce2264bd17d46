"""Bots: honest, reproducible, within their budget, and stronger the longer they think."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from bots.random_positions import positions
from rules.mandala_table import mandala_table
from rules.table import Table
from thorough_cases import more_players_thorough, rest_thorough

from sandmandala import Game, UnreadableError
from sandmandala.bots import (
    Bot,
    Budget,
    Decision,
    GreedyBot,
    IsmctsBot,
    Knowledge,
    RandomBot,
    SearchBot,
    UctBot,
    explain,
    read_bot,
)
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States
from sandmandala.games.rules import all_games, rules_of
from sandmandala.games.views import view_json

CASES = [(name, seats) for name in all_games() for seats in rules_of(name).seat_counts]
every_case = pytest.mark.parametrize(("name", "seats"), CASES)
BOTS: list[Any] = [RandomBot(), GreedyBot(), SearchBot(), IsmctsBot()]
SITTINGS = [(bot, *case) for bot in BOTS for case in CASES] + [(UctBot(), "patterns", 2)]
every_bot_and_case = pytest.mark.parametrize(
    ("bot", "name", "seats"), SITTINGS, ids=[f"{bot.name}-{name}-{seats}" for bot, name, seats in SITTINGS]
)


def alike(state: States, seed: int) -> States:
    """Another state that looks the same to the player to move."""
    other = state.copy()
    entry_points.resample_state(other, 0, entry_points.to_move(state, 0), stream_from_seed(seed))
    return other


# --- honesty


@every_case
def test_a_bot_gets_the_same_for_states_alike_to_its_seat(name: str, seats: int) -> None:
    rules, different = rules_of(name), 0
    for number, state in enumerate(positions(name, seats, 12, seed=1)):
        other = alike(state, number)
        different += other.tobytes() != state.tobytes()
        given, given_too = (Knowledge.of_state(rules, one) for one in (state, other))
        assert given.world.tobytes() == given_too.world.tobytes(), f"position {number}"
        assert view_json(given.world, given.seat) == view_json(state, given.seat)
    assert different > 200 if rules.has_hidden_information else different == 0


@pytest.mark.slow
@every_bot_and_case
def test_states_alike_to_the_seat_give_the_same_decision(bot: Bot, name: str, seats: int) -> None:
    rules, budget = rules_of(name), Budget(simulations=40)
    for number, state in enumerate(positions(name, seats, 2, seed=2)):
        decisions = [
            bot.decide(Knowledge.of_state(rules, one), budget, stream_from_seed(number))
            for one in (state, alike(state, number))
        ]
        assert decisions[0] == decisions[1], f"position {number}"


def test_a_bot_does_not_get_the_true_state() -> None:
    hidden = sum(
        Knowledge.of_state(rules_of("mandala"), state).world.tobytes() != state.tobytes()
        for state in positions("mandala", 2, 2, seed=3)
    )
    assert hidden > 100


def test_there_is_nothing_to_know_when_the_game_is_over() -> None:
    game = Game.new("patterns")
    while not game.is_over:
        game.play(game.legal_actions()[0])
    with pytest.raises(ValueError, match="nobody is to move"):
        Knowledge.of(game)


# --- decisions


@every_bot_and_case
def test_a_decision_is_legal_and_does_not_change_the_game(bot: Bot, name: str, seats: int) -> None:
    game = Game.new(name, seats, secret=bytes(32))
    before = game.state_bytes()
    decision = bot.decide(Knowledge.of(game), Budget(simulations=60), stream_from_seed(1))
    assert decision.move in game.legal_moves()
    assert game.state_bytes() == before
    game.play(decision.move)
    assert game.moves == [decision.move]


@every_case
def test_a_search_gives_its_reasons(name: str, seats: int) -> None:
    game = Game.new(name, seats, secret=bytes(32))
    decision = SearchBot().decide(Knowledge.of(game), Budget(simulations=700), stream_from_seed(1))
    candidates = decision.candidates
    assert decision.simulations == sum(one.visits for one in candidates) == 700
    assert sorted(one.move for one in candidates) == sorted(game.legal_moves()), "each was looked at"
    assert [one.visits for one in candidates] == sorted((one.visits for one in candidates), reverse=True)
    assert decision.move == decision.line[0] == candidates[0].move
    assert all(0 <= one.win <= 1 for one in candidates)
    assert explain(decision).startswith(f"{decision.move} wins about ")
    # The line is legal in some world.
    other = Game.from_position(name, game.rules.text.position_text(Knowledge.of(game).world[0]))
    other.play(decision.line[0])


def test_the_same_stream_gives_the_same_decision_also_in_threads() -> None:
    knowledge = Knowledge.of(Game.new("flowers", 3, secret=bytes(32)))
    decisions: list[object] = []

    def think() -> None:
        decisions.append(SearchBot().decide(knowledge, Budget(simulations=3000), stream_from_seed(5)))

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert decisions == [decisions[0]] * 4


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), more_players_thorough(CASES))
def test_a_search_stops_early_only_when_its_move_is_settled(name: str, seats: int) -> None:
    stopped = 0
    for number, state in enumerate(positions(name, seats, 1, seed=4)):
        knowledge = Knowledge.of_state(rules_of(name), state)
        decision = SearchBot().decide(knowledge, Budget(simulations=1000), stream_from_seed(number))
        if len(decision.candidates) > 1 and decision.simulations < 1000:
            first, second = decision.candidates[:2]
            assert first.visits - second.visits > 1000 - decision.simulations, f"position {number}"
            stopped += 1
    assert stopped > 0


def test_thinking_by_the_clock() -> None:
    knowledge = Knowledge.of(Game.new("patterns", secret=bytes(32)))
    decision = SearchBot().decide(knowledge, Budget(seconds=0.05), stream_from_seed(1))
    assert decision.simulations == sum(one.visits for one in decision.candidates) > 0


@pytest.mark.parametrize(
    "given",
    [{}, {"simulations": 5, "seconds": 1.0}, {"simulations": 0}, {"seconds": 0.0}, {"seconds": float("nan")}],
)
def test_a_budget_has_exactly_one_positive_limit(given: dict) -> None:
    with pytest.raises(ValueError, match="simulations or of seconds"):
        Budget(**given)


# --- sense


def choice_of(bot: Bot, table: Table) -> Decision:
    game = Game.from_position(table.rules.name, table.position)
    return bot.decide(Knowledge.of(game), Budget(simulations=500), stream_from_seed(1))


def test_free_points_are_taken() -> None:
    """P11: a flip can only gain."""
    last_flips = (
        "board=Gooy/gypkor/oygpyRgk/roygpRop/kroyyrgg/pkrporyo/ygKpkg/Krpk "
        "markers=f6,d2/c8,c1 bowls=P/K turn=0 phase=last_flips"
    )
    for bot in (SearchBot(), GreedyBot()):
        assert choice_of(bot, Table("patterns", last_flips)).move == "Ff4"


def test_the_last_take_is_the_one_that_wins() -> None:
    """M14: this mandala is the last. Black, at place 4, is worth 12; red, at place 1, only 4."""
    table = mandala_table(
        mandala1="R4K3/Y1G1/O1P1",
        river="RYGK/OP",
        phase="taking",
        resolving="1/0",
        turn="0",
        ending="yes",
    )
    for bot in (SearchBot(), GreedyBot(), IsmctsBot()):
        assert choice_of(bot, table).move == "TK"


def test_a_forced_move_takes_no_time() -> None:
    table = mandala_table(mandala1="K1/R1Y1G1/O1P1", phase="taking", resolving="1/0", turn="0")
    decision = choice_of(SearchBot(), table)
    assert (decision.move, decision.simulations) == ("TK", 0)
    assert explain(decision) == "TK, without looking further."


def wins(name: str, seats: int, bot: Bot, simulations: int, against: Bot, opposing: int, games: int) -> float:
    """How many games the first bot wins, on each seat in turn; determined by the streams."""
    won = 0.0
    for number in range(games):
        game = Game.new(name, seats, {"beginner": 0}, secret=(number // seats).to_bytes(32, "big"))
        while (seat := game.to_move) is not None:
            player, budget = (bot, simulations) if seat == number % seats else (against, opposing)
            stream = stream_from_seed(1000 * number + game.ply)
            game.play(player.decide(Knowledge.of(game), Budget(budget), stream).action)
        won += (number % seats in game.winners()) / len(game.winners())
    return won


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), more_players_thorough(CASES))
def test_a_little_search_beats_random_play(name: str, seats: int) -> None:
    assert wins(name, seats, SearchBot(), 200, RandomBot(), 1, games=12) >= 11


@pytest.mark.parametrize("name", rest_thorough(all_games()))
def test_more_search_beats_greed(name: str) -> None:
    assert wins(name, 2, SearchBot(), 400, GreedyBot(), 1, games=10) >= 9


@pytest.mark.parametrize("name", all_games())
def test_greed_beats_random_play(name: str) -> None:
    assert wins(name, 2, GreedyBot(), 1, RandomBot(), 1, games=20) >= 15


# --- names


def test_bots_by_name() -> None:
    assert read_bot("greedy", "mandala")[0] == GreedyBot()
    assert read_bot("search:250", "mandala") == (SearchBot(), Budget(simulations=250))
    assert read_bot("search:0.25s", "mandala") == (SearchBot(), Budget(seconds=0.25))
    assert read_bot("uct:250", "patterns") == (UctBot(), Budget(simulations=250))
    assert read_bot("ismcts:0.25s", "mandala") == (IsmctsBot(), Budget(seconds=0.25))


@pytest.mark.parametrize(
    "text",
    ["", "Random", "search", "search:", "search:0", "search:0s", "search:1e3", "uct", "ismcts:0", "x" * 99],
)
def test_there_is_no_such_bot(text: str) -> None:
    with pytest.raises(UnreadableError, match="There is no bot"):
        read_bot(text, "mandala")
