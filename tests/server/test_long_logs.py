"""Tables with very long logs, because moves were made and taken back repeatedly."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import msgspec
import pytest
from server.table_services import ANNA, BEN, first_move, started_table, table_services

from sandmandala.records import Game
from sandmandala.server.messages.table_info import TableInfo
from sandmandala.server.refusal import RefusalError
from sandmandala.server.spec import (
    Entry,
    GameClock,
    Moved,
    NoClock,
    Replaced,
    Resigned,
    Returned,
    TableSpec,
    TookBack,
    encode,
)
from sandmandala.server.storage.schema import entries
from sandmandala.server.tables import playing, proposals, store
from sandmandala.server.tables.replaying import Log, replay
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.session import Session
from sandmandala.server.tables.table import Table, Watcher
from sandmandala.server.tables.viewing import MOST_CHANGES

CLOCKS = {"no clock": NoClock(), "a clock": GameClock(600, 7)}
ALONE = TableSpec("flowers", 4, hot_seat=True)


def new_session(spec: TableSpec) -> Session:
    return Session(spec, Game.new(spec.game, spec.seats, secret=bytes(32)), 1000)


def some_log(spec: TableSpec, length: int, seed: int) -> tuple[Session, Log]:
    """A session with every entry applied in order."""
    session, luck, log = new_session(spec), random.Random(seed), list[tuple[Entry, int]]()
    while len(log) < length and session.to_move is not None:
        at, turn = 1000 + 10 * len(log), session.to_move
        bots = [seat for seat in session.bots if session.is_stand_in(seat)]
        others = [seat for seat in range(spec.seats) if seat not in session.bots]
        what = luck.choices(("move", "take back", "replace", "return", "resign"), (60, 30, 5, 5, 1))[0]
        entry: Entry = Moved(turn, luck.choice(session.game.legal_moves()), session.left_after(turn, at))
        if what == "take back" and session.game.ply:
            entry = TookBack(luck.randint(1, min(5, session.game.ply)))
        elif what == "replace" and others:
            entry = Replaced(luck.choice(others), 1)
        elif what == "return" and bots:
            entry = Returned(luck.choice(bots))
        elif what == "resign" and len(others) > 2:
            entry = Resigned(luck.choice(others))
        session.apply(entry, at)
        log.append((session.logged(session.number)[0], at))
    return session, log


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS.keys())
@pytest.mark.parametrize("seed", range(8))
def test_a_replay_ends_as_if_every_entry_had_been_applied(clock: NoClock | GameClock, seed: int) -> None:
    spec = TableSpec("flowers", 4, bots=(None,) * 4, clock=clock)
    expected, log = some_log(spec, 150, seed)
    session = new_session(spec)
    replay(session, log)
    for name in Session.__slots__:
        if name != "game":
            assert getattr(session, name) == getattr(expected, name), name
    assert session.game.moves == expected.game.moves
    assert session.game.position() == expected.game.position()


def test_a_replay_makes_no_move_that_was_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session, made = new_session(ALONE), list[str]()
    make_move = Game.make_move

    def counted(game: Game, move: str | int) -> str:
        made.append(str(move))
        return make_move(game, move)

    monkeypatch.setattr(Game, "make_move", counted)
    move = session.game.legal_moves()[0]
    there = Moved(session.to_move or 0, move)
    log: list[tuple[Entry, int]] = [(there, 1), (TookBack(1), 2)] * 1000
    replay(session, [*log, (there, 3)])
    assert made == [move]
    assert session.number == 2001


async def lengthen(service: Tables, table: Table, length: int) -> None:
    """Store a log with this many entries, as an earlier version allowed."""
    assert table.session
    seat, move = table.session.to_move, first_move(table)
    assert seat is not None
    pair = ((Moved(seat, move), 1, None), (TookBack(1), 0, seat))
    rows = [
        {
            "table": table.id,
            "number": number,
            "at": table.created,
            "body": encode(entry),
            "ply": ply,
            "turn": turn,
        }
        for number in range(1, length + 1)
        for entry, ply, turn in (pair[(number - 1) % 2],)
    ]
    await service.store.writer.run(lambda connection: connection.execute(entries.insert(), rows))
    service.in_use.clear()


def test_a_log_of_20000_entries_can_be_watched_and_played_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is loaded in a thread after a restart, and a watcher gets the end of it."""
    threads: set[str] = set()
    replayed = store._replayed

    def noted(*args: Any) -> Session:
        threads.add(threading.current_thread().name)
        return replayed(*args)

    monkeypatch.setattr(store, "_replayed", noted)

    async def work() -> None:
        async with table_services(url, 2) as (before, after):
            table = await started_table(before, ALONE)
            await lengthen(before, table, 20_000)
            told: list[Any] = []
            watcher = Watcher(lambda message: told.append(msgspec.json.decode(message)), ANNA.id)
            table = await after.watch(table.id, watcher, None, "")
            assert threading.main_thread().name not in threads
            state = told[0]
            assert state["number"] == 20_000
            assert len(state["changes"]) == MOST_CHANGES
            await after.do(table.id, playing.move, ANNA.id, 20_000, first_move(table))
            assert told[-1]["number"] == 20_001
            assert len(told[-1]["changes"]) == 1
            info = await before.info(table.id, BEN.id, "")
            assert isinstance(info, TableInfo)
            assert info.moves == 1
            await after.do(table.id, playing.resign, ANNA.id, 20_001)
            assert table.session
            assert len(table.session.game.record().moves) == 1

    asyncio.run(work())


def test_take_backs_are_refused_when_the_log_has_grown_long(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposals, "MOST_ENTRIES", 4)

    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, ALONE)
            for number in (0, 2):
                await service.do(table.id, playing.move, ANNA.id, number, first_move(table))
                await service.do(table.id, proposals.propose, ANNA.id, "take_back", None)
            await service.do(table.id, playing.move, ANNA.id, 4, first_move(table))
            with pytest.raises(RefusalError, match="moves stand") as refusal:
                await service.do(table.id, proposals.propose, ANNA.id, "take_back", None)
            assert refusal.value.code == "too_many_take_backs"
            await service.do(table.id, playing.move, ANNA.id, 5, first_move(table))

    asyncio.run(work())
