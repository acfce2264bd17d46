"""`sandmandala puzzles play`: puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from ..games.errors import SandmandalaError, UnreadableError
from ..puzzles.answers import HINTS, Answer, Outcomes, hint, judge_answer, outcomes_after
from ..puzzles.library import shipped_puzzles, theme_counts, with_theme
from ..puzzles.puzzle import Exact, Puzzle
from ..puzzles.solving import game_before
from ..review.english import loss_text, reason_text
from .puzzle_progress import Progress, default_file, read_progress, write_progress
from .terminal import coloured, console
from .warmup import compile_once

_HELP = """Type a move as it is listed, or one of these:
  moves  list the legal moves     hint  a hint; ask again for more
  board  show the board again     show  give up and see the solution
  next   another puzzle           quit  leave"""
_ASKS = {
    "win": "Find the only move that wins.",
    "draw": "Find the only move that does not lose.",
    "margin": "Find the only move that keeps the margin.",
    "best": "Find the best move.",
}
_BARS, _WIDTH = 9, 30


def print_themes(game: str) -> None:
    for theme, count in theme_counts(shipped_puzzles(game)).items():
        console.print(f"{count:5}  {theme}")


def solve_puzzles(
    game: str, theme: str | None, puzzle_id: str | None, again: bool, file: Path | None
) -> None:
    """Ask one puzzle after the other, until there are no more or the player quits."""
    file = file or default_file()
    progress = read_progress(file)
    chosen = _chosen(game, theme, puzzle_id)
    left = [puzzle for puzzle in chosen if again or puzzle_id or not progress.is_done(puzzle.id)]
    if not left:
        console.print("You have solved all of these. With --again, they come back.")
        return
    compile_once(("rules", "bots", "review"))
    console.print("Type [bold]help[/] for help.")
    for puzzle in left:
        goes_on = _PuzzleInTerminal(puzzle, progress, file).solve()
        if not goes_on:
            break
    done = sum(progress.is_done(puzzle.id) for puzzle in chosen)
    console.print(f"Solved at the first try: {done} of {len(chosen)}.")


def _chosen(game: str, theme: str | None, puzzle_id: str | None) -> list[Puzzle]:
    """Easy ones first."""
    puzzles = shipped_puzzles(game)
    if puzzle_id is not None:
        if puzzle_id not in puzzles:
            raise UnreadableError(f"There is no puzzle {puzzle_id[:40]!r} of {game}.")
        return [puzzles[puzzle_id]]
    found = with_theme(puzzles, theme) if theme else list(puzzles.values())
    if not found:
        known = ", ".join(theme_counts(puzzles)) or "none"
        raise UnreadableError(f"There are no such puzzles. The themes of {game} are: {known}.")
    return sorted(found, key=lambda puzzle: (puzzle.difficulty.rating, puzzle.id))


class _PuzzleInTerminal:
    def __init__(self, puzzle: Puzzle, progress: Progress, file: Path) -> None:
        self.puzzle, self.progress, self.file = puzzle, progress, file
        self.turn, self.hints, self.clean = 0, 0, True
        self.names = [f"Player {seat + 1}{' (you)' * (seat == puzzle.side)}" for seat in range(puzzle.seats)]

    def solve(self) -> bool:
        """Returns False to quit."""
        about = f"Puzzle {self.puzzle.id}, rating {self.puzzle.difficulty.rating}"
        turns = len(self.puzzle.solution)
        console.print(f"\n[bold]{about}.[/] {_ASKS[self.puzzle.ask]}{f' {turns} moves.' * (turns > 1)}")
        self.show_board()
        while True:
            try:
                line = console.input("Your move (or [bold]moves[/], [bold]hint[/]): ").strip()
            except (EOFError, KeyboardInterrupt):
                console.print()
                return False
            match line.lower():
                case "":
                    pass
                case "help" | "?":
                    console.print(_HELP)
                case "moves":
                    console.print("  " + " ".join(game_before(self.puzzle, self.turn).legal_moves()))
                case "board":
                    self.show_board()
                case "hint":
                    self.give_hint()
                case "show":
                    self.fail()
                    self.show_solution()
                    return True
                case "next":
                    self.fail()
                    return True
                case "quit" | "exit":
                    return False
                case _:
                    if self.answer(line):
                        return True

    def show_board(self) -> None:
        game = game_before(self.puzzle, self.turn)
        console.print()
        for line in game.rules.board_lines(game.view(self.puzzle.side), self.names):
            console.print(coloured(line, game.rules.palette), soft_wrap=True)
        console.print()

    def give_hint(self) -> None:
        self.hints = min(self.hints + 1, HINTS)
        found = hint(self.puzzle, self.turn, self.hints)
        parts = [("Theme", found.theme), ("kind of move", found.kind), ("look at", found.place)]
        console.print(", ".join(f"{name}: {part}" for name, part in parts if part) or "There is no hint.")

    def answer(self, move: str) -> bool:
        """Returns whether the puzzle is over."""
        try:
            answer = judge_answer(self.puzzle, self.turn, move)
        except SandmandalaError as error:
            console.print(f"[bold red]That does not work.[/] {escape(str(error))}", soft_wrap=True)
            return False
        if not answer.right:
            self.fail()
            console.print(f"[bold red]No.[/] {_why_wrong(answer, self.puzzle.game)}", soft_wrap=True)
            return False
        if not answer.solved:
            console.print(f"[bold green]Right.[/] The answer is {' '.join(answer.replies)}.")
            self.turn += 1
            self.show_board()
            return False
        self.progress.note(self.puzzle.id, self.clean and not self.hints)
        write_progress(self.file, self.progress)
        console.print("[bold green]Right: solved.[/]")
        self.show_solution()
        return True

    def fail(self) -> None:
        self.clean = False
        self.progress.note(self.puzzle.id, False)
        write_progress(self.file, self.progress)

    def show_solution(self) -> None:
        moves = [move for turn in self.puzzle.solution for move in (turn.right[0], *turn.answers)]
        console.print(f"The solution: {' '.join(moves)}.")
        proof = self.puzzle.proof
        if isinstance(proof, Exact):
            first = proof.turns[0]
            console.print(
                f"With best play it leads to a final margin of {first.best:+}, any other move to "
                f"{first.second:+} or less."
            )
            return
        console.print(
            f"It wins {proof.best.win:.0%} of the time; the next best move, {proof.second.move}, "
            f"{proof.second.win:.0%}. How games may end after each:",
            soft_wrap=True,
        )
        found = outcomes_after(self.puzzle, 0, [proof.best.move, proof.second.move])
        for move, outcomes in zip((proof.best.move, proof.second.move), found, strict=True):
            console.print(f"{move}: won {outcomes.won:.0%}, mean margin {outcomes.mean:+.1f}")
            for line in histogram(outcomes):
                console.print(line, markup=False)


def _why_wrong(answer: Answer, game: str) -> str:
    loss = f"{answer.move} loses {loss_text(answer.loss)}." if answer.loss else f"{answer.move} is worse."
    if answer.reason is None and answer.loss and answer.loss.points_error == 0:
        return loss  # solved exactly: there is nothing more to say
    return f"{loss} {reason_text(answer.reason, answer.move, 'the right move', game)}"


def histogram(outcomes: Outcomes) -> Sequence[str]:
    """The margins as bars.

    >>> histogram(Outcomes(3, 0.67, 1.0, ((-2, 1), (1, 2))))
    ['          -2  ##########', '          +1  ####################']
    """
    lowest, highest = outcomes.margins[0][0], outcomes.margins[-1][0]
    step = max(1, -(-(highest - lowest + 1) // _BARS))
    counts: dict[int, int] = {}
    for margin, games in outcomes.margins:
        counts[(margin - lowest) // step] = counts.get((margin - lowest) // step, 0) + games
    lines = []
    for number, games in sorted(counts.items()):
        start = lowest + number * step
        label = f"{start:+}" if step == 1 else f"{start:+} to {start + step - 1:+}"
        lines.append(f"{label:>12}  {'#' * max(1, round(_WIDTH * games / outcomes.games))}")
    return lines
