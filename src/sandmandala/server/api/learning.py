"""Progress in tutorials, and everything that is stored about a person's learning."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ..learning.service import Learning
from ..refusal import RefusalError
from ..server_time import now
from .openapi import SIGNED_IN, Me, changing, refusals
from .tutorials import TutorialId


class TutorialProgressForm(Struct, frozen=True, forbid_unknown_fields=True):
    """How far I have come."""

    step: Annotated[int, Meta(ge=0, le=10_000)]
    """The step to go on with, from 0."""
    done: bool
    """Whether I have finished it once. It stays so."""
    changed: Annotated[int, Meta(ge=0, le=10**14)] | None = None
    """When I came so far, in milliseconds since 1970. Earlier progress never replaces later. Default: now."""


class TutorialProgressInfo(Struct, frozen=True):
    """How far I have come in a tutorial."""

    tutorial: str
    step: int
    done: bool
    changed: int


class StoredPuzzle(Struct, frozen=True):
    """What I have done with a puzzle."""

    puzzle: str
    game: str
    first: str | None
    before: int | None
    after: int | None
    state: str
    hints: int
    vote: int
    begun: int
    changed: int


class StoredSolver(Struct, frozen=True):
    """How well I solve the puzzles of a game."""

    game: str
    mu: float
    sigma: float
    tries: int
    solved: int


class StoredRepetition(Struct, frozen=True):
    """Something that comes back, or came back until I had learnt or removed it."""

    item: str
    game: str
    stage: int
    due: int | None
    added: int
    changed: int


class StoredStreak(Struct, frozen=True):
    """My streaks, as they were when they last changed."""

    day: int
    days: int
    best_days: int
    row: int
    best_row: int


class StoredLearning(Struct, frozen=True):
    """Everything that is stored about my learning. It is deleted with my account."""

    tutorials: list[TutorialProgressInfo]
    puzzles: list[StoredPuzzle]
    ratings: list[StoredSolver]
    streak: StoredStreak
    repetitions: list[StoredRepetition]


def learning_of(request: Request[Any, Any, Any]) -> Learning:
    """Return the service."""
    learning: Learning = request.app.state.learning
    return learning


@get("/me/tutorials", **SIGNED_IN, responses=refusals("sign_in"))
async def show_progress(request: Request[Any, Any, Any], me: Me) -> list[TutorialProgressInfo]:
    """How far I have come in each tutorial that I have begun."""
    return await _progress(learning_of(request), me.id)


@put("/me/tutorials/{id:str}", status_code=204, **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def save_progress(
    request: Request[Any, Any, Any], id: TutorialId, me: Me, data: JSONBody[TutorialProgressForm]
) -> None:
    """Keep how far I have come in a tutorial."""
    if id not in request.app.state.tutorials.files():
        raise RefusalError("not_found")
    at = now()
    changed = at if data.changed is None else min(at, data.changed)
    await learning_of(request).progress.put(me.id, id, data.step, data.done, changed)


@get("/me/learning", **SIGNED_IN, responses=refusals("sign_in"))
async def export_learning(request: Request[Any, Any, Any], me: Me) -> StoredLearning:
    """Everything that is stored about my learning."""
    learning = learning_of(request)
    store = learning.puzzles.store
    streak = await store.streak(me.id)
    return StoredLearning(
        await _progress(learning, me.id),
        [_as(StoredPuzzle, row) for row in await store.attempts(me.id)],
        [_as(StoredSolver, row) for row in (await store.solver(me.id)).values()],
        _as(StoredStreak, streak),
        [_as(StoredRepetition, row) for row in await learning.repetitions.all(me.id)],
    )


async def _progress(learning: Learning, person: str) -> list[TutorialProgressInfo]:
    rows = await learning.progress.of(person)
    return [TutorialProgressInfo(row.tutorial, row.step, bool(row.done), row.changed) for row in rows]


def _as(kind: Any, row: Any) -> Any:
    return kind(*(getattr(row, field) for field in kind.__struct_fields__))


handlers = [show_progress, save_progress, export_learning]
