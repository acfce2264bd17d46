"""Invariants of every game, checked after every move of random games."""

from __future__ import annotations

import random

import pytest
from conformance.game_under_test import (
    MOST_MOVES,
    Case,
    GameUnderTest,
    all_cases,
    games,
    options_thorough,
    random_game,
)

from sandmandala.games import action_list, compiling, entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.errors import UnreadableError
from sandmandala.games.rules import all_games, rules_of

CASES = all_cases()
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@pytest.mark.parametrize("game", all_games())
def test_a_state_is_small(game: str) -> None:
    assert rules_of(game).state_dtype.itemsize <= 256


@pytest.mark.parametrize("game", all_games())
def test_a_state_has_no_padding(game: str) -> None:
    """NumPy does not copy padding: with it, equal states could have different bytes."""
    layout = rules_of(game).state_dtype
    assert sum(layout[name].itemsize for name in layout.names) == layout.itemsize


@every_case
def test_every_game_ends(case: Case) -> None:
    for seed in range(games(400)):
        game = GameUnderTest(case, seed)
        choice = random.Random(seed)
        legal = game.list
        count = entry_points.list_legal(game.states, 0, legal)
        moves = 0
        while count:
            assert moves < MOST_MOVES, f"{case}, seed {seed} does not end"
            action = legal.item(choice.randrange(count))
            count = game.play_and_list(action)
            moves += 1
        assert game.to_move() is None, f"{case}, seed {seed}"
        assert game.winners(), f"{case}, seed {seed}"


@every_case
def test_cards_and_tiles_are_conserved(case: Case) -> None:
    for seed in range(games(15)):
        for game in random_game(case, seed):
            assert case.facts.contents(game.snapshot()) == case.facts.material


@every_case
def test_legal_actions_are_a_sorted_list(case: Case) -> None:
    for seed in range(games(20)):
        for game in random_game(case, seed):
            before = game.bytes()
            legal = game.legal()
            assert legal == sorted(set(legal))
            assert all(0 <= action < case.rules.action_count for action in legal)
            assert game.legal() == legal, "asked twice"
            assert game.bytes() == before, "asking changes nothing"


@every_case
def test_someone_is_to_move_until_somebody_has_won(case: Case) -> None:
    for seed in range(games(20)):
        for game in random_game(case, seed):
            over = not game.legal()
            assert (game.to_move() is None) == over
            assert bool(game.winners()) == over
            assert game.winners() <= set(range(case.seats))
            assert over or game.to_move() in range(case.seats)
            if over:
                best = max(game.scores())
                assert all(game.scores()[seat] == best for seat in game.winners())


@every_case
def test_copies_never_share_memory(case: Case) -> None:
    for seed in range(games(15)):
        for game in random_game(case, seed):
            legal = game.legal()
            if not legal:
                continue
            action = legal[seed % len(legal)]
            before, copy = game.bytes(), game.copy()
            copy.play(action)
            assert game.bytes() == before, "the original stays when the copy plays on"
            other, after = game.copy(), copy.bytes()
            other.play(action)
            assert copy.bytes() == after, "the copy stays when another plays on"
            assert other.bytes() == after, "the same move with the same chance gives the same bytes"
            assert other.stream.tolist() == copy.stream.tolist()


@every_case
def test_games_in_one_array_do_not_touch_each_other(case: Case) -> None:
    for seed in range(games(15)):
        for game in random_game(case, seed):
            legal = game.legal()
            if not legal:
                continue
            row = compiling.new_states(case.rules.state_dtype, 3)
            row[:] = game.states[0]
            entry_points.play(row, 1, legal[-1], game.stream.copy())
            assert row[0].tobytes() == row[2].tobytes() == game.bytes()
            assert row[1].tobytes() != game.bytes()


@every_case
def test_play_and_list_is_play_and_then_list(case: Case) -> None:
    for seed in range(games(15)):
        for game in random_game(case, seed):
            for action in game.legal()[:1]:
                copy, other = game.copy(), game.copy()
                copy.play(action)
                count = other.play_and_list(action)
                assert other.list[:count].tolist() == copy.legal()
                assert other.bytes() == copy.bytes()


@every_case
def test_set_up_clears_an_earlier_game(case: Case) -> None:
    for seed in range(games(15)):
        *_, played = random_game(case, seed)
        played.state["beginner"] = -1
        entry_points.set_up(played.states, 0, stream_from_seed(seed))
        assert played.bytes() == GameUnderTest(case, seed).bytes(), f"{case}, seed {seed}"


# --- text

# Each looks like a move of some game, but is not one.
NONSENSE = ["", "?", "M3R", "M1B", "F1R0", "F1R8", "DR9", "TT", "P4R1", "P1R0", "P1R16"]
NONSENSE += ["Oa1", "Fh8", "AX", "XX", "--"]


@every_case
def test_move_text_round_trips(case: Case) -> None:
    text = case.rules.text
    for seed in range(games(15)):
        for game in random_game(case, seed):
            for action in game.legal():
                said = text.move_text(game.state, action)
                assert said == game.move_text(action)
                assert text.read_move(game.state, said) == action


@every_case
@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_not_a_move(case: Case, nonsense: str) -> None:
    with pytest.raises(UnreadableError):
        case.rules.text.read_move(GameUnderTest(case, 0).state, nonsense)


@pytest.mark.slow
@pytest.mark.parametrize("case", options_thorough(CASES), ids=str)
def test_position_text_round_trips(case: Case) -> None:
    text = case.rules.text
    for seed in range(games(15)):
        for game in random_game(case, seed):
            said = text.position_text(game.state)
            read = compiling.new_states(case.rules.state_dtype, 1)
            text.read_position(said, read[0])
            assert text.position_text(read[0]) == said
            assert read.tobytes() == game.bytes(), said


# --- reasons


@pytest.mark.slow
@pytest.mark.parametrize("case", options_thorough(CASES), ids=str)
def test_every_illegal_action_has_a_reason_and_no_legal_one(case: Case) -> None:
    why_illegal = case.rules.why_illegal
    letter, count = case.rules.last_rule[0], int(case.rules.last_rule[1:])
    rule_ids = {f"{letter}{number}" for number in range(1, count + 1)}
    for seed in range(games(3)):
        for game in random_game(case, seed):
            legal = set(game.legal())
            before = game.bytes()
            for action in range(case.rules.action_count):
                reason = why_illegal(game.state, action)
                assert (reason is None) == (action in legal), (action, reason)
                if reason is not None:
                    assert reason.rule in rule_ids
                    assert "{" not in reason.sentence
                    assert reason.facts.keys() == case.rules.reasons.fact_kinds(reason.code).keys()
            assert game.bytes() == before


def test_a_list_has_room_for_every_action() -> None:
    for game in all_games():
        assert len(action_list.new_action_list(rules_of(game).action_count)) >= rules_of(game).action_count
