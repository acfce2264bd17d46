"""The solver of Patterns agrees with a plain minimax over the rules, whatever its table and its chunks."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import numpy as np
import pytest
from bots.patterns_endgames import (
    ENOUGH,
    RULES,
    advance,
    lead,
    margin_after,
    random_game,
    searched_game,
    small_positions,
    tiles_left,
    told,
)

from sandmandala import Game
from sandmandala.bots import Budget, Decision, Knowledge, SearchBot, explain, warmup
from sandmandala.bots.evaluation import patterns_alpha_beta as alpha_beta
from sandmandala.bots.evaluation import patterns_endgame as endgame
from sandmandala.bots.evaluation import patterns_prover as prover
from sandmandala.bots.evaluation import patterns_solver as solver
from sandmandala.bots.evaluation.patterns_move_order import promise_of
from sandmandala.bots.evaluation.patterns_table import INFINITE
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import INTERPRETED, States, compiled
from sandmandala.games.patterns.bitboard import FIELDS
from sandmandala.games.patterns.rules import PLAYING

pytestmark = pytest.mark.slow

# --- the solver is right


@pytest.mark.parametrize(
    ("table_bits", "estimated_from"),
    [
        pytest.param(1, 0, marks=pytest.mark.thorough),
        (6, 0),
        (6, 8),
        (6, FIELDS),
        (solver.TABLE_BITS, 0),
    ],
)
def test_values_are_those_of_a_plain_minimax(
    table_bits: int, estimated_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with a table for two positions, where nearly everything is forgotten, and with each move order."""
    monkeypatch.setattr(prover, "_ESTIMATED_FROM", estimated_from)
    small = small_positions()
    assert INTERPRETED or len(small) > 2000
    for state, margin in small[:: 1 if table_bits == 6 else 4]:
        solution = solver.solve(state, ENOUGH, table_bits=table_bits)
        assert solution.solved
        assert solution.lower == margin, told(state)


@pytest.mark.thorough
@pytest.mark.skipif(INTERPRETED, reason="takes too many nodes")
def test_estimates_change_the_nodes_only() -> None:
    """Where plain minimax would take too long."""
    seed, fewer, more = 11, 0, 0
    states = [state for number in range(30) for state in searched_game(number, simulations=20)]
    middle = [state for state in states if 20 <= tiles_left(state) <= 26]
    for state in random.Random(seed).sample(middle, 40):
        first = solver.solve(state, 300_000)
        second = solver.solve(state, 300_000, estimates=False)
        assert max(first.lower, second.lower) <= min(first.upper, second.upper), f"{seed}: {told(state)}"
        if first.solved and second.solved:
            fewer, more = fewer + first.nodes, more + second.nodes
    assert 0 < fewer < more


def test_threads_find_the_values_of_a_plain_minimax(monkeypatch: pytest.MonkeyPatch) -> None:
    """With short chunks, so that they meet in the smallest position; their lines are right, too."""
    monkeypatch.setattr(prover, "_CHUNK", 5)
    for state, margin in small_positions()[:: 40 if INTERPRETED else 8]:
        solution = solver.solve(state, ENOUGH, table_bits=6, threads=3)
        assert (solution.lower, solution.upper) == (margin, margin), told(state)
        assert lead(advance(state, solution.line), int(state[0]["turn"])) == margin, told(state)


@pytest.mark.skipif(INTERPRETED, reason="takes too many nodes")
def test_threads_agree_with_one_thread_in_larger_positions() -> None:
    states = [state for number in range(12) for state in searched_game(number, simulations=20)]
    middle = [state for state in states if 18 <= tiles_left(state) <= 20]
    assert len(middle) > 20
    for state in middle:
        alone, together = solver.solve(state, 300_000), solver.solve(state, 600_000, threads=2)
        assert max(alone.lower, together.lower) <= min(alone.upper, together.upper), told(state)
        assert together.nodes <= 600_000 + 2 * FIELDS * 2, "the limit is for all threads"


@compiled
def promise(states: States, boards: Any, positions: Any, seat: int, points: int) -> int:
    endgame.read_state(states[0], boards[0], positions[0])
    return promise_of(positions[0], boards[0], seat, points)


def test_a_known_move_comes_before_every_estimate() -> None:
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    choice, promises = random.Random(8), set()
    for _ in range(2 if INTERPRETED else 60):
        for state in random_game(choice):
            promises |= {promise(state, boards, positions, seat, 6) for seat in range(2)}
    assert len(promises) > 10
    assert max(map(abs, promises)) < alpha_beta.FIRST


def test_the_line_leads_to_the_value() -> None:
    whole = 0
    for state, margin in small_positions()[::2]:
        solution = solver.solve(state, ENOUGH, table_bits=10)
        world = advance(state, solution.line)
        assert solution.line[0] == solution.action
        assert entry_points.to_move(world, 0) == -1, "to the end of the game"
        assert lead(world, int(state[0]["turn"])) == margin, told(state)
        whole += len(solution.line)
    assert INTERPRETED or whole > 5000


def test_bounds_are_true_when_nodes_run_out() -> None:
    undecided = 0
    for state, margin in small_positions()[::3]:
        for nodes in (1, 30, 200):
            solution = solver.solve(state, nodes, table_bits=10)
            assert solution.lower <= margin <= solution.upper, told(state)
            assert (solution.action is None) == (solution.lower == -INFINITE)
            if solution.action is not None:
                assert margin_after(state, solution.action) >= solution.lower, told(state)
            undecided += not solution.solved
    assert INTERPRETED or undecided > 100


def test_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [state for state, _ in small_positions()[::40]]
    whole = [solver.solve(state, ENOUGH, table_bits=8) for state in states]
    monkeypatch.setattr(prover, "_CHUNK", 7)
    for state, before in zip(states, whole, strict=True):
        assert solver.solve(state, ENOUGH, table_bits=8) == before


def test_there_is_nothing_to_solve_before_the_tiles_are_allotted() -> None:
    with pytest.raises(ValueError, match="nothing to solve"):
        solver.solve(Game.new("patterns").state(), 1000)


def test_no_node_is_searched_after_the_deadline() -> None:
    state = random_game(random.Random(4))[0]
    solution = solver.solve(state, ENOUGH, deadline=0.0)
    assert (solution.nodes, solution.action, solution.solved) == (0, None, False)


# --- the bot that uses it


def decisions(states: list[States], budget: Budget) -> list[Decision]:
    return [
        SearchBot().decide(Knowledge.of_state(RULES, state), budget, stream_from_seed(number))
        for number, state in enumerate(states)
    ]


def test_the_search_bot_plays_solved_endgames_perfectly() -> None:
    small, solved = small_positions()[::9], 0
    for (_, margin), decision in zip(
        small, decisions([state for state, _ in small], Budget(40)), strict=True
    ):
        if decision.solved:
            solved += 1
            (candidate,) = decision.candidates
            assert candidate.margin == margin or 0 < candidate.margin <= margin
            assert candidate.win == (margin > 0) + 0.5 * (margin == 0)
            assert decision.line[0] == decision.move
            assert ("wins" in explain(decision)) == (margin > 0)
    assert INTERPRETED or solved > 100


@pytest.mark.skipif(INTERPRETED, reason="the search takes too long")
def test_a_budget_in_simulations_gives_the_same_decision_in_any_thread() -> None:
    states = [state for state, _ in small_positions()[::12]]
    states += random_game(random.Random(5))
    expected = decisions(states, Budget(30))
    found: list[list[Decision]] = []
    threads = [threading.Thread(target=lambda: found.append(decisions(states, Budget(30)))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected, expected]
    assert any(decision.solved for decision in expected)
    assert not all(decision.solved for decision in expected)


@pytest.mark.skipif(INTERPRETED, reason="a chunk takes seconds")
def test_a_budget_in_seconds_is_kept() -> None:
    state = random_game(random.Random(6))[0]
    start = time.perf_counter()
    SearchBot().decide(Knowledge.of_state(RULES, state), Budget(seconds=0.1), stream_from_seed(0))
    assert time.perf_counter() - start < 0.1 + 2.0, "on a machine that others share"


def test_the_solver_is_compiled_ahead() -> None:
    """Otherwise a bot compiles it in the middle of a game, and the server waits."""
    solved: list[int] = []

    def recording(knowledge: Knowledge, budget: Budget) -> Decision | None:
        found = solver.decide(knowledge, budget)
        if found:
            solved.append(int(knowledge.world[0]["phase"]))
        return found

    warmup._solve_once("patterns", recording)
    assert PLAYING in solved
