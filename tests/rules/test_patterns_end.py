"""Patterns, P10 to P12: no more actions, the last flips, and the score."""

from __future__ import annotations

import pytest
from rules.patterns_table import patterns_table
from rules.table import Table

# Louis has black in his bowl and on c1. Both fields beside c1 touch Maya's black tile on d2 (P9), and
# nothing lies beside his green tile on c8 to flip: whatever Maya does now, he cannot act.
LOUIS_IS_STUCK = """
      G...
     ......
    .....R..
    .....r..
    .....r..
    .....r..
     ..K...
      K...
"""


def stuck_table(board: str = LOUIS_IS_STUCK) -> Table:
    return patterns_table(board, markers="f6,d2/c8,c1", bowls="P/K", turn="0", beginner="0")


# --- P10


def test_p10_the_game_ends_when_the_player_to_move_cannot_act():
    table = stuck_table()
    assert table.play("Ff5") == [
        {"event": "flip", "seat": 0, "field": "f5", "colour": "R"},
        {"event": "no_moves", "seat": 1, "last_flips": True},
    ]
    assert table.view(None)["phase"] == "last_flips"


def test_p10_the_game_goes_on_while_there_is_one_action():
    table = stuck_table(LOUIS_IS_STUCK.replace("G...", "Gg.."))
    table.play("Ff5")
    assert table.view(None)["phase"] == "playing"
    assert table.to_move == 1
    assert table.legal() == ["Fd8"]


def test_p10_at_once_if_the_other_has_nothing_to_flip():
    board = """
      G...
     ......
    .....R..
    ........
    .......y
    ......yo
     ..K...
      K...
    """
    table = stuck_table(board)
    assert table.play("Oh3") == [
        {"event": "open", "seat": 0, "field": "h3", "colour": "P", "taken": "O", "marker": 3},
        {"event": "no_moves", "seat": 1, "last_flips": False},
        {"event": "end", "scores": [0, 0], "winners": [0, 1]},
    ]
    assert table.to_move is None
    assert table.legal() == []


# --- P11


def test_p11_the_other_player_flips_as_often_as_possible():
    table = stuck_table()
    table.play("Ff5")
    movers = []
    for move in ("Ff4", "Ff3"):
        movers.append(table.to_move)
        told = table.play(move)
    assert movers == [0, 0]
    # Nothing is left to flip: the game is over without being stopped. Four red tiles: 3 × 1.
    assert told == [
        {"event": "flip", "seat": 0, "field": "f3", "colour": "R"},
        {"event": "end", "scores": [3, 0], "winners": [0]},
    ]


@pytest.mark.parametrize(("flips", "points"), [([], 1), (["Ff4"], 2)])
def test_p11_flipping_may_stop_at_any_time(flips, points):
    table = stuck_table()
    table.play("Ff5", *flips)
    assert table.play("X") == [
        {"event": "stop", "seat": 0},
        {"event": "end", "scores": [points, 0], "winners": [0]},
    ]
    assert table.view(None)["phase"] == "over"


def test_p11_no_opening_and_no_swapping():
    table = stuck_table()
    table.play("Ff5")
    assert table.legal() == ["Ff4", "X"]
    for move in ("Oa3", "Sg5", "Od2"):
        assert table.refused(move) == ("P11", "in the last flips there is no more opening or swapping")


def test_p11_flips_obey_p7():
    table = stuck_table()
    table.play("Ff5")
    assert table.refused("Ff3") == ("P7", "f3 does not touch your red group")
    assert table.refused("Ff5") == ("P6", "the tile on f5 is back up and never moves again")
    assert table.refused("AR") == ("P3", "the first swap tiles have been allotted already")


def test_p11_flips_obey_p9():
    board = """
      G...
     ......
    .....R..
    .....R..
    .....rr.
    .....r..
     ..K.R.
      K...
    """
    # The red tile on f2 is Louis': once Maya's red reaches f4, nobody may flip f3 between them.
    table = patterns_table(board, markers="f6,d2/c8,f2,c1", bowls="P/K", turn="0", beginner="0")
    table.play("Ff4")
    assert table.legal() == ["Fg4", "X"]
    assert table.refused("Ff3") == ("P9", "the tile would touch your opponent's red group")


# --- P12

# Maya: black 1 (3 tiles), red 2 (3), yellow 3 (2). Louis: green 1 (5), black 2 (1), orange 3 (2).
MANY_GROUPS = """
      GGGG
     ..G...
    Y....R..
    Y....R.O
    .....R.O
    .....r..
     ..KKK.
      K...
"""


def test_p12_each_tile_except_the_one_under_the_marker_scores():
    table = patterns_table(MANY_GROUPS, markers="d2,f6,a6/c8,c1,h5", bowls="R/K", turn="0", beginner="0")
    assert table.scores == [2 * 1 + 2 * 2 + 1 * 3, 4 * 1 + 0 * 2 + 1 * 3]
    points = [player["group_points"] for player in table.view(None)["players"]]
    assert points == [[2, 4, 3], [4, 0, 3]]
    told = table.play("Ff3")
    # The tile in the bowl, red as the group, adds nothing.
    assert told[-1] == {"event": "end", "scores": [2 + 6 + 3, 7], "winners": [0]}
    assert table.winners == [0]
    assert [player["points"] for player in table.view(None)["players"]] == [11, 7]
    assert "tie_break" not in table.view(None)


def test_p12_the_marker_counts_wherever_it_lies_in_the_group():
    table = patterns_table(MANY_GROUPS, markers="f2,f5,a5/d8,c1,h4", bowls="R/K", turn="0", beginner="0")
    assert table.scores == [9, 7]


def test_p12_the_order_of_markers_decides():
    table = patterns_table(MANY_GROUPS, markers="f6,a6,d2/c1,c8,h5", bowls="R/K", turn="0", beginner="0")
    assert table.scores == [2 * 1 + 1 * 2 + 2 * 3, 0 * 1 + 4 * 2 + 1 * 3]


def test_p12_most_points_win_not_who_ended_the_game():
    board = """
      GGG.
     ......
    Y....R..
    .....r..
    ........
    ........
     ..KK..
      K...
    """
    table = patterns_table(board, markers="f6,d2,a6/c1,c8", bowls="P/K", turn="0", beginner="0")
    told = table.play("Ff5")
    assert told[-1] == {"event": "end", "scores": [1 * 1 + 1 * 2 + 0 * 3, 0 * 1 + 2 * 2], "winners": [1]}


def test_p12_a_tie_is_a_draw():
    board = """
      GG..
     ......
    .....R..
    .....r..
    ........
    ........
     ..K...
      K...
    """
    table = patterns_table(board, markers="f6,d2/c8,c1", bowls="P/K", turn="0", beginner="1")
    told = table.play("Ff5")
    assert told[-1] == {"event": "end", "scores": [1, 1], "winners": [0, 1]}
    assert table.winners == [0, 1]
    assert table.view(None)["tie_break"] == {"rule": "P12", "tied": [0, 1]}
    said = table.rules.text.sentence(told[-1], ["Maya", "Louis"])
    assert said == "The game is over. Maya 1, Louis 1. A draw"


def test_p12_nobody_has_won_before_the_end():
    table = stuck_table()
    table.play("Ff5")
    assert table.winners == []


@pytest.mark.parametrize("move", ["AR", "Oa3", "Sg5", "Ff4", "X"])
def test_p12_when_the_game_is_over_nothing_is_legal(move):
    table = stuck_table()
    table.play("Ff5", "X")
    assert table.legal() == []
    assert table.refused(move) == ("P12", "the game is over")
