"""Our rules and the reference games agree move by move, when both get the same chance."""

from __future__ import annotations

import random
from collections import Counter
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
from conformance.rare_situations import EXPECTED, EXPECTED_WHEN_SCARCE, rare_situations_in
from conformance.reference_chance import COLOURS
from conformance.snapshots import MATERIAL, TILES

CASES = all_cases()
WITH_PILES = [case for case in CASES if "draw" in case.rules.state_dtype.names]
WHOLE_GAMES = 80
SCARCE_GAMES = 120


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_rules_and_reference_agree(case: Case) -> None:
    seen: set[str] = set()
    # An option changes little, so half as many games will do.
    for seed in range(games(WHOLE_GAMES // 2 if case.options else WHOLE_GAMES)):
        beginner = "lot" if seed % 3 else seed % case.seats
        tested, reference = GameUnderTest(case, seed, beginner), reference_twin(case, seed, beginner)
        seen |= play_in_step(tested, reference, seed)
        contents = Counter([*reference.cards(), *(reference.tiles() if case.game == "flowers" else [])])
        assert contents == MATERIAL[case.game], f"{case}, seed {seed}"
    if games(WHOLE_GAMES) == WHOLE_GAMES:
        assert EXPECTED[case.game] <= seen


@pytest.mark.slow
@pytest.mark.parametrize("case", WITH_PILES, ids=str)
def test_rules_and_reference_agree_when_cards_and_tiles_run_out(case: Case) -> None:
    """Empty piles and stacks are rare in whole games, so here most of what lies there is taken away."""
    seen: set[str] = set()
    for seed in range(games(SCARCE_GAMES // 2 if case.options else SCARCE_GAMES)):
        tested, reference = GameUnderTest(case, seed), reference_twin(case, seed)
        take_away(tested, reference, random.Random(seed))
        seen |= play_in_step(tested, reference, seed)
    if games(SCARCE_GAMES) == SCARCE_GAMES:
        assert EXPECTED_WHEN_SCARCE[case.game] <= seen


def play_in_step(tested: GameUnderTest, reference: Any, seed: int) -> set[str]:
    """Play a random game on both, comparing everything after every move; the rare situations met."""
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
                seen.update(rare_situations_in(tested.case.game, before, tested.moves[-1], snapshot))
            if not legal:
                assert tested.to_move() is None
                assert tested.winners()
                return seen
            assert len(tested.moves) < MOST_MOVES, "the game does not end"
            before = snapshot
            move = player.pick(list(legal))
            tested.play(legal[move])
            reference.play(move)


def take_away(tested: GameUnderTest, reference: Any, choice: random.Random) -> None:
    """Leave a few cards in the draw pile, and few tiles in the stacks, of both."""
    reference.pile = choice.sample(reference.pile, choice.choice([1, 2, 5, 15, 40]))
    tested.state["draw"][:] = [reference.pile.count(colour) for colour in COLOURS]
    if tested.case.game == "flowers" and choice.random() < 0.5:
        left = choice.randint(0, 4)
        reference.unclaimed = reference.dark[left:] + reference.light[left:]
        reference.dark, reference.light = reference.dark[:left], reference.light[:left]
        for tile in reference.unclaimed:
            tested.state["place"][TILES.index(tile)] = 2  # UNCLAIMED
