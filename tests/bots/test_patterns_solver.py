"""The solver of Patterns agrees with a plain minimax over the rules, whatever its table and its chunks."""

from __future__ import annotations

import random
import threading
import time
from functools import cache
from typing import Any

import numpy as np
import pytest

from sandmandala import Game
from sandmandala.bots import Budget, Decision, Knowledge, SearchBot, explain, warmup
from sandmandala.bots.evaluation import patterns_alpha_beta as alpha_beta
from sandmandala.bots.evaluation import patterns_endgame as endgame
from sandmandala.bots.evaluation import patterns_prover as prover
from sandmandala.bots.evaluation import patterns_reach as reach
from sandmandala.bots.evaluation import patterns_solver as solver
from sandmandala.bots.evaluation.patterns_move_order import promise_of
from sandmandala.bots.evaluation.patterns_table import INFINITE
from sandmandala.games import entry_points, rules
from sandmandala.games.action_list import new_action_list
from sandmandala.games.chance import chance_of, stream_from_seed
from sandmandala.games.compiling import INTERPRETED, Actions, States, Stream, compiled
from sandmandala.games.patterns.bitboard import FIELDS, SQUARE_OF
from sandmandala.games.patterns.rules import PLAYING
from sandmandala.games.rules import rules_of

pytestmark = pytest.mark.slow

RULES = rules_of("patterns")
ENOUGH = 10_000_000
# Without the compiler, only a few positions are tested.
RANDOM_GAMES, SEARCH_GAMES, MOST_POSITIONS = (4, 0, 200) if INTERPRETED else (300, 100, 20_000)
TOO_MANY = 999


# --- plain minimax


@compiled
def plain_minimax(states: States, legal: Actions, ply: int, seat: int, left: Any, stream: Stream) -> int:
    """The final margin of the seat, with best play on both sides, in at most `left[0]` positions."""
    left[0] -= 1
    if left[0] < 0:
        return TOO_MANY
    count = rules.legal_actions(states[ply], legal[ply])
    if count == 0:
        points = np.zeros(2, np.int64)
        rules.scores(states[ply], points)
        return int(points[seat] - points[1 - seat])
    mine = rules.player_to_move(states[ply]) == seat
    best = -TOO_MANY if mine else TOO_MANY
    for i in range(count):
        states[ply + 1] = states[ply]
        rules.apply(states[ply + 1], int(legal[ply, i]), chance_of(stream))
        value = plain_minimax(states, legal, ply + 1, seat, left, stream)
        best = max(best, value) if mine else min(best, value)
    return best


def true_margin(state: States) -> int | None:
    """The margin by plain minimax; None if that would take too long."""
    states = np.repeat(state, 60)
    legal = np.stack([new_action_list(RULES.action_count)] * 60)
    left = np.array([MOST_POSITIONS])
    margin = plain_minimax(states, legal, 0, int(state[0]["turn"]), left, stream_from_seed(0))
    return None if left[0] < 0 else int(margin)


# --- positions


def random_game(choice: random.Random) -> list[States]:
    """Every position with a choice."""
    game = Game.new("patterns", secret=choice.randbytes(32))
    states = []
    while not game.is_over:
        states.append(game.state())
        game.play(choice.choice(game.legal_actions()))
    return states[1:]  # the first allots the tiles


def searched_game(number: int, simulations: int) -> list[States]:
    """The same, of a self-play game of a bot."""
    game = Game.new("patterns", secret=number.to_bytes(32, "big"))
    bot, stream, states = SearchBot(uses_solver=False), stream_from_seed(number), []
    while not game.is_over:
        states.append(game.state())
        game.play(bot.decide(Knowledge.of(game), Budget(simulations), stream).move)
    return states[1:]


@cache
def small_positions() -> list[tuple[States, int]]:
    """Positions with their true margins, from the end of each game back as far as plain minimax gets."""
    choice, found = random.Random(1), []
    games = [random_game(choice) for _ in range(RANDOM_GAMES)]
    games += [searched_game(number, simulations=20) for number in range(SEARCH_GAMES)]
    for game in games:
        for state in reversed(game):
            margin = true_margin(state)
            if margin is None:
                break
            found.append((state, margin))
    return found


def margin_after(state: States, action: int) -> int:
    """The final margin after a move, for the player who makes it."""
    world = advance(state, (action,))
    seat = int(state[0]["turn"])
    if entry_points.to_move(world, 0) < 0:
        return lead(world, seat)
    margin = true_margin(world)
    assert margin is not None
    return margin if world[0]["turn"] == seat else -margin


def tiles_left(state: States) -> int:
    return sum(int(fields).bit_count() for fields in state[0]["front"])


def told(state: States) -> str:
    return RULES.text.position_text(state[0])


def advance(state: States, line: tuple[int, ...]) -> States:
    world, legal = state.copy(), new_action_list(RULES.action_count)
    for action in line:
        assert action in legal[: entry_points.list_legal(world, 0, legal)]
        entry_points.play(world, 0, action, stream_from_seed(0))
    return world


def lead(world: States, seat: int) -> int:
    points = entry_points.scores_of(world[0])
    return points[seat] - points[1 - seat]


@compiled
def most(boards: Any, positions: Any, seat: int, reaches: Any) -> int:
    return reach.most_points(positions[0], boards[0], seat, reaches[0])


# --- the solver's positions are those of the rules


@compiled
def read_state(states: States, boards: Any, positions: Any) -> None:
    endgame.read_state(states[0], boards[0], positions[0])


@compiled
def move(boards: Any, positions: Any, chosen: int) -> int:
    return endgame.move(positions[0], boards[0], chosen)


@compiled
def survey(boards: Any, positions: Any) -> Any:
    return endgame.survey(positions[0], boards[0])


@compiled
def bounds(boards: Any, positions: Any, reaches: Any) -> Any:
    """Of the points that the player to move can still gain on the other."""
    position, board = positions[0], boards[0]
    seat = int(position.turn)
    most = reach.most_points(position, board, seat, reaches[0])
    sure_of_other = reach.sure_points(position, board, 1 - seat, reaches[0])
    most_of_other = reach.most_points(position, board, 1 - seat, reaches[0])
    sure = reach.sure_points(position, board, seat, reaches[0])
    return sure - most_of_other, most - sure_of_other


@compiled
def promise(boards: Any, positions: Any, seat: int, points: int) -> int:
    return promise_of(positions[0], boards[0], seat, points)


def test_moves_are_those_of_the_rules() -> None:
    """Each game played both ways at once: same moves, same points, same end."""
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    afresh = positions.copy()
    choice = random.Random(3)
    for _ in range(3 if INTERPRETED else 150):
        game = Game.new("patterns", secret=choice.randbytes(32))
        game.play(choice.choice(game.legal_actions()))
        read_state(game.state(), boards, positions)
        while not game.is_over and game.state()[0]["phase"] == PLAYING:
            seat, before = game.to_move, game.scores()
            action = choice.choice(game.legal_actions())
            field, is_flip = (action - 2) % 52, action >= 54
            scored = move(boards, positions, int(SQUARE_OF[field]) + endgame.FLIP * is_flip)
            game.play(action)
            state, position = game.state()[0], positions[0]
            assert seat is not None
            assert scored == game.scores()[seat] - before[seat]
            assert (position["phase"] == PLAYING) == (state["phase"] == PLAYING)
            assert position["turn"] == state["turn"]
            if state["phase"] == PLAYING:
                assert position["may_place"] == state["may_place"]
                assert position["may_flip"] == state["may_flip"]
                read_state(game.state(), boards.copy(), afresh)
                assert afresh.tobytes() == positions.tobytes(), "the same as when read anew"


def test_keys_tell_positions_apart() -> None:
    """Even positions that differ in a single value, at any index in the table."""
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    contents: dict[int, bytes] = {}
    choice = random.Random(7)
    for _ in range(2 if INTERPRETED else 60):
        for state in random_game(choice):
            read_state(state, boards, positions)
            for part, index in (("turn", None), ("swap_tile", 0), ("swap_tile", 1), ("markers", None)):
                changed = positions.copy()
                changed["beside"] &= changed["front"][:, None]  # the rest does not matter
                changed["phase"] = changed["may_place"] = changed["may_flip"] = changed["opened"] = 0
                for value in range(2 if part == "turn" else 6):
                    if index is None:
                        changed[part] = value
                    else:
                        changed[part][:, index] = value
                    key = survey(boards, changed)[0]
                    assert contents.setdefault(key, changed.tobytes()) == changed.tobytes()
    assert INTERPRETED or len(contents) > 10_000


@pytest.mark.thorough
def test_no_seat_makes_more_points_than_it_can() -> None:
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    for state, margin in small_positions():
        read_state(state, boards, positions)
        if state[0]["phase"] != PLAYING:
            continue
        _, _, *most = survey(boards, positions)
        seat = int(state[0]["turn"])
        future = margin - lead(state, seat)
        assert -most[1 - seat] <= future <= most[seat], told(state)


def test_bounds_by_reach_are_true() -> None:
    """And more exact than those that count all tiles."""
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    reaches, exact, narrower, wider = np.zeros(1, reach.REACH), 0, 0, 0
    for state, margin in small_positions():
        if state[0]["phase"] != PLAYING:
            continue
        read_state(state, boards, positions)
        seat = int(state[0]["turn"])
        lower, upper = bounds(boards, positions, reaches)
        assert lower <= margin - lead(state, seat) <= upper, told(state)
        exact += lower == upper
        _, _, *most = survey(boards, positions)
        narrower, wider = narrower + upper - lower, wider + most[0] + most[1]
    assert INTERPRETED or exact > 50
    assert narrower < 0.7 * wider


def test_a_swap_tile_that_fits_nowhere_leaves_only_flips() -> None:
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    stuck = 0
    for state, _ in small_positions():
        read_state(state, boards, positions)
        position, seat = positions[0], int(state[0]["turn"])
        colour = int(position["swap_tile"][seat])
        mine, theirs = position["beside"][6 * seat + colour], position["beside"][6 * (1 - seat) + colour]
        if state[0]["marker"][seat, colour] == 0 or mine & position["front"] & ~theirs:
            continue
        reaches = np.zeros(1, reach.REACH)
        most(boards, positions, seat, reaches)
        for number, region in enumerate(reaches[0]["regions"]):
            assert int(region) & ~int(boards[0]["tiles"][number]) == 0, told(state)
        stuck += 1
    assert INTERPRETED or stuck > 100


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


def test_a_known_move_comes_before_every_estimate() -> None:
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    choice, promises = random.Random(8), set()
    for _ in range(2 if INTERPRETED else 60):
        for state in random_game(choice):
            read_state(state, boards, positions)
            promises |= {promise(boards, positions, seat, 6) for seat in range(2)}
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
