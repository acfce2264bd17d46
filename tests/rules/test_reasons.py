"""Why moves are illegal, as data: every code can occur, and its sentence follows from its facts."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from rules.flowers_table import flowers_table
from rules.mandala_table import ONE_OF_EACH, mandala_table
from rules.table import Table
from rules.test_patterns_play import fresh_table

from sandmandala import Game, IllegalMoveError
from sandmandala.games.reasons import Reason
from sandmandala.games.rules import all_games, rules_of


def after(table: Table, *moves: str) -> Table:
    table.play(*moves)
    return table


# Reasons that random games do not reach, or only by the text of a move: a position and a move.
RARE: dict[tuple[str, str], tuple[Callable[[], Table], str]] = {
    ("mandala", "nothing_to_draw"): (
        lambda: mandala_table(draw="-", ending="yes", hand=f"K1/{ONE_OF_EACH}"),
        "M1K",
    ),
    ("mandala", "keep_a_card"): (lambda: mandala_table(hand=f"Y3/{ONE_OF_EACH}"), "F1Y3"),
    ("patterns", "not_left_over"): (fresh_table, "AG"),
    ("patterns", "opened"): (lambda: after(fresh_table(), "AK", "Od3", "Oh6"), "Oa3"),
    ("patterns", "not_opened"): (lambda: after(fresh_table(), "AK"), "Sd4"),
    ("flowers", "nothing_to_draw"): (lambda: flowers_table(hand="K1", draw="-"), "P2K1"),
    ("flowers", "keep_a_card"): (lambda: flowers_table(hand="K3"), "P1K3"),
}


def check(name: str, reason: Reason) -> None:
    """The sentence follows from the code and the facts, which can be encoded as JSON."""
    rules = rules_of(name)
    kinds = rules.reasons.fact_kinds(reason.code)
    assert reason.facts.keys() == kinds.keys()
    assert json.loads(json.dumps(reason.facts)) == reason.facts
    said = {
        fact: rules.palette[str(value)].name if kinds[fact] == "colour" else value
        for fact, value in reason.facts.items()
    }
    plural = "" if said.get("count") == 1 else "s"
    assert reason.sentence == rules.reasons.sentences[reason.code].format(**said, s=plural)


@pytest.mark.parametrize("name", all_games())
def test_every_reason_can_occur(name: str) -> None:
    rules, met = rules_of(name), set()
    for seed in range(3):
        game, random = Game.new(name, secret=bytes([seed]) * 32), Random(seed)
        over = False
        while not over:
            over = game.is_over
            state = game.state()[0]
            for action in range(seed, rules.action_count, 1 if len(game.legal_moves()) < 5 else 7):
                if (reason := rules.why_illegal(state, action)) and (reason.code not in met or action < 20):
                    check(name, reason)
                    met.add(reason.code)
            if not over:
                game.play(random.choice(game.legal_moves()))
    rare = {code for game_name, code in RARE if game_name == name}
    assert met | rare == set(rules.reasons.sentences)


@pytest.mark.parametrize(("name", "code"), RARE)
def test_rare_reasons(name: str, code: str) -> None:
    position, move = RARE[name, code]
    table = position()
    try:
        reason = table.rules.why_illegal(table.state, table.rules.text.read_move(table.state, move))
        assert reason is not None
    except IllegalMoveError as error:
        reason = Reason(error.rule, error.reason, error.code, error.facts)
    assert reason.code == code
    check(name, reason)
    assert table.refused(move) == reason[:2]
