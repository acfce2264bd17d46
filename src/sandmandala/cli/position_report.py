"""Positions in the terminal: the board as a seat sees it, the legal moves, the best one and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from ..bots import Budget, explain
from ..editor import KnownPosition, known_game, read_known
from ..editor.advice import best_move_in
from ..editor.description import editor_info
from ..games.chance import stream_from_seed
from ..review.english import reason_text
from .terminal import coloured, console, play_table
from .warmup import compile_once


def print_position(game: str, words: str | None, seat: int | None, seconds: float) -> None:
    compile_once(("rules",))
    known = read_known(game, editor_info(game).start if words is None else words, seat)
    start = known.played_from()
    names = [f"Seat {number}{' (you)' * (number == known.seat)}" for number in range(known.seats)]
    for line in ["", *start.rules.board_lines(start.view(known.seat), names), ""]:
        console.print(coloured(line, start.rules.palette), soft_wrap=True)
    console.print(known.text, soft_wrap=True, markup=False)
    if known.unknown:
        console.print(f"{known.unknown} cards are unknown to seat {known.seat}.")
    if known.to_move is None:
        console.print("The game is over.")
    elif known.to_move not in known.known_seats:
        console.print(f"Seat {known.to_move} is to move; its cards are unknown, and so is its best move.")
    else:
        moves = start.legal_moves()
        console.print(f"Seat {known.to_move} is to move. {len(moves)} legal moves:\n  {' '.join(moves)}")
        _print_best_move(known, seconds)


def _print_best_move(known: KnownPosition, seconds: float) -> None:
    compile_once(("rules", "bots", "review"))
    with console.status("Looking for the best move …"):
        found = best_move_in(known, stream_from_seed(0), Budget(seconds=seconds))
    decision = found.decision
    console.print(f"[bold]Best move: {decision.move}.[/] {escape(explain(decision))}", soft_wrap=True)
    if found.because:
        other = decision.candidates[1].move
        console.print(reason_text(found.because, other, decision.move, known.game), soft_wrap=True)
    if len(decision.line) > 1:
        console.print(f"Expected: {' '.join(decision.line)}", soft_wrap=True)


def play_on(game: str, words: str | None, seat: int | None, bots: Sequence[str], save: Path | None) -> None:
    """Play the seat whose knowledge counts; unknown cards are dealt at random."""
    compile_once()
    known = read_known(game, editor_info(game).start if words is None else words, seat)
    play_table(known_game(game, known.text), [known.seat], bots, save)
