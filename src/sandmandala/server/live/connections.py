"""Live play: one WebSocket for each browser tab."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from ... import __version__
from ..accounts.identity import Identities, Identity
from ..accounts.sessions import Sessions
from ..addresses import client_key, is_in
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
from ..settings import Settings, networks
from ..spec import encode
from ..tables import playing, proposals, seating
from ..tables.bot_runner import BotRunner
from ..tables.previews import answer_preview
from ..tables.service import Command, Tables
from ..tables.table import Table, Watcher
from .asgi_socket import AsgiSocket
from .fast_socket import Outbox, takeover_of
from .pace import Allowance
from .transport import POLICY, Transport

_MOST_TABLES = 20  # watched by one socket
SESSION_ENDED = 4001  # close code
_LOOK_EVERY = 20.0  # seconds, after each client


class Connection:
    """One socket. `client` is the key of the client's address; `limit_key` counts what one person does."""

    __slots__ = (
        *("_allowance", "client", "limit_key", "live", "person", "session"),
        *("tables", "transport", "watching"),
    )

    def __init__(self, transport: Transport, live: Live, identity: Identity | None, client: str) -> None:
        self.transport, self.live, self.tables = transport, live, live.tables
        self.person = identity.person if identity else None
        self.session = identity.session if identity else None
        self.client, self.limit_key = client, self.person.id if self.person else client
        self._allowance = Allowance() if live.limits else None
        self.watching: dict[str, tuple[Table, Watcher]] = {}

    def allows_frame(self) -> bool:
        return self._allowance is None or self._allowance.take()

    async def hear(self, message: bytes) -> None:
        """Do what the client asks for."""
        try:
            self.live.check_pace(self.limit_key)
            await self.take(_decode(message))
        except RefusalError as refusal:
            self._refuse(refusal)

    def _refuse(self, refusal: RefusalError, table: str | None = None) -> None:
        self.live.metrics.refusals.labels(refusal.code).inc()
        self.transport.tell(encode(Refused(refusal.code, refusal.why, refusal.rule, table)))

    async def take(self, message: FromClient) -> None:
        match message:
            case Move(id, after, move):
                await self._do(id, playing.move, after, move)
            case AskPreview(id, after, move):
                table = await self.tables.get(id)
                self.transport.tell(encode(answer_preview(table, self._me(), after, move)))
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
            case Ask(id, what, seat, after):
                await self._do(id, partial(proposals.propose, after=after), what, seat)
            case Answer(id, what, yes):
                await self._do(id, proposals.answer, what, yes)
            case AskHint(id):
                me = self._me()
                self.live.begin_hint(me, lambda: self._hint(id, me))
            case Ping():
                self.transport.tell(encode(Pong()))

    async def _do(self, id: str, command: Command, *request: Any) -> None:
        """Carry out a command at a table in the name of this person."""
        try:
            await self.tables.do(id, command, self._me(), *request)
        except RefusalError as refusal:
            self._refuse(refusal, id)

    async def _hint(self, id: str, me: str) -> None:
        try:
            table = await self.tables.get(id)
            self.transport.tell(encode(await self.live.bots.hint(table, me, self.client)))
        except RefusalError as refusal:
            self._refuse(refusal, id)

    def _me(self) -> str:
        if self.person is None:
            raise RefusalError("sign_in")
        return str(self.person.id)

    async def _watch(self, id: str, seen: int | None, key: str) -> None:
        if id not in self.watching and len(self.watching) >= _MOST_TABLES:
            raise RefusalError("too_many", f"You can watch at most {_MOST_TABLES} tables at a time.")
        _, watcher = self.watching.get(id, (None, None))
        watcher = watcher or Watcher(self.transport.tell, self.person.id if self.person else None)
        self.watching[id] = (await self.tables.watch(id, watcher, seen, key), watcher)

    def _unwatch(self, id: str) -> None:
        if found := self.watching.pop(id, None):
            self.tables.unwatch(*found)

    def end(self) -> None:
        """The session has ended: nothing more is done for it, not even what has arrived already."""
        self.person = None
        for id in list(self.watching):
            self._unwatch(id)
        self.transport.close(SESSION_ENDED)

    def gone(self) -> None:
        for id in list(self.watching):
            self._unwatch(id)
        self.live.remove(self)


def _decode(message: bytes) -> FromClient:
    if len(message) > LONGEST_MESSAGE:
        raise RefusalError("unreadable", f"A message may have at most {LONGEST_MESSAGE} bytes.")
    try:
        decoded: FromClient = decode_message(message)
        return decoded
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RefusalError("unreadable", f"This is not a message of the protocol: {error}.") from None
    except RecursionError:
        raise RefusalError(
            "unreadable", "This is not a message of the protocol: nested too deeply."
        ) from None


class Live:
    """All open sockets."""

    def __init__(
        self,
        tables: Tables,
        bots: BotRunner,
        identities: Identities,
        sessions: Sessions,
        metrics: Metrics,
        settings: Settings,
    ) -> None:
        self.tables, self.bots, self.metrics = tables, bots, metrics
        self.identities, self.sessions = identities, sessions
        sessions.ended.append(self.end_sessions)
        self.limits = settings.limits
        self._pace = Bucket(100, 20) if settings.limits else None
        self._per_address, self._proxies = settings.connections, networks("proxies", settings.proxies)
        self.connections: set[Connection] = set()
        self._sockets: Counter[str] = Counter()  # of each client
        self._by_limit_key: dict[str, set[Connection]] = {}
        self._hints: dict[str, asyncio.Task[None]] = {}
        self._outbox = Outbox()

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        address = socket.scope["client"][0] if socket.scope["client"] else ""
        client = client_key(address)
        identity = await self.identities.of(socket)
        if self._is_full(client) and not is_in(address, self._proxies):
            await socket.close(POLICY, "too many connections from this address")
            return
        await socket.accept()
        welcome = partial(self._welcome, identity, client)
        if takeover := takeover_of(socket.scope):
            takeover.hand_over(self._outbox, welcome)
        else:
            await AsgiSocket(socket).serve(welcome)

    def _is_full(self, client: str) -> bool:
        """Connections are counted below (`open_connections.py`), but there all of a proxy's look alike."""
        return 0 < self._per_address <= self._sockets[client]

    def _welcome(self, identity: Identity | None, client: str, transport: Transport) -> Connection:
        connection = Connection(transport, self, identity, client)
        self._add(connection)
        if identity and self.sessions.has_ended(identity):
            connection.end()
        else:
            transport.tell(encode(Welcome(PROTOCOL_VERSION, __version__, connection.person)))
        return connection

    def _add(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._sockets[connection.client] += 1
        self._by_limit_key.setdefault(connection.limit_key, set()).add(connection)

    def remove(self, connection: Connection) -> None:
        self.connections.remove(connection)
        self._sockets[connection.client] -= 1
        if not self._sockets[connection.client]:
            del self._sockets[connection.client]
        same = self._by_limit_key[connection.limit_key]
        same.remove(connection)
        if not same:
            del self._by_limit_key[connection.limit_key]

    def connections_of(self, person: str) -> frozenset[Connection]:
        """The open sockets of a person."""
        return frozenset(self._by_limit_key.get(person, ()))

    def end_sessions(self, person: str, sessions: set[str] | None) -> None:
        """Close the sockets of sessions that have ended; None: of all that this person has."""
        for connection in self.connections_of(person):
            if sessions is None or connection.session in sessions:
                connection.end()

    def check_pace(self, key: str) -> None:
        """Refuse messages that come too quickly, from however many tabs."""
        if self._pace and not self._pace.take(key):
            raise RefusalError("too_many")

    def begin_hint(self, person: str, hint: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """One hint at a time for each person. It goes on when the socket closes: it could be reopened."""
        if person in self._hints:
            raise RefusalError("hint_running")
        self._hints[person] = task = asyncio.create_task(hint())
        task.add_done_callback(lambda _: self._hints.pop(person))

    async def look_after(self) -> None:
        """Find clients that are gone without a goodbye; one after the other, so that nobody waits for it."""
        while True:
            for connection in list(self.connections):
                connection.transport.look_after()
                await asyncio.sleep(_LOOK_EVERY / (len(self.connections) + 1))
            await asyncio.sleep(_LOOK_EVERY / (len(self.connections) + 1))

    def say_goodbye(self) -> None:
        for connection in self.connections:
            connection.transport.tell(encode(Bye("The server is being restarted.", 2.0)))


@websocket("/live")
async def live_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Live play, as docs/protocol.md describes it."""
    await socket.app.state.live.serve(socket)
