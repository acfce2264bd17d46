"""Mandala as text: unreadable texts, impossible positions, and the sentences of a log."""

from __future__ import annotations

import pytest
from rules.mandala_table import mandala_table
from rules.table import Table

from sandmandala.games.errors import ImpossiblePositionError, UnreadableError

NAMES = ("Annabell", "Babette")


def log(table: Table, *moves: str) -> list[str]:
    return [table.rules.text.sentence(event, NAMES) for event in table.play(*moves)]


def test_every_action_has_its_own_text():
    text = mandala_table().rules.text
    moves = [text.move_text(None, action) for action in range(150)]
    assert [text.read_move(None, move) for move in moves] == list(range(150))
    assert {kind: sum(move[0] == kind for move in moves) for kind in "MFDT"} == {
        "M": 12,
        "F": 84,
        "D": 48,
        "T": 6,
    }


@pytest.mark.parametrize("move", ["", "M", "M3R", "M1X", "F1R8", "F1R0", "DR9", "DR", "TRR", "R", "M1R M1R"])
def test_unreadable_moves(move):
    with pytest.raises(UnreadableError, match="Cannot read the move"):
        mandala_table().rules.text.read_move(None, move)


def test_a_position_comes_back_as_it_was_written():
    position = (
        "mandala1=R1O2/Y2G1/P1 mandala2=R1K1/-/- hand=R2K1/Y3 river=GP/Y dealt=R1G1/O1Y1 claimed=P3/Y2 "
        "discard=K4 turn=1 beginner=1 ending=yes idle=3 drawn=R1K2/- memory_aid=on"
    )
    table = Table("mandala", position)
    assert table.position == position
    # All other cards are in the draw pile.
    assert table.cards("draw") == "R13O15Y9G15P13K12"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ({"hand": "-/R1"}, "A hand has one to eight cards"),
        ({"hand": "R9/R1"}, "A hand has one to eight cards"),
        ({"dealt": "R3/R2"}, "Each cup was dealt two cards"),
        ({"river": "RGR/-"}, "A colour lies twice in a river"),
        ({"mandala1": "-/R1/-"}, "Mountain 1 is empty"),
        ({"resolving": "1/0"}, "A mandala is shared out only in the phase 'taking'"),
        ({"ending": "yes", "drawn": "R9/R9"}, "More red cards were drawn than the game has"),
        ({"drawn": "R1/-"}, "'drawn' counts only since the draw pile was renewed"),
        ({"draw": "-"}, "M14: the draw pile has run out, so 'ending' must be yes"),
        ({"idle": "1"}, "'idle' must be from 0 to 0, not 1"),
        ({"draw": "R1", "ending": "yes", "idle": "20"}, "'idle' must be from 0 to 19, not 20"),
    ],
)
def test_impossible_positions(words, error):
    with pytest.raises(ImpossiblePositionError, match=error):
        mandala_table(**words)


def test_log_of_a_mandala():
    table = mandala_table(draw="R1", discard="K5", mandala1="R3O1/-/G1P1Y1", turn="1")
    assert log(table, "M1K") == [
        "Babette plays 1 black card to mountain 1",
        "Babette draws 3 (1 red, 2 black)",
        "The draw pile ran out; the discards are shuffled into a new one, now of 3 cards",
        "Mandala 1 is complete; Babette takes first",
    ]
    assert log(table, "TR") == ["Babette takes 3 red cards; R comes to river place 1"]
    assert log(table, "TO") == [
        "Annabell takes 1 orange card, all to the discard pile, having no card in the field"
    ]


def test_log_of_other_moves():
    table = mandala_table(draw="G5")
    assert log(table, "F2Y1") == ["Annabell plays 1 yellow card to field 2"]
    assert log(table, "DR1") == ["Babette discards 1 red card", "Babette draws 1 (1 green)"]


def test_log_of_a_shared_win():
    end = {"event": "end", "reason": "sixth_colour", "scores": [7, 7], "winners": [0, 1]}
    sentence = mandala_table().rules.text.sentence
    assert sentence(end, NAMES) == (
        "The game is over: a river has all six colours. Annabell 7, Babette 7. "
        "Annabell and Babette share the win"
    )
    assert sentence(end | {"scores": [7, 6], "winners": [0]}, NAMES).endswith("Annabell wins")
