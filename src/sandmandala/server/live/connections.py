"""Live play: one WebSocket for each browser tab."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from ... import __version__
from ..accounts.identity import Identities, Identity
from ..accounts.sessions import Sessions
from ..guard import Bucket
from ..messages import (
    LONGEST_MESSAGE,
    PROTOCOL_VERSION,
    Answer,
    Ask,
    AskHint,
    AskPreview,
    Bye,
    Contribute,
    FromClient,
    Move,
    Person,
    Ping,
    Pong,
    Refused,
    Resign,
    TakeSeatBack,
    Unwatch,
    Watch,
    Welcome,
    decode_message,
)
from ..metrics import Metrics
from ..refusal import RefusalError
from ..spec import encode
from ..tables import playing, proposals, seating
from ..tables.bot_runner import BotRunner
from ..tables.previews import answer_preview
from ..tables.service import Command, Tables
from ..tables.table import Table, Watcher
from .transport import Outbox, Wire, handshake_of

_MOST_TABLES = 20  # watched by one socket
SESSION_ENDED = 4001  # close code
_LOOK_EVERY = 20.0  # seconds, after each client


class Connection:
    """One socket."""

    __slots__ = ("hint", "live", "person", "session", "tables", "watching", "wire")

    def __init__(self, wire: Wire, live: Live, identity: Identity | None) -> None:
        self.wire, self.live, self.tables = wire, live, live.tables
        self.person = identity.person if identity else None
        self.session = identity.session if identity else None
        self.hint: asyncio.Task[None] | None = None
        self.watching: dict[str, tuple[Table, Watcher]] = {}

    async def hear(self, message: bytes) -> None:
        """Do what the client asks for."""
        try:
            if len(message) > LONGEST_MESSAGE:
                raise RefusalError("unreadable", f"A message has at most {LONGEST_MESSAGE} bytes.")
            self.live.check_pace(self.person)
            await self.take(decode_message(message))
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            self._refuse(RefusalError("unreadable", f"This is no message of the protocol: {error}."))
        except RefusalError as refusal:
            self._refuse(refusal)

    def _refuse(self, refusal: RefusalError, table: str | None = None) -> None:
        self.live.metrics.refusals.labels(refusal.code).inc()
        self.wire.tell(encode(Refused(refusal.code, refusal.why, refusal.rule, table)))

    async def take(self, message: FromClient) -> None:
        match message:
            case Move(id, after, move):
                await self._do(id, playing.move, after, move)
            case AskPreview(id, after, move):
                table = await self.tables.get(id)
                self.wire.tell(encode(answer_preview(table, self._me(), after, move)))
            case Watch(id, seen, key):
                await self._watch(id, seen, key)
            case Unwatch(id):
                self._unwatch(id)
            case Resign(id, after):
                await self._do(id, playing.resign, after)
            case Contribute(id, value):
                await self._do(id, seating.contribute, value)
            case TakeSeatBack(id):
                await self._do(id, playing.give_back)
            case Ask(id, what, seat):
                await self._do(id, proposals.propose, what, seat)
            case Answer(id, what, yes):
                await self._do(id, proposals.answer, what, yes)
            case AskHint(id):
                if self.hint and not self.hint.done():
                    raise RefusalError("hint_running")
                self.hint = asyncio.create_task(self._hint(id, self._me()))
            case Ping():
                self.wire.tell(encode(Pong()))

    async def _do(self, id: str, command: Command, *request: Any) -> None:
        """Carry out a command at a table in the name of this person."""
        try:
            await self.tables.do(id, command, self._me(), *request)
        except RefusalError as refusal:
            self._refuse(refusal, id)

    async def _hint(self, id: str, me: str) -> None:
        try:
            self.wire.tell(encode(await self.live.bots.hint(await self.tables.get(id), me)))
        except RefusalError as refusal:
            self._refuse(refusal, id)

    def _me(self) -> str:
        if self.person is None:
            raise RefusalError("sign_in")
        return str(self.person.id)

    async def _watch(self, id: str, seen: int | None, key: str) -> None:
        if id not in self.watching and len(self.watching) >= _MOST_TABLES:
            raise RefusalError("too_many", f"At most {_MOST_TABLES} tables can be watched at a time.")
        _, watcher = self.watching.get(id, (None, None))
        watcher = watcher or Watcher(self.wire.tell, self.person.id if self.person else None)
        self.watching[id] = (await self.tables.watch(id, watcher, seen, key), watcher)

    def _unwatch(self, id: str) -> None:
        if found := self.watching.pop(id, None):
            self.tables.unwatch(*found)

    def end(self) -> None:
        """The session has ended: nothing more is done for it, not even what has arrived already."""
        self.person = None
        for id in list(self.watching):
            self._unwatch(id)
        self.wire.close(SESSION_ENDED)

    def gone(self) -> None:
        if self.hint:
            self.hint.cancel()
        for id in list(self.watching):
            self._unwatch(id)
        self.live.connections.discard(self)


class Live:
    """All open sockets."""

    def __init__(
        self,
        tables: Tables,
        bots: BotRunner,
        identities: Identities,
        sessions: Sessions,
        metrics: Metrics,
        limits: bool,
    ) -> None:
        self.tables, self.bots, self.metrics = tables, bots, metrics
        self.identities, self.sessions = identities, sessions
        sessions.ended.append(self.end_sessions)
        self._pace = Bucket(100, 20) if limits else None
        self.connections: set[Connection] = set()
        self._outbox = Outbox()

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        identity = await self.identities.of(socket)
        await socket.accept()
        handshake_of(socket.scope).hand_over(self._outbox, partial(self._welcome, identity))

    def _welcome(self, identity: Identity | None, wire: Wire) -> Connection:
        connection = Connection(wire, self, identity)
        self.connections.add(connection)
        if identity and self.sessions.has_ended(identity):
            connection.end()
        else:
            wire.tell(encode(Welcome(PROTOCOL_VERSION, __version__, connection.person)))
        return connection

    def end_sessions(self, person: str, sessions: set[str] | None) -> None:
        """Close the sockets of sessions that have ended; None: of all that this person has."""
        for connection in list(self.connections):
            is_theirs = connection.person is not None and connection.person.id == person
            if is_theirs and (sessions is None or connection.session in sessions):
                connection.end()

    def check_pace(self, person: Person | None) -> None:
        """However many tabs somebody has."""
        if self._pace and not self._pace.take(person.id if person else ""):
            raise RefusalError("too_many")

    async def look_after(self) -> None:
        """Find out who has gone without a word. Not everybody at once, so that nobody waits for it."""
        while True:
            for connection in list(self.connections):
                connection.wire.look_after()
                await asyncio.sleep(_LOOK_EVERY / (len(self.connections) + 1))
            await asyncio.sleep(_LOOK_EVERY / (len(self.connections) + 1))

    def say_goodbye(self) -> None:
        for connection in self.connections:
            connection.wire.tell(encode(Bye("The server is being restarted.", 2.0)))


@websocket("/live")
async def live_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Live play, as docs/protocol.md describes it."""
    await socket.app.state.live.serve(socket)
