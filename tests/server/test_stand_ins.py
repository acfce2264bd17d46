"""Bots that stand in for players: who may ask for one, when, and how the player comes back."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from server.test_changes import Viewer, settle

from sandmandala.server.api import history
from sandmandala.server.ratings import ranks_of
from sandmandala.server.refusal import RefusalError
from sandmandala.server.server_time import now
from sandmandala.server.spec import DaysClock, GameClock, Result, Spectators, TableSpec
from sandmandala.server.tables import playing, proposals, spectator_delay
from sandmandala.server.tables.returning import notice_return
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.session import STAND_IN_LEVEL
from sandmandala.server.tables.table import Table

TWO = TableSpec("mandala", options={"beginner": 0})
ABSENCE = 120_000  # milliseconds
LONG_AGO = ABSENCE + 1


async def refused(service: Tables, table: Table, command: Any, *request: Any) -> str:
    with pytest.raises(RefusalError) as refusal:
        await service.do(table.id, command, *request)
    return refusal.value.code


def away_for(table: Table, person: str, milliseconds: int) -> None:
    table.replaceable_from[person] = now() + ABSENCE - milliseconds


@pytest.mark.parametrize(
    "spec",
    [
        TableSpec("mandala", rated=True, clock=GameClock(60)),
        TableSpec("mandala", clock=GameClock(60)),
        TableSpec("mandala", rated=True, clock=DaysClock(3)),
    ],
    ids=["rated", "clock", "days"],
)
def test_only_the_clock_replaces_in_rated_and_timed_games(url: str, spec: TableSpec) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, spec, BEN)
            away_for(table, BEN.id, 30 * LONG_AGO)
            assert await refused(service, table, proposals.propose, ANNA.id, "replace", 1) == "clock_replaces"
            assert table.seats_of(BEN.id) == (1,)

    asyncio.run(work())


def test_a_bot_stands_in_only_after_a_long_absence(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TWO, BEN)
            assert await refused(service, table, proposals.propose, ANNA.id, "replace", 1) == "away_too_short"
            away_for(table, BEN.id, LONG_AGO)
            await service.do(table.id, proposals.propose, ANNA.id, "replace", 1)
            assert table.session
            assert table.session.bots == {1: STAND_IN_LEVEL}

    asyncio.run(work())


THREE = TableSpec("flowers", 3, options={"beginner": 0})


async def asked_to_replace_ben(service: Tables) -> Table:
    """Ben has been away for long, and Anna has asked Carl whether a bot may play for him."""
    table = await started_table(service, THREE, BEN, CARL)
    away_for(table, BEN.id, LONG_AGO)
    await service.do(table.id, proposals.propose, ANNA.id, "replace", 1)
    assert table.proposals["replace"].waiting == (2,)
    return table


def test_connected_players_are_not_replaced(url: str) -> None:
    """Not even if the others agree before the question is withdrawn."""

    async def work() -> None:
        async with table_services(url) as (service,):
            table = await asked_to_replace_ben(service)
            ben = Viewer(BEN.id)
            await service.watch(table.id, ben.watcher, None, "")
            await service.do(table.id, proposals.answer, CARL.id, "replace", True)
            assert table.seats_of(BEN.id) == (1,)
            assert table.proposals == {}
            assert ben.heard[-1]["settled"] is False

    asyncio.run(work())


def test_the_question_is_withdrawn_when_the_player_comes_back(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            service.attendants.append(partial(notice_return, service))
            table = await asked_to_replace_ben(service)
            assert not service._tasks, "he is still away"
            ben = Viewer(BEN.id)
            await service.watch(table.id, ben.watcher, None, "")
            service.unwatch(table, ben.watcher)  # he leaves at once
            await settle(service)
            stored = await service.store.load(table.id, 0)
            assert stored
            assert stored.proposals == {}
            assert await refused(service, table, proposals.answer, CARL.id, "replace", True) == "not_asked"

    asyncio.run(work())


def test_the_question_is_withdrawn_when_the_player_moves(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await asked_to_replace_ben(service)
            await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            assert "replace" in table.proposals, "he is still away"
            await service.do(table.id, playing.move, BEN.id, 1, first_move(table))
            assert table.proposals == {}

    asyncio.run(work())


def test_the_seat_is_given_back_to_the_player_who_returns(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TWO, BEN)
            assert await refused(service, table, playing.give_back, BEN.id) == "no_stand_in"
            away_for(table, BEN.id, LONG_AGO)
            await service.do(table.id, proposals.propose, ANNA.id, "replace", 1)
            assert table.seats_of(BEN.id) == ()
            assert await refused(service, table, playing.give_back, ANNA.id) == "no_stand_in"
            await service.do(table.id, playing.give_back, BEN.id)
            assert table.seats_of(BEN.id) == (1,)
            stored = await service.store.load(table.id, 0)
            assert stored
            assert stored.seats_of(BEN.id) == (1,)

    asyncio.run(work())


async def seen_by(service: Tables, table: Table, person: str | None) -> Any:
    """The state that a new watcher gets."""
    viewer = Viewer(person)
    service.unwatch(await service.watch(table.id, viewer.watcher, None, ""), viewer.watcher)
    return viewer.heard[0]


@pytest.mark.parametrize("spectators", ["none", "public", "open"])
def test_replaced_players_see_the_public_view(
    url: str, monkeypatch: pytest.MonkeyPatch, spectators: Spectators
) -> None:
    """They can come back, so they must not see anything that would help them then."""
    monkeypatch.setattr(spectator_delay, "ROUNDS", 1)
    monkeypatch.setattr(spectator_delay, "DELAY", 0)

    async def work() -> None:
        async with table_services(url) as (service,):
            spec = TableSpec("flowers", 3, spectators=spectators, options={"beginner": 0})
            table = await started_table(service, spec, BEN, CARL)
            assert table.session
            for number in range(6):
                mover = (ANNA, BEN, CARL)[number % 3]
                await service.do(table.id, playing.move, mover.id, number, first_move(table))
            await service.do(table.id, playing.replace, 1)
            await service.do(table.id, playing.resign, CARL.id, 7)
            public = json.loads(table.session.game.view_json(None))
            for person in (BEN, CARL):
                seen = await seen_by(service, table, person.id)
                assert (seen["view"], seen["number"], seen["seats"]) == (public, 8, [])
                assert "legal" not in seen
                assert "views" not in seen
                assert history._sight(table, person.id, None) == (6, None)
            for stranger in ("dora", None):
                assert ("view" in await seen_by(service, table, stranger)) == (spectators != "none")
            await service.do(table.id, playing.give_back, BEN.id)
            assert (await seen_by(service, table, BEN.id))["view"] != public, "with his hand"

    asyncio.run(work())


def test_a_player_with_a_stand_in_follows_the_game(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            spec = TableSpec("mandala", spectators="none", options={"beginner": 0})
            table = await started_table(service, spec, BEN)
            await service.do(table.id, playing.replace, 1)
            ben, dora = Viewer(BEN.id), Viewer("dora")
            for viewer in (ben, dora):
                await service.watch(table.id, viewer.watcher, None, "")
            await service.do(table.id, playing.move, ANNA.id, 1, first_move(table))
            assert ben.heard[-1]["changes"][0]["number"] == 2
            assert not any("hand" in player for player in ben.heard[-1]["view"]["players"])
            assert not any("view" in message for message in dora.heard)

    asyncio.run(work())


def test_a_seat_that_was_resigned_is_not_given_back(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TableSpec("flowers", 3, options={"beginner": 0}), BEN, CARL)
            await service.do(table.id, playing.resign, BEN.id, 0)
            assert await refused(service, table, playing.give_back, BEN.id) == "no_stand_in"

    asyncio.run(work())


def test_replacing_somebody_leaves_the_clocks_of_others_alone(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            spec = TableSpec("flowers", 3, clock=GameClock(60), options={"beginner": 0})
            table = await started_table(service, spec, BEN, CARL)
            assert table.session
            began = table.session.since
            away_for(table, CARL.id, LONG_AGO)
            await service.do(table.id, playing.resign, CARL.id, 0)
            assert table.session.since == began, "Anna has been thinking since then"
            await service.do(table.id, playing.resign, ANNA.id, 1)
            assert table.status == "over"

    asyncio.run(work())


def test_a_seat_that_a_bot_finished_is_rated_as_left() -> None:
    won_by_a_bot = Result("finished", (30, 20, 25), (0,), replaced=(0,))
    assert ranks_of(won_by_a_bot) == [2, 1, 0]
    assert ranks_of(Result("finished", (30, 20, 25), (0,), lost=(2,), replaced=(1,))) == [0, 1, 2]


# --- time and take-backs


def test_a_take_back_gives_no_time_back(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            spec = TableSpec("patterns", clock=GameClock(60, 5), bots=(None, 1), options={"beginner": 1})
            table = await started_table(service, spec)
            assert table.session
            table.session.since -= 20_000  # twenty seconds of thinking
            await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            assert 44_000 < table.session.left[0] <= 45_000
            await service.do(table.id, proposals.propose, ANNA.id, "take_back", None)
            assert table.session.game.ply == 0
            assert 39_000 < table.session.left[0] <= 40_000, "without the five seconds for the move"

    asyncio.run(work())


def test_on_one_screen_the_last_move_of_any_own_seat_is_taken_back(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TableSpec("mandala", hot_seat=True, options={"beginner": 0}))
            for number in range(2):
                await service.do(table.id, playing.move, ANNA.id, number, first_move(table))
            await service.do(table.id, proposals.propose, ANNA.id, "take_back", None)
            assert table.session
            assert table.session.game.ply == 1

    asyncio.run(work())
