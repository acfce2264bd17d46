"""Mandala, M1 to M9: set-up, visibility, and the three actions."""

from __future__ import annotations

import pytest
from rules.mandala_table import ONE_OF_EACH, mandala_table
from rules.table import Table

from sandmandala.games.errors import ImpossiblePositionError, UnreadableError
from sandmandala.games.rules import OPEN

# --- M1, M2


def test_m1_eighteen_cards_of_each_colour():
    state = Table.deal("mandala").state
    for colour in range(6):
        places = ("hand", "mountain", "cup_dealt", "cup_claimed", "river", "draw", "discard")
        cards = sum(int(state[place][..., colour].sum()) for place in places)
        assert cards + state["field"][..., colour].sum() == 18


def test_m1_a_nineteenth_card_is_impossible():
    # Six red ones lie in the mountains, hands and cups of the usual position.
    mandala_table(discard="R12")
    with pytest.raises(ImpossiblePositionError, match="There are 19 red cards, but the game has only 18"):
        mandala_table(discard="R13")


def test_m2_set_up():
    table = Table.deal("mandala")
    state = table.state
    assert state["mountain"].sum(axis=-1).tolist() == [2, 2]
    assert state["hand"].sum(axis=-1).tolist() == [6, 6]
    assert state["cup_dealt"].sum(axis=-1).tolist() == [2, 2]
    assert state["draw"].sum() == 108 - 2 * (2 + 6 + 2)
    for empty in ("field", "river", "cup_claimed", "discard"):
        assert not state[empty].any()
    assert not state["ending"]
    assert table.view(None)["phase"] == "playing"


@pytest.mark.parametrize("beginner", [0, 1])
def test_m2_the_table_says_who_begins(beginner):
    for seed in range(6):
        table = Table.deal("mandala", seed=seed, beginner=beginner)
        assert table.to_move == beginner
        assert table.view(None)["beginner"] == beginner


def test_m2_a_random_seat_begins():
    assert {Table.deal("mandala", seed=seed).to_move for seed in range(20)} == {0, 1}
    assert {Table.deal("mandala", seed=seed, beginner="lot").to_move for seed in range(20)} == {0, 1}


@pytest.mark.parametrize("beginner", [2, -1, "Babette", True])
def test_m2_nobody_else_can_begin(beginner):
    with pytest.raises(UnreadableError, match="'beginner' is 'lot' or a seat from 0 to 1"):
        Table.deal("mandala", beginner=beginner)


def test_m2_two_seats_only():
    with pytest.raises(UnreadableError, match="Mandala has 2 seats, not 3"):
        Table.deal("mandala", seats=3)


# --- M3

SECRETS = {
    "hand": "R2K1/Y3G1",
    "river": "GP/Y",
    "dealt": "R1G1/Y1O1",
    "claimed": "P3/Y2",
    "discard": "K4",
}


def test_m3_owner_sees_hand_and_whole_cup():
    own = mandala_table(**SECRETS).view(0)["players"][0]
    assert own == {
        "hand_size": 3,
        "hand": {"R": 2, "K": 1},
        "river": "GP",
        "cup_size": 5,
        "cup": {"R": 1, "G": 1, "P": 3},
        "points": 0 + 1 + 3 * 2,
    }


@pytest.mark.parametrize("seat", [0, None], ids=["opponent", "spectator"])
def test_m3_others_see_only_how_many(seat):
    hers = mandala_table(**SECRETS).view(seat)["players"][1]
    assert hers == {"hand_size": 4, "river": "Y", "cup_size": 4}


def test_m3_spectator_sees_no_hand_at_all():
    for player in mandala_table(**SECRETS).view(None)["players"]:
        assert set(player) == {"hand_size", "river", "cup_size"}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_m3_piles(seat):
    seen = mandala_table(draw="O5", **SECRETS).view(seat)
    assert seen["discard"] == {"K": 4}
    assert seen["draw_size"] == 5
    assert "draw" not in seen


@pytest.mark.parametrize("seat", [0, None], ids=["opponent", "spectator"])
def test_m3_memory_aid_shows_claimed_cards_and_nothing_more(seat):
    hers = mandala_table(**SECRETS, memory_aid="on").view(seat)["players"][1]
    assert hers == {"hand_size": 4, "river": "Y", "cup_size": 4, "cup_claimed": {"Y": 2}}


def test_m3_memory_aid_is_an_option_of_the_table():
    assert Table.deal("mandala", memory_aid="on").view(0)["players"][1]["cup_claimed"] == {}
    assert "cup_claimed" not in Table.deal("mandala").view(0)["players"][1]
    with pytest.raises(UnreadableError, match="The option 'memory_aid' is off or on, not 'maybe'"):
        Table.deal("mandala", memory_aid="maybe")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_m3_ruling_nothing_is_hidden_when_the_game_is_over(seat):
    seen = mandala_table(draw="O5", **SECRETS, phase="over").view(seat)
    assert [player["hand"] for player in seen["players"]] == [{"R": 2, "K": 1}, {"Y": 3, "G": 1}]
    assert seen["players"][0]["cup"] == {"R": 1, "G": 1, "P": 3}
    assert seen["players"][0]["points"] == 7
    assert seen["draw"] == {"O": 5}


@pytest.mark.parametrize("seat", [0, 1, None, OPEN])
def test_m3_only_the_drawer_sees_drawn_cards(seat):
    table = mandala_table(draw="G5")
    table.play("M1Y")
    assert table.told(seat) == [
        {"event": "mountain", "seat": 0, "mandala": 1, "colour": "Y", "count": 1},
        {"event": "draw", "seat": 0, "count": 3, **({"cards": {"G": 3}} if seat in (0, OPEN) else {})},
    ]


# --- M4


def test_m4_one_action_and_players_alternate():
    table = mandala_table()
    assert {move[0] for move in table.legal()} == {"M", "F", "D"}
    for move, next_player in [("M1R", 1), ("F1Y1", 0), ("DO1", 1), ("DG1", 0), ("F2P1", 1), ("M2O", 0)]:
        table.play(move)
        assert table.to_move == next_player


def test_m4_nothing_can_be_taken_before_a_mandala_is_complete():
    assert mandala_table().refused("TR") == ("M10", "no mandala is being shared out now")


# --- M5


def annabell_to_play():
    """The rulebook's example, on mandala 1; mandala 2 has other colours."""
    return mandala_table(
        mandala1="Y1P2/R1O1/G2", mandala2="G1R1/-/-", hand=f"R2O2Y1G1P1K1/{ONE_OF_EACH}", turn="0"
    )


def test_m5_golden_rule_annabell_may_play():
    table = annabell_to_play()
    assert table.legal("M1") == ["M1Y", "M1P", "M1K"]
    assert table.legal("F1") == ["F1R1", "F1R2", "F1O1", "F1O2", "F1K1"]


def test_m5_golden_rule_annabell_may_not_play():
    table = annabell_to_play()
    assert table.refused("M1G") == ("M5", "green already lies in your opponent's field 1")
    assert table.refused("F1G1") == ("M5", "green already lies in your opponent's field 1")
    assert table.refused("M1R") == ("M5", "red already lies in your own field 1")
    assert table.refused("F1Y1") == ("M5", "yellow already lies in mountain 1")


def test_m5_golden_rule_does_not_look_at_the_other_mandala():
    table = annabell_to_play()
    assert table.legal("M2") == ["M2R", "M2O", "M2Y", "M2G", "M2P", "M2K"]
    assert table.legal("F2") == ["F2O1", "F2O2", "F2Y1", "F2P1", "F2K1"]


def test_m5_golden_rule_for_her_opponent():
    table = mandala_table(mandala1="Y1P2/R1O1/G2", turn="1")
    assert table.legal("M1") == ["M1Y", "M1P", "M1K"]
    assert table.legal("F1") == ["F1G1", "F1K1"]
    assert table.refused("F1R1") == ("M5", "red already lies in your opponent's field 1")


def test_m5_more_cards_may_join_their_colour():
    table = mandala_table(mandala1="Y1P2/R1O1/G2")
    table.play("M1P", "F1G1", "F1R1")
    assert [table.cards("mountain", 0), table.cards("field", 0, 0)] == ["Y1P3", "R2O1"]
    assert table.cards("field", 0, 1) == "G3"


def test_m5_positions_that_break_the_golden_rule_are_impossible():
    with pytest.raises(ImpossiblePositionError, match="M5: a colour lies in two areas of mandala 2"):
        mandala_table(mandala2="R1O1/-/R1")


# --- M6


@pytest.mark.parametrize(
    ("hand", "drawn"),
    [("Y8", 1), ("Y7", 2), ("Y6", 3), ("Y5", 3), ("Y1", 3)],
    ids=["7 left", "6 left", "5 left", "4 left", "none left"],
)
def test_m6_mountain_draws_up_to_three_and_up_to_eight(hand, drawn):
    table = mandala_table(draw="K9", hand=f"{hand}/{ONE_OF_EACH}")
    table.play("M2Y")
    left = int(hand[1]) - 1
    assert table.cards("hand", 0) == (f"Y{left}K{drawn}" if left else f"K{drawn}")
    assert table.cards("draw") == f"K{9 - drawn}"
    assert [table.cards("mountain", 0), table.cards("mountain", 1)] == ["R1O1", "R1O1Y1"]


def test_m6_exactly_one_card():
    table = mandala_table(hand="R3K1/Y1")
    with pytest.raises(UnreadableError, match="Cannot read the move 'M1R2'"):
        table.refused("M1R2")
    table.play("M1R")
    assert table.cards("mountain", 0) == "R2O1"


def test_m6_from_hand_only():
    assert mandala_table(hand="R3K1/Y1").refused("M1Y") == ("M6", "you have no yellow card in hand")


def test_m6_draw_comes_before_the_completion_check():
    table = mandala_table(draw="R9", mandala1="R1O1Y1G1P1/-/-")
    events = table.play("M1K")
    assert [event["event"] for event in events] == ["mountain", "draw", "complete"]
    assert table.cards("hand", 0) == "R4O1Y1G1P1"


# --- M7


def test_m7_several_cards_of_one_colour_and_no_draw():
    table = mandala_table(draw="R9", hand=f"Y3K1/{ONE_OF_EACH}")
    assert table.legal("F1Y") == ["F1Y1", "F1Y2", "F1Y3"]
    events = table.play("F1Y3")
    assert events == [{"event": "field", "seat": 0, "mandala": 1, "colour": "Y", "count": 3}]
    assert table.cards("field", 0, 0) == "Y3"
    assert table.cards("hand", 0) == "K1"
    assert table.cards("draw") == "R9"


def test_m7_own_field_only():
    table = mandala_table(turn="1")
    table.play("F2K1")
    assert table.cards("field", 1, 1) == "K1"
    assert table.cards("field", 1, 0) == "-"


def test_m7_one_card_stays_in_hand():
    table = mandala_table(hand=f"Y3/{ONE_OF_EACH}")
    assert table.refused("F1Y3") == ("M7", "you must keep at least one card in hand")
    assert table.legal("F1") == ["F1Y1", "F1Y2"]
    assert mandala_table(hand="Y1/K1").refused("F1Y1") == ("M7", "you must keep at least one card in hand")


def test_m7_no_more_cards_than_in_hand():
    table = mandala_table(hand="Y2K1/G1")
    assert table.refused("F1Y3") == ("M7", "you have only 2 yellow cards in hand")
    assert table.refused("F1K2") == ("M7", "you have only 1 black card in hand")
    assert table.refused("F1G1") == ("M7", "you have no green card in hand")


# --- M8


def test_m8_discard_and_draw_as_many():
    table = mandala_table(draw="G9", hand=f"R3K2/{ONE_OF_EACH}", discard="P1")
    assert table.legal("D") == ["DR1", "DR2", "DR3", "DK1", "DK2"]
    events = table.play("DR2")
    assert events == [
        {"event": "discard", "seat": 0, "colour": "R", "count": 2},
        {"event": "draw", "seat": 0, "count": 2, "cards": {"G": 2}},
    ]
    assert table.cards("hand", 0) == "R1G2K2"
    assert table.cards("discard") == "R2P1"
    assert table.cards("draw") == "G7"


def test_m8_all_of_a_one_colour_hand_may_go():
    table = mandala_table(draw="G9", hand=f"Y8/{ONE_OF_EACH}")
    table.play("DY8")
    assert table.cards("hand", 0) == "G8"
    assert table.cards("discard") == "Y8"


def test_m8_golden_rule_does_not_apply():
    table = mandala_table(mandala1="R1O1/-/K1", mandala2="R1O1/-/K1", hand=f"K2/{ONE_OF_EACH}")
    assert table.legal() == ["DK1", "DK2"]


def test_m8_no_more_cards_than_in_hand():
    table = mandala_table(hand="Y2/G1")
    assert table.refused("DY3") == ("M8", "you have only 2 yellow cards in hand")
    assert table.refused("DG1") == ("M8", "you have no green card in hand")


# --- M9


def test_m9_complete_when_three_areas_show_six_colours():
    table = mandala_table(mandala1="R1O2/Y2G1/P1")
    events = table.play("M1K")
    assert events[-1] == {"event": "complete", "mandala": 1, "first": 0}
    assert table.view(None)["phase"] == "taking"
    assert table.view(None)["resolving"] == 1
    assert table.legal() == ["TR", "TO", "TK"]


def test_m9_a_field_card_completes_too():
    table = mandala_table(mandala2="R1O2/Y2G1/P1", turn="1")
    table.play("F2K1")
    assert table.view(None)["resolving"] == 2
    assert table.legal() == ["TR", "TO"]


def test_m9_five_colours_are_not_enough():
    table = mandala_table(mandala1="R1O2/Y2/G1", mandala2="P1K1/-/-")
    assert table.view(None)["mandalas"][0]["missing"] == "PK"
    table.play("M1P")
    assert table.view(None)["mandalas"][0]["missing"] == "K"
    assert table.view(None)["phase"] == "playing"
    assert table.to_move == 1


def test_m9_it_is_resolved_at_once():
    table = mandala_table(mandala1="R1O2/Y2G1/P1")
    table.play("M1K")
    for move in ("M2R", "F2Y1", "DR1"):
        expected = "mandala 1 is being shared out: take a colour from its mountain"
        assert table.refused(move) == ("M10", expected)


def test_m9_a_complete_mandala_cannot_wait():
    with pytest.raises(ImpossiblePositionError, match="Mandala 1 is complete and must be shared out"):
        mandala_table(mandala1="R1O2/Y2G1/P1K1")
    with pytest.raises(ImpossiblePositionError, match="Mandala 1 is complete and must be shared out"):
        mandala_table(mandala1="R1O2/Y2G1/P1K1", mandala2="R1O2/Y2G1/P1K1", phase="taking", resolving="2/0")
