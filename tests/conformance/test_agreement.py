"""The fast games and the slow ones agree move by move, when both get the same chance."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from conformance.fast_game import (
    MOST_MOVES,
    Case,
    FastGame,
    Player,
    all_cases,
    games,
    slow_twin,
    telling,
)
from conformance.fast_snapshots import MATERIAL, TILES
from conformance.rare import EXPECTED, EXPECTED_WHEN_SCARCE, met
from conformance.slow_luck import COLOURS

CASES = all_cases()
WITH_PILES = [case for case in CASES if "draw" in case.rules.state_dtype.names]
WHOLE_GAMES = 80
SCARCE_GAMES = 120


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_fast_and_slow_agree(case: Case) -> None:
    seen: set[str] = set()
    # An option changes little, so half as many games will do.
    for seed in range(games(WHOLE_GAMES // 2 if case.options else WHOLE_GAMES)):
        beginner = "lot" if seed % 3 else seed % case.seats
        fast, slow = FastGame(case, seed, beginner), slow_twin(case, seed, beginner)
        seen |= play_in_step(fast, slow, seed)
        contents = Counter([*slow.cards(), *(slow.tiles() if case.game == "flowers" else [])])
        assert contents == MATERIAL[case.game], f"{case}, seed {seed}"
    if games(WHOLE_GAMES) == WHOLE_GAMES:
        assert EXPECTED[case.game] <= seen


@pytest.mark.slow
@pytest.mark.parametrize("case", WITH_PILES, ids=str)
def test_fast_and_slow_agree_when_cards_and_tiles_run_out(case: Case) -> None:
    """Empty piles and stacks are rare in whole games, so here most of what lies there is taken away."""
    seen: set[str] = set()
    for seed in range(games(SCARCE_GAMES // 2 if case.options else SCARCE_GAMES)):
        fast, slow = FastGame(case, seed), slow_twin(case, seed)
        take_away(fast, slow, random.Random(seed))
        seen |= play_in_step(fast, slow, seed)
    if games(SCARCE_GAMES) == SCARCE_GAMES:
        assert EXPECTED_WHEN_SCARCE[case.game] <= seen


def play_in_step(fast: FastGame, slow: Any, seed: int) -> set[str]:
    """Play a random game on both, comparing everything after every move; the rare situations met."""
    player = Player(seed)
    seen: set[str] = set()
    before: dict = {}
    with telling(fast.case, seed, fast.moves):
        while True:
            legal = {fast.move_text(action): action for action in fast.legal()}
            snapshot = slow.snapshot()
            assert set(legal) == slow.legal()
            assert fast.to_move() == slow.to_move()
            assert fast.snapshot() == snapshot
            assert fast.scores() == slow.scores()
            assert fast.winners() == slow.winners()
            assert fast.stream.tolist() == slow.luck.words, "both have drawn equally often"
            if before:
                seen.update(met(fast.case.game, before, fast.moves[-1], snapshot))
            if not legal:
                assert fast.to_move() is None
                assert fast.winners()
                return seen
            assert len(fast.moves) < MOST_MOVES, "the game does not end"
            before = snapshot
            move = player.pick(list(legal))
            fast.play(legal[move])
            slow.play(move)


def take_away(fast: FastGame, slow: Any, choice: random.Random) -> None:
    """Leave a few cards in the draw pile, and few tiles in the stacks, of both."""
    slow.pile = choice.sample(slow.pile, choice.choice([1, 2, 5, 15, 40]))
    fast.state["draw"][:] = [slow.pile.count(colour) for colour in COLOURS]
    if fast.case.game == "flowers" and choice.random() < 0.5:
        left = choice.randint(0, 4)
        slow.unclaimed = slow.dark[left:] + slow.light[left:]
        slow.dark, slow.light = slow.dark[:left], slow.light[:left]
        for tile in slow.unclaimed:
            fast.state["place"][TILES.index(tile)] = 2  # UNCLAIMED
