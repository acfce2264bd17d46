"""Reviews finished games, in threads of low priority, for as long as somebody waits.

There is one job for each table and depth, however many ask; with several workers, one of them has it. A
review is stored when it is complete. After a restart, those who follow it reconnect and ask again.
"""

from __future__ import annotations

import asyncio
import os
from functools import partial
from time import monotonic
from typing import Protocol

import structlog

from ...records import Record
from ...review.reviewer import Progress
from ...review.types import JudgedMove, Review, read_review
from ..compile_wait import reviews_compiled
from ..fair_queue import FairQueue
from ..messages.fields import Depth
from ..messages.from_server import ReviewProgress
from ..metrics import Metrics
from ..refusal import Code, RefusalError
from ..retrying import keep_trying
from ..server_time import now
from ..settings import Settings
from ..spec import encode
from ..tables.seating import check_key
from ..tables.service import Tables
from ..tables.table import Table
from ..tables.viewing import public_session
from ..thread_priority import lower_priority
from .attempts import Attempts
from .job import Job, ReviewFollower
from .reviewer import Reviewer
from .store import ReviewStore, pack, unpack

MOST_FROM_ADDRESS: dict[Depth, int] = {"quick": 10, "deep": 3}  # unfinished ones
_GRACE = 10.0  # seconds in which a follower may come back, as after reloading the page
_LOOK_AGAIN = 2.0  # seconds until a review claimed by another worker is checked again
_MOST_FAILURES = 100  # remembered
_log = structlog.get_logger()


class Workers(Protocol):
    """With several workers: one claims a job, and tells the others how far it is."""

    async def claim(self, what: str) -> bool:
        """Claim a job; False if another worker has it."""

    def done(self, what: str) -> None:
        """Release a claim."""

    def tell_review(self, message: ReviewProgress) -> None:
        """Tell the other workers how far a review is here, or that somebody waits for it here."""


class Reviews:
    """Makes reviews and sends their progress to followers. Each worker has one."""

    def __init__(
        self,
        tables: Tables,
        store: ReviewStore,
        reviewer: Reviewer,
        settings: Settings,
        metrics: Metrics,
        workers: Workers | None = None,
    ) -> None:
        self._tables, self._store, self._reviewer = tables, store, reviewer
        self._metrics, self._workers = metrics, workers
        self._limits = settings.limits
        share = (os.cpu_count() or 1) // 4 // settings.workers
        self._queue = FairQueue(settings.review_threads or max(1, share), "review", lower_priority)
        self._attempts = Attempts()
        self._jobs: dict[tuple[str, Depth], Job] = {}
        self._failures: dict[tuple[str, Depth], Code] = {}

    def is_busy(self) -> bool:
        """Whether a review is running here, or waits for its turn."""
        return self._queue.is_busy

    # --- asking

    async def ask(self, follower: ReviewFollower, id: str, depth: Depth, key: str) -> None:
        """Send a follower the progress of a review, and start it unless it is stored or in the making."""
        table = await self._tables.get(id)
        record = self._record(table, follower.person, key)
        self._tables.evict(table)
        fingerprint = await self._fingerprint(record.game, depth)
        if (id, depth) not in self._jobs and await self._store.has(id, depth, fingerprint):
            follower.send(encode(ReviewProgress(id, depth, "ready")))
            return
        if follower.is_gone:
            return
        job = self._jobs.get((id, depth))
        self._check_limits(follower, job, depth)
        job = job or self._begin(Job(id, depth, follower.address), record, fingerprint, follower.limit_key)
        if follower not in job.followers:
            job.followers.append(follower)
        follower.send(encode(job.progress()))

    def _record(self, table: Table, person: str | None, key: str) -> Record:
        """Return the record of a game without names, which may change; refuse whoever may not see it."""
        check_key(table, person, key)
        if table.is_bot_match:
            raise RefusalError("bot_match")
        session = public_session(table, now())
        if not session.game.ply:  # somebody has resigned, or was out of time, before the first move
            raise RefusalError("nothing_to_review")
        return table.record_of(session)

    async def is_stored(self, id: str, game: str, depth: Depth) -> bool:
        """Return whether a review of this table is ready; callers check who may see it."""
        return await self._store.has(id, depth, await self._fingerprint(game, depth))

    async def _fingerprint(self, game: str, depth: Depth) -> str:
        """Ask in a thread, because the first time takes long: it reads the weights of a network."""
        return await asyncio.to_thread(self._reviewer.fingerprint, game, depth)

    def _check_limits(self, follower: ReviewFollower, job: Job | None, depth: Depth) -> None:
        others = [one for one in self._jobs.values() if one is not job]
        if any(one.limit_key == follower.limit_key for other in others for one in other.followers):
            raise RefusalError("review_running")
        from_address = [one for one in others if (one.address, one.depth) == (follower.address, depth)]
        if self._limits and job is None and len(from_address) >= MOST_FROM_ADDRESS[depth]:
            raise RefusalError("too_many")

    def leave(self, follower: ReviewFollower, id: str, depth: Depth) -> None:
        """Stop following a review."""
        job = self._jobs.get((id, depth))
        if job and follower in job.followers:
            job.followers.remove(follower)
            self._stop_unless_wanted(job)

    def lose(self, follower: ReviewFollower) -> None:
        """Handle that a connection is gone: its person may come back soon."""
        follower.is_gone = True
        for job in list(self._jobs.values()):
            if follower in job.followers:
                job.keep(_GRACE)
                self.leave(follower, job.table, job.depth)

    def _stop_unless_wanted(self, job: Job) -> None:
        if job.followers or self._jobs.get((job.table, job.depth)) is not job:
            return
        if (left := job.kept_until - monotonic()) > 0:
            asyncio.get_running_loop().call_later(left, self._stop_unless_wanted, job)
        else:
            self._remove(job)
            job.stop()

    # --- working

    def _begin(self, job: Job, record: Record, fingerprint: str, limit_key: str) -> Job:
        self._failures.pop((job.table, job.depth), None)
        self._jobs[job.table, job.depth] = job
        job.task = asyncio.create_task(self._work(job, record, fingerprint, limit_key))
        return job

    async def _work(self, job: Job, record: Record, fingerprint: str, limit_key: str) -> None:
        claim = f"review {job.table} {job.depth}"
        try:
            if await self._claimed(job, claim, fingerprint):
                await reviews_compiled(record.game)
                run = partial(self._review, record, job.depth, job.reporter(self._tell))
                body = await self._queue.run(job.address, limit_key, run, urgent=job.depth == "quick")
                put = partial(self._store.put, job.table, job.depth, fingerprint, body, now())
                await keep_trying(put, "storing a review")
            self._end(job, ReviewProgress(job.table, job.depth, "ready", job.total, job.total))
        except Exception:
            _log.exception("a review failed", table=job.table, depth=job.depth)
            self._end(job, ReviewProgress(job.table, job.depth, "failed", code="failed"))
        finally:
            if self._workers:
                self._workers.done(claim)

    async def _claimed(self, job: Job, claim: str, fingerprint: str) -> bool:
        """Wait until the job is ours. Return False if another worker has finished it."""
        while not await self._store.has(job.table, job.depth, fingerprint):
            if self._workers is None or await self._workers.claim(claim):
                job.is_ours = True
                return True
            self._workers.tell_review(ReviewProgress(job.table, job.depth, "waiting"))
            await asyncio.sleep(_LOOK_AGAIN)
        return False

    def _review(self, record: Record, depth: Depth, report: Progress) -> bytes:
        """Review a record, in a thread."""
        with self._metrics.reviewing.labels(depth).time():
            report(0, len(record.moves))
            return pack(self._reviewer.review(record, depth, report).to_json())

    def _tell(self, job: Job) -> None:
        """Tell followers here and elsewhere how far a job is."""
        if self._jobs.get((job.table, job.depth)) is job:
            job.tell(job.progress())
            if self._workers and job.kept_until > monotonic():
                self._workers.tell_review(job.progress())

    def _end(self, job: Job, message: ReviewProgress) -> None:
        if self._jobs.get((job.table, job.depth)) is not job:
            return
        self._remove(job)
        job.tell(message)
        if self._workers and job.is_ours:
            self._workers.tell_review(message)
        if message.state == "failed":
            self._failures[job.table, job.depth] = "failed"
            if len(self._failures) > _MOST_FAILURES:
                del self._failures[next(iter(self._failures))]

    def _remove(self, job: Job) -> None:
        if self._jobs.get((job.table, job.depth)) is job:
            del self._jobs[job.table, job.depth]

    def heard(self, message: ReviewProgress) -> None:
        """Handle what another worker tells about a review."""
        job = self._jobs.get((message.table, message.depth))
        if job is None:
            return
        if message.state == "waiting":
            job.keep(_GRACE)
        elif not job.is_ours:
            job.state, job.done, job.total = message.state, message.done, message.total
            if message.state == "running":
                job.tell(message)
            else:
                self._end(job, message)
                job.stop()

    # --- reading

    async def find(self, table: Table, person: str | None, depth: Depth, key: str) -> Review | None:
        """Return a stored review; None if there is none. Refuses like `ask`."""
        fingerprint = await self._fingerprint(self._record(table, person, key).game, depth)
        body = await self._store.get(table.id, depth, fingerprint)
        return None if body is None else await asyncio.to_thread(lambda: read_review(unpack(body)))

    async def judge(
        self, table: Table, person: str | None, key: str, ply: int, move: str, depth: Depth, address: str
    ) -> JudgedMove:
        """Judge a move that somebody tries in place of one that was made. Refuses like `ask`."""
        self._record(table, person, key)
        game = public_session(table, now()).game
        who = (person or address, address)
        return await self._attempts.judge(self._reviewer, game, table.id, depth, ply, move, who)

    def progress(self, id: str, depth: Depth) -> ReviewProgress:
        """Return how far a review is that is not stored, as far as this worker knows."""
        if job := self._jobs.get((id, depth)):
            return job.progress()
        code = self._failures.get((id, depth))
        return ReviewProgress(id, depth, "failed" if code else "absent", code=code)

    async def close(self) -> None:
        """Cancel all jobs. Nothing of them is stored."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.stop()
        await asyncio.gather(*(job.task for job in jobs if job.task), return_exceptions=True)
        self._queue.close()
        self._attempts.close()
