"""The tutor at tables: who may ask, what it says, and that it never holds up a move."""

from __future__ import annotations

import asyncio
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.running_server import A_DAY, RunningServer, Socket
from server.table_services import ANNA, BEN, started_table, table_services
from server.test_history import finished
from server.test_practice import practise
from server.test_tables import alone_at, move, my_turn, two_at
from thorough_cases import rest_thorough

from sandmandala.records import practice_game
from sandmandala.server.messages.from_client import AskTutor
from sandmandala.server.metrics import Metrics
from sandmandala.server.refusal import RefusalError
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import bot_runner, playing, proposals, seating
from sandmandala.server.tables.bot_runner import BotRunner

HERE = "127.0.0.1"


def ask(tab: Socket, state: Any, move: str, level: str = "all", **more: Any) -> Any:
    asked = {"table": state["table"], "after": state["number"], "move": move, "level": level, **more}
    tab.send("tutor", **asked)
    return tab.next("tutored", "refused")


def test_it_answers_over_the_socket_and_makes_no_move(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game="mandala")
        text = state["legal"][0]
        answer = ask(tab, state, text)
        if answer["type"] == "tutored":  # not too late, which depends on the machine
            assert (answer["table"], answer["number"], answer["move"]) == (table, state["number"], text)
        else:
            assert (answer["code"], answer["tutor"]) == ("tutor_late", text)
        assert move(tab, state)["number"] == state["number"] + 1, "only the move itself was made"


def test_it_is_no_engine_for_games_against_people(server: RunningServer) -> None:
    """Also when a bot plays one of the seats, or stands in for somebody."""
    with ExitStack() as tabs:
        _, (first, _), (state, _) = two_at(server, tabs, game="mandala")
        assert ask(first, state, state["legal"][0])["code"] == "no_tutor"
        anna, ben = server.client("Anna"), server.client("Ben")
        made = anna.open_table(game="flowers", seats=3, bots=[None, None, 1], options={"beginner": 0})
        ben.join(made["table"]["id"])
        tab, other = (tabs.enter_context(one.socket()) for one in (anna, ben))
        other.watch(made["table"]["id"])
        state = my_turn(tab, tab.watch(made["table"]["id"]))
        answer = ask(tab, state, state["legal"][0])
        assert (answer["code"], answer["tutor"]) == ("no_tutor", state["legal"][0])
        other.send("resign", table=state["table"], after=0)  # a bot plays on for Ben
        state = tab.next("state")
        assert ask(tab, state, state["legal"][0])["code"] == "no_tutor"
        made = anna.open_table(game="patterns", hot_seat=True)
        state = my_turn(tab, tab.watch(made["table"]["id"]))
        assert ask(tab, state, state["legal"][0])["code"] == "no_tutor", "several seats of one person"


def test_who_and_what_is_refused(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game="mandala")
        good = state["legal"][0]
        stranger = tabs.enter_context(server.client("Carl").socket())
        assert ask(stranger, state, good)["code"] == "not_a_player"
        assert ask(tab, state, good, after=state["number"] + 1)["code"] == "gone_on"
        assert ask(tab, state, good, level="none")["code"] == "unreadable"
        assert ask(tab, state, good, table="nowhere")["code"] == "no_such_table"
        for _ in range(2):
            tab.send("tutor", table=table, after=state["number"], move=good)
        codes = [tab.next("tutored", "refused").get("code") for _ in range(2)]
        assert "tutor_running" in codes, "one at a time"
        _, rated, state = alone_at(server, tabs, game="mandala", rated=True, clock=A_DAY)
        assert ask(rated, state, state["legal"][0])["code"] == "no_tutor"


def test_it_helps_in_practice_games(server: RunningServer) -> None:
    source, (anna, _) = finished(server, "mandala")
    table = practise(anna, source, ply=7)["id"]
    with anna.socket() as tab:
        state = my_turn(tab, tab.watch(table))
        assert ask(tab, state, state["legal"][0]).get("code") in (None, "tutor_late")


def question(table: Any, number: int = 0) -> AskTutor:
    assert table.session
    return AskTutor(table.id, table.number, table.session.game.legal_moves()[number])


AGAINST_A_BOT = TableSpec("mandala", options={"beginner": 0}, bots=(None, 1))


def test_a_slow_tutor_gives_up_and_one_that_fails_says_so(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0, bot_threads=1), Metrics())
            table = await service.open(ANNA, AGAINST_A_BOT, HERE)
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            free = threading.Event()
            monkeypatch.setattr(bot_runner, "advise", lambda *_: free.wait())
            monkeypatch.setattr(bot_runner, "TUTOR_SECONDS", 0.05)
            with pytest.raises(RefusalError) as late:
                await bots.tutor(table, ANNA.id, HERE, question(table))
            assert late.value.code == "tutor_late"
            # The thread is still busy: the next question waits in vain, and the move is made all the same.
            with pytest.raises(RefusalError):
                await bots.tutor(table, ANNA.id, HERE, question(table))
            await service.do(table.id, playing.move, ANNA.id, 0, question(table).move)
            assert table.number == 1
            free.set()
            await bots.close()

    asyncio.run(work())


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is never too late."""
    monkeypatch.setattr(bot_runner, "TUTOR_SECONDS", 600)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("game", rest_thorough(["mandala", "patterns", "flowers"], keep=["patterns"]))
def test_what_it_says(url: str, tmp_path: Path, game: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0, bot_threads=1), Metrics())
            spec = TableSpec(game, options={"beginner": 0}, bots=(None, 1))
            table = await service.open(ANNA, spec, HERE)
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            assert table.session
            if table.session.to_move == 0:
                for number in range(0, len(table.session.game.legal_moves()), 9):
                    asked = question(table, number)
                    said = await bots.tutor(table, ANNA.id, HERE, asked)
                    assert (said.table, said.number, said.move) == (table.id, 0, asked.move)
                    if advice := said.advice:
                        assert advice.better in table.session.game.legal_moves()
                        assert advice.better != advice.move == asked.move
                        assert advice.loss.win >= 0.05
            with pytest.raises(RefusalError) as illegal:
                await bots.tutor(table, ANNA.id, HERE, AskTutor(table.id, table.number, "nonsense"))
            assert illegal.value.code in ("unreadable", "not_your_turn")
            assert table.number == 0
            await bots.close()

    asyncio.run(work())


@pytest.mark.usefixtures("patient")
def test_worlds_alike_to_the_player_get_the_same_answer(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0, bot_threads=1), Metrics())
            table = await service.open(ANNA, AGAINST_A_BOT, HERE)
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            assert table.session
            position, answers = table.session.game.position(), []
            for number in range(12):
                table.session.game = practice_game("mandala", position, 0, bytes([number % 3]) * 32)
                asked = question(table, number // 3)
                answers.append(msgspec.json.encode(await bots.tutor(table, ANNA.id, HERE, asked)))
            assert len(set(answers)) == 4
            await bots.close()

    asyncio.run(work())


def test_a_stand_in_keeps_the_seat_of_a_person(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0), Metrics())
            table = await started_table(service, TableSpec("mandala", options={"beginner": 0}), BEN)
            table.replaceable_from[BEN.id] = 0
            await service.do(table.id, proposals.propose, ANNA.id, "replace", 1)
            assert table.session
            assert 1 in table.session.bots
            with pytest.raises(RefusalError) as refused:
                await bots.tutor(table, ANNA.id, HERE, question(table))
            assert refused.value.code == "no_tutor"
            await bots.close()

    asyncio.run(work())
