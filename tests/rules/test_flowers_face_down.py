"""Flowers, F12: finished flowers are face down, and who may still see them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rules.flowers_table import ANIKA, BRITTA, NAMES, flowers_table, one
from rules.table import Table

from sandmandala.games.rules import OPEN

# Anika has a dark and two light flowers, and single tiles worth 5; Britta has a dark flower only.
TILES = {"flowers": "K35O2xY23/R5x", "singles": "R2G3/-"}
FACE_UP = [
    {"back": "light", "colour": "O", "values": ["2", "x3"], "points": 6},
    {"back": "light", "colour": "Y", "values": ["2", "3"], "points": 7},
    {"back": "dark", "colour": "K", "values": ["3", "5"], "points": 11},
]
FACE_DOWN = [{"back": "dark"}, {"back": "light"}, {"back": "light"}]
OVER = {"phase": "over", "mandala1": "-", "mandala2": "-", "mandala3": "-", "unclaimed": "R7O7P7Y7K7G7"}

every_number_of_players = pytest.mark.parametrize("seats", [2, 3, 4])


def table_of(seats: int, **words: Any) -> Table:
    """Anika and Britta have flowers, the others nothing. Britta began: Anika's turn ends the last round."""
    tiles = {key: value + "/-" * (seats - 2) for key, value in TILES.items()}
    return flowers_table(seats, **tiles | {"beginner": "1"} | words)


def onlookers(seats: int, owner: int) -> list[int | None]:
    """Everyone who looks at somebody else's flowers, including spectators."""
    return [None, *(seat for seat in range(seats) if seat != owner)]


@every_number_of_players
def test_f12_others_see_only_dark_and_light_backs(seats):
    table = table_of(seats)
    for seat in onlookers(seats, ANIKA):
        hers = table.view(seat)["players"][ANIKA]
        assert hers["flowers"] == FACE_DOWN
        assert hers["singles"] == ["R2", "G3"]
    for seat in onlookers(seats, BRITTA):
        assert table.view(seat)["players"][BRITTA]["flowers"] == [{"back": "dark"}]


@every_number_of_players
def test_f12_only_points_of_single_tiles_are_shown(seats):
    table = table_of(seats)
    for owner, visible in ((ANIKA, 5), (BRITTA, 0)):
        for seat in onlookers(seats, owner):
            player = table.view(seat)["players"][owner]
            assert "points" not in player
            assert player["visible_points"] == visible
    assert table.scores[:2] == [5 + 24, 15]


@every_number_of_players
def test_f12_without_a_flower_points_are_public(seats):
    table = flowers_table(seats, singles="R2G3" + "/-" * (seats - 1))
    for seat in (None, *range(seats)):
        assert [player["points"] for player in table.view(seat)["players"]] == [5] + [0] * (seats - 1)
        assert not any("visible_points" in player for player in table.view(seat)["players"])


@every_number_of_players
def test_f12_ruling_you_may_look_at_your_own_flowers(seats):
    own = table_of(seats).view(ANIKA)["players"][ANIKA]
    assert own["flowers"] == FACE_UP
    assert own["points"] == 29
    assert "visible_points" not in own


@every_number_of_players
@pytest.mark.parametrize("words", [{"memory_aid": "on"}, OVER], ids=["memory aid", "over"])
def test_f12_everything_is_shown_with_the_memory_aid_and_when_the_game_is_over(seats, words):
    table = table_of(seats, **words)
    for seat in (OPEN, None, *range(seats)):
        anika, britta, *_ = table.view(seat)["players"]
        assert (anika["flowers"], anika["points"]) == (FACE_UP, 29)
        assert (britta["flowers"][0]["values"], britta["points"]) == (["5", "x3"], 15)


def test_f12_flowers_that_differ_only_below_their_backs_look_the_same():
    """Neither number, colour nor order shows; stacks have the same height in both worlds."""
    one_world, other = (table_of(2, flowers=flowers) for flowers in ("K35O2xY23/R5x", "P23G2xG45/K2x"))
    assert one_world.view(None) == other.view(None)
    assert one_world.view(ANIKA)["players"][BRITTA] == other.view(ANIKA)["players"][BRITTA]
    assert one_world.view(BRITTA)["players"][ANIKA] == other.view(BRITTA)["players"][ANIKA]
    assert one_world.view(ANIKA) != other.view(ANIKA)


# --- the move that forms a flower


def forming(seats: int, **words: Any) -> Table:
    """Anika, with the red 3, may take the red 7; the orange 7 then goes to Britta, who has the orange ×3."""
    words = {
        "mandala1": "R7/O7/0/Y4:-/P1K1G1:-",
        "singles": "R3G5/OxP5" + "/-" * (seats - 2),
        "phase": "taking",
        "resolving": "1/0",
    } | words
    return flowers_table(seats, **words)


@every_number_of_players
def test_f12_others_see_that_a_flower_was_formed_but_not_its_numbers(seats):
    table = forming(seats)
    table.play("TD")
    for seat in (None, *range(seats)):
        told = table.told(seat)
        assert one(told, "take")["tile"] == "R7"  # which everyone saw
        hers, his = (event for event in told if event["event"] == "flower")
        assert hers == {"event": "flower", "seat": ANIKA, "back": "dark", "colour": "R"} | (
            {"values": ["3", "7"], "points": 13} if seat == ANIKA else {}
        )
        assert his == {"event": "flower", "seat": BRITTA, "back": "light", "colour": "O"} | (
            {"values": ["7", "x3"], "points": 21} if seat == BRITTA else {}
        )


@every_number_of_players
def test_f12_with_the_memory_aid_everyone_sees_the_numbers(seats):
    table = forming(seats, memory_aid="on")
    told = table.play("TD")
    assert [event["points"] for event in told if event["event"] == "flower"] == [13, 21]
    for seat in (None, *range(seats)):
        assert table.told(seat) == told


def test_f12_a_flower_that_ends_the_game_is_public():
    last = {"mandala1": "R7/O7/0/Y4:-/P1K1:-", "resolving": "1/-", "passes": "2"}
    table = forming(2, **last, mandala2="-", mandala3="-", unclaimed="P7Y7K7G7")
    told = table.play("TD")
    assert told[-1]["event"] == "end"
    assert table.told(None) == table.told(BRITTA) == told
    assert one([event for event in told if event.get("seat") == ANIKA], "flower")["points"] == 13


def test_f12_the_log_and_the_board_of_others_keep_the_secret():
    table = forming(3)
    table.play("TD")
    said = [table.rules.text.sentence(event, NAMES) for event in table.told(BRITTA)]
    assert "Anika forms a red flower" in said
    assert "Britta forms an orange flower of 7 and ×3" in said
    lines = table.rules.board_lines(table.view(BRITTA), NAMES)
    (hers,) = (line for line in lines if line.startswith("Anika   hand"))
    assert hers.endswith("flowers dark (face down)   single tiles {G:5}   points 5 + ?")
    (own,) = (line for line in lines if line.startswith("Britta   hand"))
    assert own.endswith("flowers {O:7+x3}=21   single tiles {P:5}   points 26")
    assert "13" not in json.dumps([table.told(BRITTA), table.view(BRITTA), lines, said])
