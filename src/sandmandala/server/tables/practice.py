"""Opens practice tables, which play on from a position: of a finished game, or from the position editor."""

from __future__ import annotations

from ...editor import KnownPosition
from ..messages.table_info import Person
from ..refusal import RefusalError
from ..spec import Practice, TableSpec
from .seating import new_table
from .table import Table
from .viewing import public_session


def practice_table(
    source: Table, host: Person, ply: int, seat: int | None, level: int, at: int, id: str
) -> Table:
    """Create a private table for one person and bots. By default, the person plays the seat that they had in
    the finished game, or else the one to move."""
    if source.is_bot_match:
        raise RefusalError("bot_match")
    game = public_session(source, at).game
    if ply > game.ply:
        raise RefusalError("no_such_ply")
    if (to_move := game.mover(ply + 1) if ply < game.ply else game.to_move) is None:
        raise RefusalError("over_there")
    if seat is None:
        own = [other for other, sitter in enumerate(source.sitting) if sitter and sitter.id == host.id]
        seat = own[0] if len(own) == 1 else to_move
    elif seat >= game.seats:
        raise RefusalError("no_such_seat")
    bots = tuple(None if other == seat else level for other in range(game.seats))
    spec = TableSpec(game.name, game.seats, dict(game.options), bots, public=False)
    table = new_table(host, spec, at, id)
    table.practice, table.start = Practice(source.id, ply, seat), game.position(ply)
    return table


def editor_table(known: KnownPosition, host: Person, seat: int, level: int | None, at: int, id: str) -> Table:
    """Create a private table that plays on from an edited position. Without a level, the other seats are for
    friends. Unknown cards are dealt when the game begins."""
    if known.to_move is None:
        raise RefusalError("over_there")
    if seat >= known.seats:
        raise RefusalError("no_such_seat")
    if seat not in known.known_seats:
        raise RefusalError("seat_unknown")
    bots = tuple(None if other == seat else level for other in range(known.seats))
    options = dict(known.played_from().options)
    table = new_table(host, TableSpec(known.game, known.seats, options, bots, public=False), at, id)
    table.sitting[table.sitting.index(host)] = None
    table.sitting[seat] = host
    table.practice, table.start = Practice(None, 0, seat), known.text
    return table
