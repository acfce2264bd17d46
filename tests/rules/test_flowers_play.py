"""Flowers, F1 to F8: set-up, visibility, playing and drawing cards, majority and completion.

In the examples of the rulebook Anika is seat 0, Britta seat 1 and Cyrill seat 2.
"""

from __future__ import annotations

from typing import Any

import pytest
from rules.flowers_table import ANIKA, BRITTA, CYRILL, ONE_OF_EACH, flowers_table, kinds, one
from rules.table import Table

from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.errors import ImpossiblePositionError
from sandmandala.games.rules import OPEN

# --- F1, F2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f1_fifteen_cards_of_each_colour(seats):
    state = Table.deal("flowers", seats).state
    for colour in range(6):
        assert state["hand"][:, colour].sum() + state["draw"][colour] == 15


def test_f1_a_sixteenth_card_is_impossible():
    flowers_table(discard="R12")  # three more are in the hands
    with pytest.raises(ImpossiblePositionError, match="F1: there are 16 red cards, but the game has only 15"):
        flowers_table(discard="R13")


def test_f1_eighteen_dark_and_eighteen_light_tiles():
    view = Table.deal("flowers", 4).view(OPEN)
    assert view["stacks"] == {"dark": 15, "light": 15}
    seen = {
        (back, tile[0])
        for seed in range(40)
        for mandala in Table.deal("flowers", 2, seed).view(None)["mandalas"]
        for back, tile in mandala["tiles"].items()
    }
    dark, light = {("dark", c) for c in "RPK"}, {("light", c) for c in "OYG"}
    assert seen == dark | light


def test_f1_each_colour_has_the_same_six_values():
    seen = {
        (tile[0], tile[1:])
        for seed in range(150)
        for mandala in Table.deal("flowers", 2, seed).view(None)["mandalas"]
        for tile in mandala["tiles"].values()
    }
    assert seen == {(colour, value) for colour in "ROYGPK" for value in ("2", "3", "4", "5", "7", "x3")}


def test_f1_every_tile_exists_once():
    with pytest.raises(ImpossiblePositionError, match="F1: the tile R7 is in two places"):
        flowers_table(singles="R7O2/-/-")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f2_in_turn_order_players_draw_five_to_eight(seats):
    for beginner in range(seats):
        table = Table.deal("flowers", seats, beginner=beginner)
        assert table.to_move == beginner
        sizes = [player["hand_size"] for player in table.view(None)["players"]]
        assert [sizes[(beginner + later) % seats] for later in range(seats)] == [5, 6, 7, 8][:seats]


def test_f2_a_random_seat_begins():
    assert {Table.deal("flowers", 3, seed).to_move for seed in range(30)} == {0, 1, 2}


def test_f2_the_markers_lie_on_the_tiles():
    for mandala in Table.deal("flowers", 4).view(None)["mandalas"]:
        assert "marker" not in mandala
        assert mandala["sides"] == [{}, {}, {}, {}]
        assert len(mandala["missing"]) == 4


@pytest.mark.parametrize("tiles", ["O7/R7", "R7/P2", "R7O7/Y2"])
def test_f2_a_mandala_has_one_dark_and_one_light_tile(tiles):
    with pytest.raises(
        ImpossiblePositionError, match="F2: 'mandala1' needs one dark tile and then one light one"
    ):
        flowers_table(mandala1=f"{tiles}/-")


# --- F3


def test_f3_only_the_owner_sees_a_hand():
    table = flowers_table(hand="R2K1//G4")
    mine = table.view(ANIKA)["players"]
    assert mine[ANIKA]["hand"] == {"R": 2, "K": 1}
    assert "hand" not in mine[BRITTA]
    assert "hand" not in mine[CYRILL]
    assert [player["hand_size"] for player in mine] == [3, 6, 4]
    assert not any("hand" in player for player in table.view(None)["players"])
    assert table.view(OPEN)["players"][CYRILL]["hand"] == {"G": 4}


def test_f3_piles():
    table = flowers_table(draw="R2K1", discard="G3")
    for seat in (None, ANIKA, BRITTA, CYRILL):
        view = table.view(seat)
        assert (view["draw_size"], view["discard"]) == (3, {"G": 3})
        assert "draw" not in view
    assert table.view(OPEN)["draw"] == {"R": 2, "K": 1}


def test_f3_face_down_cards_show_their_backs_even_to_their_owner():
    table = flowers_table(mandala1="R7/O7/0/Y1:R2O1")
    for seat in (None, ANIKA, BRITTA):
        side = table.view(seat)["mandalas"][0]["sides"][ANIKA]
        assert side == {"face_up": {"Y": 1}, "face_down": 3}
    assert table.view(OPEN)["mandalas"][0]["sides"][ANIKA]["face_down_cards"] == {"R": 2, "O": 1}


def test_f3_the_log_shows_the_colour_of_face_down_cards_to_everyone():
    table = flowers_table(hand="R3O1")
    table.play("P1R3")
    for seat in (None, ANIKA, BRITTA):
        told = one(table.told(seat), "play")
        assert (told["colour"], told["count"], told["face_up"]) == ("R", 3, False)


def test_f3_the_memory_aid_shows_what_everyone_could_remember():
    words: dict[str, Any] = {"mandala1": "R7/O7/0/Y1:R2O1", "known": "-/G1K1/-"}
    for aid, down, known in (("off", None, None), ("on", {"R": 2, "O": 1}, {"G": 1, "K": 1})):
        for seat in (None, ANIKA, BRITTA, CYRILL):
            view = flowers_table(memory_aid=aid, **words).view(seat)
            assert view["mandalas"][0]["sides"][ANIKA].get("face_down_cards") == down
            assert view["players"][BRITTA].get("known") == known
            assert ("hand" in view["players"][BRITTA]) == (seat == BRITTA)


def test_f3_only_the_drawer_sees_drawn_cards():
    table = flowers_table(hand="R1O1", draw="K4G1")
    drawn = one(table.play("P1R1"), "draw")
    assert one(table.told(ANIKA), "draw") == drawn
    assert drawn["count"] == sum(drawn["cards"].values()) == 4
    for seat in (None, BRITTA, CYRILL):
        assert one(table.told(seat), "draw") == {"event": "draw", "seat": ANIKA, "count": 4}


def test_f3_a_resampled_world_looks_the_same_and_keeps_known_cards():
    hands = set()
    for seed in range(20):
        table = flowers_table(hand="R2O1/G1K3P2/Y6", known="-/K3/Y2")
        before = table.view(ANIKA)
        entry_points.resample_state(table._states, 0, ANIKA, stream_from_seed(seed))
        assert table.view(ANIKA) == before
        assert table.state["hand"][BRITTA, 5] >= 3  # K
        assert table.state["hand"][CYRILL, 2] >= 2  # Y
        hands.add(table.cards("hand", BRITTA))
    assert len(hands) > 5


# --- F4


def test_f4_a_new_colour_lies_face_up():
    table = flowers_table(hand="K3R1")
    assert one(table.play("P1K3"), "play") == {
        "event": "play",
        "seat": ANIKA,
        "mandala": 1,
        "colour": "K",
        "count": 3,
        "face_up": True,
    }
    assert table.view(None)["mandalas"][0]["sides"][ANIKA]["face_up"] == {"K": 3}
    assert table.view(None)["mandalas"][0]["missing"] == "YGP"


def test_f4_example_cyrills_three_black_cards_go_face_down():
    for mandala1 in ("K7/O7/-", "R7/O7/1/-:-/K1:-"):  # black on a tile, or on Britta's face-up card
        table = flowers_table(mandala1=mandala1, mandala3="K2/G7/-", hand="//K3R1", turn="2")
        assert one(table.play("P1K3"), "play")["face_up"] is False
        side = table.view(OPEN)["mandalas"][0]["sides"][CYRILL]
        assert side == {"uncounted": 3, "face_down_cards": {"K": 3}}


def test_f4_a_colour_joins_its_own_face_up_cards_face_down():
    table = flowers_table(mandala1="R7/O7/0/Y1:-", hand="Y2R1")
    table.play("P1Y2")
    side = table.view(OPEN)["mandalas"][0]["sides"][ANIKA]
    assert (side["face_up"], side["face_down_cards"]) == ({"Y": 1}, {"Y": 2})


def test_f4_another_mandala_does_not_matter():
    table = flowers_table(mandala1="R7/O7/1/-:-/K1:-", hand="K3R1")
    assert one(table.play("P2K2"), "play")["face_up"] is True  # mandala 3 has a black tile, mandala 1 a card


def test_f4_only_cards_you_have():
    table = flowers_table(hand="K2R1")
    assert table.legal() == [f"P{n}{c}" for n in (1, 2, 3) for c in ("R1", "K1", "K2")]
    assert table.refused("P1G1") == ("F4", "you have no green card in hand")
    assert table.refused("P3K3") == ("F4", "you have only 2 black cards in hand")
    assert table.refused("P3R15") == ("F4", "you have only 1 red card in hand")


@pytest.mark.parametrize(
    ("mandala1", "reason"),
    [
        ("R7/O7/0/R1:-", "F4: red was not new when it was laid face up in mandala 1"),
        ("R7/O7/0/K1:-/K1:-", "F4: black was not new when it was laid face up in mandala 1"),
        ("R7/O7/-/-:K1", "F4: black is new in mandala 1, so it lies face up"),
    ],
)
def test_f4_impossible_cards(mandala1, reason):
    with pytest.raises(ImpossiblePositionError, match=reason):
        flowers_table(mandala1=mandala1)


# --- F5


@pytest.mark.parametrize(
    ("left", "drawn"),
    [(1, 4), (4, 4), (5, 3), (6, 2), (7, 1), (8, 0), (9, 0)],  # six left is the rulebook's example
)
def test_f5_after_one_card_you_draw_up_to_four_and_to_eight(left, drawn):
    table = flowers_table(hand=f"R1G{left}")
    told = table.play("P1R1")
    assert table.state["hand"][ANIKA].sum() == left + drawn
    assert [event["count"] for event in told if event["event"] == "draw"] == [drawn][:drawn]


def test_f5_also_for_a_card_face_down():
    table = flowers_table(hand="R1G1", draw="K9")
    assert one(table.play("P1R1"), "play")["face_up"] is False
    assert table.cards("hand", ANIKA) == "G1K4"


def test_f5_two_cards_or_more_draw_nothing():
    table = flowers_table(hand="K2G1")
    told = table.play("P1K2")
    assert "draw" not in kinds(told)
    assert table.cards("hand", ANIKA) == "G1"


def test_f5_the_discard_pile_becomes_the_draw_pile_in_the_middle_of_a_draw():
    table = flowers_table(hand="R1G1", draw="Y1", discard="K5")
    told = table.play("P1R1")
    assert table.cards("hand", ANIKA) == "Y1G1K3"
    assert (table.cards("draw"), table.cards("discard")) == ("K2", "-")
    assert one(told, "reshuffle") == {"event": "reshuffle", "count": 5}


def test_f5_ruling_the_draw_pile_is_replaced_as_soon_as_it_is_empty():
    table = flowers_table(hand="R1G7", draw="Y1", discard="K5")
    assert kinds(table.play("P1R1")) == ["play", "draw", "reshuffle"]
    assert (table.cards("draw"), table.cards("discard")) == ("K5", "-")


def test_f5_ruling_or_at_the_next_draw_if_the_discard_pile_was_empty_too():
    table = flowers_table(hand="R1G7", draw="Y1")
    assert kinds(table.play("P1R1")) == ["play", "draw"]
    assert (table.cards("draw"), table.cards("discard")) == ("-", "-")
    table = flowers_table(hand="R1G6", draw="-", discard="K5")
    assert kinds(table.play("P1R1")) == ["play", "draw", "reshuffle"]
    assert table.cards("hand", ANIKA) == "G6K2"
    assert (table.cards("draw"), table.cards("discard")) == ("K3", "-")


def test_f5_ruling_fewer_or_no_cards_if_both_piles_are_empty():
    table = flowers_table(hand="R1G1", draw="Y1", discard="K1")
    table.play("P1R1")
    assert table.cards("hand", ANIKA) == "Y1G1K1"
    table = flowers_table(hand="R1G1", draw="-")
    assert kinds(table.play("P1R1")) == ["play"]
    assert table.cards("hand", ANIKA) == "G1"


# --- F6


def test_f6_never_all_of_two_or_more():
    table = flowers_table(hand="K3")
    assert table.legal("P1") == ["P1K1", "P1K2"]
    assert table.refused("P1K3") == ("F6", "you must keep at least one card in hand")
    flowers_table(hand="K3R1").play("P1K3")


def test_f6_the_last_card_may_be_played_if_another_can_be_drawn():
    table = flowers_table(hand="K1", draw="G1")
    assert table.legal() == ["P1K1", "P2K1", "P3K1"]
    table.play("P1K1")
    assert table.cards("hand", ANIKA) == "G1"
    flowers_table(hand="K1", draw="-", discard="G1").play("P1K1")


def test_f6_the_last_card_stays_if_there_is_none_to_draw():
    table = flowers_table(hand="K1", draw="-")
    assert table.refused("P2K1") == ("F6", "this is your last card, and there is none left to draw")


def test_f6_ruling_players_who_cannot_play_pass():
    table = flowers_table(hand="K1", draw="-")
    assert table.legal() == ["-"]
    assert table.play("-") == [{"event": "pass", "seat": ANIKA}]
    assert table.to_move == BRITTA
    assert table.cards("hand", ANIKA) == "K1"


@pytest.mark.parametrize(("hand", "draw"), [("K1", "G1"), ("K2", "-"), (ONE_OF_EACH, "K5")])
def test_f6_players_who_can_play_may_not_pass(hand, draw):
    table = flowers_table(hand=hand, draw=draw)
    assert table.refused("-") == ("F6", "you can play a card, so you may not pass")


# --- F7


def test_f7_the_rulebooks_two_examples():
    table = flowers_table(hand="Y2//R3P2", turn="2")
    assert "majority" not in kinds(table.play("P1R3"))  # Cyrill's three cards lie face down
    assert table.state["marker"][0] == -1
    table = flowers_table(mandala1="R7/O7/-/-:-/-:-/-:R3", hand="Y2/G3/P2")
    assert one(table.play("P1Y1"), "majority") == {
        "event": "majority",
        "mandala": 1,
        "seat": ANIKA,
    }
    assert one(table.play("P1G2"), "majority")["from"] == ANIKA  # Britta: two face up
    told = one(table.play("P1P1"), "majority")  # Cyrill: one face up, now all his four count
    assert (told["seat"], told["from"]) == (CYRILL, BRITTA)
    assert table.state["marker"].tolist() == [CYRILL, -1, -1]


def test_f7_on_a_tie_the_marker_stays():
    table = flowers_table(mandala1="R7/O7/1/-:-/Y2:-", hand="G2K1R1")
    assert "majority" not in kinds(table.play("P1G2"))
    assert table.state["marker"][0] == BRITTA


def test_f7_face_down_cards_count_once_a_card_is_face_up():
    table = flowers_table(mandala1="R7/O7/1/G1:-/Y2:-", hand="O2K1")
    assert one(table.play("P1O2"), "majority")["from"] == BRITTA  # three against two


def test_f7_more_cards_face_down_alone_take_no_marker():
    table = flowers_table(mandala1="R7/O7/1/-:R3/Y1:-", hand="O2K1")
    assert "majority" not in kinds(table.play("P1O2"))
    assert table.state["marker"][0] == BRITTA


def test_f7_more_than_every_other_player():
    table = flowers_table(mandala1="R7/O7/2/-:-/Y2:-/G3:-", hand="P3K1")
    assert "majority" not in kinds(table.play("P1P3"))  # more than Britta, as many as Cyrill
    table = flowers_table(mandala1="R7/O7/2/-:-/Y2:-/G3:-", hand="P4K1")
    assert one(table.play("P1P4"), "majority")["from"] == CYRILL


def test_f7_keeping_the_marker_is_not_an_event():
    table = flowers_table(mandala1="R7/O7/0/G1:-", hand="O2K1")
    assert "majority" not in kinds(table.play("P1O2"))
    assert table.state["marker"][0] == ANIKA


@pytest.mark.parametrize(
    ("mandala1", "reason"),
    [
        ("R7/O7/-/Y1:-", "someone with a face-up card has the marker of mandala 1"),
        ("R7/O7/1/Y1:-/-:R1", "someone with a face-up card has the marker of mandala 1"),
        ("R7/O7/0/-:R2", "nobody can have the marker of mandala 1"),
        ("R7/O7/0/Y1:-/G1:R1", "the marker of mandala 1 belongs to the player with most cards"),
    ],
)
def test_f7_impossible_markers(mandala1, reason):
    with pytest.raises(ImpossiblePositionError, match=f"F7: {reason}"):
        flowers_table(mandala1=mandala1)


# --- F8


def test_f8_six_colours_on_tiles_and_cards_complete_a_mandala():
    table = flowers_table(mandala1="R7/O7/2/-:-/Y2:-/G1P1:R1", hand="K1P1")
    assert table.view(None)["mandalas"][0]["missing"] == "K"
    told = table.play("P1K1")
    assert one(told, "complete") == {"event": "complete", "mandala": 1, "chooser": CYRILL}
    assert (table.view(None)["phase"], table.view(None)["resolving"]) == ("taking", 1)
    assert table.to_move == CYRILL


def test_f8_cards_are_drawn_before_it_is_resolved():
    table = flowers_table(mandala1="R7/O7/2/-:-/Y2:-/G1P1:R1", hand="K1P1", draw="O9")
    assert kinds(table.play("P1K1")) == ["play", "draw", "complete"]
    assert table.cards("hand", ANIKA) == "O4P1"


def test_f8_five_colours_do_not():
    table = flowers_table(mandala1="R7/O7/1/-:-/Y2:-/G1:R1", hand="K1P1")
    assert "complete" not in kinds(table.play("P1K1"))
    assert (table.view(None)["phase"], table.to_move) == ("playing", BRITTA)


def test_f8_impossible_positions():
    complete, lacking = "R7/O7/1/-:-/Y2G1:-/P1K1:-", "R7/O7/1/-:-/Y2G1:-/P1:-"
    with pytest.raises(ImpossiblePositionError, match="F8: mandala 1 is complete and must be resolved"):
        flowers_table(mandala1=complete)
    flowers_table(mandala1=complete, phase="taking", resolving="1/2", turn="1")
    with pytest.raises(ImpossiblePositionError, match="F8: mandala 1 lacks a colour"):
        flowers_table(mandala1=lacking, phase="taking", resolving="1/2", turn="1")
    with pytest.raises(
        ImpossiblePositionError, match="F8: the player who completed the mandala has a face-up card there"
    ):
        flowers_table(mandala1=complete, phase="taking", resolving="1/0", turn="1")
