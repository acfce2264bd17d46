"""Scripted chance: the outcomes that a stream draws, given one by one, lead to the same game.

Each draw has weights. A number from the stream, below their sum, picks the next outcome. So if the states are
the same in the end, each outcome was as likely as its weight says.
"""

from __future__ import annotations

import numpy as np
import pytest
from conformance.game_under_test import (
    Case,
    GameUnderTest,
    Player,
    all_cases,
    blank,
    games,
    options_thorough,
    reproduction_note,
)
from conformance.reference_chance import ReferenceChance

from sandmandala.games import action_list, entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import new_states
from sandmandala.games.scripted_chance import SCRIPT

every_case = pytest.mark.parametrize("case", all_cases(), ids=str)
SET_UP = -1


class ScriptedGame:
    """A game whose draws are given one by one."""

    def __init__(self, case: Case, chance: ReferenceChance) -> None:
        self.chance, self.rules = chance, case.rules
        self.states = blank(case)
        self.legal = action_list.new_action_list(case.rules.action_count)
        self.play(SET_UP)

    def play(self, action: int) -> None:
        limits = self.rules.draw_limits
        cards = lots = 0
        script = new_states(SCRIPT, 1)
        while True:
            trial = self.states.copy()
            count = entry_points.play_scripted(trial, 0, script, self.legal, action)
            assert script["used"][0] == script["told"][0], "every outcome told is used"
            asked = int(script["asked"][0])
            if not asked:
                self.states, self.actions = trial, self.legal[:count].tolist()
                self.drawn = cards + lots
                return
            weights = script["weight"][0][:asked].astype(np.int64)
            assert weights.min() >= 0
            number = self.chance.below(int(weights.sum()))
            outcome = int((weights.cumsum() <= number).sum())
            assert weights[outcome] > 0
            if script["kinds"][0]:
                assert asked == len(self.rules.palette.colours)
                cards += 1
            else:
                assert asked <= limits.lot_outcomes
                lots += 1
            assert action == SET_UP or (cards <= limits.cards and lots <= limits.lots)
            script["outcome"][0][int(script["told"][0])] = outcome
            script["told"] += 1


@pytest.mark.slow
@pytest.mark.parametrize("case", options_thorough(all_cases()), ids=str)
def test_a_scripted_game_is_the_same_as_with_a_stream(case: Case) -> None:
    for seed in range(games(60)):
        game = GameUnderTest(case, seed)
        scripted = ScriptedGame(case, ReferenceChance(stream_from_seed(seed).tolist()))
        player = Player(seed)
        with reproduction_note(case, seed, game.moves):
            while True:
                assert scripted.states.tobytes() == game.bytes()
                assert scripted.chance.words == game.stream.tolist(), "as much chance was used"
                legal = {game.move_text(action): action for action in game.legal()}
                assert scripted.actions == list(legal.values())
                if not legal:
                    break
                action = legal[player.pick(list(legal))]
                game.play(action)
                scripted.play(action)


@every_case
def test_the_manifest_says_how_much_set_up_draws(case: Case) -> None:
    drawn = ScriptedGame(case, ReferenceChance(stream_from_seed(0).tolist())).drawn
    most = case.rules.draw_limits.set_up
    assert drawn == most if case.seats == max(case.rules.seat_counts) else drawn < most


def test_a_lot_has_equal_weights_and_a_pile_those_of_its_cards() -> None:
    script = new_states(SCRIPT, 1)
    states = blank(Case("mandala", 2))
    legal = action_list.new_action_list(150)
    entry_points.play_scripted(states.copy(), 0, script, legal, SET_UP)
    assert (int(script["asked"][0]), int(script["kinds"][0])) == (2, 0)
    assert script["weight"][0][:2].tolist() == [1, 1]
    script["outcome"][0][:3] = [1, 5, 5]
    script["told"] = 3
    entry_points.play_scripted(states.copy(), 0, script, legal, SET_UP)
    assert (int(script["asked"][0]), int(script["kinds"][0])) == (6, 1)
    assert script["weight"][0][:6].tolist() == [18, 18, 18, 18, 18, 16]
