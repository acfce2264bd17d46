"""Puzzles: the puzzle of the day, endless ones by theme, answers, hints and votes.

The solution leaves the server only when a puzzle is over for this person.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Request, get, post, put
from litestar.openapi.spec import OpenAPIType
from litestar.params import JSONBody, PathParameter, QueryParameter

from ...puzzles.answers import HINTS
from ...puzzles.library import theme_counts
from ...puzzles.puzzle import Puzzle
from ...puzzles.solving import game_before
from ..addresses import client_key
from ..compile_wait import rules_compiled
from ..learning.puzzle_choice import day_ends, day_of, game_of_day
from ..learning.puzzle_ratings import difficulty, seeded
from ..learning.puzzle_store import Attempt
from ..learning.puzzles import Client, Puzzles
from ..learning.streak import Streak
from ..ratings import is_provisional, shown
from ..refusal import RefusalError
from ..server_time import now
from .auth import visitor
from .learning import learning_of
from .openapi import SIGNED_IN, Me, changing, refusals
from .puzzle_types import (
    AnswerForm,
    DayInfo,
    DayPuzzle,
    HintForm,
    MoveOutcomes,
    NextPuzzle,
    PuzzleAnswer,
    PuzzleGame,
    PuzzleHint,
    PuzzleInfo,
    PuzzleOverview,
    PuzzleSolution,
    StreakInfo,
    VoteForm,
)
from .puzzle_views import attempt_info, position_at, positions_after, solution_of, streak_info
from .tables import read_turn
from .tried_move import MoveText, TriedMove, tried_move

PuzzleId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{12}$", description="The id of a puzzle.")]
_NAME = {"one_of": None, "type": OpenAPIType.STRING}
GameName = Annotated[str, QueryParameter(name="game", pattern=r"^[a-z_]{1,20}$")]
Theme = Annotated[str | None, QueryParameter(pattern=r"^[a-z_]{1,40}$", schema_extra=_NAME)]
Skipped = Annotated[
    str | None,
    QueryParameter(pattern=r"^[0-9a-f]{12}$", description="Not this one.", schema_extra=_NAME),
]


def _puzzles(request: Request[Any, Any, Any]) -> Puzzles:
    return learning_of(request).puzzles


def _client(request: Request[Any, Any, Any], person: str) -> Client:
    return person, client_key(request.client.host if request.client else "")


@get("/puzzles", responses=refusals())
async def list_puzzles(request: Request[Any, Any, Any]) -> PuzzleOverview:
    """The games with puzzles, their themes, and how I solve them."""
    puzzles, me = _puzzles(request), await visitor(request)
    rows = await puzzles.store.solver(me.id) if me else {}
    games = []
    for game in puzzles.games():
        found, row = puzzles.of_game(game), rows.get(game)
        info = PuzzleGame(game, len(found), theme_counts(found))
        if row:
            rating = shown(row.mu, row.sigma)
            provisional = is_provisional(row.tries)
            info = PuzzleGame(game, len(found), info.themes, row.tries, row.solved, rating, provisional)
        games.append(info)
    return PuzzleOverview(games, await _streak(puzzles, me.id if me else None))


@get("/puzzles/day", responses=refusals())
async def show_day(request: Request[Any, Any, Any]) -> DayInfo:
    """The puzzles of the day, one of each game: easy on Mondays, hard on Sundays."""
    puzzles, me, day = _puzzles(request), await visitor(request), day_of(now())
    found = []
    for game in puzzles.games():
        if id := puzzles.of_day(game, day):
            run = (await puzzles.store.attempt(me.id, id)).run if me else None
            begun = run if run and (run.first or run.turn or run.hints) else None
            found.append(DayPuzzle(game, id, begun.state if begun else None, begun.first if begun else None))
    featured = game_of_day([one.game for one in found], day)
    date = datetime.fromtimestamp(day * 86_400, UTC).date().isoformat()
    streak = await _streak(puzzles, me.id if me else None)
    return DayInfo(date, day_ends(day), featured, found, streak)


@get("/puzzles/next", responses=refusals("unreadable", "not_found"))
async def get_next_puzzle(
    request: Request[Any, Any, Any], game: GameName, theme: Theme = None, skip: Skipped = None
) -> NextPuzzle:
    """A puzzle near my rating that I have not tried lately."""
    puzzles, me = _puzzles(request), await visitor(request)
    if game not in puzzles.games():
        raise RefusalError("not_found")
    person = me.id if me else None
    puzzle = await puzzles.next(person, game, theme, skip, now())
    return NextPuzzle(await _info(request, puzzle, person) if puzzle else None)


@get("/puzzles/{id:str}", responses=refusals("unreadable", "not_found"))
async def get_puzzle(request: Request[Any, Any, Any], id: PuzzleId) -> PuzzleInfo:
    """A puzzle, as far as I have come with it."""
    me = await visitor(request)
    return await _info(request, _puzzles(request).find(id), me.id if me else None)


@get("/puzzles/{id:str}/moves", responses=refusals("unreadable", "not_found"))
async def try_move_in_puzzle(request: Request[Any, Any, Any], id: PuzzleId, move: MoveText) -> TriedMove:
    """What a move would do where I am in a puzzle, as far as the solver can know it; or why it is illegal."""
    puzzles, me = _puzzles(request), await visitor(request)
    puzzle = puzzles.find(id)
    run = (await puzzles.store.attempt(me.id, id)).run if me else None
    turn = run.turn if run and run.state == "open" else 0
    await rules_compiled(puzzle.game)
    async with read_turn(request):
        return await asyncio.to_thread(lambda: tried_move(game_before(puzzle, turn), move))


@post(
    "/puzzles/{id:str}/answer",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def answer_puzzle(
    request: Request[Any, Any, Any], me: Me, id: PuzzleId, data: JSONBody[AnswerForm]
) -> PuzzleAnswer:
    """Make a move. A wrong one may be followed by others; only the first run is rated."""
    puzzles = _puzzles(request)
    puzzle = puzzles.find(id)
    judged, attempt = await puzzles.answer(_client(request, me.id), puzzle, data.turn, data.move, now())
    info = attempt_info(attempt)
    if not judged.right:
        return PuzzleAnswer(False, judged.move, [], [], info, loss=judged.loss, reason=judged.reason)
    plies, legal = await asyncio.to_thread(positions_after, puzzle, data.turn, judged.move)
    solution = await _solution(puzzles, puzzle) if attempt.run.state != "open" else None
    return PuzzleAnswer(True, judged.move, plies, legal, info, solution)


@post(
    "/puzzles/{id:str}/hint",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def give_hint(
    request: Request[Any, Any, Any], me: Me, id: PuzzleId, data: JSONBody[HintForm]
) -> PuzzleHint:
    """A hint for my next move. A solution with hints counts less."""
    puzzles = _puzzles(request)
    puzzle = puzzles.find(id)
    found = await puzzles.hint(_client(request, me.id), puzzle, data.turn, data.number, now())
    return PuzzleHint(data.number, HINTS, found.theme, found.kind, found.place)


@post(
    "/puzzles/{id:str}/solution",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found"),
)
async def give_up(request: Request[Any, Any, Any], me: Me, id: PuzzleId) -> PuzzleInfo:
    """Give up, and see the solution."""
    puzzle = _puzzles(request).find(id)
    await _puzzles(request).give_up(me.id, puzzle, now())
    return await _info(request, puzzle, me.id)


@post("/puzzles/{id:str}/again", status_code=200, **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def start_again(request: Request[Any, Any, Any], me: Me, id: PuzzleId) -> PuzzleInfo:
    """Start a puzzle again that I have tried. It is not rated."""
    puzzle = _puzzles(request).find(id)
    await _puzzles(request).again(me.id, puzzle, now())
    return await _info(request, puzzle, me.id)


@get(
    "/puzzles/{id:str}/outcomes",
    **SIGNED_IN,
    responses=refusals("unreadable", "sign_in", "not_found", "conflict", "too_many"),
)
async def show_outcomes(
    request: Request[Any, Any, Any], me: Me, id: PuzzleId, move: MoveText = ""
) -> list[MoveOutcomes]:
    """How games end after the right move of the last turn, and after another one; once it is over."""
    puzzles = _puzzles(request)
    puzzle = puzzles.find(id)
    if (await puzzles.store.attempt(me.id, id)).run.state == "open":
        raise RefusalError("puzzle_open")
    best = puzzle.solution[-1].right[0]
    moves = (best,) if move in ("", best) else (best, move)
    found = await puzzles.outcomes(_client(request, me.id), puzzle, moves)
    return [MoveOutcomes(*pair) for pair in zip(moves, found, strict=True)]


@put(
    "/puzzles/{id:str}/vote",
    status_code=204,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def vote_for_puzzle(
    request: Request[Any, Any, Any], me: Me, id: PuzzleId, data: JSONBody[VoteForm]
) -> None:
    """Say whether I like a puzzle, once I have seen its solution."""
    puzzles = _puzzles(request)
    puzzles.find(id)
    if not await puzzles.store.vote(me.id, id, data.vote):
        raise RefusalError("puzzle_open")


async def _info(request: Request[Any, Any, Any], puzzle: Puzzle, person: str | None) -> PuzzleInfo:
    puzzles = _puzzles(request)
    attempt = await puzzles.store.attempt(person, puzzle.id) if person else Attempt()
    row = await puzzles.store.rating(puzzle.id)
    strength = (row.mu, row.sigma) if row else seeded(puzzle.difficulty.rating)
    await rules_compiled(puzzle.game)
    over = attempt.run.state != "open"
    async with read_turn(request):
        position, legal = await asyncio.to_thread(position_at, puzzle, 0 if over else attempt.run.turn)
    solution = await _solution(puzzles, puzzle) if over else None
    return PuzzleInfo(
        *(puzzle.id, puzzle.game, puzzle.seats, puzzle.side, puzzle.ask, difficulty(strength)),
        *(attempt_info(attempt), position, legal, solution),
    )


async def _solution(puzzles: Puzzles, puzzle: Puzzle) -> PuzzleSolution:
    return await asyncio.to_thread(solution_of, puzzle, await puzzles.store.rating(puzzle.id))


async def _streak(puzzles: Puzzles, person: str | None) -> StreakInfo:
    return streak_info(await puzzles.store.streak(person) if person else Streak(), day_of(now()))


handlers = [
    list_puzzles,
    show_day,
    get_next_puzzle,
    get_puzzle,
    try_move_in_puzzle,
    answer_puzzle,
    give_hint,
    give_up,
    start_again,
    show_outcomes,
    vote_for_puzzle,
]
