"""Parts of views, events and tables with which a client can show a game without knowing its rules."""

from __future__ import annotations

import re
from math import prod

import pytest
from rules.flowers_table import flowers_table
from rules.mandala_table import mandala_table
from rules.patterns_table import patterns_table
from rules.table import Table

from sandmandala.games.flowers import rules as flowers
from sandmandala.games.flowers import tables as flowers_tables
from sandmandala.games.patterns import tables as patterns_tables
from sandmandala.games.patterns.events import ROWS
from sandmandala.games.rules import OPEN

# --- Mandala


def test_m9_nothing_is_missing_while_a_mandala_is_shared_out():
    table = mandala_table(mandala1="R1O2/Y2G1/P1", mandala2="R1O1/-/-")
    table.play("M1K", "TR")
    assert [mandala["missing"] for mandala in table.view(None)["mandalas"]] == ["", "YGPK"]


def test_m11_a_single_card_for_the_river_leaves_none_for_the_cup():
    table = mandala_table(mandala1="R3O1Y1/P1/G2", turn="0")
    table.play("M1K")
    take = table.play("TO")[0]
    assert (take["count"], take["to_cup"], take["river_place"]) == (1, 0, 1)


def finished(**words: str) -> Table:
    """A game of Mandala that ended when the last black card was discarded (M12, M14)."""
    end = {"mandala1": "K1/R1/-", "phase": "taking", "resolving": "1/0", "turn": "1", "ending": "yes"}
    table = mandala_table(**end, **words)
    table.play("TK")
    return table


def test_m17_the_points_of_each_river_place_at_the_end():
    words = {"river": "RO/Y", "dealt": "R2/Y1G1", "claimed": "O3P1/-"}
    table = finished(**words)
    points = [player["river_points"] for player in table.view(None)["players"]]
    assert points == [[2 * 1, 3 * 2], [1]]
    assert [sum(places) for places in points] == table.scores


@pytest.mark.parametrize("viewer", [0, 1, None, OPEN])
def test_m17_they_are_not_shown_before(viewer):
    view = mandala_table(river="RO/Y", memory_aid="on").view(viewer)
    assert not any("river_points" in player for player in view["players"])


def test_m18_the_view_says_how_a_tie_was_broken():
    fewer = finished(river="R/R", dealt="R2/R2", claimed="-/Y1").view(None)
    assert fewer["tie_break"] == {"rule": "M18", "tied": [0, 1], "counts": [2, 3]}
    assert fewer["winners"] == [0]
    still_tied = finished(river="R/R", dealt="R2/R2").view(None)
    assert still_tied["tie_break"]["counts"] == [2, 2]
    assert still_tied["winners"] == [0, 1]
    assert "tie_break" not in finished(river="R/R", dealt="R2/R1Y1").view(None)
    assert "tie_break" not in mandala_table().view(OPEN)


# --- Patterns


def test_p2_rows_of_the_board():
    assert [len(row) for row in ROWS] == [4, 6, 8, 8, 8, 8, 6, 4]
    assert (ROWS[0][0], ROWS[-1][-1]) == ("c8", "f1")


def test_p8_placing_the_swap_tile_needs_no_kind_of_move():
    opened = patterns_table(
        """
      ....
     ......
    ........
    ........
    ...k....
    ..yK....
     ......
      ....
    """,
        markers="d3/-",
        bowls="K/Y",
        turn="1",
        beginner="0",
    )
    assert opened.play("Pa3")[0]["event"] == "open"
    assert opened.refused("Pa6") == ("P8", "a6 does not touch your black group")
    assert opened.play("Pd4")[0]["event"] == "flip"  # of its own colour


def test_p12_all_tiles_but_one_count():
    assert patterns_tables.COUNTED_TILES == [0, 0, 1, 2, 3, 4, 5, 6, 7, 8]


# --- Flowers


def test_f7_the_view_says_which_cards_do_not_count():
    table = flowers_table(mandala1="R7/O7/1/-:R3/Y1:R1/-:-")
    sides = table.view(None)["mandalas"][0]["sides"]
    assert sides == [{"uncounted": 3}, {"face_up": {"Y": 1}, "face_down": 1}, {}]


@pytest.mark.parametrize(
    ("side", "move", "uncounted"),
    [("-:-", "P1R1", True), ("-:R3", "P1R1", True), ("Y1:-", "P1R1", False), ("-:R3", "P1G1", False)],
)
def test_f7_a_play_says_whether_its_cards_count(side, move, uncounted):
    marker = "0" if side[0] != "-" else "-"
    table = flowers_table(mandala1=f"R7/O7/{marker}/{side}", hand="R1G1K1")
    play = table.play(move)[0]
    assert play.get("uncounted", False) is uncounted
    assert ("uncounted" in table.view(None)["mandalas"][0]["sides"][0]) is uncounted


def test_f16_sums_give_the_points_of_flowers():
    names = list(flowers_tables.TILE_POINTS)
    for higher in range(6):
        for lower in range(higher):
            said = flowers_tables.FLOWER_SUMS[f"{names[lower]} {names[higher]}"]
            terms = [prod(map(int, re.findall(r"\d+", term))) for term in said.split(" + ")]
            assert sum(terms) == flowers.flower_points(lower, higher)
    assert flowers_tables.FLOWER_SUMS["3 5"] == "2 × 3 + 5"
    assert flowers_tables.FLOWER_SUMS["7 x3"] == "3 × 7"


def test_f16_points_of_single_tiles():
    assert flowers_tables.TILE_POINTS == {"2": 2, "3": 3, "4": 4, "5": 5, "7": 7, "x3": 0}


@pytest.mark.parametrize(("singles", "tied"), [("R2/O2/-", [0, 1]), ("R2/O3/-", None), ("-/-/-", [0, 1, 2])])
def test_f17_the_view_says_how_a_tie_was_broken(singles, tied):
    empty = {"mandala1": "-", "mandala2": "-", "mandala3": "-", "unclaimed": "R7O7P7Y7K7G7"}
    over = flowers_table(3, None, 1, singles=singles, phase="over", passes="3", **empty)
    view = over.view(None)
    hands = [player["hand_size"] for player in view["players"]]
    expected = {"rule": "F17", "tied": tied, "counts": [hands[seat] for seat in tied or ()]} if tied else None
    assert view.get("tie_break") == expected
    assert "tie_break" not in flowers_table(singles=singles).view(OPEN)
