"""Who is paired with whom, without storage."""

from __future__ import annotations

from typing import Any

from sandmandala.server.opponents.pairing import PATIENCE, Waiting, groups
from sandmandala.server.relations.blocks import pair_of

SECOND = 1000


def waiting(person: str, rating: int, since: int = 0, **other: Any) -> Waiting:
    values = {"game": "mandala", "seats": 2, "tempo": "rapid", "rated": True, "provisional": False, **other}
    return Waiting(person, f"s{person}", "tab", rating=rating, since=since, **values)


def names(found: list[list[Waiting]]) -> list[list[str]]:
    return [[one.person for one in group] for group in found]


def test_the_window_widens_with_time() -> None:
    pool = [waiting("anna", 1500), waiting("ben", 1700)]
    assert groups(pool, set(), 0) == []
    assert groups(pool, set(), 4 * SECOND) == []
    assert names(groups(pool, set(), 5 * SECOND)) == [["anna", "ben"]]
    assert groups([waiting("anna", 500), waiting("ben", 2500)], set(), (PATIENCE - 1) * SECOND) == []
    assert len(groups([waiting("anna", 500), waiting("ben", 2500)], set(), PATIENCE * SECOND)) == 1


def test_whoever_has_waited_long_takes_a_newcomer() -> None:
    pool = [waiting("anna", 500), waiting("ben", 2500, since=PATIENCE * SECOND)]
    assert names(groups(pool, set(), PATIENCE * SECOND)) == [["anna", "ben"]]


def test_a_provisional_rating_has_a_wider_window() -> None:
    pool = [waiting("anna", 1500, provisional=True), waiting("ben", 1700, provisional=True)]
    assert len(groups(pool, set(), 0)) == 1


def test_the_closest_rating_is_chosen_and_the_longest_wait_chooses_first() -> None:
    pool = [waiting("a", 1500, 1), waiting("b", 1540), waiting("c", 1530, 2), waiting("d", 1600, 3)]
    assert names(groups(pool, set(), 10)) == [["b", "c"], ["a", "d"]]


def test_blocked_people_never_meet() -> None:
    pool = [waiting("anna", 1500), waiting("ben", 1500)]
    assert groups(pool, {pair_of("ben", "anna")}, 10 * PATIENCE * SECOND) == []
    three = [waiting(one, 1500, seats=3, game="flowers") for one in ("anna", "ben", "carl", "dora")]
    assert names(groups(three, {pair_of("ben", "anna")}, 0)) == [["anna", "carl", "dora"]]


def test_a_group_of_three_accepts_one_another() -> None:
    trio = [waiting(one, rating, seats=3) for one, rating in (("a", 1500), ("b", 1590), ("c", 1410))]
    assert groups(trio, set(), 0) == [], "b and c are too far apart"
    assert len(groups(trio, set(), 4 * SECOND)) == 1


def test_a_large_pool_is_paired_completely() -> None:
    pool = [waiting(f"p{number:04}", 1000 + number, number) for number in range(1000)]
    found = groups(pool, set(), PATIENCE * SECOND)
    assert len({one.person for group in found for one in group}) == len(pool)
