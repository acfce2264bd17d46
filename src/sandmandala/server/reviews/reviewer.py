"""How the server calls the reviewer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import msgspec

from ...records import Game, Record
from ...review.budget import DEEP, QUICK, ReviewBudget
from ...review.one_move import judge_move
from ...review.reviewer import Progress, engine_of, review
from ...review.types import FORMAT_VERSION, JudgedMove, Review
from ..messages.fields import Depth

_BUDGETS: dict[Depth, ReviewBudget] = {"quick": QUICK, "deep": DEEP}


class Reviewer(NamedTuple):
    """Reviews records. Tests have their own."""

    fingerprint: Callable[[str, Depth], str]
    """Of a game: changes when the same record would get another review."""
    review: Callable[[Record, Depth, Progress], Review]
    """Runs in a thread. It reports how many decisions are judged; an error raised there cancels it."""
    judge: Callable[[Game, int, str, Depth], JudgedMove]
    """Judges one move in a thread, as a review would."""


@cache
def _fingerprint(game: str, depth: Depth) -> str:
    engine = engine_of(game, _BUDGETS[depth])
    return hashlib.sha256(msgspec.json.encode((FORMAT_VERSION, engine, _BUDGETS[depth]))).hexdigest()


def _review(record: Record, depth: Depth, progress: Progress) -> Review:
    return review(record, _BUDGETS[depth], progress=progress)


def _judge(game: Game, ply: int, move: str, depth: Depth) -> JudgedMove:
    return judge_move(game, ply, move, _BUDGETS[depth])


REVIEWER = Reviewer(_fingerprint, _review, _judge)
