"""Endgames of Patterns with their true margins, by a plain minimax over the rules."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from sandmandala import Game
from sandmandala.bots import Budget, Knowledge, SearchBot
from sandmandala.games import entry_points, rules
from sandmandala.games.action_list import new_action_list
from sandmandala.games.chance import chance_of, stream_from_seed
from sandmandala.games.compiling import INTERPRETED, Actions, States, Stream, compiled
from sandmandala.games.rules import rules_of

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
