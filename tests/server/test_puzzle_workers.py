"""Puzzles at several workers at the same moment: every first try and every vote counts exactly once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

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
from server.running_server import Client, RunningServer
from server.test_puzzles import answer, get, rating, wrong_move
from sqlalchemy import select

from sandmandala.puzzles.puzzle import Puzzle
from sandmandala.server.learning.puzzle_ratings import after_try, seeded
from sandmandala.server.learning.puzzle_run import First
from sandmandala.server.ratings import NEW, shown
from sandmandala.server.storage.learning_schema import puzzle_ratings

pytestmark = pytest.mark.slow
TABS = 9


@pytest.fixture(scope="module", params=[pytest.param("postgresql", marks=pytest.mark.services), "sqlite"])
def workers(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Workers]:
    with workers_on(request.param, tmp_path_factory.mktemp("server"), request) as workers:
        yield workers


def strength(workers: Workers, puzzle: Puzzle) -> Any:
    """The stored rating of a puzzle."""
    [row] = workers.run(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle.id))
    return row


def expected(puzzle: Puzzle, first: First, people: int, hints: int = 0) -> tuple[float, float]:
    """The rating of a puzzle after the first tries of so many new people, one after the other."""
    found = seeded(puzzle.difficulty.rating)
    for tries in range(people):
        found = after_try(NEW, 0, found, tries, first, hints).puzzle
    return found


def tried_once(workers: Workers, anna: Client, puzzle: Puzzle, first: First, hints: int = 0) -> None:
    """Check at every worker that a first try, the only one of a person, was rated once."""
    after = after_try(NEW, 0, seeded(puzzle.difficulty.rating), 0, first, hints).solver
    solved = int(first != "failed")
    for tab in workers.everywhere(anna):
        found = rating(tab, GAME)
        assert (found["tried"], found["solved"], found["rating"]) == (1, solved, shown(*after))
        assert (get(tab, "/puzzles")["streak"]["row"], get(tab, "/puzzles")["streak"]["best_row"]) == (
            solved,
            solved,
        )
        attempt = get(tab, f"/puzzles/{puzzle.id}")["attempt"]
        assert (attempt["first"], attempt["before"], attempt["after"]) == (first, shown(*NEW), shown(*after))
        assert get(tab, "/me/repetition")["total"] == 1 - solved
    row = strength(workers, puzzle)
    assert (row.tries, row.solved) == (1, solved)
    assert (row.mu, row.sigma) == pytest.approx(expected(puzzle, first, 1, hints))


@pytest.mark.parametrize("hints", [0, 1])
def test_the_same_answer_at_all_workers_counts_once(workers: Workers, hints: int) -> None:
    """Also if the attempt is stored already, because a hint was given."""
    anna, puzzle = workers.servers[0].client("Anna"), workers.fresh_puzzle()
    if hints:
        anna.post(f"/puzzles/{puzzle.id}/hint", turn=0, number=hints)
    said = at_once(*(solving(tab, puzzle) for tab in workers.everywhere(anna, TABS)))
    assert all(one.get("right") for one in said), said
    assert len({(one["attempt"]["before"], one["attempt"]["after"]) for one in said}) == 1, "all say the same"
    tried_once(workers, anna, puzzle, "hinted" if hints else "solved", hints)


def test_solving_and_giving_up_at_once_counts_as_one_of_them(workers: Workers) -> None:
    for _ in range(4):
        anna, puzzle = workers.servers[0].client("Anna"), workers.fresh_puzzle()
        tabs = workers.everywhere(anna, TABS)
        said = at_once(
            *((solving if number % 2 else giving_up)(tab, puzzle) for number, tab in enumerate(tabs))
        )
        assert {one["code"] for one in said if "code" in one} <= {"puzzle_over"}, said
        tried_once(workers, anna, puzzle, get(anna, f"/puzzles/{puzzle.id}")["attempt"]["first"])


def test_a_wrong_move_at_all_workers_is_judged_alike_and_counts_once(workers: Workers) -> None:
    anna, puzzle = workers.servers[0].client("Anna"), workers.fresh_puzzle()
    move = wrong_move(puzzle)
    calls = [partial(answer, tab, puzzle, 0, move) for tab in workers.everywhere(anna)]
    said = at_once(*calls)
    assert not said[0]["right"]
    assert all(one == said[0] for one in said), "every worker gives the same reason and the same loss"
    tried_once(workers, anna, puzzle, "failed")


def test_different_puzzles_at_all_workers_are_all_counted(workers: Workers) -> None:
    anna = workers.servers[0].client("Anna")
    puzzles = [workers.fresh_puzzle() for _ in range(TABS)]
    tabs = workers.everywhere(anna, TABS)
    said = at_once(*(solving(tab, puzzle) for tab, puzzle in zip(tabs, puzzles, strict=True)))
    assert all(one.get("right") for one in said), said
    for tab in tabs[: len(workers.servers)]:
        found, streak = rating(tab, GAME), get(tab, "/puzzles")["streak"]
        assert (found["tried"], found["solved"]) == (TABS, TABS)
        assert (streak["row"], streak["best_row"], streak["days"]) == (TABS, TABS, 1)
        walked = steps(get(tab, "/me/learning"))
        assert walked[0][0] == shown(*NEW)
        assert all(after == before for (_, after), (before, _) in pairwise(walked)), "no step was lost"
        assert walked[-1][1] == found["rating"]


@pytest.mark.parametrize("first", ["solved", "failed"])
def test_a_puzzle_that_many_people_try_at_once_is_rated_by_each(workers: Workers, first: First) -> None:
    """All are new and all do the same, so the order in which they come makes no difference."""
    puzzle, number = workers.fresh_puzzle(), 5 * len(workers.servers)
    people = [workers.servers[n % len(workers.servers)].client(f"P{n}") for n in range(number)]
    what = solving if first == "solved" else giving_up
    assert not [one for one in at_once(*(what(person, puzzle) for person in people)) if "code" in one]
    row = strength(workers, puzzle)
    assert (row.tries, row.solved) == (number, number * (first == "solved"))
    assert (row.mu, row.sigma) == pytest.approx(expected(puzzle, first, number))
    for tab in people[: len(workers.servers)]:
        assert get(tab, f"/puzzles/{puzzle.id}")["solution"]["tries"] == number


def test_votes_of_one_person_at_all_workers_count_once(workers: Workers) -> None:
    anna, ben = workers.servers[0].client("Anna"), workers.servers[-1].client("Ben")
    puzzle = workers.fresh_puzzle()
    for person in (anna, ben):
        solving(person, puzzle)()
    assert voting(ben, puzzle, 1)() == 204
    tabs = workers.everywhere(anna, TABS)
    assert set(at_once(*(voting(tab, puzzle, 1) for tab in tabs))) == {204}
    assert (strength(workers, puzzle).up, strength(workers, puzzle).down) == (2, 0)
    votes = (1, -1, 0, -1, 0, 1, 0, 1, -1)
    for _ in range(3):
        at_once(*(voting(tab, puzzle, vote) for tab, vote in zip(tabs, votes, strict=True)))
        mine = {get(tab, f"/puzzles/{puzzle.id}")["attempt"]["vote"] for tab in tabs}
        assert len(mine) == 1
        row = strength(workers, puzzle)
        assert (row.up, row.down) == (1 + (mine == {1}), mine == {-1})


def test_votes_of_many_people_at_once_all_count(workers: Workers) -> None:
    puzzle = workers.fresh_puzzle()
    people = [workers.servers[n % len(workers.servers)].client(f"P{n}") for n in range(TABS)]
    for person in people:
        giving_up(person, puzzle)()
    at_once(*(voting(person, puzzle, -1 if n < 4 else 1) for n, person in enumerate(people)))
    row = strength(workers, puzzle)
    assert (row.up, row.down) == (TABS - 4, 4)


def days_of(servers: list[RunningServer]) -> list[Any]:
    """What each server says about the day to a person without a name."""
    found = []
    for server in servers:
        with server.http() as stranger:
            found.append(stranger.get("/puzzles/day").json())
    return found


def same_day(servers: list[RunningServer]) -> Any:
    """The day, which is the same at all servers. If it is just midnight, they are asked once more."""
    for _ in range(2):
        first, *others, last = days_of([*servers, servers[0]])
        if first == last:
            break
    assert all(one == first for one in others)
    return first


def test_the_puzzle_of_the_day_is_the_same_at_all_workers(workers: Workers) -> None:
    servers = list(workers.servers)
    today = same_day(servers)
    assert len(today["puzzles"]) == 3
    ids = [one["id"] for one in today["puzzles"]]
    for number, server in enumerate(servers):
        mine = get(server.client(f"P{number}"), "/puzzles/day")
        if mine["date"] == today["date"]:
            assert mine == today, "for people with a name, too"
    anna = servers[0].client("Anna")
    anna.post(f"/puzzles/{ids[0]}/solution")
    for tab in workers.everywhere(anna):
        seen = get(tab, "/puzzles/day")
        if seen["date"] == today["date"]:
            assert [one["first"] for one in seen["puzzles"]] == ["failed", None, None]
            assert [one["id"] for one in seen["puzzles"]] == ids
