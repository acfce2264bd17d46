"""Playing on from a position of a finished game."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ..ids import id_from
from ..messages.fields import SeatNumber
from ..server_time import now
from ..spec import LevelNumber
from ..tables.seating import check_key
from ..tables.viewing import info_of
from .openapi import SIGNED_IN, IdempotencyKey, Me, TableId, changing
from .tables import NewTable, checked_origin, opened_before, read_turn, tables_of


class PracticeForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play on from a position of a finished game."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    """How many moves of the game are kept."""
    level: LevelNumber
    """Of the bots on the other seats."""
    seat: SeatNumber | None = None
    """The seat to play: by default your own in that game, or else the one to move."""
    key: Annotated[str, Meta(max_length=32)] = ""


@post(
    "/tables/{id:str}/practice",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def open_practice(
    request: Request[Any, Any, Any],
    id: TableId,
    me: Me,
    data: JSONBody[PracticeForm],
    idempotency_key: IdempotencyKey = None,
) -> NewTable:
    """Play on from a position of a finished game, against bots: a private table that is never rated.

    What your seat did not know in that position is dealt again, so having seen the game gives no advantage.
    The game begins when you have contributed to the deal.
    """
    tables, new = tables_of(request), id_from(me.id, idempotency_key) if idempotency_key else None
    table = await opened_before(tables, me, new) if new else None
    if table is None:
        async with read_turn(request):
            source = await tables.get(id)
            tables.evict(source)
            check_key(source, me.id, data.key)
            origin = await checked_origin(request, me)
            table = await tables.open_practice(source, me, data.ply, data.seat, data.level, origin, new)
    return NewTable(info_of(table, now()), table.key)


handlers = [open_practice]
