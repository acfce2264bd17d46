"""Threads for bots: shared fairly between addresses, and between the people at each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from queue import Queue
from typing import Any

import pytest

from sandmandala.server.fair_queue import FairQueue


class Work:
    """Fake work: each call waits until it may end."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self._endings: dict[str, Queue[Exception | None]] = {}

    def __call__(self, name: str) -> str:
        ending = self._endings.setdefault(name, Queue())
        self.started.append(name)
        if error := ending.get(timeout=10):
            raise error
        return name

    def end(self, name: str, error: Exception | None = None) -> None:
        self._endings[name].put(error)

    async def running(self, *names: str) -> None:
        """Wait until exactly these have started."""
        while len(self.started) < len(names):
            await asyncio.sleep(0.001)
        assert sorted(self.started) == sorted(names)


@asynccontextmanager
async def opened(threads: int) -> AsyncIterator[FairQueue]:
    queue = FairQueue(threads)
    try:
        yield queue
    finally:
        queue.close()


Running = Callable[[FairQueue, Work], Awaitable[None]]


def with_queue(threads: int, test: Running) -> None:
    async def work() -> None:
        async with opened(threads) as queue:
            await test(queue, Work())

    asyncio.run(work())


def submit(queue: FairQueue, work: Work, owner: str, name: str, **how: Any) -> asyncio.Task[str]:
    """`owner` is a person, or an address and a person: "home/anna"."""
    address, _, person = owner.rpartition("/")
    return asyncio.create_task(queue.run(address, person, work, name, **how))


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_an_owner_with_86_tables_delays_another_by_one_task_per_thread(threads: int) -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        greedy = [submit(queue, work, "greedy", f"greedy {number}") for number in range(86)]
        first = [f"greedy {number}" for number in range(threads)]
        await work.running(*first)
        other = submit(queue, work, "other", "other")
        await asyncio.sleep(0)
        work.end(first[0])
        await work.running(*first, "other")
        work.end("other")
        assert await other == "other"
        for number in range(86):
            while f"greedy {number}" not in work.started:
                await asyncio.sleep(0.001)
            work.end(f"greedy {number}")
        assert len(await asyncio.gather(*greedy)) == 86

    with_queue(threads, test)


def test_one_address_under_many_names_delays_others_by_one_task() -> None:
    """Forty guests once made everybody else wait for forty hints."""

    async def test(queue: FairQueue, work: Work) -> None:
        for number in range(40):
            submit(queue, work, f"there/guest {number}", f"guest {number}")
        await work.running("guest 0")
        submit(queue, work, "here/other", "other")
        submit(queue, work, "there/late", "late")
        await asyncio.sleep(0)
        work.end("guest 0")
        await work.running("guest 0", "other")
        work.end("other")
        expected = ["guest 0", "other"]
        for name in (*(f"guest {number}" for number in range(1, 40)), "late"):
            expected.append(name)
            await work.running(*expected)
            work.end(name)

    with_queue(1, test)


@pytest.mark.parametrize("threads", [1, 2])
def test_people_at_one_address_take_turns(threads: int) -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        for number in range(10):
            submit(queue, work, "home/greedy", f"greedy {number}")
        first = [f"greedy {number}" for number in range(threads)]
        await work.running(*first)
        submit(queue, work, "home/other", "other")
        await asyncio.sleep(0)
        work.end("greedy 0")
        await work.running(*first, "other")
        work.end("other")
        for number in range(10):
            while f"greedy {number}" not in work.started:
                await asyncio.sleep(0.001)
            work.end(f"greedy {number}")

    with_queue(threads, test)


def test_owners_take_turns_by_the_time_that_they_use(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0
    monkeypatch.setattr("sandmandala.server.fair_queue.monotonic", lambda: clock)

    async def test(queue: FairQueue, work: Work) -> None:
        nonlocal clock
        for owner, tasks in (("a", 3), ("b", 5)):
            for number in range(tasks):
                submit(queue, work, owner, f"{owner}{number}")
        expected: list[str] = []
        for name in ("a0", "b0", "b1", "b2", "b3", "a1", "b4", "a2"):
            expected.append(name)
            await work.running(*expected)
            clock += {"a": 3.5, "b": 1.0}[name[0]]
            work.end(name)

    with_queue(1, test)


def test_idling_earns_no_credit_and_old_work_is_forgotten() -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        """`busy` has used its thread for long when `fresh` arrives with much work: neither waits for long."""
        for number in range(20):
            task = submit(queue, work, "busy", f"alone {number}")
            await work.running(*(f"alone {earlier}" for earlier in range(number + 1)))
            work.end(f"alone {number}")
            await task
        work.started.clear()
        for number in range(20):
            submit(queue, work, "fresh", f"fresh {number}")
        await work.running("fresh 0")
        submit(queue, work, "busy", "busy")
        await asyncio.sleep(0)
        work.end("fresh 0")
        await work.running("fresh 0", "busy")
        work.end("busy")
        for number in range(1, 20):
            while f"fresh {number}" not in work.started:
                await asyncio.sleep(0.001)
            work.end(f"fresh {number}")

    with_queue(1, test)


def test_waiting_behind_urgent_work_gives_newcomers_no_advantage(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0
    monkeypatch.setattr("sandmandala.server.fair_queue.monotonic", lambda: clock)

    async def test(queue: FairQueue, work: Work) -> None:
        nonlocal clock
        submit(queue, work, "busy", "busy 0")
        submit(queue, work, "patient", "patient", urgent=False)
        submit(queue, work, "busy", "busy 1")
        await work.running("busy 0")
        clock += 100
        work.end("busy 0")
        await work.running("busy 0", "busy 1")
        submit(queue, work, "busy", "busy 2")
        for number in range(3):
            submit(queue, work, "fresh", f"fresh {number}")
        await asyncio.sleep(0)
        expected = ["busy 0", "busy 1"]
        for name in ("fresh 0", "busy 2", "fresh 1", "fresh 2", "patient"):
            clock += 1
            work.end(expected[-1])
            expected.append(name)
            await work.running(*expected)
        work.end("patient")

    with_queue(1, test)


def test_urgent_work_goes_first() -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        submit(queue, work, "a", "running")
        await work.running("running")
        for name, urgent in (("patient", False), ("urgent", True)):
            submit(queue, work, "b", name, urgent=urgent)
        await asyncio.sleep(0)
        work.end("running")
        await work.running("running", "urgent")
        work.end("urgent")
        await work.running("running", "urgent", "patient")
        work.end("patient")

    with_queue(1, test)


def test_cancelled_work_leaves_the_queue() -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        running = submit(queue, work, "a", "running")
        await work.running("running")
        dropped, kept = submit(queue, work, "a", "dropped"), submit(queue, work, "a", "kept")
        await asyncio.sleep(0)
        dropped.cancel()
        await asyncio.sleep(0)
        running.cancel()  # its thread is free when its work ends, and not before
        with pytest.raises(asyncio.CancelledError):
            await running
        assert work.started == ["running"]
        work.end("running")
        await work.running("running", "kept")
        work.end("kept")
        assert await kept == "kept"

    with_queue(1, test)


def test_work_cancelled_at_its_turn_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        def cancel_and_end(*args: Any) -> None:
            dropped.cancel()
            end(*args)

        end = queue._end
        monkeypatch.setattr(queue, "_end", cancel_and_end)
        submit(queue, work, "a", "running")
        await work.running("running")
        dropped, kept = submit(queue, work, "a", "dropped"), submit(queue, work, "a", "kept")
        await asyncio.sleep(0)
        work.end("running")
        await work.running("running", "kept")
        work.end("kept")
        assert await kept == "kept"

    with_queue(1, test)


def test_errors_reach_the_caller_and_free_the_thread() -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        broken, abandoned = submit(queue, work, "a", "broken"), submit(queue, work, "a", "abandoned")
        await work.running("broken")
        work.end("broken", ZeroDivisionError())
        with pytest.raises(ZeroDivisionError):
            await broken
        await work.running("broken", "abandoned")
        abandoned.cancel()
        work.end("abandoned", ZeroDivisionError())
        last = submit(queue, work, "a", "last")
        await work.running("broken", "abandoned", "last")
        work.end("last")
        assert await last == "last"

    with_queue(1, test)


def test_closing_cancels_queued_work_and_refuses_more() -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        running, waiting = submit(queue, work, "a", "running"), submit(queue, work, "a", "waiting")
        await work.running("running")
        queue.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        with pytest.raises(RuntimeError, match="closed"):
            await queue.run("home", "a", work, "late")
        work.end("running")
        assert await running == "running"

    with_queue(1, test)


def test_owners_without_work_are_forgotten() -> None:
    async def test(queue: FairQueue, work: Work) -> None:
        for number in range(50):
            await queue.run(f"address {number // 2}", f"person {number}", str.upper, "done")
        assert not queue._urgent.members

    with_queue(2, test)
