"""Sends what waits in the outbox: one message to a target at a time, by the worker that has claimed it.

If a worker dies after sending and before noting it, another sends the message again when the claim has
expired: rather twice than never. A browser replaces the first notification by the second, which has the same
tag; the second mail has the same Message-ID.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Sequence
from email.message import EmailMessage
from typing import Any, get_args

import msgspec
import structlog
from sqlalchemy import or_, select

from ..server_time import now
from ..storage.opponent_schema import challenges
from ..storage.schema import seats
from ..storage.schema import tables as rows
from ..storage.social_schema import friendships
from ..tables.service import Tables
from .friend_requests import read_requests
from .invitations import read_challenges
from .kinds import Channel, Request
from .mail import MailWriter, Postman
from .outbox import Outbox, Waiting
from .outcome import Outcome
from .push import LARGEST, PushSender
from .quiet_hours import quiet_until
from .situation import Event, read_situations
from .store import AlertStore
from .target import Choice, Target
from .texts import TEXTS, AnySituation, Item, Summary, item_of, summary_of

LEASE = 60_000  # milliseconds; sending gives up long before
MOST_AT_ONCE = 16  # targets that a worker sends to
PAUSES: dict[Channel, int] = {"push": 10_000, "email": 600_000}  # between two messages to a target
FIRST_RETRY, LAST_RETRY = 30_000, 6 * 3_600_000
MOST_FAILURES = 12  # in a row, with growing pauses: more than a day
_HARMLESS = 5  # failures up to which outages of our own mail server are counted
Situations = dict[str, AnySituation]
_log = structlog.get_logger()
_encode = msgspec.json.Encoder().encode


class Sender:
    """Sends alerts to browsers and mail addresses."""

    def __init__(
        self,
        store: AlertStore,
        outbox: Outbox,
        tables: Tables,
        push: PushSender,
        mail: MailWriter,
        postman: Postman | None,
    ) -> None:
        self._store, self._outbox, self._tables = store, outbox, tables
        self._push, self._mail, self._postman = push, mail, postman
        self._tasks: set[asyncio.Task[None]] = set()

    async def start_due(self) -> None:
        """Start sending to all targets with alerts that are due, as far as there is room."""
        room = MOST_AT_ONCE - len(self._tasks)
        if room <= 0:
            return
        at = now()
        for target in await self._outbox.claim(at, at + LEASE, room):
            task = asyncio.create_task(self._serve(target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def post_soon(self, mail: EmailMessage) -> None:
        """Send a mail once. If that fails, only the log tells it."""

        async def post() -> None:
            outcome = await self._post(mail)
            if outcome.answer != "sent":
                _log.warning("a mail to the host could not be sent", why=outcome.why)

        task = asyncio.create_task(post())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait(self) -> None:
        """Wait until everything that was started is done."""
        await asyncio.gather(*self._tasks)

    async def close(self) -> None:
        """Cancel what is being sent. It is sent again when the claims have expired."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, target: Target) -> None:
        try:
            await self._send_all(target)
        except Exception:
            _log.exception("an alert could not be sent", channel=target.channel)

    async def _send_all(self, target: Target) -> None:
        waiting = await self._outbox.waiting(target.id)
        choice = (await self._store.choices([target.person])).get(target.person, Choice())
        requests = [one for one in waiting if one.kind in get_args(Request)]
        if requests:
            await self._finish(target, requests, await self._answer(target, choice, requests[-1]), pause=0)
            return
        until = quiet_until(now(), choice.zone, choice.quiet_from, choice.quiet_until)
        if until is not None:
            await self._outbox.finish(target, [], target.failures, until)
            return
        situations = await self._situations(target.person, waiting)
        events = self._still_true(target, waiting, situations)
        outcome = Outcome("sent")
        if events:
            outcome = await self._tell(target, choice, events, situations)
        await self._finish(target, waiting, outcome, PAUSES[target.channel] if events else 0)

    async def _situations(self, person: str, waiting: Sequence[Waiting]) -> Situations:
        """Read the person's tables in use, and the tables, challenges and requests that wait for them."""
        mine = select(seats.c.table).where(seats.c.person == person, seats.c.ended.is_(None))
        about = {one.table for one in waiting}
        async with self._outbox.engine.connect() as connection:
            found: Situations = {}
            found |= await read_situations(connection, or_(rows.c.id.in_(mine), rows.c.id.in_(about)))
            if any(one.kind == "invitation" for one in waiting):
                found |= await read_challenges(connection, challenges.c.id.in_(about))
            if any(one.kind == "friend" for one in waiting):
                to_them = friendships.c.person.in_(about) & (friendships.c.other == person)
                requests = await read_requests(connection, to_them)
                found |= {asker: one for (asker, _), one in requests.items()}
            return found

    def _still_true(self, target: Target, waiting: Sequence[Waiting], situations: Situations) -> list[Event]:
        """Return those that are still true, and that the person is not looking at."""
        at, found = now(), []
        for one in waiting:
            if (situation := situations.get(one.table)) is None:
                continue
            for event in situation.events(at):
                same = (event.person, event.kind, event.number) == (target.person, one.kind, one.number)
                if same and not self._tables.is_looking(event.table, event.person):
                    found.append(event)
        return found

    def _tell(
        self, target: Target, choice: Choice, events: list[Event], situations: Situations
    ) -> Awaitable[Outcome]:
        items = [item_of(event, situations[event.table], choice.language) for event in events]
        if target.channel == "email":
            keys = [f"{event.table}/{event.kind}/{event.number}" for event in events]
            return self._post(self._mail.alerts(target.id, target.address, items, keys, choice.language))
        at = now()
        count = sum(one.awaits(target.person, at) for one in situations.values())
        tables = {event.table for event in events}
        return self._notify(
            target, summary_of(items, choice.language), tables.pop() if len(tables) == 1 else None, count
        )

    def _answer(self, target: Target, choice: Choice, request: Waiting) -> Awaitable[Outcome]:
        """Send what the person asked for in the settings."""
        heading, line = TEXTS[choice.language].test
        if target.channel == "push":
            return self._notify(target, Summary(heading, [line], "/settings"), None, None)
        if request.kind == "confirm":
            mail = self._mail.confirmation(target.id, target.address, choice.language, request.number)
        else:
            item = Item(heading, line, "/settings")
            mail = self._mail.alerts(
                target.id, target.address, [item], [str(request.number)], choice.language
            )
        return self._post(mail)

    async def _notify(
        self, target: Target, summary: Summary, table: str | None, count: int | None
    ) -> Outcome:
        lines = summary.lines
        while len(message := _push_message(summary, lines, table, count)) > LARGEST:
            lines = lines[:-1]
        # The service keeps only the latest message about a table for a browser that is offline.
        return await self._push.send(target.address, target.key or "", target.auth or "", message, table)

    async def _post(self, mail: Any) -> Outcome:
        if self._postman is None:
            return Outcome("failed", "no mail server is set", counts=False)
        return await self._postman.send(mail)

    async def _finish(self, target: Target, done: Sequence[Waiting], outcome: Outcome, pause: int) -> None:
        if outcome.answer == "sent":
            await self._outbox.finish(target, done, 0, now() + pause if pause else 0)
            return
        failures = target.failures + 1 if outcome.counts else min(target.failures + 1, _HARMLESS)
        if outcome.answer == "gone" or failures >= MOST_FAILURES:
            _log.info("an alert target is removed", channel=target.channel, why=outcome.why)
            await self._outbox.drop(target)
            return
        _log.info("an alert is tried again later", channel=target.channel, why=outcome.why, failures=failures)
        await self._outbox.finish(target, [], failures, now() + max(outcome.wait or 0, retry_pause(failures)))


def retry_pause(failures: int) -> int:
    """Return the milliseconds to wait after some failures in a row."""
    longest: int = min(FIRST_RETRY * 2 ** (failures - 1), LAST_RETRY)
    return round(longest * random.uniform(0.75, 1.0))


def _push_message(summary: Summary, lines: list[str], table: str | None, count: int | None) -> bytes:
    message: dict[str, Any] = {
        "title": summary.title,
        "body": "\n".join(lines),
        "path": summary.path,
        "tag": table or "games",
    }
    return _encode(message if count is None else {**message, "count": count})
