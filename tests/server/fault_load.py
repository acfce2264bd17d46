"""A load for fault tests: people play table after table, whatever happens, and record what they are told."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from server.raw_sockets import eventually
from server.running_server import A_DAY, PATIENCE, Client, RunningServer
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

SILENCE = 2.0  # seconds after which a client reconnects
UNIMPRESSED = 50  # entries to wait for during a fault that nobody notices
PAUSE = 0.05  # seconds before a client tries again
TAKE_BACKS = 0.1  # how often a player against bots takes a move back

# Everything that may fail: rated games, clocks, bots, practice with take-backs.
SPECS: list[dict[str, Any]] = [
    {"game": "mandala", "rated": True, "clock": A_DAY},
    {"game": "flowers", "seats": 2, "bots": [None, 1]},
    {"game": "patterns", "clock": {"type": "game", "seconds": 900}},
    {"game": "flowers", "seats": 3, "bots": [None, None, 1]},
]
# Refusals of messages that crossed with another, came twice, or could not be stored.
EXPECTED = {
    *("gone_on", "not_stored", "not_your_turn", "not_playing", "nothing_to_take_back"),
    *("contributed", "already_seated", "game_begun", "table_full", "not_asked", "rematch_begun", "not_over"),
}


class ForgottenError(Exception):
    """The client acts as if the answer got lost."""


@contextmanager
def tab_of(person: Client) -> Iterator[Tab]:
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    with connect(
        person.server.address.replace("http", "ws") + "/live",
        additional_headers={"Cookie": cookie},
        compression=None,
        open_timeout=SILENCE,
        close_timeout=0.1,
    ) as connection:
        yield Tab(connection)


class Tab:
    """A socket that does not wait long for a server that is down."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def send(self, message: dict[str, Any]) -> None:
        self._connection.send(json.dumps(message))

    def next(self) -> Any:
        return json.loads(self._connection.recv(timeout=SILENCE))


class Player:
    """Plays random moves. The host of a table decides whether there is a rematch; the others follow."""

    def __init__(self, load: Load, person: Client, host: Player | None, seed: str) -> None:
        self.load, self.person, self.host = load, person, host
        self.choice = random.Random(seed)
        self.table = ""
        self.tables: list[str] = []
        self.told: dict[tuple[str, int], tuple[str, str | None]] = {}  # kind and move of each entry
        self.sent: defaultdict[tuple[str, int], set[str]] = defaultdict(set)  # in answer to which entry
        self.refusals: Counter[str] = Counter()
        self.outages = 0  # how often the server was down
        self.is_done = False
        self.fault: BaseException | None = None
        self._info: Any = None
        self._seats: list[int] = []
        self._wants_rematch: set[str] = set()
        self._again: dict[str, Any] | None = None
        self._answered: int | None = None  # the entry, which may be sent more than once

    def go_to(self, table: str) -> None:
        self.table, self._info, self._answered = table, None, None
        self.tables.append(table)

    def play(self) -> None:
        try:
            while not self.is_done:
                try:
                    with tab_of(self.person) as tab:
                        self._follow(tab)
                except (WebSocketException, OSError, EOFError):
                    self.outages += 1
                    time.sleep(PAUSE)  # before it reconnects
                except ForgottenError:
                    pass
        except BaseException as fault:
            self.fault = fault

    def _follow(self, tab: Tab) -> None:
        if self._again:
            again, self._again = self._again, None
            tab.send(again)
        self._answered = None
        self._watch(tab)
        while not self.is_done:
            message = tab.next()
            match message["type"]:
                case "state" if message["table"] == self.table:
                    self._take(tab, message)
                case "asked" if message["what"] == "rematch" and message.get("settled") is None:
                    if message["table"] == self.table and set(self._seats) & set(message["waiting"]):
                        self._send(tab, type="answer", table=self.table, what="rematch", yes=True)
                case "refused":
                    self.refusals[message["code"]] += 1
                    assert message["code"] in EXPECTED, message
                    if message["code"] != "gone_on":
                        self._answered = None
                        time.sleep(PAUSE)
                    self._watch(tab)

    def _watch(self, tab: Tab) -> None:
        tab.send({"type": "watch", "table": self.table})

    def _send(self, tab: Tab, **message: Any) -> None:
        tab.send(message)
        if self.choice.random() < self.load.forgetful:
            self._again = message
            raise ForgottenError

    def _take(self, tab: Tab, state: Any) -> None:
        for change in state.get("changes", []):
            self._note(change)
        if "info" in state:
            self._info, self._seats = state["info"], state["seats"]
        match self._info["status"]:
            case "open":
                if any("contribution" not in self._info["sitting"][seat] for seat in self._seats):
                    self._send(tab, type="contribute", table=self.table, value=secrets.token_hex(16))
            case "over":
                self._after_the_game(tab, state["number"])
            case "playing" if "legal" in state and state["number"] != self._answered:
                self._answered = state["number"]
                self._move(tab, state)

    def _note(self, change: Any) -> None:
        key = self.table, change["number"]
        kind, move = change.get("kind", "move"), change.get("move")
        known_kind, known_move = self.told.setdefault(key, (kind, move))
        same = kind == known_kind and (move == known_move or None in (move, known_move))  # None: taken back
        assert same, f"entry {key} was {known_kind} {known_move} and is {kind} {move}"

    def _move(self, tab: Tab, state: Any) -> None:
        number = state["number"]
        people = [one for one in self._info["sitting"] if one["person"]["level"] is None]
        if len(people) == 1 and self.choice.random() < TAKE_BACKS:
            self.sent[self.table, number].add("take_back")
            self._send(tab, type="ask", table=self.table, what="take_back", after=number)
        else:
            move = self.choice.choice(state["legal"])
            self.sent[self.table, number].add(move)
            self._send(tab, type="move", table=self.table, after=number, move=move)

    def _after_the_game(self, tab: Tab, number: int) -> None:
        if following := self._info.get("next"):
            tab.send({"type": "unwatch", "table": self.table})
            self.go_to(following)
            self._watch(tab)
        elif self.host:
            self.is_done = self.host.is_done
        elif self.load.is_ending and self.table not in self._wants_rematch:
            self.is_done = True
        else:
            self._wants_rematch.add(self.table)
            self._send(tab, type="ask", table=self.table, what="rematch")


class Load:
    """People at tables, each in a separate thread."""

    def __init__(self, server: RunningServer, tables: int, seed: str, forgetful: float = 0.0) -> None:
        self.server, self.forgetful = server, forgetful
        self.is_ending = False
        self.players: list[Player] = []
        for number in range(tables):
            spec = SPECS[number % len(SPECS)]
            guests = spec.get("seats", 2) - 1 - sum(level is not None for level in spec.get("bots", []))
            host = self._player(None, f"{seed} {number}")
            host.go_to(self._request(host.person, "/tables", spec)["table"]["id"])
            for guest in range(guests):
                player = self._player(host, f"{seed} {number} {guest}")
                player.go_to(host.table)
                self._request(player.person, f"/tables/{host.table}/join", {})
        self._threads = [threading.Thread(target=player.play, daemon=True) for player in self.players]
        for thread in self._threads:
            thread.start()

    def _player(self, host: Player | None, seed: str) -> Player:
        person = Client(self.server, "Anna" if host is None else "Ben")
        self.players.append(Player(self, person, host, seed))
        return self.players[-1]

    def _request(self, person: Client, path: str, form: dict[str, Any]) -> Any:
        """If answers get lost, the request is sent twice; then a refusal as a duplicate is fine."""
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        if self.forgetful:
            _send_and_leave(person, path, form, headers)
        answer = person.http.post(path, json=form, headers=headers)
        assert answer.is_success or answer.json()["code"] in EXPECTED, answer.text
        return answer.json()

    @property
    def told(self) -> int:
        """How many log entries the players have received."""
        return sum(len(player.told) for player in self.players)

    @property
    def failures(self) -> int:
        """The number of refused messages and lost connections."""
        return sum(player.refusals.total() + player.outages for player in self.players)

    def play_on(self, entries: int) -> None:
        """Wait until players have received this many more entries."""
        goal = self.told + entries
        assert eventually(lambda: self.told >= goal), "nobody is told anything"

    def notice(self) -> None:
        """Wait until somebody notices a failure, or all continue in spite of it."""
        failures, goal = self.failures, self.told + UNIMPRESSED
        assert eventually(lambda: self.failures > failures or self.told >= goal)

    def finish(self) -> None:
        """Let all games end and everybody leave; wait as long as anybody makes progress."""
        self.is_ending = True
        told, deadline = 0, time.monotonic() + PATIENCE
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < deadline:
            if told != (told := self.told):
                deadline = time.monotonic() + PATIENCE
            time.sleep(PAUSE)
        for player in self.players:
            player.person.http.close()

    @property
    def stood(self) -> list[str]:
        """Tables at which somebody is still waiting."""
        return sorted({player.table for player in self.players if not player.is_done})


def _send_and_leave(person: Client, path: str, form: dict[str, Any], headers: dict[str, str]) -> None:
    connection = http.client.HTTPConnection(person.server.address.removeprefix("http://"), timeout=SILENCE)
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    headers = {**headers, "Cookie": cookie, "Content-Type": "application/json"}
    connection.request("POST", "/api/v1" + path, json.dumps(form), headers)
    connection.close()
