"""One connection: handles the messages of its client, and what it watches and follows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, get_args

import msgspec
import structlog
from msgspec import UNSET, Struct, UnsetType

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
    AskTutor,
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
from ..messages.lobby_filter import LobbyFilter, checked_filter
from ..messages.opponents import Notices, Notify, Search, SeenChallenge, StopSearch, TakeBot
from ..messages.social import FollowFriends, Say, Write
from ..messages.table_info import Person
from ..metrics import Metrics
from ..opponents.challenges import Challenges
from ..opponents.matchmaking import Matchmaking
from ..person_news import PersonNews
from ..read_turns import ReadTurns
from ..refusal import RefusalError
from ..reviews.job import ReviewFollower
from ..reviews.service import Reviews
from ..server_time import now
from ..social.friend_lists import FriendFollower
from ..social.service import Social
from ..spec import encode
from ..tables import playing, proposals, seating
from ..tables.bot_runner import BotRunner
from ..tables.live_games import LiveFollower, LiveGames
from ..tables.lobby import Follower, Lobby
from ..tables.open_list import OpenFollower
from ..tables.previews import answer_preview
from ..tables.service import Command, Tables
from ..tables.table import Table, Watcher
from .client_limits import ClientLimits
from .transport import Transport

SESSION_ENDED = 4001  # close code
_log = structlog.get_logger()
_MOST_TABLES = 20  # watched by one socket


class Services(Struct, frozen=True):
    """The services that all connections of a worker share."""

    tables: Tables
    lobby: Lobby
    live_games: LiveGames
    bots: BotRunner
    reviews: Reviews
    matchmaking: Matchmaking
    challenges: Challenges
    news: PersonNews
    social: Social
    read_turns: ReadTurns
    metrics: Metrics
    limits: ClientLimits
    forget: Callable[[Connection], None]
    """Called when a connection is closed."""


class Connection:
    """A connection. `client` is the key of its address; limits are counted under `limit_key`."""

    __slots__ = (
        *("_follower", "_frame_limit", "_friend_follower", "_live_follower", "_looking"),
        *("_open_follower", "_review_follower", "_unsubscribe", "client", "is_bot", "limit_key", "person"),
        *("services", "session", "tables", "transport", "watching"),
    )

    def __init__(
        self, transport: Transport, services: Services, identity: Identity | None, client: str
    ) -> None:
        self.transport, self.services, self.tables = transport, services, services.tables
        self.person = identity.person if identity else None
        self.session = identity.session if identity else None
        self.client, self.limit_key = client, self.person.id if self.person else client
        self.is_bot = self.person is not None and self.person.bot is True
        self._frame_limit = services.limits.new_frame_limit()
        self.watching: dict[str, tuple[Table, Watcher]] = {}
        self._looking = True
        self._follower: Follower | None = None
        self._open_follower: OpenFollower | None = None
        self._live_follower: LiveFollower | None = None
        self._friend_follower: FriendFollower | None = None
        self._review_follower: ReviewFollower | None = None
        self._unsubscribe: Callable[[], None] | None = None

    def allows_frame(self) -> bool:
        """Count a frame of the client; False if there were too many."""
        return self._frame_limit is None or self._frame_limit.take()

    async def hear(self, message: bytes) -> None:
        """Handle a message of the client."""
        try:
            self.services.limits.check_pace(self.limit_key, self.is_bot)
            await self.take(_decode(message))
        except RefusalError as refusal:
            self._refuse(refusal)

    def _refuse(
        self, refusal: RefusalError, table: str | None = None, tutor: str | UnsetType = UNSET
    ) -> None:
        self.services.metrics.refusals.labels(refusal.code).inc()
        reason = refusal.reason or UNSET
        refused = Refused(refusal.code, refusal.why, refusal.rule, table, tutor=tutor, reason=reason)
        self.transport.tell(encode(refused))

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
            case Watch(id, seen, key, glance):
                await self._watch(id, seen, key, glance)
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
                self.services.limits.begin("hint_running", me, lambda: self._hint(id, me))
            case AskTutor(id):
                self._ask_tutor(message)
            case Follow(which, chosen):
                await self._follow(which, checked_filter(chosen))
            case Unfollow(which):
                self._unfollow(which)
            case Looking(yes):
                self._looking = yes
                if self._live_follower:
                    self.services.live_games.set_looking(self._live_follower, yes)
                for table, watcher in self.watching.values():
                    self.tables.set_looking(table, watcher, yes)
            case AskReview(id, depth, key):
                await self._review(id, depth, key)
            case StopReview(id, depth):
                if self._review_follower:
                    self.services.reviews.leave(self._review_follower, id, depth)
            case Search():
                self._listen()
                await self.services.matchmaking.begin(self._named(), message, self)
            case StopSearch():
                await self.services.matchmaking.stop(self._me())
            case TakeBot():
                await self.services.matchmaking.take_bot(self._named())
            case Notify():
                await self._notify()
            case SeenChallenge(id):
                await self.services.challenges.store.see(id, self._me(), now())
            case FollowFriends(yes):
                self._follow_friends(yes)
            case Say(id, phrase):
                await self._talk(id, self.services.social.talk.say(id, self._me(), phrase))
            case Write(id, text):
                await self._talk(id, self.services.social.talk.write(id, self._me(), text))
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

    def _ask_tutor(self, question: AskTutor) -> None:
        try:
            me = self._me()
            self.services.limits.begin("tutor_running", me, lambda: self._tutor(question, me))
        except RefusalError as refusal:
            self._refuse(refusal, question.table, tutor=question.move)

    async def _tutor(self, question: AskTutor, me: str) -> None:
        """Answer in any case: the client holds the move back until then."""
        try:
            table = await self.tables.get(question.table)
            seating.check_sits(table, me)
            self.transport.tell(encode(await self.services.bots.tutor(table, me, self.client, question)))
        except RefusalError as refusal:
            self._refuse(refusal, question.table, tutor=question.move)
        except Exception:
            _log.exception("the tutor failed", table=question.table)
            self._refuse(RefusalError("failed"), question.table, tutor=question.move)

    def _me(self) -> str:
        return self._named().id

    def _named(self) -> Person:
        if self.person is None:
            raise RefusalError("sign_in")
        return self.person

    def _listen(self) -> None:
        """Send the person's news from now on."""
        if self._unsubscribe is None:
            transport = self.transport
            self._unsubscribe = self.services.news.subscribe(
                self._me(), lambda news: transport.tell(encode(news))
            )

    async def _notify(self) -> None:
        me = self._me()
        self._listen()
        async with self.services.read_turns.turn(self.client):
            search = await self.services.matchmaking.search_of(me)
            challenges = await self.services.challenges.store.of(me, now())
        self.transport.tell(encode(Notices(search, challenges)))

    async def _watch(self, id: str, seen: int | None, key: str, glance: bool) -> None:
        if id not in self.watching and len(self.watching) >= _MOST_TABLES:
            raise RefusalError("too_many", f"You can watch at most {_MOST_TABLES} tables at a time.")
        _, watcher = self.watching.get(id, (None, None))
        person = self.person.id if self.person and not glance else None
        if watcher and watcher.glances != glance:
            self._unwatch(id)  # it sees something else now
            watcher = None
        watcher = watcher or Watcher(self.transport.tell, person, looking=self._looking, glances=glance)
        self.watching[id] = (await self.tables.watch(id, watcher, seen, key), watcher)

    def _unwatch(self, id: str) -> None:
        if found := self.watching.pop(id, None):
            self.tables.unwatch(*found)

    async def _follow(self, which: ListName, chosen: LobbyFilter) -> None:
        if which == "live" or which == "featured":
            self._live_follower = self._live_follower or LiveFollower(self.transport.tell, self._looking)
            self.services.live_games.follow(self._live_follower, which)
            return
        lobby, turn = self.services.lobby, self.services.read_turns.turn(self.client)
        if which == "open":
            person = self.person.id if self.person else None
            self._open_follower = self._open_follower or OpenFollower(self.transport.tell, person)
            async with turn:
                await lobby.follow_open(self._open_follower, chosen)
            return
        self._follower = self._follower or Follower(self.transport.tell, self._me())
        async with turn:
            await lobby.follow(self._follower)

    def _unfollow(self, which: ListName) -> None:
        if which == "live" or which == "featured":
            if self._live_follower:
                self.services.live_games.unfollow(self._live_follower, which)
        elif which == "open":
            if self._open_follower:
                self.services.lobby.unfollow_open(self._open_follower)
        elif self._follower:
            self.services.lobby.unfollow(self._follower)

    def _follow_friends(self, yes: bool) -> None:
        if self._friend_follower is None:
            self._friend_follower = FriendFollower(self.transport.tell, self._me())
        lists = self.services.social.friend_lists
        (lists.follow if yes else lists.unfollow)(self._friend_follower)

    async def _talk(self, id: str, saying: Awaitable[None]) -> None:
        try:
            await saying
        except RefusalError as refusal:
            self._refuse(refusal, id)

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
        for which in get_args(ListName):
            self._unfollow(which)
        if self._friend_follower:
            self.services.social.friend_lists.unfollow(self._friend_follower)
        if self._review_follower:
            self.services.reviews.lose(self._review_follower)
        if self._unsubscribe:
            self._unsubscribe()
            self._unsubscribe = None

    def _stop_searching(self, at_once: bool) -> None:
        if self.person:
            self.services.matchmaking.leave(self.person.id, self, at_once)

    def end(self) -> None:
        """Close the connection because its session has ended. Messages that have arrived are dropped."""
        self._stop_searching(at_once=True)
        self.person = None
        self._stop_watching()
        self.transport.close(SESSION_ENDED)

    def gone(self) -> None:
        """Clean up after the socket was closed."""
        self._stop_searching(at_once=False)
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
