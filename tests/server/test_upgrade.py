"""A database of the first version with running games, which continue after the upgrade."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from server.table_services import table_services
from server.test_migrations import migrate_to
from sqlalchemy import create_engine, text

from sandmandala.records import Game, is_good, read_record, verify
from sandmandala.server.messages.table_info import Person
from sandmandala.server.refusal import RefusalError
from sandmandala.server.server_time import now
from sandmandala.server.spec import TableSpec, checked_spec, encode
from sandmandala.server.tables import playing, seating
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.resuming import resume
from sandmandala.server.tables.service import Tables

SECRET = bytes(range(32))
SPEC = checked_spec(TableSpec("mandala", options={"beginner": 0}))
OLD = [Person("old-anna", "Anna"), Person("old-ben", "Ben")]


def old_rows(id: str, status: str, moves: list[str], movers: list[int]) -> list[tuple[str, dict[str, Any]]]:
    """A table as the first version stored it."""
    table = {
        **{"id": id, "spec": encode(SPEC).decode(), "game": "mandala", "seats": 2, "public": 1, "rated": 0},
        **{"host": OLD[0].id, "key": "key", "secret": SECRET, "status": status, "created": 1},
        **{"started": 2, "ended": 9 if status == "over" else None, "moves": len(moves) * (status == "over")},
    }
    result = '{"reason":"resigned","scores":[0,0],"winners":[0],"lost":[1]}' if status == "over" else None
    rows = [("tables", {**table, "result": result})]
    rows += [("seats", {"table": id, "seat": seat, "person": OLD[seat].id}) for seat in (0, 1)]
    for number, (move, seat) in enumerate(zip(moves, movers, strict=True), 1):
        body = msgspec.json.encode({"type": "m", "seat": seat, "move": move})
        rows.append(("entries", {"table": id, "number": number, "at": number, "body": body}))
    return rows


@pytest.fixture
def upgraded(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a database with a running game, a finished one, and a waiting table."""
    migrate_to("0001", monkeypatch, url)
    game, movers = Game.new("mandala", options={"beginner": 0}, secret=SECRET), []
    for _ in range(4):
        movers.append(game.to_move or 0)
        game.play(game.legal_moves()[0])
    rows: list[tuple[str, dict[str, Any]]] = [
        ("people", {"id": one.id, "name": one.name, "generation": 0, "created": 0, "seen": 0}) for one in OLD
    ]
    rows += old_rows("going", "playing", game.moves, movers)
    rows += old_rows("done", "over", game.moves[:2], movers[:2])
    rows += old_rows("waits", "open", [], [])
    engine = create_engine(url.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        for table, row in rows:
            names = ", ".join(f'"{name}"' for name in row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
        connection.execute(text("UPDATE tables SET started = NULL WHERE id = 'waits'"))
    engine.dispose()
    monkeypatch.undo()
    return url


def test_games_continue_after_an_upgrade(upgraded: str) -> None:
    async def work(service: Tables) -> None:
        await resume(service.store.engine, service)
        table = await service.get("going")
        assert table.session
        assert table.session.game.ply == 4
        turn = table.session.to_move or 0
        move = table.session.game.legal_moves()[0]
        await service.do("going", playing.move, OLD[turn].id, 4, move)
        (about,) = await TableLists(service.store.engine).lobby("playing", 10, None, now())
        assert (about.moves, about.turn) == (5, table.session.to_move)
        await service.do("going", playing.resign, OLD[0].id, 5)
        for person in OLD:
            await service.do("waits", seating.contribute, person.id, "00" * 16)
        assert (await service.get("waits")).status == "playing"

    async def run() -> None:
        async with table_services(upgraded) as (service,):
            await work(service)

    asyncio.run(run())


def test_finished_games_have_records(upgraded: str) -> None:
    async def work() -> None:
        async with table_services(upgraded) as (service,):
            await resume(service.store.engine, service)
            ((_, line),) = await TableLists(service.store.engine).finished(None, False, None, 10, now())
            record = read_record(msgspec.json.encode(msgspec.json.decode(line)["record"]).decode())
            assert is_good(verify(record))
            assert len(record.moves) == 2

    asyncio.run(work())


def test_a_game_of_other_rules_says_why_it_cannot_continue(upgraded: str) -> None:
    async def work() -> None:
        async with table_services(upgraded) as (service,):
            await service.store.writer.run(
                lambda connection: connection.exec_driver_sql("UPDATE tables SET rules = 99")
            )
            with pytest.raises(RefusalError) as refused:
                await service.do("going", playing.resign, OLD[0].id, 4)
            assert refused.value.code == "old_rules"

    asyncio.run(work())
