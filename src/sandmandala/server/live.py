"""Live play: one WebSocket for each browser tab."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from .. import __version__
from .asking import Asking
from .hall import Hall
from .identity import Identities
from .messages import (
    LONGEST_MESSAGE,
    PROTOCOL_VERSION,
    Answer,
    Ask,
    AskHint,
    Bye,
    FromClient,
    Move,
    Person,
    Ping,
    Pong,
    Refused,
    Resign,
    Unwatch,
    Watch,
    Welcome,
    decode_message,
)
from .refusal import RefusalError
from .spec import encode
from .table import Table, Watcher
from .thinkers import Thinkers
from .wire import Wire, wire_of

_MOST_TABLES = 20  # watched by one socket


class Connection:
    """One socket."""

    __slots__ = ("asking", "hall", "hint", "person", "send", "thinkers", "watching", "wire")

    def __init__(self, wire: Wire, live: Live, person: Person | None) -> None:
        self.wire, self.send, self.person = wire, wire.tell, person
        self.hall, self.thinkers, self.asking = live.hall, live.thinkers, live.asking
        self.hint: asyncio.Task[None] | None = None
        self.watching: dict[str, tuple[Table, Watcher]] = {}

    async def read(self) -> None:
        """Do what the client asks for, one message after the other, until it is gone."""
        while (event := await self.wire.receive())["type"] == "websocket.receive":
            try:
                text = event.get("text") or event.get("bytes") or ""
                if len(text) > LONGEST_MESSAGE:
                    raise RefusalError("unreadable", f"A message has at most {LONGEST_MESSAGE} bytes.")
                await self.take(decode_message(text))
            except (msgspec.DecodeError, UnicodeEncodeError) as error:
                self._refuse(RefusalError("unreadable", f"This is no message of the protocol: {error}."))
            except RefusalError as refusal:
                self._refuse(refusal)

    def _refuse(self, refusal: RefusalError, table: str | None = None) -> None:
        self.hall.metrics.refusals.labels(refusal.code).inc()
        self.send(encode(Refused(refusal.code, refusal.why, refusal.rule, table)))

    async def take(self, message: FromClient) -> None:
        match message:
            case Move(id, after, move):
                await self._about(id, self.hall.move(await self.hall.table(id), self._me(), after, move))
            case Watch(id, seen, key):
                await self._watch(id, seen, key)
            case Unwatch(id):
                self._unwatch(id)
            case Resign(id, after):
                await self._about(id, self.hall.resign(await self.hall.table(id), self._me(), after))
            case Ask(id, what, seat):
                await self._about(id, self.asking.ask(await self.hall.table(id), self._me(), what, seat))
            case Answer(id, what, yes):
                await self._about(id, self.asking.answer(await self.hall.table(id), self._me(), what, yes))
            case AskHint(id):
                if self.hint and not self.hint.done():
                    raise RefusalError(
                        "too_many", "One hint at a time: the last one is still being thought of."
                    )
                table = await self.hall.table(id)
                self.hint = asyncio.create_task(self._about(id, self._tell_hint(table, self._me())))
            case Ping():
                self.send(encode(Pong()))

    async def _about(self, id: str, work: Any) -> None:
        try:
            await work
        except RefusalError as refusal:
            self._refuse(refusal, id)

    async def _tell_hint(self, table: Table, me: str) -> None:
        self.send(encode(await self.thinkers.hint(table, me)))

    def _me(self) -> str:
        if self.person is None:
            raise RefusalError("sign_in", "Choose a name first.")
        return str(self.person.id)

    async def _watch(self, id: str, seen: int | None, key: str) -> None:
        if id not in self.watching and len(self.watching) >= _MOST_TABLES:
            raise RefusalError("too_many", f"At most {_MOST_TABLES} tables can be watched at a time.")
        _, watcher = self.watching.get(id, (None, None))
        watcher = watcher or Watcher(self.send, self.person.id if self.person else None)
        self.watching[id] = (await self.hall.watch(id, watcher, seen, key), watcher)

    def _unwatch(self, id: str) -> None:
        if found := self.watching.pop(id, None):
            self.hall.unwatch(*found)

    def close(self) -> None:
        if self.hint:
            self.hint.cancel()
        for id in list(self.watching):
            self._unwatch(id)


class Live:
    """All open sockets."""

    def __init__(self, hall: Hall, thinkers: Thinkers, identities: Identities) -> None:
        self.hall, self.thinkers, self.identities = hall, thinkers, identities
        self.asking = Asking(hall)
        self.connections: set[Connection] = set()

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        person = await self.identities.of(socket)
        await socket.accept()
        wire = wire_of(socket.scope)
        wire.take_over = partial(self._converse, Connection(wire, self, person))

    async def _converse(self, connection: Connection) -> None:
        self.connections.add(connection)
        connection.send(encode(Welcome(PROTOCOL_VERSION, __version__, connection.person)))
        try:
            await connection.read()
        finally:
            connection.close()
            self.connections.discard(connection)

    def say_goodbye(self) -> None:
        for connection in self.connections:
            connection.send(encode(Bye("The server is being restarted.", 2.0)))


@websocket("/live")
async def live_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Live play, as docs/protocol.md describes it."""
    await socket.app.state.live.serve(socket)
