"""One game between bots: from a task to a result."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from ..bots import Knowledge
from ..games import chance
from ..records import Game
from .engine_bot import EngineBot
from .entrants import Entrant
from .schedule import MatchSetup, Task, bot_stream_key

MeasureLuck = Callable[[Game], list[float]]  # what the draws of a game did to each seat's score

FINISHED, CRASH, ILLEGAL, TIME = "finished", "crash", "illegal", "time"


@dataclass(frozen=True)
class GameResult:
    """The result of one game. Lists are by seat; `ended` is finished, crash, illegal or time."""

    number: int
    pairing: list[str]
    round: int
    first_seat: int
    bots: list[str]
    secret: str
    seed: int
    beginner: int
    scores: list[int]
    winners: list[int]
    moves: list[str]
    made: list[int]  # how many moves
    seconds: list[float]  # their total time
    ended: str
    loser: str | None = None  # the bot that lost by its own fault
    error: str | None = None
    luck: list[float] | None = None  # what the draws did to each seat's score, if that was measured

    def to_json(self) -> str:
        given = {name: value for name, value in asdict(self).items() if name != "luck" or value is not None}
        return json.dumps(given, separators=(",", ":"))

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        return cls(**given)

    @property
    def score(self) -> float:
        """The score of the pairing's first bot: 1 for a win, a share for a shared win, else 0."""
        return (self.first_seat in self.winners) / len(self.winners)

    @property
    def score_without_luck(self) -> float:
        """The score, less what the draws did to it; below 0 or above 1 for one who had to be lucky twice."""
        return self.score - (self.luck[self.first_seat] if self.luck else 0.0)

    @property
    def margin(self) -> int:
        """The lead of the first bot over the best other seat."""
        others = [points for seat, points in enumerate(self.scores) if seat != self.first_seat]
        return self.scores[self.first_seat] - max(others)


class Fault(Exception):
    """A bot loses by a crash, an illegal move or on time."""

    def __init__(self, ended: str, error: str) -> None:
        super().__init__(error)
        self.ended = ended


def play_task(
    setup: MatchSetup,
    task: Task,
    entrants: Sequence[Entrant],
    thinking: Callable[[int], None] = lambda seat: None,
    measure_luck: MeasureLuck | None = None,
) -> GameResult:
    """Play to the end, or until a bot loses by a fault. Calls `thinking` with the seat to move."""
    game = new_game(setup, task)
    made, seconds = [0] * setup.seats, [0.0] * setup.seats
    seat = game.to_move
    try:
        for seat in range(setup.seats):
            thinking(seat)
            _start_engine(entrants[task.bot_on(seat)], setup.move_time)
        while (seat := game.to_move) is not None:
            thinking(seat)
            seconds[seat] += _move(game, seat, task, entrants[task.bot_on(seat)], setup.move_time)
            made[seat] += 1
    except Fault as fault:
        assert seat is not None
        return result_of(setup, task, game, made, seconds, (seat, fault))
    finally:
        thinking(-1)
    result = result_of(setup, task, game, made, seconds)
    return replace(result, luck=[round(one, 6) for one in measure_luck(game)]) if measure_luck else result


def new_game(setup: MatchSetup, task: Task) -> Game:
    return Game.new(setup.game, setup.seats, setup.options, bytes.fromhex(task.secret))


def _start_engine(entrant: Entrant, move_time: float) -> None:
    """Start an external program before its clock starts."""
    if not isinstance(entrant.bot, EngineBot):
        return
    entrant.bot.move_time = move_time
    try:
        entrant.bot.start()
    except Exception as error:
        raise Fault(CRASH, _error_text(error)) from error


def _move(game: Game, seat: int, task: Task, entrant: Entrant, move_time: float) -> float:
    """Let a bot move. Returns the seconds it took."""
    knowledge = Knowledge.of(game)
    stream = chance.stream_for_move(bot_stream_key(task, seat), game.ply)
    begin = time.perf_counter()
    try:
        decision = entrant.bot.decide(knowledge, entrant.budget, stream)
    except TimeoutError as error:
        raise Fault(TIME, _error_text(error)) from error
    except Exception as error:
        raise Fault(CRASH, _error_text(error)) from error
    seconds = time.perf_counter() - begin
    if seconds > move_time:
        raise Fault(TIME, f"took {seconds:.2f} s for a move, of {move_time:g} s")
    try:
        game.play(decision.action)
    except Exception as error:
        move = str(getattr(decision, "move", decision))[:40]
        raise Fault(ILLEGAL, f"answered {move!r} at move {game.ply + 1}: {_error_text(error)}") from error
    return seconds


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]


def result_of(
    setup: MatchSetup,
    task: Task,
    game: Game,
    made: list[int],
    seconds: list[float],
    fault: tuple[int, Fault] | None = None,
) -> GameResult:
    """The result of a finished game, or of one that a bot lost by a fault: all seats of the other bot win."""
    seats = range(setup.seats)
    winners = game.winners()
    if fault:
        winners = [seat for seat in seats if task.bot_on(seat) != task.bot_on(fault[0])]
    beginner = game.mover(1) if game.ply else game.to_move
    return GameResult(
        number=task.number,
        pairing=[setup.names[bot] for bot in task.pairing],
        round=task.round,
        first_seat=task.first_seat,
        bots=[setup.names[task.bot_on(seat)] for seat in seats],
        secret=task.secret,
        seed=task.seed,
        beginner=beginner if beginner is not None else -1,
        scores=game.scores(),
        winners=winners,
        moves=game.moves,
        made=made,
        seconds=[round(spent, 6) for spent in seconds],
        ended=fault[1].ended if fault else FINISHED,
        loser=setup.names[task.bot_on(fault[0])] if fault else None,
        error=str(fault[1]) if fault else None,
    )
