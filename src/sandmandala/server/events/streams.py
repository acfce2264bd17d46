"""All event streams of a worker: opens, counts and ends them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from ..accounts.identity import Identity
from ..accounts.sessions import Sessions
from ..messages.events import StreamEnded
from ..messages.opponents import ChallengeNews
from ..opponents.challenges import Challenges
from ..person_news import PersonNews
from ..refusal import RefusalError
from ..server_time import now
from ..tables.lobby import Follower, Lobby
from .stream import EventStream

MOST_STREAMS = 3  # of one account at a worker


class EventStreams:
    """The open streams of this worker."""

    def __init__(self, lobby: Lobby, sessions: Sessions, news: PersonNews, challenges: Challenges) -> None:
        self._lobby, self._sessions, self._news, self._challenges = lobby, sessions, news, challenges
        self._streams: dict[str, set[EventStream]] = {}  # by person
        self._closed = False
        sessions.ended.append(self.end_sessions)

    def open(self, identity: Identity) -> AsyncIterator[bytes]:
        """Return the lines of a new stream. Refuses too many."""
        if self.count(identity.person.id) >= MOST_STREAMS:
            raise RefusalError("too_many", f"You can have {MOST_STREAMS} event streams. Close one first.")
        return self._lines(EventStream(identity))

    async def _lines(self, stream: EventStream) -> AsyncIterator[bytes]:
        person = stream.identity.person.id
        follower = Follower(stream.hear, person)
        self._streams.setdefault(person, set()).add(stream)
        unsubscribe = self._news.subscribe(person, stream.hear_news)
        try:
            if self.count(person) > MOST_STREAMS:  # several were opened at once
                stream.end(StreamEnded("too_many"))
            elif self._closed or self._sessions.has_ended(stream.identity):
                stream.end(StreamEnded("restart" if self._closed else "session_ended"))
            else:
                for challenge in await self._challenges.store.of(person, now()):
                    stream.hear_news(ChallengeNews(challenge))
                await self._lobby.follow(follower)
            async for line in stream.lines():
                yield line
        finally:
            unsubscribe()
            self._lobby.unfollow(follower)
            same = self._streams[person]
            same.discard(stream)
            if not same:
                del self._streams[person]

    def count(self, person: str) -> int:
        """Return how many streams a person has open here."""
        return len(self._streams.get(person, ()))

    def end_sessions(self, person: str, sessions: set[str] | None) -> None:
        """End the streams of ended sessions and tokens; None for all of this person."""
        for stream in self._streams.get(person, ()):
            if sessions is None or stream.identity.session in sessions:
                stream.end(StreamEnded("session_ended"))

    def say_goodbye(self) -> None:
        """End all streams, because the server restarts."""
        self._closed = True
        for same in self._streams.values():
            for stream in same:
                stream.end(StreamEnded("restart"))
