"""Progress in puzzles is the same at all workers: after a kill, after a guest signs in, on every date."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Semaphore
from typing import Any

import httpx
import pytest
from server.puzzle_workers import (
    GAME,
    Workers,
    at_once,
    giving_up,
    solving,
    steps,
    voting,
    workers_on,
)
from server.running_server import PATIENCE, Client, RunningServer
from server.test_puzzle_workers import same_day
from server.test_puzzles import HOUR, answer, get, rating
from server.test_workers import _AFTER_A_JUMP
from sqlalchemy import select, update

from sandmandala.puzzles.puzzle import Puzzle
from sandmandala.server.ratings import NEW, shown
from sandmandala.server.storage.learning_schema import OF_LEARNERS, puzzle_ratings, repetitions

ROUNDS = 6
pytestmark = [pytest.mark.slow, pytest.mark.services]


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Workers]:
    with workers_on("postgresql", tmp_path_factory.mktemp("server"), request) as workers:
        yield workers


def hours_pass(workers: Workers, person: Client, hours: float) -> None:
    """Let everything that a person has to repeat come earlier, as if time had passed."""
    mine = repetitions.c.person == person.me["id"]
    earlier = repetitions.c.due - int(hours * HOUR)
    workers.run(update(repetitions).where(mine).values(due=earlier))


def next_puzzles(tabs: list[Client], **params: Any) -> set[str]:
    return {get(tab, "/puzzles/next", game="mandala", **params)["puzzle"]["id"] for tab in tabs}


def test_a_line_goes_on_at_another_worker(workers: Workers) -> None:
    near, far, other = workers.everywhere(workers.servers[0].client("Anna"))
    puzzle = workers.fresh_puzzle(2)
    near.post(f"/puzzles/{puzzle.id}/hint", turn=0, number=2)
    first = answer(far, puzzle, 0, puzzle.solution[0].right[0])
    assert (first["attempt"]["turn"], first["attempt"]["hints"]) == (1, 2)
    seen = get(other, f"/puzzles/{puzzle.id}")
    assert (seen["attempt"], seen["legal"]) == (first["attempt"], first["legal"])
    assert seen["position"]["ply"] == first["plies"][-1]["ply"]
    last = answer(near, puzzle, 1, puzzle.solution[1].right[0])
    assert last["attempt"]["first"] == "hinted"
    assert get(far, f"/puzzles/{puzzle.id}")["solution"] == last["solution"]


def test_all_workers_propose_the_same_next_puzzle(workers: Workers) -> None:
    tabs = workers.everywhere(workers.servers[0].client("Anna"))
    seen: list[str] = []
    for tab in tabs:
        [proposed] = next_puzzles(tabs)
        [other] = next_puzzles(tabs, skip=proposed)
        assert proposed not in [*seen, other], "what was tried at another worker does not come again"
        seen.append(proposed)
        tab.post(f"/puzzles/{proposed}/solution")


def test_what_is_due_is_repeated_once(workers: Workers) -> None:
    tabs = workers.everywhere(workers.servers[0].client("Anna"))
    puzzle = workers.fresh_puzzle()
    giving_up(tabs[0], puzzle)()
    assert [get(tab, "/me/repetition")["due"] for tab in tabs] == [0, 0, 0]
    for stage, hours in ((1, 4.01), (2, 24.01)):
        hours_pass(workers, tabs[0], hours)
        assert [get(tab, "/me/repetition")["due"] for tab in tabs] == [1, 1, 1]
        tabs[stage].post(f"/puzzles/{puzzle.id}/again")
        said = at_once(*(solving(tab, puzzle) for tab in (*tabs, *tabs)))
        assert all(one.get("right") for one in said), said
        for tab in tabs:
            found = get(tab, "/me/repetition")
            assert (found["due"], found["total"], found["items"]) == (0, 1, [])
            [item] = get(tab, "/me/learning")["repetitions"]
            assert item["stage"] == stage, "remembered once, however many tabs say so"
            assert rating(tab, GAME)["tried"] == 1


@pytest.mark.thorough
def test_a_worker_on_a_machine_with_another_date_has_the_same_day(workers: Workers, tmp_path: Path) -> None:
    code = _AFTER_A_JUMP.format(jump=86_400_000_000_000)
    ahead = type("Ahead", (RunningServer,), {"command": ("-c", code)})(tmp_path, **workers.settings)
    try:
        same_day([*workers.servers, ahead])
    finally:
        ahead.stop()


class Solver:
    """A person who solves puzzles one after the other, and sends an answer again when a worker is gone."""

    def __init__(self, person: Client, tabs: list[Client]) -> None:
        self.person, self._tabs = person, tabs
        self.confirmed: dict[str, Any] = {}

    def solve(self, puzzles: list[Puzzle], each: Semaphore) -> None:
        for puzzle in puzzles:
            while puzzle.id not in self.confirmed:
                try:
                    said = solving(self._tabs[0], puzzle)()
                except httpx.TransportError:
                    self._tabs.append(self._tabs.pop(0))  # no answer: it may be stored, or not
                else:
                    assert said.get("right"), said
                    self.confirmed[puzzle.id] = said["attempt"]
            each.release()


@pytest.mark.parametrize(("people", "length"), [(6, 8), pytest.param(30, 25, marks=pytest.mark.thorough)])
def test_a_killed_worker_loses_and_doubles_no_answer(workers: Workers, people: int, length: int) -> None:
    victim = workers.servers[0]
    puzzles = [workers.fresh_puzzle() for _ in range(length)]
    solvers = []
    for number in range(people):
        person = workers.servers[1].client(f"P{number}")
        tabs = workers.everywhere(person)
        solvers.append(Solver(person, tabs if number % 3 else [tabs[1], tabs[2], tabs[0]]))
    each = Semaphore(0)

    def kill() -> None:
        for _ in range(people * length // 3):
            assert each.acquire(timeout=PATIENCE)
        victim.kill()

    try:
        at_once(kill, *(partial(one.solve, puzzles, each) for one in solvers))
        for one in solvers:
            stored = get(one.person, "/me/learning")
            assert {row["puzzle"] for row in stored["puzzles"]} == set(one.confirmed)
            for row in stored["puzzles"]:
                said = one.confirmed[row["puzzle"]]
                assert (row["before"], row["after"]) == (said["before"], said["after"]), "as confirmed"
            walked, found = steps(stored), rating(one.person, GAME)
            assert (walked[0][0], walked[-1][1]) == (shown(*NEW), found["rating"])
            assert all(after == before for (_, after), (before, _) in pairwise(walked)), (
                "none lost or doubled"
            )
            assert found["tried"] == get(one.person, "/puzzles")["streak"]["row"] == length
        rows = workers.run(select(puzzle_ratings).where(puzzle_ratings.c.puzzle.in_([p.id for p in puzzles])))
        assert [(row.tries, row.solved) for row in rows] == [(people, people)] * length
    finally:
        victim.start()
    tab = Client.known(victim, solvers[0].person)
    assert rating(tab, GAME)["tried"] == length, "a new worker knows it, too"
    tab.http.close()


def account(server: RunningServer, name: str) -> tuple[Client, dict[str, str]]:
    """A person with a password."""
    client = server.client(name)
    form = {"login": f"learner-{secrets.token_hex(6)}", "password": "long enough"}
    assert client.http.post("/me/password", json=form).status_code == 204
    return client, form


def learnt(client: Client) -> tuple[dict[str, str], list[str]]:
    """The puzzles that a person has tried, and what comes back."""
    found = get(client, "/me/learning")
    tried = {one["puzzle"]: one["first"] for one in found["puzzles"]}
    return tried, sorted(one["item"] for one in found["repetitions"])


def sign_in(guest: Client, form: dict[str, str]) -> Any:
    return guest.post("/sign-in", **form)


def test_a_guest_who_signs_in_at_all_workers_brings_progress_once(workers: Workers) -> None:
    near = workers.servers[0]
    owner, form = account(near, "Owner")
    own, solved, failed = (workers.fresh_puzzle() for _ in range(3))
    giving_up(owner, own)()
    guest = near.client("Guest")
    solving(guest, solved)()
    giving_up(guest, failed)()
    before = rating(owner, GAME)
    tabs = workers.everywhere(guest)
    at_once(*(partial(sign_in, tab, form) for tab in tabs))
    for tab in (*tabs, *workers.everywhere(owner)):
        assert get(tab, "/me")["id"] == owner.me["id"]
        tried, back = learnt(tab)
        assert tried == {own.id: "failed", solved.id: "solved", failed.id: "failed"}
        assert back == sorted(f"puzzle:{one.id}" for one in (own, failed))
        assert rating(tab, GAME) == before, "an account keeps its own rating"
        assert get(tab, "/puzzles")["streak"]["days"] == 1
    assert learnt(guest) == ({}, []), "nothing is left with the guest"


def test_guests_at_all_workers_sign_in_while_the_account_goes_on(workers: Workers) -> None:
    owner, form = account(workers.servers[0], "Owner")
    shared = workers.fresh_puzzle()
    guests = [server.client(f"Guest {number}") for number, server in enumerate(workers.servers)]
    brought = [workers.fresh_puzzle() for _ in guests]
    for guest, puzzle in zip(guests, brought, strict=True):
        solving(guest, puzzle)()
        giving_up(guest, shared)()
    tabs = workers.everywhere(owner)
    mine = [shared, workers.fresh_puzzle(), workers.fresh_puzzle()]
    said = at_once(
        *(partial(sign_in, guest, form) for guest in guests),
        *(solving(tab, puzzle) for tab, puzzle in zip(tabs, mine, strict=True)),
    )
    assert [one.get("id") for one in said[:3]] == [owner.me["id"]] * 3, said
    assert {one.get("code") for one in said[3:]} <= {None, "puzzle_over"}, said
    for tab in (*guests, *tabs):
        tried, _ = learnt(tab)
        assert set(tried) == {one.id for one in (*mine, *brought)}
        assert [tried[one.id] for one in (*mine[1:], *brought)] == ["solved"] * 5


def test_the_vote_of_a_guest_who_signs_in_counts_once(workers: Workers) -> None:
    near, far, _ = workers.servers
    owner, form = account(near, "Owner")
    both, new = workers.fresh_puzzle(), workers.fresh_puzzle()
    guest = far.client("Guest")
    for person, puzzle, vote in ((owner, both, 1), (guest, both, 1), (guest, new, -1)):
        giving_up(person, puzzle)()
        assert voting(person, puzzle, vote)() == 204
    sign_in(guest, form)
    for puzzle, up, down in ((both, 1, 0), (new, 0, 1)):
        found = get(owner, f"/puzzles/{puzzle.id}")
        assert (found["solution"]["up"], found["solution"]["down"]) == (up, down)
        assert found["attempt"]["vote"] == up - down
        assert voting(guest, puzzle, 0)() == 204
        found = get(owner, f"/puzzles/{puzzle.id}")
        assert (found["solution"]["up"], found["solution"]["down"]) == (0, 0), "a vote can be taken back"


def read_tutorial(tab: Client) -> Any:
    said = tab.http.put("/me/tutorials/mandala", json={"step": 3, "done": False})
    return said.json() if said.content else {}


def test_nothing_is_stored_for_a_person_who_is_deleted_at_another_worker(workers: Workers) -> None:
    for number in range(ROUNDS):
        server = workers.servers[number % len(workers.servers)]
        person, puzzles = server.client("Anna"), [workers.fresh_puzzle(), workers.fresh_puzzle()]
        tabs = workers.everywhere(person, 6)
        calls = [solving(tab, puzzles[n % 2]) for n, tab in enumerate(tabs)]
        calls += [partial(read_tutorial, tab) for tab in tabs]
        _, *said = at_once(partial(person.http.delete, "/me"), *calls)
        assert {one.get("code") for one in said} <= {None, "sign_in"}, said
        for table in OF_LEARNERS:
            assert workers.run(select(table).where(table.c.person == person.me["id"])) == [], table.name
