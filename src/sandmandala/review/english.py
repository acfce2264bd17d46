"""A review in English, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ..bots import LEVELS
from .facts import facts_of
from .types import Advice, Difference, Headline, Lesson, Reason, Review, SeatReview


def level_name(number: int) -> str:
    return LEVELS[number - 1].english.capitalize()


def level_text(headline: Headline) -> str:
    """Which level plays like this; empty if it is unknown.

    >>> level_text(Headline(0.03, 0.01, 1.0, above=3, below=4))
    'between Bud and Blossom'
    """
    above, below = headline.above, headline.below
    if headline.like is not None:
        name = level_name(headline.like)
        if above is None:
            return f"like {name}, or weaker"
        return f"like {name}, or stronger" if below is None else f"like {name}"
    if above is None or below is None:
        return ""
    return f"between {level_name(above)} and {level_name(below)}"


def headline_text(seat: SeatReview, name: str) -> str:
    """One player's game in a sentence or two."""
    headline = seat.headline
    left_out = f"{seat.forced} forced, {seat.no_difference} without a clear difference"
    if headline.loss is None or headline.error is None:
        return f"{name}: no decision counted ({left_out})."
    level = level_text(headline)
    return (
        f"{name} lost {_percent(headline.loss)} ± {_percent(1.96 * headline.error)} of a win per decision"
        f"{', ' + level if level else ''}: {seat.counted} decisions counted, {left_out}."
    )


def lesson_text(lesson: Lesson, game: str) -> list[str]:
    """A costly move in sentences."""
    said = [f"Move {lesson.ply}, {lesson.move}: {lesson.better} was better, by {loss_text(lesson.loss)}."]
    said.append(reason_text(lesson.reason, lesson.move, lesson.better, game))
    if lesson.line:
        said.append(f"Expected after {lesson.better}: {' '.join(lesson.line)}.")
    return said


def advice_text(advice: Advice, game: str) -> tuple[str, str]:
    """What the tutor says about a move, and what it says when it is asked for a better one."""
    loss = f"{advice.move} loses about {_percent(advice.loss.win)} of a win."
    reason = reason_text(advice.reason, advice.move, advice.better, game)
    return loss, f"{advice.better} is better. {reason}"


def reason_text(reason: Reason | None, move: str, better: str, game: str) -> str:
    """Why a move was worse than a better one."""
    if reason is None:
        return "No single thing explains the difference: it is a matter of many small ones."
    fact = next(fact for fact in facts_of(game) if fact.name == reason.fact)
    if reason.unit == "share":
        said = f"{fact.english} in {100 * reason.played:.0f} % of the continuations"
        return f"After {move}, {said}; after {better}, in {100 * reason.better:.0f} %."
    said = fact.english.format(f"{reason.played:.1f}")
    return f"After {move}, {said} on average; after {better}, {reason.better:.1f}."


def loss_text(loss: Difference) -> str:
    """How much was lost, in chances to win and in points."""
    if loss.win_error == 0 and loss.points_error == 0:
        return f"{_percent(loss.win)} of a win and {loss.points:.0f} points, exactly"
    errors = f"± {_percent(loss.win_error)}"
    return f"{_percent(loss.win)} {errors} of a win and {loss.points:.1f} ± {loss.points_error:.1f} points"


def identity_text(seat: SeatReview) -> str:
    """Where the result came from."""
    parts = seat.identity
    named = (
        ("start", parts.start),
        ("own luck", parts.luck),
        ("their luck", -parts.others_luck),
        ("their losses", parts.others_losses),
        ("own losses", -parts.losses),
        *([("what was not played", parts.unplayed)] if parts.unplayed else []),
        ("hidden cards and the rest", parts.hidden),
    )
    said = ", ".join(f"{name} {100 * part:+.0f}" for name, part in named)
    return f"{said}: result {100 * parts.result:.0f} %"


def shares_text(seat: SeatReview) -> list[str]:
    """Where the losses came from: by kind of move, and by phase."""
    found = (("By kind", seat.by_kind), ("By phase", seat.by_phase))
    return [
        f"{label}: " + ", ".join(f"{one.name} {_percent(one.loss)} ({one.counted})" for one in shares) + "."
        for label, shares in found
        if shares
    ]


def places_text(review: Review) -> list[str]:
    """How likely each place was, before the first move, in the middle, and before the last one."""
    last = len(review.decisions) - 1
    found = []
    for decision in (review.decisions[number] for number in sorted({0, last // 2, last})):
        if places := decision.evaluation.places:
            seats = (
                f"{name} {' / '.join(f'{100 * chance:.0f}' for chance in chances)}"
                for name, chances in zip(names_of(review), places, strict=True)
            )
            found.append(f"Chances of places in % before move {decision.ply}: {', '.join(seats)}.")
    return found


def ending_text(review: Review) -> str:
    """How the game ended, if it ended early; empty if it was played out."""
    names = names_of(review)
    won = ", ".join(names[seat] for seat in review.winners)
    why = {"resigned": "somebody resigned", "time": "somebody was out of time"}.get(review.ended)
    return (
        f"The game ended early, because {why}: {won} won. Points are those of the last position."
        if why
        else ""
    )


def names_of(review: Review) -> Sequence[str]:
    return [seat.player or f"Player {seat.seat + 1}" for seat in review.seats]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
