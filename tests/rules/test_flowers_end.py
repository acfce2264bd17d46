"""Flowers, F9 to F17: resolving a mandala, the end of the game, and scoring."""

from __future__ import annotations

from typing import Any

import pytest
from rules.flowers_table import ANIKA, BRITTA, CYRILL, DORA, flowers_table, kinds, one
from rules.table import Table

from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.errors import ImpossiblePositionError

RED, ORANGE = "R7", "O7"


def resolving(mandala1: str, completer: int, seats: int = 3, **words: Any) -> Table:
    """A table where mandala 1 was just completed."""
    holder = mandala1.split("/")[2]
    words = {"phase": "taking", "resolving": f"1/{completer}", "turn": holder} | words
    return flowers_table(seats, mandala1=mandala1, **words)


def tiles_of(table: Table, seat: int) -> list[str]:
    """All tiles of a player, single or in a flower."""
    player = table.view(seat)["players"][seat]
    return player["singles"] + [
        flower["colour"] + value for flower in player["flowers"] for value in flower["values"]
    ]


# --- F9


def test_f9_the_holder_of_the_marker_chooses_not_the_completer():
    table = flowers_table(mandala1="R7/O7/1/-:-/Y2G1:-/P1:-", hand="//K1R1", turn="2")
    table.play("P1K1")
    assert table.to_move == BRITTA
    assert table.legal() == ["TD", "TL"]
    told = one(table.play("TL"), "take")
    assert (told["seat"], told["mandala"], told["tile"], told["second_tile"]) == (BRITTA, 1, ORANGE, RED)
    assert tiles_of(table, BRITTA) == ["O7"]


@pytest.mark.parametrize("move", ["P1R1", "P2K15", "-"])
def test_f9_a_tile_must_be_chosen_and_cannot_be_refused(move):
    table = resolving("R7/O7/1/-:-/Y2G1:-/P1K1:-", CYRILL)
    assert table.refused(move) == ("F9", "mandala 1 is being resolved: take its dark or its light tile")


@pytest.mark.parametrize("move", ["TD", "TL"])
def test_f9_no_tile_before_a_mandala_is_complete(move):
    assert flowers_table().refused(move) == ("F9", "no mandala is being resolved now")


def test_f9_nobody_else_can_be_the_one_to_choose():
    with pytest.raises(ImpossiblePositionError, match="F9: the player with the marker chooses the tile"):
        resolving("R7/O7/1/-:-/Y2G1:-/P1K1:-", CYRILL, turn="2")


# --- F10


@pytest.mark.parametrize(
    ("mandala1", "second"),
    [
        ("R7/O7/0/Y3:-/G1:-/P1K1:-", CYRILL),  # most cards of the others
        ("R7/O7/0/Y3:-/G1:R1/P1:-/K1:-", BRITTA),  # face-down cards count
        ("R7/O7/0/Y4:-/G1:R1/P1K1:-", CYRILL),  # tie: more face-up cards
        ("R7/O7/0/Y4:-/G2:-/P1K1:-", ANIKA),  # tie in both: the holder takes both
        ("R7/O7/0/Y1G1P1K1:-", ANIKA),  # nobody else
        ("R7/O7/0/Y1G1P1K1:-/-:R2/-:O3", ANIKA),  # nobody else has a face-up card
        ("R7/O7/0/Y2G1P1:-/-:R4/K1:-", CYRILL),  # one face-up card against four face-down ones
        ("R7/O7/0/Y4:-/G1:O2/P1K1:R1/-:R3", CYRILL),  # three against three with more face up; Dora has none
        ("R7/O7/0/Y4:-/G1:-/P1:-/K1:R1", DORA),
        ("R7/O7/0/Y4:-/G1:R1/P1:O1/K1:-", ANIKA),  # a tie of two before a third
        ("R7/O7/0/Y4:-/G1:-/P1:-/K2:-", DORA),  # a tie of two behind a third
        ("R7/O7/0/Y2:-/G2:-/P1:-/K1:-", BRITTA),  # as many as the holder
    ],
)
def test_f10_who_gets_the_second_tile(mandala1, second):
    table = resolving(mandala1, ANIKA, seats=4)
    told = one(table.play("TD"), "take")
    assert (told["seat"], told["second_seat"], told["second_tile"]) == (ANIKA, second, ORANGE)
    assert tiles_of(table, ANIKA) == (["R7", "O7"] if second == ANIKA else ["R7"])
    if second != ANIKA:
        assert tiles_of(table, second) == ["O7"]


# --- F11


@pytest.mark.parametrize(
    ("mandala1", "second"),
    [
        ("R7/O7/0/Y2G1P1:-/K1:R1", BRITTA),  # two of four: exactly half
        ("R7/O7/0/Y2G1P1:R1/K1:R1", ANIKA),  # two of five: just below
        ("R7/O7/0/Y2G1P1:R1/K1:R2", BRITTA),  # three of five
        ("R7/O7/0/Y2G1P1K1:-/-:R4", ANIKA),  # half as many, but none face up
    ],
)
def test_f11_two_players_need_half_as_many_cards(mandala1, second):
    table = resolving(mandala1, ANIKA, seats=2)
    assert one(table.play("TD"), "take")["second_seat"] == second


def test_f11_not_with_three_players():
    table = resolving("R7/O7/0/Y2G1P1:R1/K1:R1", ANIKA, seats=3)
    assert one(table.play("TD"), "take")["second_seat"] == BRITTA


# --- F12


def test_f12_two_tiles_of_a_colour_form_a_flower():
    table = resolving("R7/O7/0/Y3:-/G2:-/P1K1:R1", ANIKA, singles="R3O2/O3P2/-")
    told = table.play("TD")
    assert one(told, "flower") == {
        "event": "flower",
        "seat": ANIKA,
        "back": "dark",
        "colour": "R",
        "values": ["3", "7"],
        "points": 13,
    }
    mine = table.view(ANIKA)["players"][ANIKA]
    assert mine["flowers"] == [{"back": "dark", "colour": "R", "values": ["3", "7"], "points": 13}]
    assert mine["singles"] == ["O2"]


def test_f12_players_form_flowers_of_their_own_tiles():
    # Red goes to Anika, who has no red tile; orange to Cyrill, who has an orange one.
    table = resolving("R7/O7/0/Y3:-/G1:-/P1K1:-", ANIKA, singles="P2/R3G3/O3")
    told = one(table.play("TD"), "flower")
    assert (told["seat"], told["colour"], told["values"]) == (CYRILL, "O", ["3", "7"])


def test_f12_both_tiles_can_form_flowers():
    table = resolving("R7/O7/0/Y1G1P1K1:-", ANIKA, singles="RxO2/-/-")
    told = [event for event in table.play("TL") if event["event"] == "flower"]
    assert [(event["colour"], event["values"]) for event in told] == [("R", ["7", "x3"]), ("O", ["2", "7"])]


def test_f12_a_flower_is_permanent():
    table = resolving("R7/O7/0/Y1G1P1K1:-", ANIKA, flowers="R23/-/-", singles="-/O2G2/-")
    assert "flower" not in kinds(table.play("TD"))
    (flower,) = table.view(ANIKA)["players"][ANIKA]["flowers"]
    assert (flower["colour"], flower["values"]) == ("R", ["2", "3"])
    assert "R7" in tiles_of(table, ANIKA)


def test_f12_a_player_can_have_two_flowers_of_one_colour():
    table = resolving("R7/O7/0/Y1G1P1K1:-", ANIKA, flowers="R23/G23/-", singles="R4/G4/-")
    table.play("TD")
    flowers = table.view(ANIKA)["players"][ANIKA]["flowers"]
    assert [flower["values"] for flower in flowers] == [["2", "3"], ["4", "7"]]


def test_f12_two_single_tiles_of_a_colour_are_impossible():
    with pytest.raises(ImpossiblePositionError, match="F12: two single tiles of one colour"):
        flowers_table(singles="R2R3O2O3/-/-")


# --- F13


def test_f13_players_with_a_tile_discard_and_the_others_take_their_cards_back():
    table = resolving("R7/O7/0/Y3:R1/G1:R1/P1K1:O1/-:O2R1", ANIKA, seats=4, hand="G1/G1/G1/G1", discard="K1")
    told = [event for event in table.play("TD") if event["event"] in ("discarded", "returned")]
    assert [(event["event"], event["seat"], event["cards"]) for event in told] == [
        ("discarded", ANIKA, {"R": 1, "Y": 3}),
        ("returned", BRITTA, {"R": 1, "G": 1}),
        ("discarded", CYRILL, {"O": 1, "P": 1, "K": 1}),
        ("returned", DORA, {"R": 1, "O": 2}),
    ]
    assert table.cards("discard") == "R1O1Y3P1K2"
    assert [table.cards("hand", seat) for seat in range(4)] == ["G1", "R1G2", "G1", "R1O2G1"]
    assert [table.cards("known", seat) for seat in range(4)] == ["-", "R1G1", "-", "R1O2"]


def test_f13_also_beyond_eight_cards():
    table = resolving("R7/O7/0/Y4:-/G3:-/P3K1:-", ANIKA, hand="/G2P6/")
    table.play("TD")
    assert table.cards("hand", BRITTA) == "G5P6"
    assert table.to_move == BRITTA
    assert "draw" not in kinds(table.play("P3P1"))  # F5: ten are left
    assert table.state["hand"][BRITTA].sum() == 10


def test_f13_cards_taken_back_are_known_until_played():
    table = resolving("R7/O7/0/Y4:-/G3:-/P3K1:-", ANIKA, hand="/G2P6/", memory_aid="on")
    table.play("TD")
    for seat in (None, ANIKA, CYRILL):
        assert table.view(seat)["players"][BRITTA]["known"] == {"G": 3}
    table.play("P2G2")
    assert table.view(ANIKA)["players"][BRITTA]["known"] == {"G": 1}
    assert table.state["hand"][BRITTA, 3] == 3  # G


def test_f13_more_known_cards_than_cards_are_impossible():
    with pytest.raises(ImpossiblePositionError, match="'known' has cards that are not in that hand"):
        flowers_table(known="R2/-/-")


# --- F14


def test_f14_a_new_mandala_begins():
    table = resolving("R7/O7/0/Y4:-/G3:R1/P3K1:-", BRITTA, singles="-/R2O2/-")
    assert table.view(None)["stacks"] == {"dark": 14, "light": 14}
    told = one(table.play("TD"), "new_tiles")
    mandala = table.view(None)["mandalas"][0]
    assert told == {"event": "new_tiles", "mandala": 1, "tiles": mandala["tiles"]}
    dark, light = mandala["tiles"].values()
    assert dark[0] in "RPK"
    assert light[0] in "OYG"
    assert not {dark, light} & {"R7", "O7", "P7", "Y7", "K7", "G7", "R2", "O2"}
    assert "marker" not in mandala
    assert not any(mandala["sides"])
    assert len(mandala["missing"]) == 4
    assert table.view(None)["stacks"] == {"dark": 13, "light": 13}


@pytest.mark.parametrize("completer", [ANIKA, BRITTA, CYRILL])
def test_f14_the_next_turn_is_after_the_completer(completer):
    table = resolving("R7/O7/0/Y4:-/G3:-/P3K1:-", completer)
    table.play("TD")
    assert table.to_move == (completer + 1) % 3
    assert table.view(None)["phase"] == "playing"


def test_f14_tiles_leave_their_stacks_in_pairs():
    with pytest.raises(
        ImpossiblePositionError, match="F14: dark and light tiles leave their stacks in pairs"
    ):
        flowers_table(singles="R2/-/-")
    with pytest.raises(ImpossiblePositionError, match="F14: each mandala has its tiles until the end"):
        flowers_table(mandala1="-")


# --- F16


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ({"singles": "R5O3/-/-"}, 8),
        ({"singles": "RxO3/-/-"}, 3),  # a single x3 scores nothing
        ({"flowers": "R5x/G23/-"}, 15),
        ({"flowers": "R35/G23/-"}, 11),
        ({"mandala1": "R4/O7/-", "flowers": "R27/G23/-"}, 11),
        ({"flowers": "R2x/G23/-"}, 6),
        ({"flowers": "R45G4x/O23P23/-", "singles": "-/R2/O4"}, 25),
        ({"flowers": "R35/G23/-", "singles": "R4O2PxY3/K5G4/-"}, 20),  # a third red tile stays single
    ],
)
def test_f16_scoring(words, points):
    table = flowers_table(**words)
    assert table.scores[ANIKA] == points
    assert table.view(ANIKA)["players"][ANIKA]["points"] == points


def test_f16_the_order_of_the_two_tiles_does_not_matter():
    assert (
        flowers_table(flowers="R53/G2x/-").scores == flowers_table(flowers="R35/Gx2/-").scores == [11, 6, 0]
    )


# --- F17

OVER: dict[str, Any] = {
    "phase": "over",
    "mandala1": "-",
    "mandala2": "-",
    "mandala3": "-",
    "unclaimed": "R7O7P7Y7K7G7",
    "passes": "3",
}


@pytest.mark.parametrize(
    ("words", "winners"),
    [
        ({"singles": "R2/O3/-"}, [BRITTA]),
        ({"singles": "R3/O3/-"}, [ANIKA, BRITTA]),
        ({"singles": "R3/O3/-", "hand": "R2/R3/R9"}, [BRITTA]),  # a tie: more cards in hand
        ({"singles": "R2/O3/-", "hand": "R9/R1/R1"}, [BRITTA]),  # cards matter only in a tie
        ({"hand": "R2/R2/R2"}, [ANIKA, BRITTA, CYRILL]),
    ],
)
def test_f17_winners(words, winners):
    table = flowers_table(**OVER, **words)
    assert table.winners == table.view(None)["winners"] == winners
    assert table.to_move is None


@pytest.mark.parametrize("move", ["P1R1", "TD", "-"])
def test_f17_no_move_after_the_end(move):
    table = flowers_table(**OVER)
    assert table.legal() == []
    assert table.refused(move) == ("F17", "the game is over")


def test_f17_nobody_has_won_before_the_end():
    assert flowers_table(singles="R2/O3/-").winners == []


def test_f3_ruling_nothing_is_hidden_when_the_game_is_over():
    view = flowers_table(**OVER, hand="R2/R3/R9", known="-/-/R1").view(None)
    assert [player["hand"] for player in view["players"]] == [{"R": 2}, {"R": 3}, {"R": 9}]
    assert view["players"][CYRILL]["known"] == {"R": 1}
    assert view["draw"]["R"] == 1


def test_f3_ruling_resampling_changes_nothing_when_the_game_is_over():
    table = flowers_table(**OVER, hand="R2/R3/R9")
    before = table.position
    entry_points.resample_state(table._states, 0, ANIKA, stream_from_seed(1))
    assert table.position == before
