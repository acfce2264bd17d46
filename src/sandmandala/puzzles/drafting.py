"""What is known of a puzzle when it is proven, and its themes and id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..bots import Knowledge
from ..games import entry_points
from ..games.chance import stream_from_seed
from ..games.state_reader import reader_of
from ..records import Game
from ..review.reviewed_game import reviewed_game
from .puzzle import Ask, Difficulty, Exact, Measured, Puzzle, Source, Turn, id_of
from .puzzle_game import Likeness, puzzle_game

_LENGTHS = ("one_move", "two_moves", "three_moves")  # or more


@dataclass(frozen=True)
class Draft:
    """A proven puzzle without id, themes and source."""

    start: Knowledge
    actions: Sequence[int]  # the first right move of each turn
    ask: Ask
    solution: tuple[Turn, ...]
    proof: Exact | Measured
    difficulty: Difficulty
    fact: str | None = None  # of reviews: what explains the right move

    def puzzle(self, source: Source) -> Puzzle:
        rules, world = self.start.rules, self.start.world
        position = rules.text.position_text(reader_of(world[0]))
        game = Game.from_position(rules.name, position)
        return Puzzle(
            id=id_of(rules.name, position, self.ask, self.solution),
            game=rules.name,
            seats=game.seats,
            options=dict(game.options),
            position=position,
            side=self.start.seat,
            ask=self.ask,
            solution=self.solution,
            themes=_themes(self),
            difficulty=self.difficulty,
            proof=self.proof,
            source=source,
        )


def _themes(draft: Draft) -> tuple[str, ...]:
    """The most telling first: what the move does, why, how long the line is, when, and the kind of move."""
    knowledge, action = draft.start, draft.actions[0]
    own, reviewed = puzzle_game(knowledge.rules.name), reviewed_game(knowledge.rules.name)
    before, after = knowledge.world, knowledge.world.copy()
    entry_points.play(after, 0, action, stream_from_seed(0))
    state = reader_of(before[0])
    found = own.themes(state, action, reader_of(after[0]))
    if draft.fact and draft.fact in own.theme_of_fact:
        found.append(own.theme_of_fact[draft.fact])
    if isinstance(draft.proof, Exact):
        found.append(_LENGTHS[min(len(draft.solution), len(_LENGTHS)) - 1])
    if reviewed.phase:
        found.append(reviewed.phase(state))
    found.append(reviewed.kind(state, action).replace(" ", "_"))
    return tuple(dict.fromkeys(found))


def likeness_of(puzzle: Puzzle) -> Likeness:
    """The same for puzzles that differ only by names of colours, seats and places."""
    game = Game.from_position(puzzle.game, puzzle.position)
    return puzzle_game(puzzle.game).likeness(reader_of(game.state()[0]), puzzle.side)
