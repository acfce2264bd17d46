"""Tutorials, with everything that a player of them needs: positions, legal moves, and what happens next."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from ...learn.data_file import Translations
from ...learn.tutorial import Tutorial, TutorialStep
from ...learn.tutorial_file import TutorialFile
from ...records import Game
from ..refusal import RefusalError
from ..tutorials import Tutorials
from .history import Ply, ply_of
from .openapi import refusals
from .tables import read_turn
from .tried_move import MoveText, TriedMove, tried_move

TutorialId = Annotated[
    str, PathParameter(pattern=r"^[a-z][a-z0-9-]{0,39}$", description="The id of a tutorial.")
]
StepNumber = Annotated[
    int, QueryParameter(ge=0, le=10_000, schema_extra={"minimum": 0}, description="The step, from 0.")
]


class TutorialInfo(Struct, frozen=True):
    """A tutorial in a list."""

    id: str
    game: str
    minutes: int
    title: Translations
    about: Translations
    steps: int


class QuestionInfo(Struct, frozen=True):
    """The learner makes a move."""

    legal: list[str]
    outcomes: dict[str, list[Ply]]
    """The accepted moves, that of the record first: the positions up to the next step."""
    answers: dict[str, Translations]
    """What to say to certain other moves."""
    otherwise: Translations | None
    """What to say to all other legal moves."""


class OptionInfo(Struct, frozen=True):
    """An answer to choose."""

    say: Translations
    right: bool
    answer: Translations | None
    """What to say when it is chosen."""


class StepInfo(Struct, frozen=True):
    """One thing to read or to do, as the learner's seat sees it."""

    scene: int
    say: Translations
    """`{cup|words}` is a term of the game's glossary."""
    show: list[str]
    """Places of the board to point at."""
    view: msgspec.Raw
    events: list[dict[str, Any]]
    """Those of the last move."""
    plies: list[Ply]
    """The positions up to the next step, if nothing is asked."""
    question: QuestionInfo | None
    options: list[OptionInfo]
    """If the text is a question without a move: the answers to choose from. It goes on after a right one."""


class TutorialDetail(Struct, frozen=True):
    """A whole tutorial."""

    info: TutorialInfo
    seat: int
    """The learner's."""
    seats: int
    steps: list[StepInfo]


def _tutorials_of(request: Request[Any, Any, Any]) -> Tutorials:
    tutorials: Tutorials = request.app.state.tutorials
    return tutorials


@get("/tutorials", responses=refusals())
async def list_tutorials(request: Request[Any, Any, Any]) -> list[TutorialInfo]:
    """All tutorials, in the order of the games."""
    return [_info(id, file) for id, file in _tutorials_of(request).files().items()]


@get("/tutorials/{id:str}", responses=refusals("unreadable", "not_found"))
async def get_tutorial(request: Request[Any, Any, Any], id: TutorialId) -> TutorialDetail:
    """A tutorial, step by step, as the learner's seat sees it."""
    tutorial = await _tutorials_of(request).find(id)
    async with read_turn(request):
        return await asyncio.to_thread(_detail, tutorial)


@get("/tutorials/{id:str}/moves", responses=refusals("unreadable", "not_found"))
async def try_move(
    request: Request[Any, Any, Any], id: TutorialId, step: StepNumber, move: MoveText
) -> TriedMove:
    """What a move at a step would do, as far as the learner can know it; or why it is illegal."""
    tutorial = await _tutorials_of(request).find(id)
    if step >= len(tutorial.steps) or tutorial.steps[step].question is None:
        raise RefusalError("not_found", "The learner makes no move at this step.")
    async with read_turn(request):
        return await asyncio.to_thread(_tried, tutorial.steps[step], move)


def _info(id: str, file: TutorialFile) -> TutorialInfo:
    steps = sum(len(scene.steps) for scene in file.scenes)
    return TutorialInfo(id, file.game, file.minutes, file.title, file.about, steps)


def _detail(tutorial: Tutorial) -> TutorialDetail:
    seat = tutorial.file.seat
    steps = [_step(step, seat) for step in tutorial.steps]
    return TutorialDetail(_info(tutorial.id, tutorial.file), seat, tutorial.seats, steps)


def _step(step: TutorialStep, seat: int) -> StepInfo:
    here = ply_of(step.game, step.ply, seat)
    following = [ply_of(step.game, ply, seat) for ply in range(step.ply + 1, step.until + 1)]
    question = None
    if step.question:
        ask = step.question.ask
        outcomes = {
            move: following if game is step.game else [ply_of(game, game.ply, seat)]
            for move, game in step.question.accepted.items()
        }
        question = QuestionInfo(list(step.question.legal), outcomes, ask.answers, ask.otherwise)
    plies = [] if question else following
    options = [OptionInfo(one.say, one.right, one.answer) for one in step.step.choose]
    return StepInfo(
        *(step.scene, step.step.say, step.step.show, here.view, here.events, plies, question, options)
    )


def _tried(step: TutorialStep, move: str) -> TriedMove:
    game = Game.from_position(step.game.name, step.game.position(step.ply), step.game.secret)
    return tried_move(game, move)


handlers = [list_tutorials, get_tutorial, try_move]
