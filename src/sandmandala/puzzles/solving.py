"""A puzzle on the board: its position before each turn of the solver, checked with the rules."""

from __future__ import annotations

from ..games.errors import SandmandalaError, UnreadableError
from ..learn.errors import DataFileError
from ..records import Game
from .puzzle import Puzzle

# Nothing in a puzzle depends on what is drawn; a fixed secret makes it the same for everybody.
_SECRET = bytes(32)


def game_before(puzzle: Puzzle, turn: int = 0) -> Game:
    """The game in which the solver is to make the move of a turn. Show only `view(puzzle.side)`."""
    if not 0 <= turn < len(puzzle.solution):
        raise UnreadableError(f"There is no turn {turn}; the solution has {len(puzzle.solution)}.")
    game = Game.from_position(puzzle.game, puzzle.position, _SECRET)
    for done in puzzle.solution[:turn]:
        for move in (done.right[0], *done.answers):
            game.play(move)
    return game


def check_with_rules(puzzle: Puzzle, place: str) -> None:
    """Check that the position is possible and the solution legal. `place` names the puzzle in errors.

    Raises DataFileError.
    """
    try:
        game = Game.from_position(puzzle.game, puzzle.position, _SECRET)
    except SandmandalaError as error:
        raise DataFileError(place, "position", str(error)) from None
    if game.seats != puzzle.seats:
        raise DataFileError(place, "seats", f"The position has {game.seats}.")
    if game.options != puzzle.options:
        raise DataFileError(place, "options", f"Those of the position are {game.options}.")
    for number, turn in enumerate(puzzle.solution, 1):
        here = f"solution, turn {number}"
        if game.to_move != puzzle.side:
            raise DataFileError(place, here, f"Seat {puzzle.side} is not to move.")
        for move in turn.right[1:]:
            _play(game.copy(), move, place, f"{here}, right")
        _play(game, turn.right[0], place, f"{here}, right")
        for move in turn.answers:
            if game.to_move == puzzle.side:
                raise DataFileError(place, f"{here}, answers", "Here the solver is to move.")
            _play(game, move, place, f"{here}, answers")


def _play(game: Game, move: str, place: str, here: str) -> None:
    try:
        game.play(move)
    except SandmandalaError as error:
        raise DataFileError(place, here, str(error)) from None
