"""Fills a new SQLite database with finished games, and with one whose log is very long."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sandmandala.bots import LEVELS
from sandmandala.server.accounts.bot_accounts import bot_person
from sandmandala.server.messages.table_info import Person
from sandmandala.server.settings import Settings
from sandmandala.server.spec import Entry, Moved, TableSpec, TookBack, encode
from sandmandala.server.storage import Writer, migrate, open_database
from sandmandala.server.storage.schema import people
from sandmandala.server.tables import playing, seating
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.store import TableStore
from sandmandala.server.tables.table import Table

Choose = Callable[[list[str]], str]
OVER, LONG = "finished", "longlog"  # ids of tables
HOST = Person("old-host", "Host")
_BEFORE_THE_TAKE_BACKS = 30  # moves
_COPIED = {"tables": "id", "seats": "table", "records": "table", "entries": "table"}


async def fill(folder: Path, finished: int, long_log: int) -> None:
    """Store this many finished games, and a running one with this many entries: Flowers for four."""
    settings = Settings(data=str(folder))
    engine = open_database(settings.database_url())
    await migrate(engine)
    writer = Writer(engine)
    service, choose = Tables(TableStore(engine, writer)), random.Random(1).choice
    everybody = [HOST, *(bot_person(level) for level in range(1, len(LEVELS) + 1))]
    rows = [
        {"id": one.id, "name": one.name, "level": one.level, "created": 0, "seen": 0} for one in everybody
    ]
    await writer.run(lambda connection: connection.execute(people.insert(), rows))
    over = await _begun(service)
    await _play(service, over, choose, 1_000)
    going_on = await _begun(service)
    await _play(service, going_on, choose, _BEFORE_THE_TAKE_BACKS)
    await writer.finish()
    await engine.dispose()
    with closing(sqlite3.connect(folder / "sandmandala.sqlite")) as database, database:
        _lengthen(database, going_on, long_log, choose)
        _copy(database, going_on.id, [LONG])
        _copy(database, over.id, [OVER, *(f"copy-{number}" for number in range(2, finished))])


async def _begun(service: Tables) -> Table:
    table = await service.open(HOST, TableSpec("flowers", 4, hot_seat=True))
    return await service.do(table.id, seating.contribute, HOST.id, "11" * 16)


async def _play(service: Tables, table: Table, choose: Choose, most: int) -> None:
    for number in range(most):
        if table.status == "over":
            return
        assert table.session
        move = choose(table.session.game.legal_moves())
        await service.do(table.id, playing.move, HOST.id, number, move)


def _copy(database: sqlite3.Connection, id: str, copies: list[str]) -> None:
    for name, key in _COPIED.items():
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
        values = ", ".join(":copy" if column == key else f'"{column}"' for column in columns)
        command = f'INSERT INTO {name} SELECT {values} FROM {name} WHERE "{key}" = :id'
        database.executemany(command, ({"id": id, "copy": copy} for copy in copies))


def _lengthen(database: sqlite3.Connection, table: Table, length: int, choose: Choose) -> None:
    """Repeat: a move for each of two seats, then both are taken back."""
    session = table.session
    assert session

    def add(entry: Entry) -> None:
        session.apply(entry, session.since + 1)
        row = (table.id, session.number, session.since, encode(entry), session.game.ply, session.to_move)
        database.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, NULL)", row)

    while session.number < length:
        for _ in range(2):
            assert session.to_move is not None
            add(Moved(session.to_move, choose(session.game.legal_moves())))
        add(TookBack(2))
