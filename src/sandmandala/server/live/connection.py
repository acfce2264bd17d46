"""One connection: handles the messages of its client, and what it watches and follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import msgspec
from msgspec import UNSET, Struct

from ..accounts.identity import Identity
from ..messages.fields import Depth, ListName
from ..messages.from_client import (
    LONGEST_MESSAGE,
    Answer,
    Ask,
    AskHint,
    AskPreview,
    AskReview,
    AskTakeBack,
    Contribute,
    Follow,
    FromClient,
    Looking,
    Move,
    Ping,
    Resign,
    StopReview,
    TakeSeatBack,
    Unfollow,
    Unwatch,
    Watch,
    decode_message,
)
from ..messages.from_server import MayTakeBack, Pong, Refused
from ..metrics import Metrics
from ..read_turns import ReadTurns
from ..refusal import RefusalError
from ..reviews.job import ReviewFollower
from ..reviews.service import Reviews
from ..spec import encode
from ..tables import playing, proposals, seating
from ..tables.bot_runner import BotRunner
from ..tables.lobby import Follower, Lobby
from ..tables.previews import answer_preview
from ..tables.service import Command, Tables
from ..tables.table import Table, Watcher
from .client_limits import ClientLimits
from .transport import Transport

SESSION_ENDED = 4001  # close code
_MOST_TABLES = 20  # watched by one socket


class Services(Struct, frozen=True):
    """The services that all connections of a worker share."""

    tables: Tables
    lobby: Lobby
    bots: BotRunner
    reviews: Reviews
    read_turns: ReadTurns
    metrics: Metrics
    limits: ClientLimits
    forget: Callable[[Connection], None]
    """Called when a connection is closed."""


class Connection:
    """A connection. `client` is the key of its address; limits are counted under `limit_key`."""

    __slots__ = (
        *("_frame_limit", "_follower", "_looking", "_review_follower", "client", "limit_key", "person"),
        *("services", "session", "tables", "transport", "watching"),
    )

    def __init__(
        self, transport: Transport, services: Services, identity: Identity | None, client: str
    ) -> None:
        self.transport, self.services, self.tables = transport, services, services.tables
        self.person = identity.person if identity else None
        self.session = identity.session if identity else None
        self.client, self.limit_key = client, self.person.id if self.person else client
        self._frame_limit = services.limits.new_frame_limit()
        self.watching: dict[str, tuple[Table, Watcher]] = {}
        self._looking = True
        self._follower: Follower | None = None
        self._review_follower: ReviewFollower | None = None

    def allows_frame(self) -> bool:
        """Count a frame of the client; False if there were too many."""
        return self._frame_limit is None or self._frame_limit.take()

    async def hear(self, message: bytes) -> None:
        """Handle a message of the client."""
        try:
            self.services.limits.check_pace(self.limit_key)
            await self.take(_decode(message))
        except RefusalError as refusal:
            self._refuse(refusal)

    def _refuse(self, refusal: RefusalError, table: str | None = None) -> None:
        self.services.metrics.refusals.labels(refusal.code).inc()
        reason = refusal.reason or UNSET
        self.transport.tell(encode(Refused(refusal.code, refusal.why, refusal.rule, table, reason=reason)))

    async def take(self, message: FromClient) -> None:
        """Carry out a decoded message."""
        match message:
            case Move(id, after, move):
                await self._do(id, playing.move, after, move)
            case AskPreview(id, after, move):
                table = await self.tables.get(id)
                self.transport.tell(encode(answer_preview(table, self._me(), after, move)))
            case AskTakeBack(id, after):
                table = await self.tables.get(id)
                code = proposals.why_no_take_back(table, self._me(), after)
                self.transport.tell(encode(MayTakeBack(id, after, code)))
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
                self.services.limits.begin_hint(me, lambda: self._hint(id, me))
            case Follow(which):
                await self._follow(which)
            case Unfollow(which):
                if self._follower:
                    self.services.lobby.unfollow(self._follower, which)
            case Looking(yes):
                self._looking = yes
                for table, watcher in self.watching.values():
                    self.tables.set_looking(table, watcher, yes)
            case AskReview(id, depth, key):
                await self._review(id, depth, key)
            case StopReview(id, depth):
                if self._review_follower:
                    self.services.reviews.leave(self._review_follower, id, depth)
            case Ping():
                self.transport.tell(encode(Pong()))

    async def _do(self, id: str, command: Command, *request: Any) -> None:
        """Run a command at a table for this person."""
        try:
            me = self._me()
            seating.check_sits(self.tables.in_use.get(id) or await self.tables.get(id), me)
            await self.tables.do(id, command, me, *request)
        except RefusalError as refusal:
            self._refuse(refusal, id)

    async def _hint(self, id: str, me: str) -> None:
        try:
            table = await self.tables.get(id)
            seating.check_sits(table, me)
            self.transport.tell(encode(await self.services.bots.hint(table, me, self.client)))
        except RefusalError as refusal:
            self._refuse(refusal, id)

    def _me(self) -> str:
        if self.person is None:
            raise RefusalError("sign_in")
        return self.person.id

    async def _watch(self, id: str, seen: int | None, key: str) -> None:
        if id not in self.watching and len(self.watching) >= _MOST_TABLES:
            raise RefusalError("too_many", f"You can watch at most {_MOST_TABLES} tables at a time.")
        _, watcher = self.watching.get(id, (None, None))
        person = self.person.id if self.person else None
        watcher = watcher or Watcher(self.transport.tell, person, looking=self._looking)
        self.watching[id] = (await self.tables.watch(id, watcher, seen, key), watcher)

    def _unwatch(self, id: str) -> None:
        if found := self.watching.pop(id, None):
            self.tables.unwatch(*found)

    async def _follow(self, which: ListName) -> None:
        if which == "mine":
            self._me()
        person = self.person.id if self.person else None
        self._follower = self._follower or Follower(self.transport.tell, person)
        async with self.services.read_turns.turn(self.client):
            await self.services.lobby.follow(self._follower, which)

    async def _review(self, id: str, depth: Depth, key: str) -> None:
        if self._review_follower is None:
            person = self.person.id if self.person else None
            self._review_follower = ReviewFollower(self.transport.tell, person, self.limit_key, self.client)
        try:
            async with self.services.read_turns.turn(self.client):
                await self.services.reviews.ask(self._review_follower, id, depth, key)
        except RefusalError as refusal:
            self._refuse(refusal, id)

    def _stop_watching(self) -> None:
        for id in list(self.watching):
            self._unwatch(id)
        if self._follower:
            for which in get_args(ListName):
                self.services.lobby.unfollow(self._follower, which)
        if self._review_follower:
            self.services.reviews.lose(self._review_follower)

    def end(self) -> None:
        """Close the connection because its session has ended. Messages that have arrived are dropped."""
        self.person = None
        self._stop_watching()
        self.transport.close(SESSION_ENDED)

    def gone(self) -> None:
        """Clean up after the socket was closed."""
        self._stop_watching()
        self.services.forget(self)


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
