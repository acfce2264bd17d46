"""What a review says, as msgspec structs, and the JSON format that they are written in (docs/review.md).

Chances to win, and differences of them, go from 0 to 1; a win shared by two counts as half a win for each.
Margins are leads over the best other seat, in points. Tuples with a number for each seat are in the order of
seats.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from ..games.errors import UnreadableError
from .vocabulary import Phase, Unit

# Raised when a field changes its meaning or is removed. New fields do not raise it.
FORMAT_VERSION = 1

Mark = Literal["inaccuracy", "mistake", "blunder", "only_move"]
NotCounted = Literal["forced", "no_difference"]
TutorLevel = Literal["serious", "all"]


class Engine(Struct, frozen=True):
    """Who judged. Reviews by different engines must not be compared."""

    name: str
    version: int
    """Raised when the same game gets other values."""
    weights: str | None
    """The checksum (SHA-256) of the network's weights; null if the game has no network."""
    search: int
    """How many simulations of the tree search choose the best move."""
    last_word: int
    """How many simulations confirm that a move loses; 0 if nothing does."""
    simulations: int
    """How many worlds the best moves of a decision are played in."""
    horizon: int
    """How many moves of each are played before the network judges."""
    solver_nodes: int
    """How much the solver may do to solve a position; 0 if the game has none."""
    rules: int
    """The version of the rules."""
    seed: int


class Difference(Struct, frozen=True):
    """How much better something is than something else, with standard errors; these are 0 if it is exact."""

    win: float
    win_error: float
    points: float
    points_error: float


class Candidate(Struct, frozen=True):
    """A legal move and what follows from it."""

    move: str
    kind: str
    """The game's word for such moves, such as `mountain`."""
    chances: tuple[float, ...]
    """How likely each seat is to win."""
    win_error: float
    """The standard error of the mover's chance."""
    margin: float
    margin_error: float
    loss: Difference
    """How much better the best move is, in chances to win at least 0. Its errors are those of the paired
    difference."""
    simulations: int
    exact_margin: int | None = None
    """The final margin with best play on both sides, if it is solved."""
    line: tuple[str, ...] = ()
    """The moves that most often followed."""
    facts: dict[str, float] = {}
    """What happened in the continuations, on average; docs/review.md lists the facts of each game."""


class Evaluation(Struct, frozen=True):
    """A position from what the player to move knows, and from nothing else."""

    chances: tuple[float, ...]
    """How likely each seat is to win after the best move."""
    places: tuple[tuple[float, ...], ...] | None
    """With three or more seats: how likely each seat is to be first, second, …"""
    margin: float
    """The expected margin of the player to move."""
    candidates: tuple[Candidate, ...]
    """Best first: at least the five best (all, if there are no more) and the move that was made."""
    exact: bool
    """The best move and its margin are proven."""


class OpenCards(Struct, frozen=True):
    """The same position for somebody who sees all cards. Nobody can be blamed for not knowing this."""

    chances: tuple[float, ...]
    best: str
    """The best of the candidates."""
    loss: float
    """How much better it is than the move that was made, in chances to win."""


class Draw(Struct, frozen=True):
    """What was drawn after a move, and how lucky that was, from what the drawing seat knew."""

    changes: tuple[float, ...]
    """How much the draw changed each seat's chance to win, against the mean over all draws from the pile."""
    margins: tuple[float, ...]
    """The same for the margins."""
    error: float
    """The standard error of the drawing seat's change."""


class Decision(Struct, frozen=True):
    """A move and what it cost."""

    ply: int
    """The number of the move, from 1."""
    seat: int
    move: str
    kind: str
    phase: Phase
    legal_moves: int
    not_counted: NotCounted | None
    """Null if it counts: there was a choice, and it made a difference larger than the noise."""
    evaluation: Evaluation
    best: str
    rank: int
    """Of the move among the candidates, from 1."""
    loss: Difference
    changes: tuple[float, ...]
    """How much each seat's chance to win changed because this move was made and not the best one."""
    margins: tuple[float, ...]
    """The same for the margins."""
    mark: Mark | None = None
    punished: bool | None = None
    """Of a marked loss: whether the others kept more than half of the gift until the player's next move."""
    draw: Draw | None = None
    open_cards: OpenCards | None = None


class Identity(Struct, frozen=True):
    """Where the result came from. The parts add up exactly:
    result - start = luck - others_luck + others_losses - losses + unplayed + hidden.
    """

    result: float
    start: float
    """From what the seat knew when the game began."""
    luck: float
    others_luck: float
    """What the draws of the others took from this seat."""
    losses: float
    others_losses: float
    """What the losses of the others gave to this seat."""
    hidden: float
    """The rest: what hidden cards held, and what the estimates missed."""
    unplayed: float = 0.0
    """Of a game that ended early: the result less the value of the last position, from what the seat knew."""


class Share(Struct, frozen=True):
    """The decisions of one kind or phase."""

    name: str
    counted: int
    loss: float
    """The sum of their losses, in chances to win."""


class Reason(Struct, frozen=True):
    """Why a move was better: the fact that explains most of the loss."""

    fact: str
    unit: Unit
    """A share of the continuations, or an amount."""
    played: float
    better: float
    explained: float
    """The part of the loss that goes with this fact, from 0 to 1."""


class JudgedMove(Struct, frozen=True):
    """A move that somebody tries in place of one that was made."""

    ply: int
    candidate: Candidate
    better: str
    """The best move; the same one if it is the best."""
    reason: Reason | None
    """Why the best move is better; null if it is a matter of many small things, or if it is the best."""


class Advice(Struct, frozen=True):
    """What the tutor says before a move is made."""

    move: str
    better: str
    """The best move."""
    loss: Difference
    mark: Mark
    line: tuple[str, ...]
    """What is expected after the better move."""
    reason: Reason | None
    """Why it is better; null if it is a matter of many small things."""


class Lesson(Struct, frozen=True):
    """One of the costliest moves of a seat."""

    ply: int
    move: str
    better: str
    loss: Difference
    line: tuple[str, ...]
    """What is expected after the better move."""
    reason: Reason | None
    """Null if no single fact explains most of the loss: it is a matter of many small things."""


class Headline(Struct, frozen=True):
    """How well a seat played: its mean loss, and which levels lose as much."""

    loss: float | None
    """Per counted decision, in chances to win; null if none counted."""
    error: float | None
    points: float | None
    """The same in points."""
    above: int | None = None
    """The strongest level (1 to 6) that loses more; null if none does, or if the engine is not calibrated."""
    below: int | None = None
    """The weakest level that loses less."""
    like: int | None = None
    """The level that plays like this, if one is near enough."""


class SeatReview(Struct, frozen=True):
    """One player's game."""

    seat: int
    player: str | None
    result: float
    """The share of the win: 1, 0, or a part of a shared win."""
    margin: int
    headline: Headline
    decisions: int
    counted: int
    forced: int
    no_difference: int
    marks: dict[str, int]
    by_kind: tuple[Share, ...]
    by_phase: tuple[Share, ...]
    deal: float
    """The luck of the deal: the value of the start, less its mean over all deals."""
    identity: Identity
    identity_points: Identity
    luck_adjusted: float
    """The result without the luck of the draws; may be below 0 or above 1."""
    luckiest: int | None
    """The ply of the seat's luckiest draw."""
    unluckiest: int | None
    lessons: tuple[Lesson, ...]


class Review(Struct, frozen=True):
    """A finished game, reviewed."""

    game: str
    options: dict[str, str | int]
    commitment: str
    """Of the record, to find it again."""
    engine: Engine
    thresholds: dict[str, float]
    """From which loss in chances to win a decision gets a mark."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[Decision, ...]
    seats: tuple[SeatReview, ...]
    ended: str = "finished"
    """Or early: `resigned`, or `time`. Then points are those of the last position."""
    format: int = FORMAT_VERSION

    def to_json(self) -> str:
        """The review in the format of docs/review.md."""
        return msgspec.json.encode(self).decode()


def read_review(text: str | bytes) -> Review:
    """Read what `Review.to_json` has written. Raises UnreadableError, with the reason."""
    try:
        found = msgspec.json.decode(text, type=Review)
    except msgspec.DecodeError as error:
        raise UnreadableError(f"This is not a review: {error}.") from None
    if found.format != FORMAT_VERSION:
        raise UnreadableError(f"This review has format {found.format}; this program reads {FORMAT_VERSION}.")
    return found
