"""The interface of bots: what they get and what they return."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from ..games import chance, entry_points
from ..games.action_list import new_action_list
from ..games.compiling import States, Stream
from ..games.rules import Rules
from ..records import Game

# Any fixed number will do: it makes a bot's input a function of what the seat knows.
_FIXED_SEED = 0


@dataclass(frozen=True)
class Knowledge:
    """What the seat to move knows, as a world in which it would see exactly what it sees.

    A bot never gets the true state: everything hidden from the seat is resampled here, always with the same
    stream, so that two states that look alike to the seat give the same knowledge. Bots resample further
    worlds from it (`resample`).
    """

    rules: Rules
    seat: int
    world: States

    @classmethod
    def of(cls, game: Game) -> Knowledge:
        """What the player to move knows of a game."""
        return cls.of_state(game.rules, game.state())

    @classmethod
    def of_state(cls, rules: Rules, state: States) -> Knowledge:
        """The same from an array of one state, which is not changed."""
        seat = entry_points.to_move(state, 0)
        if seat < 0:
            raise ValueError("The game is over: nobody is to move.")
        world = state.copy()
        entry_points.resample_state(world, 0, seat, chance.stream_from_seed(_FIXED_SEED))
        return cls(rules, seat, world)

    def legal_actions(self) -> list[int]:
        out = new_action_list(self.rules.action_count)
        count = entry_points.list_legal(self.world, 0, out)
        return [int(action) for action in out[:count]]

    def move_text(self, action: int) -> str:
        return self.rules.text.move_text(self.world[0], action)


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: a positive number of simulations or of seconds."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        given = [amount for amount in (self.simulations, self.seconds) if amount is not None]
        if len(given) != 1 or not given[0] > 0:
            raise ValueError("A budget is a number of simulations or of seconds, above 0.")


@dataclass(frozen=True)
class Candidate:
    """A move that a bot has considered."""

    move: str
    action: int
    visits: int
    win: float  # the estimated probability of winning
    margin: float | None  # the expected lead over the best other seat, if the bot estimates it


@dataclass(frozen=True)
class Decision:
    """A bot's move, with its candidates, best first, and the line it expects."""

    move: str
    action: int
    candidates: tuple[Candidate, ...] = ()
    line: tuple[str, ...] = ()
    simulations: int = 0
    solved: bool = False  # the result and the points are certain, whatever the other player does


def explain(decision: Decision) -> str:
    """Explain a decision in one sentence."""
    if not decision.candidates:
        return f"{decision.move}, without looking further."
    best, *others = decision.candidates
    if decision.solved:
        return f"{best.move} {_certainty(best)}, whatever the other player does."
    said = f"{best.move} wins about {best.win:.0%} of the time"
    if best.margin is not None:
        said += f", {abs(best.margin):.0f} points {'ahead' if best.margin >= 0 else 'behind'} on average"
    if others:
        said += f"; next best is {others[0].move} with {others[0].win:.0%}"
    return said + "."


def _certainty(best: Candidate) -> str:
    margin = best.margin or 0.0
    points = f"{abs(margin):.0f} point{'' if abs(margin) == 1 else 's'}"
    if margin == 0:
        return "makes sure of a tie at least"
    return f"wins by {points} or more" if margin > 0 else f"loses by {points} or fewer"


class Bot(Protocol):
    """Anything that plays. With a budget in simulations, the same stream gives the same decision."""

    @property
    def name(self) -> str: ...

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision: ...


class BuiltInBot(ABC):
    """A bot of Sandmandala: it knows which games it plays, and can warm up before its clock starts."""

    @abstractmethod
    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        """Choose a move."""

    def check_game(self, rules: Rules) -> None:
        """Raise an UnreadableError if this bot cannot play the game."""
        return  # most bots play all games

    def warm_up(self, knowledge: Knowledge) -> None:
        """Load compiled code from the cache, or compile it."""
        self.decide(knowledge, Budget(simulations=1), chance.stream_from_seed(0))


def check_game(bot: Bot, rules: Rules) -> None:
    """Raise an UnreadableError if the bot cannot play the game. Custom bots are assumed to play all."""
    if isinstance(bot, BuiltInBot):
        bot.check_game(rules)
