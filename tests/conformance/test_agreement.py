"""Our rules and the reference games agree move by move, with the same chance."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conformance.game_under_test import (
    MOST_MOVES,
    Case,
    GameUnderTest,
    Player,
    all_cases,
    games,
    reference_twin,
    reproduction_note,
)

CASES = all_cases()
SCARCE = [case for case in CASES if case.facts.make_scarce]
WHOLE_GAMES = 80
SCARCE_GAMES = 120


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_rules_and_reference_agree(case: Case) -> None:
    seen: set[str] = set()
    # An option changes little, so half as many games are enough.
    for seed in range(games(WHOLE_GAMES // 2 if case.options else WHOLE_GAMES)):
        beginner = "lot" if seed % 3 else seed % case.seats
        tested, reference = GameUnderTest(case, seed, beginner), reference_twin(case, seed, beginner)
        seen |= play_in_step(tested, reference, seed)
        contents = case.facts.reference_contents(reference)
        assert contents == case.facts.material, f"{case}, seed {seed}"
    if games(WHOLE_GAMES) == WHOLE_GAMES:
        assert case.facts.expected <= seen


@pytest.mark.slow
@pytest.mark.parametrize("case", SCARCE, ids=str)
def test_rules_and_reference_agree_when_cards_and_tiles_run_out(case: Case) -> None:
    """Empty piles and stacks are rare in complete games, so most of their pieces are removed here."""
    seen: set[str] = set()
    for seed in range(games(SCARCE_GAMES // 2 if case.options else SCARCE_GAMES)):
        tested, reference = GameUnderTest(case, seed), reference_twin(case, seed)
        case.facts.make_scarce(tested.state, reference, random.Random(seed))
        seen |= play_in_step(tested, reference, seed)
    if games(SCARCE_GAMES) == SCARCE_GAMES:
        assert case.facts.expected_when_scarce <= seen


def play_in_step(tested: GameUnderTest, reference: Any, seed: int) -> set[str]:
    """Play a random game on both, and compare everything after every move. Returns the rare situations."""
    player = Player(seed)
    seen: set[str] = set()
    before: dict = {}
    with reproduction_note(tested.case, seed, tested.moves):
        while True:
            legal = {tested.move_text(action): action for action in tested.legal()}
            snapshot = reference.snapshot()
            assert set(legal) == reference.legal()
            assert tested.to_move() == reference.to_move()
            assert tested.snapshot() == snapshot
            assert tested.scores() == reference.scores()
            assert tested.winners() == reference.winners()
            assert tested.stream.tolist() == reference.chance.words, "both have drawn equally often"
            if before:
                seen.update(tested.case.facts.rare_situations(before, tested.moves[-1], snapshot))
            if not legal:
                assert tested.to_move() is None
                assert tested.winners()
                return seen
            assert len(tested.moves) < MOST_MOVES, "the game does not end"
            before = snapshot
            move = player.pick(list(legal))
            tested.play(legal[move])
            reference.play(move)
