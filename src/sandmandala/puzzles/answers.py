"""Judges answers to a puzzle, gives hints, and shows what may follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from ..bots import Knowledge
from ..games.state_reader import reader_of
from ..review.exact import margins_after
from ..review.facts import facts_of
from ..review.judging import exact_chances
from ..review.lessons import reason_for
from ..review.reviewed_game import reviewed_game
from ..review.sampling import Numbers, Sampler, mean_and_error
from ..review.types import Difference, Reason
from .puzzle import Exact, Puzzle
from .puzzle_game import puzzle_game
from .solving import game_before

_WORLDS = 256  # for the loss of a wrong answer
_OUTCOMES = 200
_SOLVER_NODES = 20_000_000


class Answer(Struct, frozen=True):
    """What an answer is worth. Whether it is right never depends on what is drawn afterwards."""

    move: str
    """In its usual spelling."""
    right: bool
    solved: bool
    """Right, and the last one of the solution."""
    better: str
    """The right move: keep it secret until the puzzle is over."""
    replies: tuple[str, ...] = ()
    """After a right answer: what the others play, until the solver is to move again."""
    loss: Difference | None = None
    """Of a wrong answer: what it loses against the right one, as a review would say it."""
    reason: Reason | None = None
    """Of a wrong answer: what makes most of the difference; null if it is a matter of many small things."""


class Hint(Struct, frozen=True):
    """Each step says more; the first says only the theme."""

    theme: str | None
    kind: str | None = None
    """The kind of the move, in the words of reviews."""
    place: str | None = None
    """Where the card or tile of the move lies, as boards mark it with `data-place`."""


class Outcomes(Struct, frozen=True):
    """How games end after a move, played on by the network's policy from what the solver knows."""

    games: int
    won: float
    """The share of the games; a shared win counts in part."""
    mean: float
    """The mean of the margins."""
    margins: tuple[tuple[int, int], ...]
    """How many games end with each lead over the best other seat, lowest lead first."""


HINTS = 3


def judge_answer(puzzle: Puzzle, turn: int, move: str) -> Answer:
    """Judge a move in a turn of the solution, counted from 0.

    An unreadable or illegal move raises the same errors as `Game.play`.
    """
    game = game_before(puzzle, turn)
    knowledge, action = Knowledge.of(game), game.legal_action(move)
    written, here = knowledge.move_text(action), puzzle.solution[turn]
    better, is_last = here.right[0], turn + 1 == len(puzzle.solution)
    if written in here.right:
        return Answer(written, True, is_last, better, () if is_last else here.answers)
    best = game.legal_action(better)
    sampler = Sampler(knowledge.rules, 0)
    seeds = sampler.seeds("worlds", knowledge.world, knowledge.seat, _WORLDS)
    sample = sampler.sample(knowledge.world, knowledge.seat, [best, action], seeds)
    reason = reason_for(sample, knowledge.seat, facts_of(puzzle.game))
    wins, margins = sample.wins[:, :, knowledge.seat], sample.margins[:, :, knowledge.seat]
    scale = reviewed_game(puzzle.game).scale(puzzle.seats).factor(*wins.mean(axis=0))
    win, error = mean_and_error(wins[:, 0] - wins[:, 1])
    points = mean_and_error(margins[:, 0] - margins[:, 1])
    loss = _exact_loss(puzzle, turn, knowledge, action)
    loss = loss or Difference(max(scale * win, 0.0), scale * error, *points)
    return Answer(written, False, False, better, loss=loss, reason=reason)


def hint(puzzle: Puzzle, turn: int, number: int) -> Hint:
    """Hint 1 names the theme, hint 2 also the kind of the move, hint 3 also where its card or tile lies."""
    game = game_before(puzzle, turn)
    action, state = game.legal_action(puzzle.solution[turn].right[0]), reader_of(game.state()[0])
    return Hint(
        puzzle.themes[0] if puzzle.themes else None,
        reviewed_game(puzzle.game).kind(state, action) if number > 1 else None,
        puzzle_game(puzzle.game).place(state, action) if number > 2 else None,
    )


def outcomes_after(puzzle: Puzzle, turn: int, moves: Sequence[str], games: int = _OUTCOMES) -> list[Outcomes]:
    """How games end after each of these moves, all with the same luck."""
    game = game_before(puzzle, turn)
    knowledge, actions = Knowledge.of(game), [game.legal_action(move) for move in moves]
    sampler = Sampler(knowledge.rules, 1)
    seeds = sampler.seeds("outcomes", knowledge.world, knowledge.seat, games)
    sample = sampler.sample(
        knowledge.world, knowledge.seat, actions, seeds, horizon=knowledge.rules.max_moves
    )
    wins, margins = sample.wins[:, :, knowledge.seat], sample.margins[:, :, knowledge.seat]
    return [_outcomes(wins[:, column], margins[:, column]) for column in range(len(actions))]


def _outcomes(wins: Numbers, margins: Numbers) -> Outcomes:
    counts = Counter(margins.round().astype(int).tolist())
    return Outcomes(len(wins), float(wins.mean()), float(margins.mean()), tuple(sorted(counts.items())))


def _exact_loss(puzzle: Puzzle, turn: int, knowledge: Knowledge, action: int) -> Difference | None:
    """None if the puzzle is not solved exactly."""
    if not isinstance(puzzle.proof, Exact):
        return None
    margins = margins_after(knowledge, [action], _SOLVER_NODES)
    if margins is None:
        return None
    best = puzzle.proof.turns[turn].best
    win = exact_chances(best, 0)[0] - exact_chances(margins[0], 0)[0]
    return Difference(max(win, 0.0), 0.0, float(best - margins[0]), 0.0)
