"""What must be true after a fault: everything acknowledged is stored once, and nothing leaks."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from server.fault_load import Load
from server.raw_sockets import eventually
from sqlalchemy import select

from sandmandala.records import is_good, read_record, verify
from sandmandala.server.cluster.redis_bus import CONNECTIONS
from sandmandala.server.spec import Moved, TookBack, entry_decoder
from sandmandala.server.storage import open_database
from sandmandala.server.storage.schema import entries, people, ratings, records, seats, tables

_MORE_MEMORY = 40_000_000  # bytes that a worker may keep: caches and the allocator's overhead
_POOL = 5  # connections to PostgreSQL that a worker keeps


@dataclass
class Stored:
    """Everything in the database about games."""

    tables: dict[str, Any] = field(default_factory=dict)
    log: dict[tuple[str, int], Any] = field(default_factory=dict)
    sitting: dict[tuple[str, int], tuple[str, int | None]] = field(default_factory=dict)  # id and level
    records: dict[str, str] = field(default_factory=dict)
    rated: Counter[str] = field(default_factory=Counter)  # rated games of each person


def read_all(url: str) -> Stored:
    async def read() -> Stored:
        engine, found = open_database(url), Stored()
        sitters = select(seats, people.c.level).join(people, people.c.id == seats.c.person)
        async with engine.connect() as connection:
            for row in await connection.execute(select(tables)):
                found.tables[row.id] = row
            for row in await connection.execute(select(entries)):
                found.log[row.table, row.number] = entry_decoder.decode(row.body)
            for row in await connection.execute(sitters):
                found.sitting[row.table, row.seat] = row.person, row.level
            for row in await connection.execute(select(records)):
                found.records[row.table] = row.body.decode()
            for row in await connection.execute(select(ratings)):
                found.rated[row.person] += row.games
        await engine.dispose()
        return found

    return asyncio.run(read())


@dataclass
class Findings:
    """What the players were told, compared with what is stored."""

    acknowledged: int
    refused: int
    lost: list[Any]
    unasked: list[Any]
    """Entries that nobody requested, or that are stored twice."""
    stood: list[Any]
    faults: list[BaseException]

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} acknowledged changes, {self.refused} not stored, {len(self.lost)} lost, "
            f"{len(self.unasked)} doubled or unasked for, {len(self.stood)} tables stood"
        )

    def assert_good(self) -> None:
        assert (self.faults, self.lost, self.unasked, self.stood) == ([], [], [], [])
        assert self.acknowledged


def findings_of(load: Load, stored: Stored) -> Findings:
    told = {key: said for player in load.players for key, said in player.told.items()}
    played = sorted({table for player in load.players for table in player.tables})
    return Findings(
        len(told),
        sum(player.refusals["not_stored"] for player in load.players),
        [(key, said) for key, said in told.items() if not _is_there(said, stored.log.get(key))],
        [*_unasked_entries(load, stored), *_unasked_tables(load, stored), *_wrong_ratings(load, stored)],
        load.stood + [table for table in played if not _is_finished(table, stored)],
        [player.fault for player in load.players if player.fault],
    )


def _is_there(said: tuple[str, str | None], entry: Any) -> bool:
    kind, move = said
    if kind == "move":
        return isinstance(entry, Moved) and move in (None, entry.move)  # None: taken back
    return kind == "take_back" and isinstance(entry, TookBack)


def _is_finished(table: str, stored: Stored) -> bool:
    """Whether the record verifies and has every move of the log, which has no gaps."""
    numbers = [number for id, number in stored.log if id == table]
    if sorted(numbers) != list(range(1, len(numbers) + 1)) or stored.tables[table].status != "over":
        return False
    moves: list[str] = []
    for number in sorted(numbers):
        entry = stored.log[table, number]
        if isinstance(entry, TookBack):
            del moves[-entry.plies :]
        else:
            moves.append(entry.move)
    record = read_record(stored.records[table])
    return is_good(verify(record)) and list(record.moves) == moves


def _unasked_entries(load: Load, stored: Stored) -> list[Any]:
    ours = {table for player in load.players for table in player.tables}
    asked = {key: said for player in load.players for key, said in player.sent.items() if player.sent[key]}
    found = []
    for (table, number), entry in stored.log.items():
        what = entry.move if isinstance(entry, Moved) else "take_back" if isinstance(entry, TookBack) else ""
        of_bot = isinstance(entry, Moved) and stored.sitting[table, entry.seat][1] is not None
        if table in ours and not of_bot and what not in asked.get((table, number - 1), ()):
            found.append((table, number, entry))
    return found


def _unasked_tables(load: Load, stored: Stored) -> list[Any]:
    """Tables of the players that none of them knows."""
    known = {table for player in load.players for table in player.tables}
    people = {player.person.me["id"] for player in load.players}
    return [id for id, row in stored.tables.items() if id not in known and row.host in people]


def _wrong_ratings(load: Load, stored: Stored) -> list[Any]:
    found = []
    for player in load.players:
        games = sum(bool(stored.tables[id].rated) for id in set(player.tables))
        if stored.rated[player.person.me["id"]] != games:
            found.append((player.person.me["id"], "rated", stored.rated[player.person.me["id"]], games))
    return found


# --- resources of processes


@dataclass(frozen=True)
class Usage:
    """The resources of a server's processes."""

    memory: int  # of the largest, in bytes
    clients: int  # connections, of all of them
    database: int
    redis: int
    files: int  # other descriptors


def usage_of(processes: list[int], port: int, database: int = 0, redis: int = 0) -> Usage:
    """`port` is the server's own; the others are those of the services it uses."""
    sockets, services = _tcp_sockets(), {database: "database", redis: "redis", 0: "file"}
    counts: Counter[str] = Counter()
    for pid in processes:
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            try:
                target = os.readlink(descriptor)
            except FileNotFoundError:  # closed in the meantime
                continue
            near, far = sockets.get(target, (0, 0))
            is_client = near == port and far
            counts["client" if is_client else services.get(far, "file")] += 1
    memory = max(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in processes)
    return Usage(
        memory * os.sysconf("SC_PAGE_SIZE"),
        *(counts[kind] for kind in ("client", "database", "redis", "file")),
    )


def _tcp_sockets() -> dict[str, tuple[int, int]]:
    """The ports of both ends, by the name of the socket in /proc/PID/fd."""
    found = {}
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        ports = tuple(int(address.rpartition(":")[2], 16) for address in words[1:3])
        found[f"socket:[{words[9]}]"] = ports[0], ports[1]
    return found


def assert_returned(before: Usage, now: Any, workers: int) -> None:
    """Wait until the server uses no more than before; `now` returns its usage."""

    def returned() -> bool:
        usage: Usage = now()
        return (
            usage.clients == 0
            and usage.database <= max(before.database, workers * _POOL)
            # A connection that Redis has closed, and nobody has used since, counts as a file.
            and usage.redis + usage.files <= workers * CONNECTIONS + before.files + workers
            and usage.memory <= before.memory + _MORE_MEMORY
        )

    assert eventually(returned), f"{now()} instead of {before}"
