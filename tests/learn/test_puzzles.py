"""Puzzles: the shipped ones are proven, no two are alike, and answers are judged from what the seat knows."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from msgspec import structs
from thorough_cases import rest_thorough

from sandmandala.bots import LEVELS, Knowledge
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.errors import IllegalMoveError, UnreadableError
from sandmandala.games.manifest import manifests
from sandmandala.games.state_reader import reader_of
from sandmandala.learn.glossary import glossary_of
from sandmandala.puzzles.answers import HINTS, hint, judge_answer, outcomes_after
from sandmandala.puzzles.difficulty import TRIES, seed_rating
from sandmandala.puzzles.library import shipped_puzzles, theme_counts, with_theme
from sandmandala.puzzles.puzzle import Exact, Measured, Puzzle, Turn, id_of
from sandmandala.puzzles.puzzle_game import puzzle_game
from sandmandala.puzzles.rechecking import SMALL, check_form, drawn_at_random, problem_with
from sandmandala.puzzles.solving import game_before
from sandmandala.puzzles.trials import LEAST_LEAD, LEAST_LEAD_IN_TRIALS, TRIALS
from sandmandala.records import Game

GAMES = [game for game in manifests() if shipped_puzzles(game)]  # a new game may have none yet
MEASURED = [game for game in GAMES if manifests()[game].has_hidden_information]
LEAST_SHIPPED = 300  # of each game
PROVEN_AGAIN = 3  # of each game; `make puzzles-check` proves 200


def puzzles_of(game: str) -> list[Puzzle]:
    return list(shipped_puzzles(game).values())


def test_our_games_have_puzzles() -> None:
    assert {"mandala", "patterns", "flowers"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_fit_the_rules_and_no_two_are_alike(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= LEAST_SHIPPED
    check_form(puzzles, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_shipped_puzzles_is_proven_again(game: str) -> None:
    for puzzle in drawn_at_random(puzzles_of(game), PROVEN_AGAIN, seed=16):
        assert problem_with(puzzle, 1, SMALL) is None, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_every_proof_says_what_it_promises(game: str) -> None:
    for puzzle in puzzles_of(game):
        proof = puzzle.proof
        if isinstance(proof, Exact):
            assert len(proof.turns) == len(puzzle.solution)
            for turn in proof.turns:
                promised = {"win": turn.best > 0 >= turn.second, "draw": turn.best == 0 > turn.second}
                assert promised.get(puzzle.ask, turn.best > turn.second), puzzle.id
            continue
        assert [(one.seed, one.search) for one in proof.trials] == [(one.seed, one.search) for one in TRIALS]
        assert proof.lead >= LEAST_LEAD
        assert proof.best.move == puzzle.solution[0].right[0]
        assert proof.lead == pytest.approx(proof.best.win - proof.second.win, abs=2e-4)
        for trial in proof.trials:
            assert trial.lead >= max(LEAST_LEAD_IN_TRIALS, 3 * trial.error), puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_stronger_levels_solve_more_and_weak_bots_few(game: str) -> None:
    rates = np.array([puzzle.difficulty.levels for puzzle in puzzles_of(game)])
    means = rates.mean(axis=0)
    assert means.shape == (len(LEVELS),)
    assert means[0] < means[2] < means[3] < means[4] <= means[5]
    assert means[1] > means[0] - 0.05, "sprout and seed both overlook most moves"
    greedy = [puzzle.difficulty.greedy for puzzle in puzzles_of(game)]
    trivial = (rates[:, 0] >= 0.5) | (np.array(greedy) >= 0.75)
    assert trivial.mean() < 0.2


def test_ratings_follow_the_levels() -> None:
    assert len(TRIES) == len(LEVELS) - 1, "the strongest level is part of the proof"
    easy, middle, hard = seed_rating([1] * 6), seed_rating([0, 0, 0.5, 1, 1, 1]), seed_rating([0] * 5 + [1])
    assert easy < middle < hard


@pytest.mark.parametrize("game", GAMES)
def test_themes_find_puzzles(game: str) -> None:
    counts = theme_counts(shipped_puzzles(game))
    assert len(counts) > 5
    assert sum(counts.values()) == sum(len(one.themes) for one in puzzles_of(game))
    theme = next(iter(counts))
    assert len(with_theme(shipped_puzzles(game), theme)) == counts[theme]
    assert all(puzzle.themes for puzzle in puzzles_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_judged(game: str) -> None:
    puzzle = puzzles_of(game)[0]
    right = puzzle.solution[0].right[0]
    good = judge_answer(puzzle, 0, right.lower())
    assert good.right
    assert good.move == right
    assert good.loss is None
    assert good.solved == (len(puzzle.solution) == 1)
    proof, legal = puzzle.proof, game_before(puzzle).legal_moves()
    wrong = (
        proof.second.move if isinstance(proof, Measured) else next(move for move in legal if move != right)
    )
    bad = judge_answer(puzzle, 0, wrong)
    assert not bad.right
    assert not bad.solved
    assert bad.better == right
    assert bad.replies == ()
    if isinstance(proof, Exact):
        assert bad.loss.points >= proof.turns[0].best - proof.turns[0].second > 0 == bad.loss.points_error
    else:
        assert bad.loss.win > 3 * bad.loss.win_error > 0
    with pytest.raises((IllegalMoveError, UnreadableError)):
        judge_answer(puzzle, 0, "nonsense")
    with pytest.raises(UnreadableError, match="There is no turn 99"):
        judge_answer(puzzle, 99, right)


@pytest.mark.parametrize("game", MEASURED)
def test_only_what_the_seat_knows_counts(game: str) -> None:
    """Whatever is hidden: same view, same judgement, same outcomes. So a right answer is right whatever is
    drawn afterwards."""
    puzzle = puzzles_of(game)[0]
    known = Game.from_position(game, puzzle.position)
    world = known.state()
    entry_points.resample_state(world, 0, puzzle.side, stream_from_seed(77))
    position = known.rules.text.position_text(reader_of(world[0]))
    assert position != puzzle.position
    other = structs.replace(puzzle, position=position)
    assert game_before(puzzle).view(puzzle.side) == game_before(other).view(puzzle.side)
    assert isinstance(puzzle.proof, Measured)
    moves = [puzzle.solution[0].right[0], puzzle.proof.second.move]
    for move in moves:
        assert judge_answer(puzzle, 0, move) == judge_answer(other, 0, move)
    assert outcomes_after(puzzle, 0, moves, 20) == outcomes_after(other, 0, moves, 20)


def test_a_line_goes_on_after_the_best_defence() -> None:
    puzzle = max(puzzles_of("patterns"), key=lambda one: len(one.solution))
    assert len(puzzle.solution) > 1
    for number, turn in enumerate(puzzle.solution):
        answer = judge_answer(puzzle, number, turn.right[0])
        assert answer.right
        assert answer.replies == turn.answers
        assert answer.solved == (number + 1 == len(puzzle.solution))


@pytest.mark.parametrize("game", GAMES)
def test_hints_say_more_and_more(game: str) -> None:
    for puzzle in puzzles_of(game)[:20]:
        first, second, third = (hint(puzzle, 0, number) for number in range(1, HINTS + 1))
        assert first.theme == puzzle.themes[0]
        assert first.kind is None
        assert first.place is None
        assert second.kind
        assert second.place is None
        assert third.kind == second.kind
        assert third.place is None or glossary_of(game).has_place(third.place), third.place


@pytest.mark.parametrize("game", GAMES)
def test_outcomes_are_whole_games(game: str) -> None:
    puzzle = puzzles_of(game)[0]
    (found,) = outcomes_after(puzzle, 0, [puzzle.solution[0].right[0]], games=30)
    assert found.games == 30 == sum(count for _, count in found.margins)
    assert 0 <= found.won <= 1
    assert found.mean == pytest.approx(sum(margin * count for margin, count in found.margins) / 30, abs=0.01)


def _alike(game: str, position: str, side: int) -> object:
    state = Game.from_position(game, position).state()
    return puzzle_game(game).likeness(reader_of(state[0]), side)


_RENAMED = str.maketrans("ROYGPKroygpk", "GKRPOYgkrpoy")


def test_mandala_positions_with_other_names_are_alike() -> None:
    """Other colours, mandalas and seats in another order."""
    one = (
        "mandala1=R2O1/Y1/G2 mandala2=P1K1/-/R1 hand=Y2R1K1/G1R1O1 dealt=R1P1/K1G1 "
        "river=RO/G claimed=R1/- turn=0"
    )
    other = (
        "mandala1=O1Y1/G1/- mandala2=G2K1/P2/R1 hand=P1G1K1/R2G1Y1 dealt=Y1P1/G1O1 "
        "river=P/GK claimed=-/G1 turn=1 beginner=1"
    )
    assert _alike("mandala", one, 0) == _alike("mandala", other, 1)
    assert _alike("mandala", one, 0) != _alike("mandala", one.replace("hand=Y2R1K1", "hand=Y1R2K1"), 0)
    hidden = one.replace("/G1R1O1", "/G1R1P1").replace("dealt=R1P1/K1G1", "dealt=R1P1/K1O1")
    assert _alike("mandala", one, 0) == _alike("mandala", hidden, 0), "what the seat cannot know"


@pytest.mark.parametrize("game", ["patterns", "flowers"])
def test_positions_with_other_colours_are_alike(game: str) -> None:
    for puzzle in puzzles_of(game)[:5]:
        words = []
        for word in puzzle.position.split():
            key, _, value = word.partition("=")
            kept = key in ("markers", "phase", "final_mandalas", "memory_aid", "seats", "turn")
            words.append(word if kept else f"{key}={_renamed(game, key, value)}")
        other = " ".join(words)
        assert other != puzzle.position
        assert _alike(game, puzzle.position, puzzle.side) == _alike(game, other, puzzle.side)


def _renamed(game: str, key: str, value: str) -> str:
    if game == "patterns":
        return value.translate(_RENAMED)
    return value.translate(str.maketrans("RPKOYG", "KRPGOY"))  # dark and light colours stay such


def test_turned_and_mirrored_boards_are_alike() -> None:
    puzzle = puzzles_of("patterns")[0]
    words = dict(word.split("=") for word in puzzle.position.split())
    rows = words["board"].split("/")
    mirrored = words | {"board": "/".join(row[::-1] for row in rows)}
    files = str.maketrans("abcdefgh", "hgfedcba")
    mirrored["markers"] = words["markers"].translate(files)
    upside_down = words | {"board": "/".join(rows[::-1])}
    upside_down["markers"] = words["markers"].translate(str.maketrans("12345678", "87654321"))
    for other in (mirrored, upside_down):
        position = " ".join(f"{key}={value}" for key, value in other.items())
        assert _alike("patterns", position, puzzle.side) == _alike("patterns", puzzle.position, puzzle.side)
    changed = puzzle.position.replace(words["bowls"], words["bowls"][::-1])
    if changed != puzzle.position:
        assert _alike("patterns", changed, puzzle.side) != _alike("patterns", puzzle.position, puzzle.side)


@pytest.mark.parametrize("game", rest_thorough(GAMES))
def test_a_planted_wrong_solution_is_found(game: str) -> None:
    puzzle = puzzles_of(game)[0]
    game_here = game_before(puzzle)
    wrong = next(move for move in game_here.legal_moves() if move not in puzzle.solution[0].right)
    solution = (Turn((wrong,)),)
    planted = structs.replace(
        puzzle, solution=solution, id=id_of(game, puzzle.position, puzzle.ask, solution)
    )
    assert problem_with(planted, 1, SMALL)


def test_ids_are_hashes_of_the_content() -> None:
    puzzle = puzzles_of("mandala")[0]
    assert puzzle.id == id_of(puzzle.game, puzzle.position, puzzle.ask, puzzle.solution)
    assert msgspec.json.decode(msgspec.json.encode(puzzle), type=Puzzle) == puzzle
    assert Knowledge.of(game_before(puzzle)).seat == puzzle.side
