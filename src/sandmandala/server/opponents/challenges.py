"""Challenges: one person asks another for a game. Exactly one table results, or none."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import structlog

from ...games.errors import SandmandalaError
from ..ids import id_from, new_id
from ..messages.opponents import Challenge, ChallengeNews, ChallengeStatus, DeclineReason, PersonalNews
from ..messages.table_info import Person, make_person
from ..metrics import Metrics
from ..person_news import PersonNews
from ..refusal import Code, RefusalError
from ..relations.blocks import Blocks
from ..server_time import now
from ..spec import DaysClock, GameClock, TableSpec, checked_spec
from ..storage.accounts import AccountStore
from ..tables.limits import TableLimits
from ..tables.seating import check_clock
from ..tables.service import Tables
from ..tables.table import Table
from .challenge_store import ChallengeStore

DAYS = 3 * 86_400  # seconds for which a challenge to a game of days waits
WITHOUT_CLOCK = 86_400
PAUSE = 3.0  # seconds between two looks at what other workers may have done
_OVERLAP = 10_000  # milliseconds that clocks of workers and commits may be apart
_MOST_NEWS = 500
_PRUNE = 3_600_000
_OVER: dict[ChallengeStatus, Code] = {
    "accepted": "challenge_accepted",
    "declined": "challenge_declined",
    "withdrawn": "challenge_withdrawn",
    "expired": "challenge_expired",
}
_log = structlog.get_logger()


class Challenges:
    """Makes and answers challenges, and tells both people. `listeners` hear of each change at its worker."""

    def __init__(
        self,
        store: ChallengeStore,
        accounts: AccountStore,
        tables: Tables,
        news: PersonNews,
        limits: TableLimits,
        metrics: Metrics,
        live_seconds: float,
        limited: bool,
        blocks: Blocks,
    ) -> None:
        self.store, self._accounts, self._tables, self._news = store, accounts, tables, news
        self._limits, self._metrics, self._blocks = limits, metrics, blocks
        self._live_seconds, self._limited = live_seconds, limited
        self.listeners: list[Callable[[Challenge], None]] = []
        self._told: dict[tuple[str, str], tuple[ChallengeStatus, int]] = {}  # by challenge and person
        self._looked = self._pruned = now()

    # --- commands

    async def make(
        self, by: Person, to: str, spec: TableSpec, origin: str, id: str | None = None
    ) -> Challenge:
        """Challenge a person."""
        spec = _checked(spec)
        row = await self._accounts.person(to)
        if row is None:
            raise RefusalError("not_found", "There is no such person.")
        if row.level is not None or row.id == by.id:
            raise RefusalError("challenge_whom")
        if await self._blocks.has_blocked(by.id, row.id):
            raise RefusalError("blocked_by_you")
        await self._limits.check_playing(by)
        challenged = make_person(row.id, row.name, None, row.is_bot)
        for person in (by, challenged):
            self._limits.check_rated(person, spec)
        at = now()
        expires = at + round(self._seconds(spec) * 1000)
        challenge = Challenge(id or new_id(), by, challenged, spec, at, expires, "waiting")
        if hindrance := await self.store.add(challenge, origin, self._limited):
            raise RefusalError(hindrance)
        stored = await self._stored(challenge.id)
        if stored.created == at:
            await self._announce(stored)
        return stored

    async def accept(self, me: Person, id: str) -> Table:
        """Accept a challenge. Doing so again leads to the same table."""
        challenge = await self._to(me, id)
        if challenge.status == "waiting":
            for person in (me, challenge.by):
                await self._limits.check_playing(person)
            people = random.sample([challenge.by, me], 2)
            where = id_from("challenge", id)
            claims = self.store.accept(id, where, now())
            await self._tables.open_together(people, challenge.spec, claims, where)
            challenge = await self._stored(id)
            if challenge.status == "accepted":
                await self._announce(challenge)
        if challenge.status != "accepted" or challenge.table is None:
            raise _settled(challenge)
        return await self._tables.get(challenge.table)

    async def decline(self, me: Person, id: str, reason: DeclineReason | None) -> Challenge:
        """Decline a challenge."""
        return await self._settle(await self._to(me, id), "declined", reason)

    async def withdraw(self, me: Person, id: str) -> Challenge:
        """Withdraw a challenge of mine."""
        challenge = await self._stored(id)
        if challenge.by.id != me.id:
            raise RefusalError("not_found", "There is no such challenge.")
        return await self._settle(challenge, "withdrawn")

    async def _settle(
        self, challenge: Challenge, status: ChallengeStatus, reason: DeclineReason | None = None
    ) -> Challenge:
        done = await self.store.settle(challenge.id, status, now(), reason)
        challenge = await self._stored(challenge.id)
        if done:
            await self._announce(challenge)
        elif challenge.status != status:
            raise _settled(challenge)
        return challenge

    async def _to(self, me: Person, id: str) -> Challenge:
        challenge = await self._stored(id)
        if challenge.to.id != me.id or await self._blocks.is_between(challenge.by.id, me.id):
            raise RefusalError("not_found", "There is no such challenge.")
        return challenge

    async def _stored(self, id: str) -> Challenge:
        challenge = await self.store.challenge(id)
        if challenge is None:
            raise RefusalError("not_found", "There is no such challenge.")
        return challenge

    def _seconds(self, spec: TableSpec) -> float:
        """How long a challenge waits, by the tempo of its game."""
        if isinstance(spec.clock, GameClock):
            return self._live_seconds
        return DAYS if isinstance(spec.clock, DaysClock) else WITHOUT_CLOCK

    # --- telling

    async def _announce(self, challenge: Challenge) -> None:
        """Tell both people, at all workers. A challenge by somebody who is blocked waits unseen."""
        self._metrics.challenges.labels(challenge.status).inc()
        is_hidden = await self._blocks.is_between(challenge.by.id, challenge.to.id)
        for person in [challenge.by.id, *([] if is_hidden else [challenge.to.id])]:
            news = ChallengeNews(challenge)
            self.heard(person, news)
            self._news.publish(person, news)
        if not is_hidden:
            for listener in self.listeners:
                listener(challenge)

    def heard(self, person: str, news: PersonalNews) -> None:
        """Tell a person here what has happened, here or at another worker; changes of challenges once.

        `step` may have found a change before the worker where it was made tells of it.
        """
        if not isinstance(news, ChallengeNews) or self._note(person, news.challenge):
            self._news.heard(person, news)

    def _note(self, person: str, challenge: Challenge) -> bool:
        """Note that a person is told of a change here. Return False if they were told already."""
        known = self._told.get((challenge.id, person))
        if known and known[0] == challenge.status:
            return False
        self._told[challenge.id, person] = challenge.status, now()
        return True

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self.step(now())
            except Exception:  # the database is down; try again in the next round
                _log.exception("challenges could not be looked after")

    async def step(self, at: int) -> None:
        """End what is over, and tell people here what other workers could not."""
        for challenge in await self.store.by_ids(await self.store.expire(at)):
            await self._announce(challenge)
        since, self._looked = self._looked - _OVERLAP, at
        people = self._news.people
        if people:
            for challenge in await self.store.changed_since(since, _MOST_NEWS):
                both = {challenge.by.id, challenge.to.id}
                if not both & people:
                    continue
                self.heard(challenge.by.id, ChallengeNews(challenge))
                if challenge.to.id in people and not await self._blocks.is_between(*both):
                    self.heard(challenge.to.id, ChallengeNews(challenge))
        self._told = {key: told for key, told in self._told.items() if told[1] > at - 3 * _OVERLAP}
        if at > self._pruned + _PRUNE:
            self._pruned = at
            await self.store.prune(at)


def _checked(spec: TableSpec) -> TableSpec:
    try:
        spec = checked_spec(spec)
    except SandmandalaError as error:
        raise RefusalError.of(error) from None
    check_clock(spec)
    if spec.hot_seat or spec.bots.count(None) != 2:
        raise RefusalError("challenge_seats")
    return spec


def _settled(challenge: Challenge) -> RefusalError:
    if challenge.status == "waiting":  # its time is up, and nobody has noted it yet
        return RefusalError("challenge_expired")
    return RefusalError(_OVER[challenge.status])
