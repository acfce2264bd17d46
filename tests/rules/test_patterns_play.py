"""Patterns, P1 to P9: set-up, and the three ways to act."""

from __future__ import annotations

from collections import Counter

import pytest
from rules.patterns_table import NAMES, patterns_position, patterns_table
from rules.table import Table

from sandmandala.games.errors import ImpossiblePositionError, UnreadableError
from sandmandala.games.patterns import rules as r

MIDDLE = ["d4", "e4", "d5", "e5"]

# Louis is to say whether Maya, who begins, gets the red or the black tile.
FRESH = """
      ....
     ......
    .......y
    ...go...
    .kgyp...
    .oykr...
     .rp...
      ....
"""


def fresh_table() -> Table:
    return patterns_table(FRESH, left_over="RK", turn="1", beginner="0", phase="allotting")


def group_of(table: Table, tile: str) -> dict[str, str]:
    """The fields of a group, such as `K0`, and their tiles."""
    return {name: there for name, there in table.view(None)["fields"].items() if there.startswith(tile)}


# --- P1, P2


def test_p1_nine_tiles_of_each_colour():
    for seed in range(5):
        seen = Table.deal("patterns", seed=seed).view(None)
        tiles = [*seen["fields"].values(), *seen["left_over"]]
        assert Counter(tiles) == dict.fromkeys("ROYGPK", 9)


def test_p1_the_bowls_hold_the_other_two_tiles():
    table = Table.deal("patterns", seed=3)
    table.play(table.legal()[0])
    seen = table.view(None)
    tiles = list(seen["fields"].values())
    tiles += [player["swap_tile"] for player in seen["players"]]
    assert Counter(tiles) == dict.fromkeys("ROYGPK", 9)


def test_p1_a_tenth_tile_is_impossible():
    position = patterns_position(FRESH, left_over="RK", turn="1", phase="allotting")
    too_many_reds = position.replace("y", "r", 1)
    with pytest.raises(ImpossiblePositionError, match="P1: there are 10 red tiles, but the game has 9"):
        Table("patterns", too_many_reds)


def test_p2_the_board_has_52_fields():
    names = list(Table.deal("patterns").view(None)["fields"])
    assert len(names) == 52
    assert [sum(name[1] == rank for name in names) for rank in "12345678"] == [4, 6, 8, 8, 8, 8, 6, 4]
    missing = {file + rank for file in "abcdefgh" for rank in "12345678"} - set(names)
    assert missing == {"a1", "b1", "a2", "g1", "h1", "h2", "a7", "a8", "b8", "g8", "h8", "h7"}
    assert (names[0], names[-1]) == ("c1", "f8")


@pytest.mark.parametrize("field", ["a1", "b1", "a2", "h1", "h2", "a8", "h7"])
def test_p2_no_move_goes_to_a_corner(field):
    with pytest.raises(UnreadableError, match=f"There is no field '{field}' on the board"):
        fresh_table().refused(f"O{field}")


# --- P3


def test_p3_set_up():
    for seed in range(5):
        table = Table.deal("patterns", seed=seed)
        seen = table.view(None)
        colours = dict(seen["fields"])
        aside = [colours.pop(name) for name in MIDDLE] + list(seen["left_over"])
        assert sorted(aside) == sorted("ROYGPK")
        assert Counter(colours.values()) == dict.fromkeys("ROYGPK", 8)
        assert seen["phase"] == "allotting"
        assert not any("swap_tile" in player for player in seen["players"])
        assert [player["river"] for player in seen["players"]] == ["", ""]


def test_p3_set_up_is_random():
    assert len({Table.deal("patterns", seed=seed).position for seed in range(5)}) == 5


@pytest.mark.parametrize("beginner", [0, 1])
def test_p3_the_table_says_who_begins_and_the_other_allots(beginner):
    table = Table.deal("patterns", beginner=beginner)
    assert table.view(None)["beginner"] == beginner
    assert table.to_move == 1 - beginner
    table.play(table.legal()[1])
    assert table.to_move == beginner


def test_p3_a_random_seat_begins():
    assert {Table.deal("patterns", seed=seed).view(None)["beginner"] for seed in range(20)} == {0, 1}


@pytest.mark.parametrize(("move", "maya", "louis"), [("AR", "R", "K"), ("AK", "K", "R")])
def test_p3_either_tile_may_be_given(move, maya, louis):
    table = fresh_table()
    assert table.legal() == ["AR", "AK"]
    told = table.play(move)
    assert told == [
        {"event": "allot", "seat": 1, "beginner": 0, "beginner_colour": maya, "other_colour": louis}
    ]
    assert [player["swap_tile"] for player in table.view(None)["players"]] == [maya, louis]
    assert "left_over" not in table.view(None)


def test_p3_only_a_tile_left_over_can_be_given():
    assert fresh_table().refused("AG") == ("P3", "the tiles left over are red and black, not green")


@pytest.mark.parametrize("move", ["Od4", "Sd4", "Fd4", "X"])
def test_p3_nobody_acts_before_the_tiles_are_allotted(move):
    assert fresh_table().refused(move) == (
        "P3",
        "first say which of the two tiles left over the beginner gets",
    )


@pytest.mark.parametrize("move", ["AR", "AK", "AG"])
def test_p3_tiles_are_allotted_only_once(move):
    table = fresh_table()
    table.play("AR")
    assert table.refused(move) == ("P3", "the first swap tiles have been allotted already")


# --- P4


def test_p4_players_alternate_with_one_action_each():
    table = fresh_table()
    table.play("AK")
    movers = []
    for move in ("Oc3", "Oh6", "Fd3", "Oa6"):
        movers.append(table.to_move)
        table.play(move)
    assert movers == [0, 1, 0, 1]


def test_p4_players_who_can_act_must():
    table = fresh_table()
    table.play("AK")
    assert "X" not in table.legal()
    assert table.refused("X") == ("P4", "you must act as long as you can")


# --- P5


def test_p5_maya_opens_black_with_marker_1():
    table = fresh_table()
    table.play("AK")
    assert table.play("Oc3") == [
        {"event": "open", "seat": 0, "field": "c3", "colour": "K", "taken": "Y", "marker": 1}
    ]
    seen = table.view(1)
    assert seen["fields"]["c3"] == "K01"
    maya = seen["players"][0]
    assert maya == {"swap_tile": "Y", "river": "K", "group_points": [0], "points": 0}


def test_p5_any_front_up_tile_may_be_taken():
    table = fresh_table()
    table.play("AK")
    assert sorted(table.legal()) == sorted(f"O{name}" for name in NAMES)
    table.play("Oc3")
    assert sorted(table.legal()) == sorted(f"O{name}" for name in NAMES if name != "c3")


def test_p5_also_one_of_the_swap_tiles_colour():
    table = fresh_table()
    table.play("AK")
    assert table.play("Od3")[0]["taken"] == "K"
    assert table.view(0)["players"][0]["swap_tile"] == "K"
    assert table.view(0)["fields"]["d3"] == "K01"


def test_p5_the_next_group_gets_the_lowest_unused_marker():
    table = fresh_table()
    table.play("AK", "Oc3", "Oh6", "Fd3", "Oa6")
    told = table.play("Of1")
    assert (told[0]["colour"], told[0]["marker"]) == ("Y", 2)
    assert table.view(0)["players"][0]["river"] == "KY"
    assert table.view(0)["players"][1]["river"] == "RY"


def test_p5_a_colour_is_opened_only_once():
    table = fresh_table()
    table.play("AK", "Od3", "Oh6")  # black goes to d3 for black: her swap tile is black again
    assert table.legal("O") == []
    assert table.refused("Oa3") == ("P5", "you have opened black already")


# --- P6


def test_p6_a_tile_with_its_back_up_never_moves_again():
    table = fresh_table()
    table.play("AK", "Oc3", "Oh6")
    for move, field in (("Oc3", "c3"), ("Oh6", "h6"), ("Fc3", "c3"), ("Fh6", "h6")):
        assert table.refused(move) == ("P6", f"the tile on {field} is back up and never moves again")
    table = fresh_table()
    table.play("AK", "Od3", "Oh6")
    assert table.refused("Sd3") == ("P6", "the tile on d3 is back up and never moves again")


def test_p6_markers_never_move():
    table = fresh_table()
    table.play("AK", "Od3", "Oh6", "Sd4")
    assert group_of(table, "K0") == {"d3": "K01", "d4": "K0"}


def test_p6_front_up_tiles_form_no_group():
    table = fresh_table()
    table.play("AK", "Oc3", "Oh6")  # d3 is black, and right beside c3, but shows its front
    assert group_of(table, "K0") == {"c3": "K01"}
    assert table.refused("Fe3") == ("P7", "you have no red group")


# Louis has five groups and opens the sixth on d4; all that Maya does is to flip black tiles.
FIVE_GROUPS = """
      ..P.
     .....G
    R.......
    ........
    K..oor..
    .......Y
     KKKKKk
      k...
"""


def test_p6_and_p8_louis_and_his_sixth_group():
    table = patterns_table(FIVE_GROUPS, markers="b2/a6,e8,g7,h3,a4", bowls="Y/O", turn="1", beginner="1")
    assert table.play("Od4")[0] == {
        "event": "open", "seat": 1, "field": "d4", "colour": "O", "taken": "O", "marker": 6,
    }  # fmt: skip
    table.play("Fg2", "Fe4", "Fc1")
    louis = table.view(1)["players"][1]
    assert (louis["river"], louis["swap_tile"], louis["points"]) == ("RPGYKO", "O", 6)
    # He has a group of each colour: there is no seventh, only what lies beside his orange group.
    assert table.legal() == ["Sd3", "Se3", "Sc4", "Sf4", "Sd5", "Se5"]
    assert table.refused("Oc6") == ("P5", "you have opened orange already")
    assert table.play("Sf4") == [{"event": "swap", "seat": 1, "field": "f4", "colour": "O", "taken": "R"}]
    louis = table.view(1)["players"][1]
    assert group_of(table, "O1") == {"d4": "O16", "e4": "O1", "f4": "O1"}
    assert (louis["group_points"][5], louis["swap_tile"]) == (12, "R")


# --- P7


def test_p7_maya_flips_the_black_tile_right_of_her_marker():
    table = fresh_table()
    table.play("AK", "Oc3", "Oh6")
    assert table.legal("F") == ["Fd3"]
    assert table.play("Fd3") == [{"event": "flip", "seat": 0, "field": "d3", "colour": "K"}]
    seen = table.view(0)
    assert group_of(table, "K0") == {"c3": "K01", "d3": "K0"}
    assert seen["players"][0]["swap_tile"] == "Y"  # a flip leaves the bowl alone


def test_p7_a_diagonal_neighbour_cannot_be_flipped():
    table = fresh_table()
    table.play("AK", "Oc3", "Oh6")  # b4 is black too
    assert table.refused("Fb4") == ("P7", "b4 does not touch your black group: diagonally is not enough")


def test_p7_a_tile_farther_off_cannot_be_flipped():
    table = patterns_table(
        """
          ....
         ......
        .......R
        ........
        ........
        ..K.k...
         ......
          ....
        """,
        markers="c3/h6", bowls="Y/G",
    )  # fmt: skip
    assert table.refused("Fe3") == ("P7", "e3 does not touch your black group")


def test_p7_the_colour_must_be_the_groups():
    table = fresh_table()
    table.play("AK", "Oc3", "Oh6")
    assert table.refused("Fc4") == ("P7", "you have no green group")


def test_p7_the_opponents_group_does_not_help():
    table = fresh_table()
    table.play("AK", "Oc3")
    assert table.refused("Fd3") == ("P7", "you have no black group")


# --- P8


def test_p8_swap():
    table = fresh_table()
    table.play("AK", "Od3", "Oh6")
    assert table.legal("S") == ["Sd2", "Sc3", "Se3", "Sd4"]
    assert table.play("Sd4") == [{"event": "swap", "seat": 0, "field": "d4", "colour": "K", "taken": "Y"}]
    seen = table.view(0)
    assert seen["fields"]["d4"] == "K0"
    assert (seen["players"][0]["swap_tile"], seen["players"][0]["river"]) == ("Y", "K")


def test_p8_the_tile_must_lie_beside_the_group():
    table = fresh_table()
    table.play("AK", "Od3", "Oh6")
    assert table.refused("Sa3") == ("P8", "a3 does not touch your black group")
    assert table.refused("Sc4") == ("P8", "c4 does not touch your black group: diagonally is not enough")


def test_p8_the_swap_tiles_colour_must_be_opened():
    table = fresh_table()
    table.play("AK")
    assert table.refused("Sd4") == ("P8", "you have no black group yet to extend")


def test_p8_another_own_group_does_not_help():
    table = fresh_table()
    table.play("AK", "Oc3", "Oh6")  # a yellow tile cannot be swapped in beside her black group
    assert table.refused("Sc4") == ("P8", "you have no yellow group yet to extend")


def test_p8_ruling_a_swap_for_the_same_colour_is_recorded_as_a_flip():
    table = patterns_table(
        """
          ....
         ......
        .......R
        ........
        ........
        ..Kk....
         ......
          ....
        """,
        markers="c3/h6", bowls="K/G",
    )  # fmt: skip
    assert table.legal() == ["Sc2", "Sb3", "Sc4", "Fd3"]
    place = table.rules.text.read_move(table.state, "Fd3") - r.FLIP + r.PLACE
    assert table.rules.why_illegal(table.state, place)[:2] == (
        "P8",
        "d3 has the colour of your swap tile: this swap is recorded as the flip Fd3",
    )
    assert table.play("Sd3") == [{"event": "flip", "seat": 0, "field": "d3", "colour": "K"}]
    assert table.view(0)["players"][0]["swap_tile"] == "K"


# --- P9

# Louis' green group on b4 meets Maya's on c5 at a corner; b5 (green) and c4 (red) lie beside both.
GREEN_GROUPS = """
      ....
     ......
    ........
    .gG.....
    .Gr.....
    ........
     ......
      ....
"""


def test_p9_louis_may_neither_flip_nor_swap_between_the_green_groups():
    table = patterns_table(GREEN_GROUPS, markers="c5/b4", bowls="Y/G", turn="1", beginner="1")
    against = ("P9", "the tile would touch your opponent's green group")
    assert table.refused("Fb5") == against
    assert table.refused("Sb5") == against
    assert table.refused("Sc4") == against
    assert table.legal() == ["Sb3", "Sa4"]


def test_p9_no_opening_beside_a_group_of_the_colour():
    table = patterns_table(
        GREEN_GROUPS.replace(".gG.", ".gR."), markers="c5/b4", bowls="G/Y", turn="0", beginner="0"
    )
    for field in ("b5", "b3", "a4", "c4"):
        assert table.refused(f"O{field}") == ("P9", "the tile would touch your opponent's green group")
    assert len(table.legal("O")) == 52 - 2 - 4
    table.play("Oa5")  # a corner of b4


def test_p9_only_groups_of_one_colour_keep_apart():
    table = patterns_table(
        GREEN_GROUPS.replace(".gG.", ".gR."), markers="c5/b4", bowls="G/Y", turn="0", beginner="0"
    )
    table.play("Of4")
    assert table.play("Ob5")[0]["colour"] == "Y"  # beside his own green group and near her red one
    assert table.play("Fc4")[0]["colour"] == "R"  # right beside Louis' green tile on b4
