"""Alerts without a network to clients: the service on a real database, with a clock that tests can move."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from server.push_service import Browser, PushService
from server.table_services import first_move, table_services
from sqlalchemy import insert, select

from sandmandala.server import server_time
from sandmandala.server.alerts import sender, service
from sandmandala.server.alerts.mail import MailWriter, Postman
from sandmandala.server.alerts.outbox import Outbox
from sandmandala.server.alerts.push import PushSender, new_private_key
from sandmandala.server.alerts.service import Alerts
from sandmandala.server.alerts.store import AlertStore
from sandmandala.server.alerts.target import Choice
from sandmandala.server.messages.table_info import Person
from sandmandala.server.spec import DaysClock, TableSpec
from sandmandala.server.storage.schema import alert_targets, alerts, sessions
from sandmandala.server.tables import playing
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table, Watcher

SPEC = TableSpec("mandala", clock=DaysClock(10), options={"beginner": 0})
SOON = service.HOLD["push"] + 1000
Run = Callable[..., None]
"""Runs a test, a coroutine function of workers and a push service: the fixture `run_alerts`."""
SITE = "https://play.example"
KEY = b"key of the server" * 2


class Clock:
    """The server's time as alerts see it, plus some."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        for module in (service, sender):
            monkeypatch.setattr(module, "now", self)

    def __call__(self) -> int:
        return server_time.now() + self.ahead


class Worker:
    """A worker with tables and alerts. Its alerts move only when a test says so."""

    def __init__(self, tables: Tables, key: bytes, postman: Postman | None, clock: Clock) -> None:
        self.tables, self.clock = tables, clock
        engine, writer = tables.store.engine, tables.store.writer
        self.store, self.outbox = AlertStore(engine, writer), Outbox(engine, writer)
        self.push = PushSender(key, "mailto:host@play.example", local=True)
        mail = MailWriter("Sandmandala <alerts@play.example>", SITE, KEY)
        self.alerts = Alerts(self.store, self.outbox, tables, self.push, mail, postman)
        tables.subscribers.append(self.alerts)
        tables.open_listeners.append(self.alerts.note)

    async def step(self, later: int = 0) -> None:
        """Look at what is new, and send what is due after some milliseconds."""
        await self.alerts.step()
        self.clock.ahead += later
        await self.alerts.step()
        await self.alerts.sender.wait()

    async def subscribe(self, person: Person, browser: Browser, **choice: Any) -> str:
        hash = secrets.token_hex(32)
        row = {"hash": hash, "person": person.id, "label": "Firefox", "created": 0, "seen": 0}
        await self.tables.store.writer.run(lambda connection: connection.execute(insert(sessions), row))
        form = browser.form
        id = await self.store.add_browser(
            person.id, hash[:16], form["endpoint"], form["p256dh"], form["auth"], 1
        )
        await self.store.choose(person.id, Choice(**choice))
        self.alerts.add_person(person.id)
        await self.alerts.step()
        assert id
        return id

    async def waiting(self) -> list[tuple[str, str]]:
        """Kind and table of everything in the outbox that is not done."""
        async with self.tables.store.engine.connect() as connection:
            rows = await connection.execute(select(alerts).where(alerts.c.due.is_not(None)))
            return [(row.kind, row.table) for row in rows]

    async def targets(self) -> list[Any]:
        async with self.tables.store.engine.connect() as connection:
            return list(await connection.execute(select(alert_targets)))


@asynccontextmanager
async def alert_workers(
    url: str, monkeypatch: pytest.MonkeyPatch, count: int = 1, postman: Postman | None = None
) -> AsyncIterator[list[Worker]]:
    """Workers on one database with Anna, Ben and Carl."""
    clock, key = Clock(monkeypatch), new_private_key()
    async with table_services(url, count) as services:
        workers = [Worker(one, key, postman, clock) for one in services]
        try:
            yield workers
        finally:
            for worker in workers:
                await worker.alerts.close()
                await worker.push.close()


def look(tables: Tables, table: Table, person: Person) -> Watcher:
    """Let a person look at a table."""
    watcher = Watcher(lambda data: None, person.id)
    table.watchers.append(watcher)
    return watcher


def nothing_came(service: PushService) -> bool:
    return service.arrived.empty()


async def move(worker: Worker, table: Table) -> None:
    """Make a move for whoever is to move."""
    table = await worker.tables.get(table.id)
    sitter = table.sitting[table.session.to_move]
    await worker.tables.do(table.id, playing.move, sitter.id, table.number, first_move(table))


async def awaits(worker: Worker, table: Table, person: Person) -> None:
    """Play until it is the turn of a person."""
    while table.sitting[table.session.to_move].id != person.id:
        await move(worker, table)
