"""Finds puzzles in endgames that are solved exactly: lines in which every move of the solver is the only one.

The defender plays the best answer: the one that leaves the solver the smallest margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..bots import Knowledge
from ..games import entry_points
from ..games.chance import stream_from_seed
from ..games.compiling import States
from ..games.rules import Rules
from ..review.exact import margins_after
from .difficulty import TRIES, difficulty_of, greedy_rate, level_rate
from .drafting import Draft
from .puzzle import Ask, Exact, ExactValues, Turn

_FEWEST_MOVES = 4  # in the first turn; later ones need a choice
_LEAST_POINTS = 2  # that every other move loses, if the winner stays the same
_LONGEST = 8  # turns
_DECIDED = 16  # a larger margin is no matter of interest
# Weak bots find the whole line in at most this share of their tries.
_EASY_FOR_SEED, _EASY_FOR_GREEDY = 0.34, 0.67
# A single move must be hard for better bots too.
_EASY_FOR_BUD = 0.5


@dataclass(frozen=True)
class OnlyMove:
    """The only move that wins, does not lose, or keeps the margin; no other reaches more than `second`."""

    action: int
    best: int
    second: int
    ask: Ask


@dataclass(frozen=True)
class LineTurn:
    knowledge: Knowledge
    only: OnlyMove
    answers: tuple[str, ...]


def only_move(actions: Sequence[int], margins: Sequence[int], ask: Ask | None = None) -> OnlyMove | None:
    """If there is one; of this kind, if one is given."""
    order = sorted(range(len(actions)), key=lambda column: -margins[column])
    best, second = margins[order[0]], margins[order[1]]
    found: Ask = "win" if best > 0 >= second else "draw" if best == 0 > second else "margin"
    least = _LEAST_POINTS if found == "margin" else 1
    if found == "margin" and abs(best) > _DECIDED:
        return None
    if best - second < least or (ask is not None and found != ask):
        return None
    return OnlyMove(actions[order[0]], best, second, found)


def line_from(knowledge: Knowledge, nodes: int) -> list[LineTurn] | None:
    """The line from a position, as long as every move of the solver is the only one.

    None if a position cannot be solved with this many nodes; no turns if there is no such line.
    """
    turns: list[LineTurn] = []
    ask: Ask | None = None
    while len(turns) < _LONGEST:
        actions = knowledge.legal_actions()
        if len(actions) < (2 if turns else _FEWEST_MOVES):
            break
        margins = margins_after(knowledge, actions, nodes)
        if margins is None:
            return turns or None
        only = only_move(actions, margins, ask)
        if only is None:
            break
        world, ask = _after(knowledge.world, only.action), only.ask
        answers = _answers(knowledge.rules, world, knowledge.seat, nodes)
        turns.append(LineTurn(knowledge, only, tuple(answers or ())))
        if answers is None or entry_points.to_move(world, 0) != knowledge.seat:
            break
        knowledge = Knowledge.of_state(knowledge.rules, world)
    return turns


def _after(world: States, action: int) -> States:
    after = world.copy()
    entry_points.play(after, 0, action, stream_from_seed(0))  # nothing is drawn in a game that can be solved
    return after


def _answers(rules: Rules, world: States, solver: int, nodes: int) -> list[str] | None:
    """Play the best defence in `world`, until the solver is to move or the game is over.

    None if it cannot be found, or if the solver moves twice in a row.
    """
    answers = []
    while entry_points.to_move(world, 0) == 1 - solver:
        defender = Knowledge.of_state(rules, world)
        actions = defender.legal_actions()
        margins = margins_after(defender, actions, nodes)
        if margins is None:
            return None
        action = actions[margins.index(max(margins))]
        answers.append(defender.move_text(action))
        world[:] = _after(world, action)
    return answers or None


def draft_of(turns: Sequence[LineTurn], nodes: int) -> Draft | None:
    """A puzzle, if it is not too easy."""
    line = [(turn.knowledge, frozenset([turn.only.action])) for turn in turns]
    seed, greedy = level_rate(line, 1), greedy_rate(line)
    if seed > _EASY_FOR_SEED or greedy > _EASY_FOR_GREEDY:
        return None
    levels = [seed, *(level_rate(line, level) for level in range(2, len(TRIES) + 1)), 1.0]
    if len(turns) == 1 and levels[2] > _EASY_FOR_BUD:
        return None
    return Draft(
        start=turns[0].knowledge,
        actions=[turn.only.action for turn in turns],
        ask=turns[0].only.ask,
        solution=tuple(
            Turn((turn.knowledge.move_text(turn.only.action),), turn.answers if turn is not turns[-1] else ())
            for turn in turns
        ),
        proof=Exact(tuple(ExactValues(turn.only.best, turn.only.second) for turn in turns), nodes),
        difficulty=difficulty_of(levels, greedy),
    )
