"""Finished games with tied points, one for each game, found by trying."""

from __future__ import annotations

from random import Random

from server.table_services import ANNA, BEN

from sandmandala.server.ids import new_id
from sandmandala.server.server_time import now
from sandmandala.server.spec import TableSpec, checked_spec
from sandmandala.server.tables import playing, seating
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table

# Seeds of games that Anna and Ben end with equal points. In Patterns that is a draw.
TIES = {"mandala": 73, "patterns": 8, "flowers": 24}


async def tied_game(service: Tables, game: str, rated: bool = False) -> Table:
    """Anna and Ben make random moves; the seed determines moves and draws."""
    seed = TIES[game]
    spec = checked_spec(TableSpec(game, options={"beginner": 0}, rated=rated))
    table = seating.new_table(ANNA, spec, now(), new_id())
    table.secret = seed.to_bytes(32, "big")
    await service.store.open(table)
    service.in_use[table.id] = table
    await service.do(table.id, seating.sit, BEN, None, "", "00" * 16)
    await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
    random = Random(seed)
    while table.status == "playing":
        session = table.session
        assert session
        assert session.to_move is not None
        mover = (ANNA, BEN)[session.to_move].id
        move = random.choice(session.game.legal_moves())
        await service.do(table.id, playing.move, mover, session.number, move)
    return table
