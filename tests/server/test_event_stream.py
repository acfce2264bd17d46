"""The event stream: what happens to an account, as lines of JSON."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from server.in_process_server import InProcessServer
from server.running_server import PATIENCE, Client, RunningServer
from server.test_bot_accounts import new_bot

from sandmandala.server.accounts.identity import Identity
from sandmandala.server.events import stream as stream_module
from sandmandala.server.events.stream import MOST_WAITING, EventStream
from sandmandala.server.events.streams import MOST_STREAMS
from sandmandala.server.messages.events import Event
from sandmandala.server.messages.from_server import ListedTables
from sandmandala.server.messages.opponents import Challenge, ChallengeNews
from sandmandala.server.messages.table_info import Person, TableInfo
from sandmandala.server.spec import TableSpec, encode


class Lines:
    """A reader of a stream. Every line must be an event of the protocol."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.all: list[Any] = []
        self._lines = response.iter_lines()

    def next(self, *types: str) -> Any:
        for line in self._lines:
            msgspec.json.decode(line, type=Event)
            self.all.append(json.loads(line))
            if self.all[-1]["type"] in types:
                return self.all[-1]
        raise AssertionError(f"the stream ended without {types}: {self.all}")


@contextmanager
def events_of(server: RunningServer, token: str) -> Iterator[Lines]:
    with (
        server.http({"Authorization": f"Bearer {token}"}) as http,
        http.stream("GET", "/me/events", timeout=PATIENCE) as response,
    ):
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "application/x-ndjson"
        yield Lines(response)


def refusal(server: RunningServer, token: str) -> tuple[int, str]:
    with server.http({"Authorization": f"Bearer {token}"}) as http:
        answer = http.get("/me/events", timeout=20)
    return answer.status_code, answer.json()["code"]


def token_of(client: Client) -> str:
    return str(client.post("/me/tokens", label="stream")["code"])


def test_a_game_from_its_start_to_its_end(server: RunningServer) -> None:
    robot, anna = new_bot(server), server.client("Anna")
    with events_of(server, token_of(robot)) as lines:
        assert lines.next("hello")["you"]["id"] == robot.me["id"]
        lines.next("ready")
        own = robot.post("/tables", game="patterns", options={"beginner": 1})["table"]["id"]
        waits = lines.next("waiting")
        assert (waits["table"]["id"], waits["contribute"]) == (own, True)
        robot.post(f"/tables/{own}/contribution", value="00" * 16)
        assert lines.next("waiting")["contribute"] is False
        anna.join(own)
        start = lines.next("game_start")
        assert (start["table"]["id"], start["seats"]) == (own, [0])
        assert lines.next("your_turn") == {"type": "your_turn", "table": own, "moves": 0}
        with robot.socket() as tab, anna.socket() as other:
            legal = tab.watch(own)["legal"]
            tab.send("move", table=own, after=0, move=legal[0])
            state = other.watch(own)
            while "legal" not in state:
                state = other.next("state")
            other.send("move", table=own, after=1, move=state["legal"][0])
            assert lines.next("your_turn")["moves"] == 2
            other.send("resign", table=own, after=2)
        over = lines.next("game_over")
        assert over["table"] == own
        assert over["result"]["winners"] == [0]
        closed = robot.post("/tables", game="patterns")["table"]["id"]
        lines.next("waiting")
        robot.http.delete(f"/tables/{closed}/join")
        assert lines.next("gone")["table"] == closed


def test_it_begins_with_what_goes_on_and_tells_nothing_that_a_seat_may_not_know(
    server: RunningServer,
) -> None:
    robot, anna = new_bot(server), server.client("Anna")
    made = anna.open_table(game="mandala", public=False, options={"beginner": 1})
    table = made["table"]["id"]
    robot.join(table, key=made["key"])
    anna.open_table(game="mandala")  # of no concern to the robot
    with events_of(server, token_of(robot)) as lines:
        lines.next("ready")
        assert [one["type"] for one in lines.all] == ["hello", "game_start", "your_turn", "ready"]
    text = json.dumps(lines.all)
    assert made["key"] not in text
    assert not any(word in text for word in ("view", "hand", "secret", "contribution"))


def test_challenges_and_what_became_of_them(server: RunningServer) -> None:
    robot, anna = new_bot(server), server.client("Anna")
    early = anna.post(f"/people/{robot.me['id']}/challenges", game="patterns")
    with events_of(server, token_of(robot)) as lines:
        lines.next("ready")
        (waiting,) = (one["challenge"] for one in lines.all if one["type"] == "challenge")
        assert (waiting["id"], waiting["status"]) == (early["id"], "waiting")
        assert waiting["to"] == {**robot.me, "bot": True}
        table = robot.post(f"/challenges/{early['id']}/accept")["table"]["id"]
        both = [lines.next("challenge", "waiting") for _ in range(2)]  # in any order
        waits, accepted = sorted(both, key=lambda one: "challenge" in one)
        assert accepted["challenge"]["status"] == "accepted"
        assert accepted["challenge"]["table"] == table
        assert (waits["table"]["id"], waits["contribute"]) == (table, True)
        late = anna.post(f"/people/{robot.me['id']}/challenges", game="patterns")
        assert lines.next("challenge")["challenge"]["status"] == "waiting"
        assert anna.http.delete(f"/challenges/{late['id']}").is_success
        assert lines.next("challenge")["challenge"]["status"] == "withdrawn"


def test_revoked_tokens_end_their_stream_and_others_go_on(server: RunningServer) -> None:
    robot = new_bot(server)
    first, second = token_of(robot), token_of(robot)
    with events_of(server, first) as ending, events_of(server, second) as staying:
        ending.next("ready")
        staying.next("ready")
        old = robot.http.get("/me/tokens").json()[0]["id"]
        assert robot.http.delete(f"/me/tokens/{old}").is_success
        assert ending.next("bye")["code"] == "session_ended"
        with pytest.raises(AssertionError, match="ended"):
            ending.next("ping")
        robot.post("/tables", game="patterns")
        staying.next("waiting")
    for token in (first, "nonsense"):
        assert refusal(server, token) == (401, "sign_in")


def test_streams_of_an_account_are_bounded_and_forgotten(tmp_path: Path) -> None:
    server = InProcessServer(tmp_path)
    robot = new_bot(server)
    token, streams = token_of(robot), server._app.state.events
    try:
        for _ in range(2):  # a flood, and once more when it is over
            opened = [events_of(server, token) for _ in range(MOST_STREAMS)]
            readers = [one.__enter__() for one in opened]  # kept, or they would be closed
            for reader in readers:
                reader.next("ready")
            assert refusal(server, token) == (429, "too_many")
            for one in opened:
                one.__exit__(None, None, None)
            deadline = time.monotonic() + PATIENCE
            while streams.count(robot.me["id"]) and time.monotonic() < deadline:
                time.sleep(0.01)
            assert streams.count(robot.me["id"]) == 0
        with events_of(server, token) as lines:
            lines.next("ready")
            server.call(streams.say_goodbye)
            assert lines.next("bye")["code"] == "restart"
    finally:
        server.stop()


def listed(id: str, moves: int, status: Any = "playing") -> TableInfo:
    spec = TableSpec("patterns", 2, {}, (None, 1))
    return TableInfo(id, spec, status, "robot", [], 0, moves, "", 1)


def challenge(id: str) -> Challenge:
    anna, robot = Person("anna", "Anna"), Person("robot", "Robot", bot=True)
    return Challenge(id, anna, robot, TableSpec("patterns"), 0, 1, "waiting")


def new_stream() -> EventStream:
    return EventStream(Identity(Person("robot", "Robot", bot=True), "session", True, 0.0))


def test_a_slow_reader_makes_nothing_grow() -> None:
    async def work() -> None:
        stream = new_stream()
        lines = stream.lines()
        await anext(lines)
        for moves in range(10_000):
            stream.hear(encode(ListedTables("mine", [listed("one", moves)], [], False)))
        assert len(stream._changed) == 1
        start = json.loads(await anext(lines))
        assert (start["type"], start["table"]["moves"]) == ("game_start", 9999)
        for number in range(MOST_WAITING + 1):
            stream.hear_news(ChallengeNews(challenge(str(number))))
        assert not stream._events
        assert [json.loads(line) async for line in lines] == [{"type": "bye", "code": "too_slow"}]

    asyncio.run(work())


def test_silence_is_broken_by_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "PING_AFTER", 0.01)

    async def work() -> None:
        lines = new_stream().lines()
        await anext(lines)
        assert json.loads(await anext(lines)) == {"type": "ping"}

    asyncio.run(work())
