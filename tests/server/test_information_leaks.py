"""Two games that differ only in what a seat cannot know give it the same messages, byte for byte.

A game is played at a real server, over real sockets. After every move the table gets another world instead of
the true one: everything that one seat cannot know is resampled before the move, the same move is made, and
worlds are discarded until one looks alike to the seat after the move as well (for example, the seat drew the
same cards). Both worlds are then shown in the same ways: the move as an update, the table after a reconnect,
refusals of illegal moves, a hint, and a replay of the last position. What the seat and a spectator receive of
the two must be equal.

What everyone could remember, such as finished flowers, is the same in both worlds. Tests that it is not shown
without the memory aid are in tests/conformance/test_hidden_information.py and tests/server/test_secrets.py.

Nothing is normalised: ids, names and commitment are those of one table, there is no clock, and hints use a
fixed stream and number of simulations. The move that ends the game is left out, since then everything is
public.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from server.in_process_server import InProcessServer
from server.running_server import Socket
from server.test_refusals import all_moves
from thorough_cases import rest_thorough

from sandmandala.bots import Budget, Knowledge
from sandmandala.games import entry_points, views
from sandmandala.games.action_list import new_action_list
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States
from sandmandala.games.rules import Rules, all_games, rules_of
from sandmandala.records import game as recorded
from sandmandala.server.messages.table_info import Person
from sandmandala.server.spec import Moved, TableSpec
from sandmandala.server.tables import bot_runner
from sandmandala.server.tables.table import Table
from sandmandala.server.tables.watching import tell_state

CASES = [(name, seats) for name in all_games() for seats in rules_of(name).seat_counts]
TRIES = 150  # to find another world that looks alike before and after a move
World = tuple[States, States]  # before and after the last move


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    server = InProcessServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def plain_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "HINT_BUDGET", Budget(simulations=40))
    monkeypatch.setattr(bot_runner, "stream_from_seed", lambda _: stream_from_seed(1))


def known(state: States, seat: int) -> bytes:
    """A fingerprint of what a seat knows."""
    world = state.copy()
    entry_points.resample_state(world, 0, seat, stream_from_seed(0))
    return world.tobytes()


def other_world(rules: Rules, world: World, action: int, seat: int, choice: random.Random) -> World | None:
    """Another world that looks alike to the seat, before and after the move."""
    before, after = world
    legal, target = new_action_list(rules.action_count), known(after, seat)
    for _ in range(TRIES):
        stream = stream_from_seed(choice.getrandbits(32))
        imagined = before.copy()
        entry_points.resample_state(imagined, 0, seat, stream)
        if action not in legal[: entry_points.list_legal(imagined, 0, legal)]:
            continue
        moved = imagined.copy()
        entry_points.play(moved, 0, action, stream)
        different = moved.tobytes() != after.tobytes() or not rules.has_hidden_information
        if different and entry_points.to_move(moved, 0) >= 0 and known(moved, seat) == target:
            return imagined, moved
    return None


class Room:
    """A table at the server, its players, and a spectator."""

    def __init__(
        self, server: InProcessServer, tabs: ExitStack, name: str, seats: int, secret: bytes
    ) -> None:
        self.server, self.rules = server, rules_of(name)
        self.people = [server.client(f"Player {seat}") for seat in range(seats)]
        self.people.append(server.client("Spectator"))
        spec = TableSpec(name, seats, options={"beginner": 0})
        host = Person(self.people[0].me["id"], self.people[0].me["name"])
        table = server.do(server.tables.open(host, spec))
        table.secret, self.id = secret, table.id
        for person in self.people[:-1]:
            if person is not self.people[0]:
                person.post(f"/tables/{self.id}/join")
            person.post(f"/tables/{self.id}/contribution", value=bytes(16).hex())
        self.tabs = [tabs.enter_context(person.socket()) for person in self.people]
        for tab in self.tabs:
            tab.watch(self.id)
        for tab in self.tabs:
            self._heard(tab)
        self.table: Table = server.table(self.id)
        self.every_move = all_moves(name)

    def sounds(self, world: World, seat: int) -> dict[str, list[str]]:
        """Everything that the seat and the spectator receive of a world, by request."""
        self.server.do(self._put(world))
        session = self.table.session
        assert session
        found: dict[str, list[Any]] = {"news": [], "replay": [], "watch": [], "hint": [], "refusals": []}
        for tab in self.tabs:
            news = self._heard(tab)
            if tab in (self.tabs[seat], self.tabs[-1]):
                found["news"] += news
        legal = session.game.legal_moves() if session.to_move == seat else []  # out of turn, all are illegal
        illegal = [text for text in self.every_move if text not in legal][:: len(self.every_move) // 5]
        for one in (seat, -1):
            tab = self.tabs[one]
            replay = f"/tables/{self.id}/replay?from={session.game.ply}"
            found["replay"].append(self.people[one].http.get(replay).text)
            tab.send("watch", table=self.id, seen=session.number - 1)
            found["watch"] += self._heard(tab)
            tab.send("hint", table=self.id)
            tab.next("hint", "refused")
            found["hint"].append(tab.traffic[-1])
            for text in illegal:
                tab.send("move", table=self.id, after=session.number, move=text)
            found["refusals"] += self._heard(tab)
        for tab in self.tabs:
            self._heard(tab)  # who was told that somebody came back
        return found

    async def _put(self, world: World) -> None:
        """Replace the true world, and publish its last move as if it had just been stored."""
        assert self.table.session
        game = self.table.session.game
        game._last = tuple(state.tobytes() for state in world)
        game._state = world[1].copy()
        game._refresh()
        for watcher in self.table.watchers:
            watcher.told = self.table.session.number - 1
        tell_state(self.table)

    @staticmethod
    def _heard(tab: Socket) -> list[str]:
        """All messages so far."""
        start = len(tab.traffic)
        tab.send("ping")
        tab.next("pong")
        return tab.traffic[start:]


def differences(server: InProcessServer, name: str, seats: int, seed: int, plies: int = 1000) -> Counter[str]:
    """Play a game, and count the differences by kind; `compared` is the number of compared moves."""
    choice, found = random.Random(f"{name} {seats} {seed}"), Counter[str]()
    with ExitStack() as tabs:
        room = Room(server, tabs, name, seats, choice.randbytes(32))
        session = room.table.session
        assert session
        while session.game.ply < plies:
            before = session.game.state()
            mover = session.to_move
            assert mover is not None
            session.apply(Moved(mover, choice.choice(session.game.legal_moves())), 0)
            true = before, session.game.state()
            if session.is_over:
                break
            seat = choice.randrange(seats)
            other = other_world(room.rules, true, session.game.actions[-1], seat, choice)
            if other is None:
                found["no other world found"] += 1
                continue
            sounds = [room.sounds(world, seat) for world in (other, true)]
            found["compared"] += 1
            found.update(kind for kind, said in sounds[0].items() if said != sounds[1][kind])
    return found


@pytest.mark.parametrize(("name", "seats"), rest_thorough(CASES, keep=3))
def test_worlds_alike_to_a_seat_give_the_same_messages(
    server: InProcessServer, name: str, seats: int
) -> None:
    seed = 1
    print(f"differences(server, {name!r}, {seats}, {seed})")
    found = differences(server, name, seats, seed)
    assert set(found) <= {"compared", "no other world found"}, found
    assert found["compared"] > found["no other world found"], found
    assert found["compared"] > 15


# --- a test of the test: leaks that it must detect


def leaky_view(view_json: Any) -> Any:
    """The draw pile is shown."""

    def leaky(states: Any, seat: int | None) -> bytes:
        return view_json(states, seat)[:-1] + b',"pile":%s}' % json.dumps(states["draw"][0].tolist()).encode()

    return leaky


def leaky_telling(_: Any) -> Any:
    """Everyone sees which cards were drawn."""
    return lambda viewer, events, rules, after: events


def leaky_why(why: Any) -> Any:
    """A refusal says more when the other player has no red card."""

    def leaky(state: Any, action: int) -> Any:
        reason = why(state, action)
        other = 1 - int(state["turn"])
        return reason if state["hand"][other][0] else reason._replace(sentence=f"{reason.sentence}, sorry")

    return leaky


def leaky_knowledge(_: Any) -> Any:
    """A hint uses the true state."""
    return lambda game: Knowledge(game.rules, game.to_move, game.state())


# Where each leak is injected, by the name of the game.
LEAKS: list[tuple[str, Callable[[str], Any], Callable[[Any], Any], set[str]]] = [
    ("view_json", lambda name: views, leaky_view, {"news", "watch", "replay"}),
    ("visible_to", lambda name: recorded, leaky_telling, {"news", "watch", "replay"}),
    ("why_illegal", rules_of, leaky_why, {"refusals"}),
    ("of", lambda name: Knowledge, leaky_knowledge, {"hint"}),
]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["mandala", "flowers"])
@pytest.mark.parametrize(
    ("what", "place", "leak", "heard"), LEAKS, ids=["view", "events", "why", "knowledge"]
)
def test_leaks_are_detected(
    server: InProcessServer,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    what: str,
    place: Callable[[str], Any],
    leak: Callable[[Any], Any],
    heard: set[str],
) -> None:
    springs = leak(getattr(place(name), what))
    if place is rules_of:  # which cannot be changed in the usual way
        monkeypatch.setitem(vars(rules_of(name)), what, springs)
    else:
        monkeypatch.setattr(place(name), what, springs)
    found = differences(server, name, 2, seed=2, plies=30)
    assert set(found) - {"compared", "no other world found"} == heard, found
