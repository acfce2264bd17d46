"""What learning follows: schedules, streaks, which puzzle comes, and what a try is worth."""

from __future__ import annotations

from sandmandala.server.learning.puzzle_choice import Choice, day_of, next_puzzle, puzzle_of_day
from sandmandala.server.learning.puzzle_ratings import after_try, seeded, target
from sandmandala.server.learning.puzzle_run import (
    Run,
    after_giving_up,
    after_hint,
    after_right,
    after_wrong,
    again,
)
from sandmandala.server.learning.schedule import INTERVALS, after_help, after_success, first_turn
from sandmandala.server.learning.streak import Streak
from sandmandala.server.ratings import FIRM_AFTER, NEW

HOUR = 3_600_000
DAY = 24 * HOUR


def test_what_is_remembered_comes_back_later_and_later() -> None:
    at, turn = 1_000, first_turn(1_000)
    waits = []
    while turn.due is not None:
        waits.append(turn.due - at)
        at = turn.due + HOUR  # people come when they have time
        turn = after_success(turn.stage, at)
    days = (1, 3, 7, 14, 30, 90, 180)
    assert waits == [4 * HOUR, *(days * DAY for days in days)]
    assert turn.stage == len(INTERVALS)


def test_what_is_forgotten_starts_over_and_help_repeats_the_same_time() -> None:
    assert first_turn(5 * DAY) == (0, 5 * DAY + 4 * HOUR)
    assert after_help(3, 0) == (3, 7 * DAY)


def test_only_the_first_run_says_how_it_went() -> None:
    assert after_right(Run(), is_last=False) == Run(turn=1)
    assert after_right(Run(turn=1), is_last=True).first == "solved"
    hinted = after_right(after_hint(after_hint(Run(), 2), 1), is_last=True)
    assert (hinted.first, hinted.hints, hinted.state) == ("hinted", 2, "solved")
    failed = after_wrong(Run())
    assert (failed.first, failed.state) == ("failed", "open")
    assert after_right(failed, is_last=True).first == "failed"
    assert after_giving_up(Run()).first == "failed"
    assert after_right(again(failed), is_last=True) == Run(1, "solved", 0, False, "failed")
    assert after_wrong(again(hinted)).first == "hinted"


def test_streaks() -> None:
    streak = Streak().after_solving(10).after_solving(11).after_solving(11)
    assert (streak.days, streak.days_on(11), streak.days_on(12), streak.days_on(13)) == (2, 2, 2, 0)
    assert streak.after_solving(13).days == 1
    assert streak.after_solving(13).best_days == 2
    row = Streak().after_first_try(True).after_first_try(True).after_first_try(False).after_first_try(True)
    assert (row.row, row.best_row) == (1, 2)


RATINGS = {f"{number:012x}": 1000 + 3 * number for number in range(300)}


def test_the_puzzle_of_the_day_is_stable_and_comes_back_only_when_all_were_shown() -> None:
    monday = 4
    shown = [puzzle_of_day(RATINGS, monday + day) for day in range(42 * 7)]
    assert shown == [puzzle_of_day(dict(reversed(RATINGS.items())), monday + day) for day in range(42 * 7)]
    assert len(set(shown)) == len(shown)
    means = [sum(RATINGS[id or ""] for id in shown[weekday::7]) for weekday in range(7)]
    assert means == sorted(means), "easy on Mondays, hard on Sundays"
    assert day_of(1_700_000_000_000) == 19_675


def test_the_puzzle_of_the_day_of_few_puzzles() -> None:
    assert puzzle_of_day({}, 3) is None
    assert {puzzle_of_day({"a": 1, "b": 2}, day) for day in range(60)} == {"a", "b"}


CHOICES = [Choice(f"p{number:03}", float(number)) for number in range(100)]


def test_the_next_puzzle_is_near_and_new() -> None:
    seen: dict[str, int] = {}
    for number in range(100):
        found = next_puzzle(CHOICES, 50.0, seen, number, f"me {number}")
        assert found
        assert found not in seen
        if number < 10:
            assert abs(int(found[1:]) - 50) <= 10
        seen[found] = number
    assert next_puzzle(CHOICES, 50.0, seen, 6 * DAY, "x") is None, "all of them were tried this week"
    assert next_puzzle(CHOICES, 50.0, seen, 8 * DAY, "x") == min(seen, key=lambda id: seen[id])


def test_the_next_puzzle_does_not_change_on_reloading_and_is_not_a_disliked_one() -> None:
    assert len({next_puzzle(CHOICES, 50.0, {}, 0, "me 7") for _ in range(5)}) == 1
    assert len({next_puzzle(CHOICES, 50.0, {}, 0, f"me {seed}") for seed in range(40)}) > 4
    bad, few = Choice("bad", 50.0, -0.8, 10), Choice("few", 90.0, -1.0, 2)
    assert next_puzzle([bad, few], 50.0, {}, 0, "me") == "few"


def test_a_try_counts_less_with_hints_or_a_provisional_puzzle() -> None:
    puzzle = seeded(1500)
    gains = [after_try(NEW, 0, puzzle, FIRM_AFTER, "hinted", hints).solver[0] - NEW[0] for hints in range(4)]
    assert gains == sorted(gains, reverse=True)
    assert 0 < gains[3] < gains[0] / 3
    provisional = after_try(NEW, 0, puzzle, 0, "solved", 0).solver[0] - NEW[0]
    assert 0 < provisional < gains[0]
    lost = after_try(NEW, 0, puzzle, FIRM_AFTER, "failed", 0)
    assert lost == after_try(NEW, 0, puzzle, FIRM_AFTER, "failed", 3), "asking for a hint never pays"
    assert lost.solver[0] < NEW[0]
    assert lost.puzzle[0] > puzzle[0]
    easy = after_try(NEW, 0, seeded(1000), FIRM_AFTER, "solved", 0).solver[0] - NEW[0]
    assert easy < gains[0]
    assert target(NEW) < target((NEW[0], 1.0))
