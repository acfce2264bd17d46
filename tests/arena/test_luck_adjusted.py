"""Matches without luck: scores, the sequential test, files and the command."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from arena.faulty_bots import FaultyBot
from click.testing import CliRunner

from sandmandala import Game, UnreadableError
from sandmandala.arena import GameResult, play_match
from sandmandala.arena.report import luck_line
from sandmandala.cli import main
from sandmandala.review.luck import luck_of_game


def first_seat_is_lucky(game: Game) -> list[float]:
    return [0.25, -0.25]


def test_luck_is_taken_out_of_the_score() -> None:
    match = play_match("mandala", ["greedy", "random"], games=2, measure_luck=first_seat_is_lucky)
    games = [result for _, result in sorted(match.results.items())]
    assert [game.luck for game in games] == [[0.25, -0.25]] * 2
    assert [game.score - game.score_without_luck for game in games] == [0.25, -0.25]
    assert match.scores((0, 1)) == [sum(game.score for game in games) / 2], "the round has both seats"


@pytest.mark.thorough
def test_luck_is_that_of_the_review_and_the_same_every_time() -> None:
    match = play_match("mandala", ["greedy", "random"], games=2, measure_luck=luck_of_game)
    again = play_match("mandala", ["greedy", "random"], games=2, measure_luck=luck_of_game, workers=2)
    for number, result in match.results.items():
        assert result.luck is not None
        assert result.luck == again.results[number].luck
        assert result.luck == [round(one, 6) for one in luck_of_game(played(result))]
        assert abs(sum(result.luck)) < 1e-5, "what one seat wins by luck, the other loses"
        assert any(result.luck)


def played(result: GameResult) -> Game:
    game = Game.new("mandala", secret=bytes.fromhex(result.secret))
    for move in result.moves:
        game.play(move)
    return game


def test_a_game_without_draws_has_no_luck() -> None:
    match = play_match("patterns", ["greedy", "random"], games=2, measure_luck=luck_of_game)
    assert all(result.luck == [0.0, 0.0] for result in match.results.values())


def test_the_sequential_test_uses_scores_without_luck() -> None:
    """Both bots are the same; only luck that is taken out makes the first one stronger."""
    match = play_match("patterns", ["random"] * 2, games=60, sprt=(0, 50), measure_luck=all_lose_by_bad_luck)
    assert match.verdict is not None
    assert match.verdict.holds == 50
    assert len(match.results) < 60


def all_lose_by_bad_luck(game: Game) -> list[float]:
    """Without luck, both seats would have won."""
    return [-1.0 * (seat not in game.winners()) for seat in range(game.seats)]


def test_a_bot_that_fails_loses_without_luck_too() -> None:
    failing = play_match(
        "mandala", ["random", FaultyBot("crasher")], games=2, measure_luck=all_lose_by_bad_luck
    )
    assert [result.luck for result in failing.results.values()] == [None, None]
    assert failing.scores((0, 1)) == [1.0]


def test_a_file_says_that_luck_was_measured(tmp_path: Path) -> None:
    plain, adjusted = tmp_path / "plain.jsonl", tmp_path / "adjusted.jsonl"
    play_match("mandala", ["greedy", "random"], games=2, out=plain)
    played = play_match("mandala", ["greedy", "random"], games=2, out=adjusted, measure_luck=luck_of_game)
    resumed = play_match("mandala", ["greedy", "random"], games=2, out=adjusted, measure_luck=luck_of_game)
    assert resumed.results == played.results
    assert "luck" not in json.loads(plain.read_text().splitlines()[1]), "files without luck are as before"
    with pytest.raises(UnreadableError, match="luck_adjusted"):
        play_match("mandala", ["greedy", "random"], games=2, out=plain, measure_luck=luck_of_game)


def test_the_report_says_how_much_smaller_the_variance_is() -> None:
    match = play_match("mandala", ["greedy", "greedy"], games=12, measure_luck=first_seat_is_lucky)
    assert "is 1.00 times" in luck_line(match), "the luck of both games of a round cancels"
    for number, result in match.results.items():
        half = [(result.score - 0.5) / 2 * (1 if seat == result.first_seat else -1) for seat in (0, 1)]
        match.results[number] = dataclasses.replace(result, luck=half)
    assert "is 0.25 times" in luck_line(match)


def test_the_command() -> None:
    arguments = ["arena", "mandala", "greedy", "random", "--games", "4", "--workers", "1", "--luck-adjusted"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "without luck" in result.output
    assert "adjusted for the luck of draws" in result.output
