"""All connections of a worker: accepts, counts and closes them."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Any

from litestar import WebSocket, websocket

from ... import __version__
from ..accounts.identity import Identities, Identity
from ..accounts.sessions import Sessions
from ..addresses import client_key, is_in
from ..messages import PROTOCOL_VERSION
from ..messages.from_server import Bye, Welcome
from ..messages.table_info import Person
from ..metrics import Metrics
from ..opponents.challenges import Challenges
from ..opponents.matchmaking import Matchmaking
from ..person_news import PersonNews
from ..read_turns import ReadTurns
from ..reviews.service import Reviews
from ..settings import Settings, networks
from ..social.service import Social
from ..spec import encode
from ..tables.bot_runner import BotRunner
from ..tables.live_games import LiveGames
from ..tables.lobby import Lobby
from ..tables.service import Tables
from .asgi_socket import AsgiSocket
from .client_limits import ClientLimits
from .connection import Connection, Services
from .fast_socket import Outbox, takeover_of
from .transport import POLICY, Transport

_LOOK_EVERY = 20.0  # seconds between checks of each client


class Connections:
    """The open connections of this worker."""

    def __init__(
        self,
        tables: Tables,
        lobby: Lobby,
        live_games: LiveGames,
        read_turns: ReadTurns,
        bots: BotRunner,
        reviews: Reviews,
        matchmaking: Matchmaking,
        challenges: Challenges,
        news: PersonNews,
        social: Social,
        identities: Identities,
        sessions: Sessions,
        metrics: Metrics,
        settings: Settings,
    ) -> None:
        limits = ClientLimits(settings.limits, settings.bot_messages)
        self._per_bot = settings.bot_connections
        self.services = Services(
            *(tables, lobby, live_games, bots, reviews, matchmaking, challenges, news, social, read_turns),
            *(metrics, limits, self._remove),
        )
        self._identities, self._sessions = identities, sessions
        sessions.ended.append(self.end_sessions)
        self._per_address, self._proxies = settings.connections, networks("proxies", settings.proxies)
        self.connections: set[Connection] = set()
        self._sockets: Counter[str] = Counter()  # by client
        self._by_limit_key: dict[str, set[Connection]] = {}
        self._outbox = Outbox()

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Accept a socket, and serve it until it closes."""
        address = socket.scope["client"][0] if socket.scope["client"] else ""
        client = client_key(address)
        identity = await self._identities.of(socket)
        if self._is_full(client) and not is_in(address, self._proxies):
            await socket.close(POLICY, "too many connections from this address")
            return
        if identity and self._has_too_many(identity.person):
            await socket.close(POLICY, "too many connections of this bot account")
            return
        await socket.accept()
        welcome = partial(self._welcome, identity, client)
        if takeover := takeover_of(socket.scope):
            takeover.hand_over(self._outbox, welcome)
        else:
            await AsgiSocket(socket).serve(welcome)

    def _has_too_many(self, person: Person) -> bool:
        return person.bot is True and len(self.connections_of(person.id)) >= self._per_bot

    def _is_full(self, client: str) -> bool:
        """Whether a client has too many sockets. `open_connections.py` cannot limit those behind a proxy."""
        return 0 < self._per_address <= self._sockets[client]

    def _welcome(self, identity: Identity | None, client: str, transport: Transport) -> Connection:
        connection = Connection(transport, self.services, identity, client)
        self._add(connection)
        if identity and self._sessions.has_ended(identity):
            connection.end()
        else:
            transport.tell(encode(Welcome(PROTOCOL_VERSION, __version__, connection.person)))
        return connection

    def _add(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._sockets[connection.client] += 1
        self._by_limit_key.setdefault(connection.limit_key, set()).add(connection)
        if connection.session:
            self.services.social.presence.came(connection.limit_key)

    def _remove(self, connection: Connection) -> None:
        self.connections.remove(connection)
        self._sockets[connection.client] -= 1
        if not self._sockets[connection.client]:
            del self._sockets[connection.client]
        same = self._by_limit_key[connection.limit_key]
        same.remove(connection)
        if not same:
            del self._by_limit_key[connection.limit_key]
        if connection.session:
            self.services.social.presence.went(connection.limit_key)

    def connections_of(self, person: str) -> frozenset[Connection]:
        """Return the open connections of a person."""
        return frozenset(self._by_limit_key.get(person, ()))

    def end_sessions(self, person: str, sessions: set[str] | None) -> None:
        """Close the connections of ended sessions; None for all of this person."""
        for connection in self.connections_of(person):
            if sessions is None or connection.session in sessions:
                connection.end()

    async def look_after(self) -> None:
        """Find clients that have vanished, one at a time so that the loop is never blocked."""
        while True:
            for connection in list(self.connections):
                connection.transport.look_after()
                await asyncio.sleep(_LOOK_EVERY / (len(self.connections) + 1))
            await asyncio.sleep(_LOOK_EVERY / (len(self.connections) + 1))

    def say_goodbye(self) -> None:
        """Tell all clients that the server restarts."""
        for connection in self.connections:
            connection.transport.tell(encode(Bye("The server is being restarted.", 2.0)))


@websocket("/live")
async def live_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Live play, see docs/protocol.md."""
    await socket.app.state.live.serve(socket)
