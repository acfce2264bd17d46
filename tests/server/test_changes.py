"""Every kind of change takes the same path: stored once, applied, and sent to viewers at every worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import msgspec
import pytest
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services

from sandmandala.server.messages.table_info import Person
from sandmandala.server.refusal import RefusalError
from sandmandala.server.spec import GameClock, TableSpec
from sandmandala.server.tables import playing, proposals, seating
from sandmandala.server.tables.changes import Change, Kind, News
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table, Watcher

THREE = TableSpec("flowers", 3, options={"beginner": 0})
TWO = TableSpec("patterns", options={"beginner": 1})  # so that seat 0 moves first
TIMED = TableSpec("mandala", clock=GameClock(60), options={"beginner": 0})


class Viewer:
    """Somebody who watches a table at one of the workers."""

    def __init__(self, person: str | None) -> None:
        self.heard: list[Any] = []
        self.watcher = Watcher(lambda data: self.heard.append(json.loads(data)), person)

    def knows(self) -> dict[str, Any]:
        """What a client that keeps the latest of everything knows in the end."""
        known: dict[str, Any] = {"changes": [], "asked": {}}
        for message in self.heard:
            if message["type"] == "state":
                known["changes"] += message.pop("changes", [])
                known |= {name: value for name, value in message.items() if name != "clock"}
            elif message["type"] == "asked":
                known["asked"][message["what"]] = {**message, "seconds": None}
        return known


def connect(near: Tables, far: Tables) -> None:
    """Send one worker's changes to the other, as between processes."""

    def tell(table: Table, change: Change, ours: bool) -> None:
        if ours:
            sent = msgspec.json.encode(change.news)
            far.start_task(far.follow(msgspec.json.decode(sent, type=News)))

    near.subscribers.append(tell)
    near.rename_listeners.append(lambda person, ours: far.renamed(person) if ours else None)


Story = Callable[[Tables, Tables], Awaitable[str]]  # a story at two workers; returns its table


async def sitting_down(near: Tables, far: Tables) -> str:
    table = await near.open(ANNA, THREE)
    await watch(near, far, table.id)
    await near.do(table.id, seating.sit, BEN, 2, "", None)
    await far.do(table.id, seating.leave, BEN.id)
    await far.do(table.id, seating.sit, CARL, None, "", "00" * 16)
    await near.do(table.id, seating.contribute, ANNA.id, "11" * 16)
    await near.rename(Person(CARL.id, "Karl"))
    return table.id


async def bots_come_and_go(near: Tables, far: Tables) -> str:
    table = await near.open(ANNA, THREE)
    await watch(near, far, table.id)
    await near.do(table.id, seating.contribute, ANNA.id, "11" * 16)
    await far.do(table.id, seating.add_bot, ANNA.id, 1, 2)
    await near.do(table.id, seating.add_bot, ANNA.id, 2, 3)
    await far.do(table.id, seating.remove_bot, ANNA.id, 1)
    await far.do(table.id, seating.sit, BEN, None, "", "00" * 16)
    await near.do(table.id, seating.contribute, ANNA.id, "11" * 16)
    return table.id


async def beginning(near: Tables, far: Tables) -> str:
    table = await near.open(ANNA, TWO)
    await watch(near, far, table.id)
    await far.do(table.id, seating.sit, BEN, None, "", "00" * 16)
    await near.do(table.id, seating.contribute, ANNA.id, "11" * 16)
    return table.id


async def closing(near: Tables, far: Tables) -> str:
    table = await near.open(ANNA, TWO)
    await watch(near, far, table.id)
    await near.do(table.id, seating.leave, ANNA.id)
    return table.id


async def a_take_back(near: Tables, far: Tables) -> str:
    table = await started_table(near, TWO, BEN)
    await watch(near, far, table.id)
    await near.do(table.id, playing.move, ANNA.id, 0, first_move(table))
    await near.do(table.id, proposals.propose, ANNA.id, "take_back", None)
    await far.do(table.id, proposals.answer, BEN.id, "take_back", False)
    await near.do(table.id, proposals.propose, ANNA.id, "take_back", None)
    await far.do(table.id, proposals.answer, BEN.id, "take_back", True)
    return table.id


async def a_stand_in_for_somebody_away(near: Tables, far: Tables) -> str:
    table = await started_table(near, THREE, BEN, CARL)
    await watch(near, far, table.id)
    for service, viewers in zip((near, far), _viewers, strict=True):
        service.unwatch(service.in_use[table.id], viewers[2].watcher)
        service.in_use[table.id].replaceable_from[CARL.id] = 0
    await near.do(table.id, proposals.propose, ANNA.id, "replace", 2)
    await far.do(table.id, proposals.answer, BEN.id, "replace", True)
    await far.do(table.id, playing.give_back, CARL.id)
    return table.id


async def time_runs_out(near: Tables, far: Tables) -> str:
    table = await started_table(near, TIMED, BEN)
    await watch(near, far, table.id)
    await near.do(table.id, proposals.ask_about_time, 0, 0)
    await far.do(table.id, proposals.answer, BEN.id, "replace", False)
    return table.id


async def a_rematch(near: Tables, far: Tables) -> str:
    table = await started_table(near, TWO, BEN)
    await watch(near, far, table.id)
    await far.do(table.id, playing.resign, BEN.id, 0)
    await near.do(table.id, proposals.propose, ANNA.id, "rematch", None)
    await far.do(table.id, proposals.answer, BEN.id, "rematch", True)
    return table.id


async def repairing(near: Tables, far: Tables) -> str:
    """As after a crash of a version that stored the last move and the end of a game separately."""
    table = await started_table(near, TWO, BEN)
    await watch(near, far, table.id)
    for service in (near, far):
        session = service.in_use[table.id].session
        assert session
        session.reason, session.lost, session.to_move = "resigned", (1,), None
    await near.do(table.id, playing.found_over)
    return table.id


STORIES: list[Story] = [
    *(
        sitting_down,
        bots_come_and_go,
        beginning,
        closing,
        a_take_back,
        a_stand_in_for_somebody_away,
        time_runs_out,
    ),
    *(a_rematch, repairing),
]
_viewers: list[list[Viewer]] = []


async def watch(near: Tables, far: Tables, id: str) -> None:
    """Everybody watches at both workers."""
    found = []
    for service in (near, far):
        some = [Viewer(person) for person in (ANNA.id, BEN.id, CARL.id, None)]
        for viewer in some:
            await service.watch(id, viewer.watcher, None, "")
        found.append(some)
    _viewers[:] = found


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_viewers_at_two_workers_know_the_same(url: str, story: Story) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (near, far):
            connect(near, far)
            connect(far, near)
            id = await story(_settled(near, far), _settled(far, near))
            await settle(near, far)
            for here, there in zip(*_viewers, strict=True):
                assert here.knows() == there.knows()
                assert len(here.heard) > 1
            kept = [service.in_use.get(id) for service in (near, far)]
            stored = await near.store.load(id, 0)
            for table in kept:
                assert (table is None) == (stored is None)
                if table and stored:
                    assert (table.version, table.number, table.status) == (
                        *(stored.version, stored.number, stored.status),
                    )
                    assert (table.sitting, table.proposals) == (stored.sitting, stored.proposals)
                    assert (table.spec, table.contributions) == (stored.spec, stored.contributions)

    asyncio.run(work())


class _Settled:
    """A worker that waits until the other one has received each change."""

    def __init__(self, service: Tables, other: Tables) -> None:
        self._service, self._other = service, other

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service, name)

    async def do(self, *request: Any) -> Table:
        table = await self._service.do(*request)
        await settle(self._service, self._other)
        return table


def _settled(service: Tables, other: Tables) -> Any:
    return _Settled(service, other)


async def settle(*workers: Tables) -> None:
    while tasks := [task for service in workers for task in service._tasks]:
        await asyncio.gather(*tasks)


def test_these_stories_have_every_kind_of_change(url: str) -> None:
    seen: set[str] = set()

    async def work() -> None:
        async with table_services(url, 2) as (near, far):
            for service in (near, far):
                service.subscribers.append(lambda table, change, ours: seen.add(change.news.kind))
            connect(near, far)
            connect(far, near)
            for story in STORIES:
                await story(_settled(near, far), _settled(far, near))

    asyncio.run(work())
    assert seen == set(get_args(Kind))


def test_a_change_is_committed_once(url: str) -> None:
    """Two workers that are not connected: the database accepts one of two changes."""

    async def work() -> None:
        async with table_services(url, 2) as workers:
            table = await started_table(workers[0], TWO, BEN)
            other = await workers[1].get(table.id)
            moves = [first_move(table), first_move(other)]
            outcomes = await asyncio.gather(
                *(
                    service.do(table.id, playing.move, ANNA.id, 0, move)
                    for service, move in zip(workers, moves, strict=True)
                ),
                return_exceptions=True,
            )
            refused = [one for one in outcomes if isinstance(one, RefusalError)]
            assert [one.code for one in refused] == ["gone_on"]
            await settle(*workers)
            assert [service.in_use[table.id].number for service in workers] == [1, 1], "both have caught up"

    asyncio.run(work())


def test_the_last_seat_goes_to_one_of_two(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as workers:
            table = await workers[0].open(ANNA, TWO)
            await workers[1].get(table.id)
            outcomes = await asyncio.gather(
                workers[0].do(table.id, seating.sit, BEN, None, "", None),
                workers[1].do(table.id, seating.sit, CARL, None, "", None),
                return_exceptions=True,
            )
            codes = [one.code for one in outcomes if isinstance(one, RefusalError)]
            assert codes == ["table_full"]

    asyncio.run(work())


def test_two_sit_down_at_two_workers_at_once(url: str) -> None:
    """A command that lost against another worker is repeated on the new state of the table."""

    async def work() -> None:
        async with table_services(url, 2) as workers:
            table = await workers[0].open(ANNA, THREE)
            await workers[1].get(table.id)
            await asyncio.gather(
                workers[0].do(table.id, seating.sit, BEN, 1, "", None),
                workers[1].do(table.id, seating.sit, CARL, 2, "", None),
            )
            stored = await workers[0].store.load(table.id, 0)
            assert stored
            assert stored.sitting == [ANNA, BEN, CARL]

    asyncio.run(work())


def test_sitting_down_and_beginning_are_one_commit(url: str) -> None:
    async def work() -> None:
        commits: list[float] = []
        async with table_services(url) as (service,):
            table = await service.open(ANNA, TWO)
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            service.store.writer._observe = commits.append
            await service.do(table.id, seating.sit, BEN, None, "", "00" * 16)
            assert table.status == "playing"
            assert len(commits) == 1
            stored = await service.store.load(table.id, 0)
            assert stored
            assert stored.status == "playing"

    asyncio.run(work())
