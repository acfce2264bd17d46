"""A review in English, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ..bots import LEVELS
from .facts import facts_of
from .types import Difference, Headline, Lesson, Reason, Review, SeatReview


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
    said = [f"Move {lesson.ply}, {lesson.move}: {lesson.better} was better, by {_loss(lesson.loss)}."]
    said.append(_reason(lesson.reason, lesson, game))
    if lesson.line:
        said.append(f"Expected after {lesson.better}: {' '.join(lesson.line)}.")
    return said


def _reason(reason: Reason | None, lesson: Lesson, game: str) -> str:
    if reason is None:
        return "No single thing explains the difference: it is a matter of many small ones."
    fact = next(fact for fact in facts_of(game) if fact.name == reason.fact)
    if reason.unit == "share":
        played, better = f"{100 * reason.played:.0f} %", f"{100 * reason.better:.0f} %"
        said = f"{fact.english} in {played} of the continuations"
        return f"After {lesson.move}, {said}; after {lesson.better}, in {better}."
    said = fact.english.format(f"{reason.played:.1f}")
    return f"After {lesson.move}, {said} on average; after {lesson.better}, {reason.better:.1f}."


def _loss(loss: Difference) -> str:
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
