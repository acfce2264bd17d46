"""The games of a match as a job for workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..bots import BuiltInBot, Knowledge
from ..games.errors import UnreadableError
from ..records import Game
from .engine_bot import EngineBot, EngineError
from .entrants import Entrant
from .game_runner import CRASH, Fault, GameResult, MeasureLuck, new_game, play_task, result_of
from .schedule import MatchSetup, Task


@dataclass(frozen=True)
class MatchJob:
    """A task is one game."""

    setup: MatchSetup
    entrants: tuple[Entrant, ...]
    measure_luck: MeasureLuck | None = None

    @property
    def game(self) -> str:
        return self.setup.game

    @property
    def mark(self) -> str:
        kinds = {type(entrant.bot).__name__ for entrant in self.entrants}
        return " ".join(["match", self.game, *sorted(kinds)])

    def check_machine(self) -> None:
        """Outside programs must be installed: where they are missing, their bots would lose."""
        for entrant in self.entrants:
            if isinstance(entrant.bot, EngineBot):
                try:
                    entrant.bot.start()
                except (EngineError, TimeoutError) as error:
                    raise UnreadableError(f"{entrant.name} does not start there: {error}") from None

    def warm_up(self) -> None:
        """Load our own bots from the compile cache."""
        game = Game.new(self.setup.game, self.setup.seats, self.setup.options, bytes(32))
        for entrant in self.entrants:
            if isinstance(entrant.bot, BuiltInBot):
                entrant.bot.warm_up(Knowledge.of(game))
        game.play(game.legal_actions()[0])
        if self.measure_luck:
            self.measure_luck(game)

    def run(self, task: Task, thinking: Callable[[int], None]) -> GameResult:
        return play_task(self.setup, task, self.entrants, thinking, self.measure_luck)

    def crashed(self, task: Task, seat: int, reason: str) -> GameResult:
        """A bot that ends its process loses."""
        game, seats = new_game(self.setup, task), self.setup.seats
        return result_of(self.setup, task, game, [0] * seats, [0.0] * seats, (seat, Fault(CRASH, reason)))

    def close(self) -> None:
        for entrant in self.entrants:
            if isinstance(entrant.bot, EngineBot):
                entrant.bot.close()
