"""Before the game: bots that the host adds and removes, links with keys, names on a shared screen."""

from __future__ import annotations

import asyncio

import pytest
from server.running_server import RunningServer
from server.table_services import ANNA, BEN, CARL, started_table, table_services
from server.test_stand_ins import refused

from sandmandala.records import is_good, read_record, verify
from sandmandala.server.refusal import RefusalError
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing, proposals, seating

THREE = TableSpec("flowers", 3, options={"beginner": 0})


def test_only_the_host_changes_bots_and_only_before_the_game(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await service.open(ANNA, THREE)
            await service.do(table.id, seating.sit, BEN, 1, "", "00" * 16)
            assert await refused(service, table, seating.add_bot, BEN.id, 2, 1) == "host_only"
            assert await refused(service, table, seating.add_bot, ANNA.id, 1, 1) == "seat_taken"
            assert await refused(service, table, seating.add_bot, ANNA.id, 0, 1) == "seat_taken"
            assert await refused(service, table, seating.add_bot, ANNA.id, 3, 1) == "no_such_seat"
            assert await refused(service, table, seating.remove_bot, ANNA.id, 2) == "no_bot_there"
            assert await refused(service, table, seating.remove_bot, ANNA.id, 1) == "no_bot_there"
            await service.do(table.id, seating.add_bot, ANNA.id, 2, 1)
            await service.do(table.id, seating.add_bot, ANNA.id, 2, 5)  # another level
            assert table.spec.bots == (None, None, 5)
            assert await refused(service, table, seating.remove_bot, BEN.id, 2) == "host_only"
            assert await refused(service, table, seating.sit, CARL, 2, "", None) == "table_full"
            for person in (ANNA, BEN):
                await service.do(table.id, seating.contribute, person.id, "11" * 16)
            assert table.status == "playing"
            assert await refused(service, table, seating.remove_bot, ANNA.id, 2) == "seats_fixed"

    asyncio.run(work())


def test_people_contribute_after_the_bots(url: str) -> None:
    """Otherwise the server could choose a bot's contribution, knowing all the others."""

    async def work() -> None:
        async with table_services(url) as (service,):
            table = await service.open(ANNA, THREE)
            await service.do(table.id, seating.sit, BEN, 1, "", "00" * 16)
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            await service.do(table.id, seating.add_bot, ANNA.id, 2, 1)
            assert table.status == "open"
            assert table.contributions[:2] == [None, None]
            of_bot = table.contributions[2]
            for person in (ANNA, BEN):
                await service.do(table.id, seating.contribute, person.id, "11" * 16)
            assert table.contributions[2] == of_bot

    asyncio.run(work())


def test_a_game_with_an_added_bot_can_be_verified(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    made = anna.open_table(game="flowers", seats=3, options={"beginner": 0})
    seat = f"/tables/{made['table']['id']}/seats/1/bot"
    assert anna.http.put(seat, json={"level": 2}).json()["sitting"][1]["person"]["level"] == 2
    assert anna.http.delete(seat).json()["sitting"][1]["person"] is None
    assert anna.http.put(seat, json={"level": 1}).is_success
    assert ben.http.put(seat, json={"level": 1}).json()["code"] == "host_only"
    table = ben.join(made["table"]["id"])
    assert table["status"] == "open", "Anna contributes once more"
    table = anna.post(f"/tables/{table['id']}/contribution", value="22" * 16)
    assert table["status"] == "playing"
    with anna.socket() as tab:
        for client in (ben, anna):  # it is Anna's turn all the time, so the bot makes no move
            state = tab.watch(table["id"])
            with client.socket() as own:
                own.send("resign", table=table["id"], after=state["number"])
                tab.next("state")
    record = read_record(anna.http.get(f"/tables/{table['id']}/record").text)
    assert is_good(verify(record))


def test_players_of_a_private_table_know_its_key(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    made = anna.open_table(game="mandala", public=False)
    id, key = made["table"]["id"], made["key"]
    with anna.socket() as hers, ben.socket() as his:
        assert hers.watch(id)["key"] == key, "whoever comes back without the link can still invite"
        assert his.watch(id)["code"] == "private_table"
        assert "key" not in his.watch(id, key=key), "Ben has it, but does not play yet"
        ben.join(id, key=key)
        assert his.next("state")["key"] == key


def test_the_rematch_of_a_private_table_has_the_same_key_and_rotates_names(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            spec = TableSpec("mandala", public=False, hot_seat=True, names=("Anna", "Omar"))
            table = await started_table(service, spec)
            await service.do(table.id, playing.resign, ANNA.id, 0)
            await service.do(table.id, proposals.propose, ANNA.id, "rematch", None)
            assert table.next
            following = await service.get(table.next)
            assert following.key == table.key
            assert following.spec.names == ("Omar", "Anna")

    asyncio.run(work())


@pytest.mark.parametrize(
    ("names", "hot_seat", "code"),
    [
        (("Anna", "Omar"), False, "unreadable"),
        (("Anna",), True, "unreadable"),
        (("Anna", "Forest"), True, "name_refused"),
    ],
)
def test_invalid_names(url: str, names: tuple[str, ...], hot_seat: bool, code: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            with pytest.raises(RefusalError) as refusal:
                await service.open(ANNA, TableSpec("mandala", hot_seat=hot_seat, names=names))
            assert refusal.value.code == code

    asyncio.run(work())
