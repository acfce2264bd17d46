"""What comes back to be repeated: how much is due, and one's own mistakes, judged again."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from litestar import Request, delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from ...records import Game
from ...review.types import JudgedMove, Reason
from ..addresses import client_key
from ..learning.mistakes import answered, is_right, mistakes_to_repeat, repetition_of_mistake
from ..learning.repetitions import Item
from ..messages.fields import Depth
from ..messages.fields import TableId as TableIdField
from ..messages.table_info import Person, TableInfo
from ..refusal import RefusalError
from ..reviews.service import Reviews
from ..server_time import now
from ..tables.table import Table
from ..tables.viewing import info_of, public_session
from .history import Ply, ply_of
from .learning import learning_of
from .openapi import SIGNED_IN, Me, TableId, changing, refusals
from .tables import read_turn, tables_of
from .tried_move import MoveText, TriedMove, tried_move

_MOST_SHOWN = 100
_DEPTH: Depth = "quick"  # people wait for the answer
_NO_SECRET = bytes(32)
ItemId = Annotated[str, PathParameter(pattern=r"^(puzzle|mistake):[a-z0-9:]{1,60}$")]
MistakePly = Annotated[int, PathParameter(ge=1, le=1_000_000, description="Which move of the game, from 1.")]
Due = Annotated[int, Meta(ge=0, le=10**14)]
Outcome = Literal["best", "good", "same", "worse"]


class RepetitionItem(Struct, frozen=True):
    """Something that comes back."""

    id: str
    kind: Literal["puzzle", "mistake"]
    game: str
    stage: int
    """How often it was remembered, from 0."""
    due: int | None
    """Null: it is learnt."""
    puzzle: str | None = None
    table: str | None = None
    """Of a mistake: the table and the move."""
    ply: int | None = None


class RepetitionInfo(Struct, frozen=True):
    """What I have to repeat. Times are milliseconds since 1970."""

    due: int
    next: int | None
    """When the next one is due, of those that are not."""
    total: int
    now: int
    items: list[RepetitionItem]
    """Those that are due, longest waiting first; at most 100."""


class ReviewSeenForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The review of a game of mine."""

    table: TableIdField
    depth: Depth = "quick"


class MistakeInfo(Struct, frozen=True):
    """The position before a mistake of mine, as I saw it."""

    item: RepetitionItem
    table: TableInfo
    seat: int
    position: Ply
    legal: list[str]


class MistakeAnswerForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A move in place of the mistake."""

    move: Annotated[str, Meta(max_length=40)]
    due: Due
    """That of the item, so that an answer that is sent twice counts once."""


class GivenUpForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the best move."""

    due: Due


class MistakeAnswer(Struct, frozen=True):
    """What a move is worth in place of the mistake."""

    outcome: Outcome
    move: str
    loss: float
    """In chances to win."""
    reason: Reason | None
    """Why the best move is better."""
    item: RepetitionItem
    """When it comes back."""
    better: str | None = None
    """The best move; null while it is still to be found."""
    played: str | None = None


@get("/me/repetition", **SIGNED_IN, responses=refusals("sign_in"))
async def show_repetition(request: Request[Any, Any, Any], me: Me) -> RepetitionInfo:
    """What I have to repeat."""
    repetitions, at = learning_of(request).repetitions, now()
    due, following, total = await repetitions.summary(me.id, at)
    items = await repetitions.due(me.id, at, _MOST_SHOWN) if due else []
    return RepetitionInfo(due, following, total, at, [item_info(item) for item in items])


@delete("/me/repetition/{item:str}", **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def remove_repetition(request: Request[Any, Any, Any], me: Me, item: ItemId) -> None:
    """Repeat something no more."""
    if not await learning_of(request).repetitions.remove(me.id, item, now()):
        raise RefusalError("nothing_to_repeat")


@post(
    "/me/repetition/reviews",
    status_code=204,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def note_review(request: Request[Any, Any, Any], me: Me, data: JSONBody[ReviewSeenForm]) -> None:
    """I have looked at the review of my game: my costliest mistakes come back, at most five of a game."""
    reviews: Reviews = request.app.state.reviews
    async with read_turn(request):
        table = await tables_of(request).get(data.table)
        review = await reviews.find(table, me.id, data.depth, "")
        tables_of(request).evict(table)
    if review is None:
        raise RefusalError("not_reviewed")
    if (seat := _seat(table, me)) is None:
        return
    found = [repetition_of_mistake(table.id, one.ply) for one in mistakes_to_repeat(review, seat)]
    if found:
        items = [(id, table.spec.game) for id in found]
        await learning_of(request).repetitions.add(me.id, items, now())


@get(
    "/me/mistakes/{id:str}/{ply:int}",
    **SIGNED_IN,
    responses=refusals("unreadable", "sign_in", "forbidden", "not_found", "conflict"),
)
async def show_mistake(request: Request[Any, Any, Any], me: Me, id: TableId, ply: MistakePly) -> MistakeInfo:
    """The position before a mistake of mine that comes back."""
    item = await _item(request, me, id, ply)
    async with read_turn(request):
        table, game = await _game(request, id, ply)
        seat = game.mover(ply)
        position = await asyncio.to_thread(ply_of, game, ply - 1, seat)
        legal = await asyncio.to_thread(lambda: _before(game, ply).legal_moves())
    return MistakeInfo(item_info(item), info_of(table, now()), seat, position, legal)


@get(
    "/me/mistakes/{id:str}/{ply:int}/moves",
    **SIGNED_IN,
    responses=refusals("unreadable", "sign_in", "forbidden", "not_found", "conflict"),
)
async def try_move_at_mistake(
    request: Request[Any, Any, Any], me: Me, id: TableId, ply: MistakePly, move: MoveText
) -> TriedMove:
    """What a move would do in place of a mistake, as far as I could know it; or why it is illegal."""
    await _item(request, me, id, ply)
    async with read_turn(request):
        _, game = await _game(request, id, ply)
        return await asyncio.to_thread(lambda: tried_move(_before(game, ply), move))


@post(
    "/me/mistakes/{id:str}/{ply:int}/answer",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def answer_mistake(
    request: Request[Any, Any, Any],
    me: Me,
    id: TableId,
    ply: MistakePly,
    data: JSONBody[MistakeAnswerForm],
) -> MistakeAnswer:
    """Try another move in place of a mistake. It is right if it loses less than an inaccuracy does."""
    await _item(request, me, id, ply)
    table, game = await _game(request, id, ply)
    judged = await _judge(request, table, me, ply, data.move)
    right, move, played = is_right(game.name, judged), judged.candidate.move, game.move(ply)
    outcome: Outcome = "same" if move == played else "worse"
    if right:
        outcome = "best" if move == judged.better else "good"
    item = await _answered(request, me, id, ply, data.due, right)
    shown = (judged.better, played) if right else (None, None)
    return MistakeAnswer(outcome, move, judged.candidate.loss.win, judged.reason, item_info(item), *shown)


@post(
    "/me/mistakes/{id:str}/{ply:int}/solution",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def show_better_move(
    request: Request[Any, Any, Any], me: Me, id: TableId, ply: MistakePly, data: JSONBody[GivenUpForm]
) -> MistakeAnswer:
    """The best move in place of a mistake, and why it is better. It counts as not remembered."""
    await _item(request, me, id, ply)
    table, game = await _game(request, id, ply)
    played = game.move(ply)
    judged = await _judge(request, table, me, ply, played)
    item = await _answered(request, me, id, ply, data.due, right=False)
    loss = judged.candidate.loss.win
    return MistakeAnswer("same", played, loss, judged.reason, item_info(item), judged.better, played)


async def _item(request: Request[Any, Any, Any], me: Person, table: str, ply: int) -> Item:
    item = await learning_of(request).repetitions.find(me.id, repetition_of_mistake(table, ply))
    if item is None:
        raise RefusalError("nothing_to_repeat")
    return item


async def _answered(
    request: Request[Any, Any, Any], me: Person, table: str, ply: int, due: int, right: bool
) -> Item:
    id = repetition_of_mistake(table, ply)
    item = await learning_of(request).repetitions.answer(me.id, id, due, answered(right), now())
    if item is None:  # removed meanwhile
        raise RefusalError("nothing_to_repeat")
    return item


async def _game(request: Request[Any, Any, Any], id: str, ply: int) -> tuple[Table, Game]:
    tables = tables_of(request)
    table = await tables.get(id)
    game = public_session(table, now()).game
    tables.evict(table)
    if ply > game.ply:
        raise RefusalError("no_such_ply")
    return table, game


async def _judge(
    request: Request[Any, Any, Any], table: Table, me: Person, ply: int, move: str
) -> JudgedMove:
    reviews: Reviews = request.app.state.reviews
    address = client_key(request.client.host if request.client else "")
    return await reviews.judge(table, me.id, "", ply, move, _DEPTH, address)


def _before(game: Game, ply: int) -> Game:
    return Game.from_position(game.name, game.position(ply - 1), _NO_SECRET)


def _seat(table: Table, me: Person) -> int | None:
    """The seat that a person has played; None for those who watched, or played several."""
    seats = table.seats_of(me.id)
    return seats[0] if len(seats) == 1 else None


def item_info(item: Item) -> RepetitionItem:
    """Return an item with the parts of its id."""
    kind, _, what = item.id.partition(":")
    if kind == "puzzle":
        return RepetitionItem(item.id, "puzzle", item.game, item.stage, item.due, puzzle=what)
    table, _, ply = what.partition(":")
    return RepetitionItem(item.id, "mistake", item.game, item.stage, item.due, table=table, ply=int(ply))


handlers = [
    show_repetition,
    remove_repetition,
    note_review,
    show_mistake,
    try_move_at_mistake,
    answer_mistake,
    show_better_move,
]
