"""The tutor in the terminal: asks before a move that loses much."""

from __future__ import annotations

from rich.console import Console

from ..bots import Knowledge
from ..games.errors import SandmandalaError
from ..records import Game
from ..review.english import advice_text
from ..review.tutor import advise
from ..review.types import TutorLevel


class TerminalTutor:
    """Looks at moves before they are made."""

    def __init__(self, console: Console, level: TutorLevel) -> None:
        self.console, self.level = console, level

    def allows(self, game: Game, move: str) -> bool:
        """Whether the move may be made: it is good enough, or the player insists."""
        try:
            advice = advise(Knowledge.of(game), move, self.level)
        except SandmandalaError:
            return True  # the game says what is wrong with it
        if advice is None:
            return True
        loss, shown = advice_text(advice, game.name)
        self.console.print(f"[bold]Think again?[/] {loss}", soft_wrap=True)
        while True:
            try:
                answer = self.console.input("p plays it anyway, s shows a better move, Enter thinks again: ")
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return False
            match answer.strip().lower():
                case "p":
                    return True
                case "s":
                    self.console.print(shown, soft_wrap=True)
                case _:
                    return False
