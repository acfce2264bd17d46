"""Mandala, M10 to M18: resolving a mandala, the end of the game, and who wins."""

from __future__ import annotations

import pytest
from rules.mandala_table import ONE_OF_EACH, mandala_table
from rules.table import Table


def kinds(events: list[dict]) -> list[str]:
    return [event["event"] for event in events]


# --- M10


def test_m10_babette_with_four_cards_against_three_takes_first():
    table = mandala_table(mandala1="R2O1Y3/P3/G4", turn="0")
    table.play("M1K")
    assert table.to_move == 1
    table = mandala_table(mandala1="R2O1Y3/P3/G4", turn="1")
    table.play("M1K")
    assert table.to_move == 1


def test_m10_the_completing_cards_count():
    table = mandala_table(mandala1="R2O1Y3/P2/G3", hand=f"K2Y1/{ONE_OF_EACH}")
    table.play("F1K2")
    assert table.to_move == 0


@pytest.mark.parametrize("completer", [0, 1])
def test_m10_on_a_tie_the_player_who_did_not_play_the_last_card_begins(completer):
    table = mandala_table(mandala1="R2O1Y3/P3/G3", turn=str(completer))
    table.play("M1K")
    assert table.to_move == 1 - completer


def test_m10_players_take_alternately_until_the_mountain_is_empty():
    table = mandala_table(mandala1="R2O1Y3/P3/G4", turn="0")
    table.play("M1K")
    for move, seat in [("TY", 1), ("TR", 0), ("TK", 1), ("TO", 0)]:
        assert (table.to_move, table.view(None)["phase"]) == (seat, "taking")
        table.play(move)
    assert table.view(None)["phase"] == "playing"
    assert [player["river"] for player in table.view(None)["players"]] == ["RO", "YK"]


def test_m10_a_colour_is_taken_whole_and_once():
    table = mandala_table(mandala1="R2O1Y3/P3/G4", turn="0")
    table.play("M1K", "TY")
    assert table.cards("mountain", 0) == "R2O1K1"
    assert table.legal() == ["TR", "TO", "TK"]
    assert table.refused("TY") == ("M10", "there is no yellow card in mountain 1")


# --- M11


def test_m11_a_new_colour_goes_to_the_lowest_free_place():
    table = mandala_table(mandala1="R3O1Y1/P1/G2", river="GY/P", claimed="-/P1", turn="0")
    table.play("M1K")
    events = table.play("TR")  # Babette: one to place 2, two to the cup
    assert events[0] == {
        "event": "take",
        "seat": 1,
        "mandala": 1,
        "colour": "R",
        "count": 3,
        "to_cup": 2,
        "river_place": 2,
    }
    assert table.cards("cup_claimed", 1) == "R2P1"
    table.play("TO")  # Annabell: her only orange one to place 3, none to the cup
    assert table.cards("cup_claimed", 0) == "-"
    assert [player["river"] for player in table.view(None)["players"]] == ["GYO", "PR"]


def test_m11_a_colour_of_the_river_goes_to_the_cup():
    table = mandala_table(mandala1="R3O1Y1/P1/G2", river="-/GR", claimed="-/R1", turn="0")
    table.play("M1K")
    events = table.play("TR")
    assert "river_place" not in events[0]
    assert events[0]["to_cup"] == 3
    assert table.cards("cup_claimed", 1) == "R4"
    assert table.view(None)["players"][1]["river"] == "GR"


def test_m11_the_first_colour_goes_to_place_one():
    table = mandala_table(mandala1="R3O1Y1/P1/G2", turn="0")
    table.play("M1K", "TK")
    assert table.state["river"][1].tolist() == [0, 0, 0, 0, 0, 1]


# --- M12


def test_m12_players_without_a_card_in_the_field_discard_what_they_take():
    table = mandala_table(mandala1="R3O2Y1/-/P1G1", discard="Y2", turn="1")
    table.play("M1K", "TR")
    assert table.cards("cup_claimed", 1) == "R2"
    events = table.play("TO")
    assert "to_cup" not in events[0]
    assert "river_place" not in events[0]
    assert table.cards("discard") == "O2Y2"
    assert table.cards("cup_claimed", 0) == "-"
    assert [player["river"] for player in table.view(None)["players"]] == ["", "R"]


def test_m12_a_card_in_the_other_mandala_does_not_help():
    table = mandala_table(mandala1="R3O2/-/P1G1Y1", mandala2="R1O1/K1/-", turn="1")
    table.play("M1K", "TR", "TO")
    assert table.cards("cup_claimed", 0) == "-"
    assert table.cards("discard") == "O2"


def test_m12_both_fields_empty():
    table = mandala_table(mandala1="R3O2Y1G1P1/-/-", turn="0")
    table.play("M1K")
    assert table.to_move == 1  # M10: a tie
    table.play("TR", "TO", "TY", "TG", "TP", "TK")
    assert table.cards("discard") == "R3O2Y1G1P1K1"
    assert [player["river"] for player in table.view(None)["players"]] == ["", ""]
    assert [table.cards("cup_claimed", seat) for seat in (0, 1)] == ["-", "-"]
    assert table.state["mountain"][0].sum() == 2
    assert table.to_move == 1


# --- M13


def test_m13_fields_are_discarded_and_two_cards_laid_out():
    table = mandala_table(draw="G9", mandala1="R3O1/P2/Y2G1", mandala2="O1K1/R2/Y1", discard="P1", turn="0")
    table.play("F1K1", "TR")
    events = table.play("TO")
    assert events[1:] == [
        {"event": "clear", "mandala": 1, "discarded": {"Y": 2, "G": 1, "P": 2, "K": 1}},
        {"event": "refill", "mandala": 1, "cards": {"G": 2}},
    ]
    assert table.cards("discard") == "Y2G1P3K1"
    assert table.view(None)["mandalas"][0] == {"mountain": {"G": 2}, "fields": [{}, {}], "missing": "ROYPK"}
    other = table.view(None)["mandalas"][1]
    assert other == {"mountain": {"O": 1, "K": 1}, "fields": [{"R": 2}, {"Y": 1}], "missing": "GP"}


@pytest.mark.parametrize("completer", [0, 1])
@pytest.mark.parametrize(
    ("mandala1", "takes"), [("R1/O1Y1/G1P1", 1), ("R1O1/Y1/G1P1", 2), ("R1O1Y1/G1/P1", 3)]
)
def test_m13_the_opponent_of_the_completer_is_next(completer, mandala1, takes):
    table = mandala_table(mandala1=mandala1, turn=str(completer))
    table.play("F1K1")
    for _ in range(takes):
        assert table.view(None)["phase"] == "taking"
        table.play(table.legal()[0])
    assert (table.view(None)["phase"], table.to_move) == ("playing", 1 - completer)


# --- M14


def test_m14_pile_runs_out_in_the_middle_of_a_draw():
    table = mandala_table(draw="R1", discard="K5")
    events = table.play("M1R")
    assert kinds(events) == ["mountain", "draw", "reshuffle"]
    assert events[2]["draw_size"] == 3
    assert table.cards("hand", 0) == "R1O1Y1G1P1K3"
    assert (table.cards("draw"), table.cards("discard")) == ("K3", "-")
    assert table.view(1)["ending"] is True
    assert table.to_move == 1


def test_m14_pile_runs_out_with_the_last_card_drawn():
    table = mandala_table(draw="R3", discard="K5")
    table.play("M1R")
    assert table.cards("hand", 0) == "R3O1Y1G1P1K1"
    assert (table.cards("draw"), table.cards("discard")) == ("K5", "-")
    assert table.view(1)["ending"] is True


def test_m14_pile_does_not_run_out_while_a_card_is_left():
    table = mandala_table(draw="R4", discard="K5")
    assert kinds(table.play("M1R")) == ["mountain", "draw"]
    assert (table.cards("draw"), table.cards("discard")) == ("R1", "K5")
    assert "ending" not in table.view(1)


def test_m14_a_discard_can_empty_the_pile():
    table = mandala_table(draw="R1", hand=f"K2/{ONE_OF_EACH}")
    assert kinds(table.play("DK2")) == ["discard", "draw", "reshuffle"]
    assert table.cards("hand", 0) == "R1K1"  # one of the two black cards came back
    assert (table.cards("draw"), table.cards("discard")) == ("K1", "-")
    assert table.view(1)["ending"] is True


def test_m14_the_next_completed_mandala_is_the_last():
    table = mandala_table(draw="Y9", mandala1="R1O1/Y1/G1P1", ending="yes", turn="0")
    table.play("DR1", "DR1", "F1K1", "TR")
    assert table.to_move == 0  # the game is not over before the mountain is shared out
    events = table.play("TO")
    assert kinds(events) == ["take", "clear", "end"]
    assert events[2]["reason"] == "draw_pile"
    assert table.to_move is None
    assert table.cards("mountain", 0) == "-"
    assert table.refused("DO1") == ("M17", "the game is over")


def test_m14_completion_without_it_does_not_end_the_game():
    table = mandala_table(draw="Y9", mandala1="R1O1/Y1/G1P1", turn="0")
    table.play("F1K1", "TR", "TO")
    assert table.to_move == 1
    assert table.cards("mountain", 0) == "Y2"


def test_m14_pile_runs_out_and_mandala_is_completed_in_one_turn():
    table = mandala_table(draw="R3", discard="K5", mandala1="R1O1/Y1/G1P1", turn="0")
    events = table.play("M1K")
    assert kinds(events) == ["mountain", "draw", "reshuffle", "complete"]
    table.play("TR", "TO", "TK")
    assert table.to_move is None
    assert table.cards("mountain", 0) == "-"


def test_m14_new_cards_of_a_mountain_can_empty_the_pile():
    table = mandala_table(draw="R2", mandala1="R1O1/Y1/G1P1", mandala2="R1O1/Y1/G1P1", turn="0")
    table.play("F1K1", "TR")
    assert kinds(table.play("TO")) == ["take", "clear", "refill", "reshuffle"]
    assert table.cards("mountain", 0) == "R2"
    assert (table.cards("draw"), table.cards("discard")) == ("Y1G1P1K1", "-")
    assert table.view(None)["ending"] is True
    # The mandala just resolved was not the last one: the next is.
    assert table.to_move == 1
    table.play("F2K1", "TR", "TO")
    assert table.to_move is None


def test_m14_pile_runs_out_between_the_two_new_cards_of_a_mountain():
    table = mandala_table(draw="R1", mandala1="R1O1/Y1/G1P1", turn="0")
    table.play("F1K1", "TR", "TO")
    mountain = table.state["mountain"][0]
    assert (int(mountain.sum()), int(mountain[0])) == (2, 1)
    # The other came from the fields' cards, Y G P K, of which three are left to draw.
    assert (mountain + table.state["draw"]).tolist() == [1, 0, 1, 1, 1, 1]
    assert (table.view(None)["ending"], table.to_move) == (True, 1)


def test_m14_new_cards_of_a_mountain_leave_a_card():
    table = mandala_table(draw="R3", mandala1="R1O1/Y1/G1P1", turn="0")
    table.play("F1K1", "TR", "TO")
    assert (table.cards("draw"), table.cards("discard")) == ("R1", "Y1G1P1K1")
    assert "ending" not in table.view(None)


def test_m14_ruling_both_piles_empty():
    table = mandala_table(draw="R1")
    events = table.play("M1R")  # draws one instead of three
    assert events[1] == {"event": "draw", "seat": 0, "count": 1, "cards": {"R": 1}}
    assert table.cards("hand", 0) == ONE_OF_EACH
    assert (table.cards("draw"), table.cards("discard")) == ("-", "-")
    assert table.view(None)["ending"] is True
    events = table.play("M1R")  # draws none
    assert kinds(events) == ["mountain", "draw"]
    assert events[1]["count"] == 0
    assert table.cards("hand", 1) == "O1Y1G1P1K1"
    table.play("DK1")  # becomes the draw pile at once, and comes back
    assert table.cards("hand", 0) == ONE_OF_EACH
    assert (table.cards("draw"), table.cards("discard")) == ("-", "-")


def discard_anything(table: Table, times: int) -> None:
    for _ in range(times):
        table.play(table.legal("D")[0])


def test_m14_ruling_twenty_discards_in_a_row_end_the_game():
    table = mandala_table(draw="Y9", ending="yes", river="RO/-", dealt="R1O1/R1O1")
    discard_anything(table, 19)
    assert (table.to_move, table.winners) == (1, [])
    events = table.play(table.legal("D")[0])
    assert events[-1] == {"event": "end", "reason": "idle", "scores": [3, 0], "winners": [0]}
    assert (table.to_move, table.winners, table.scores) == (None, [0], [3, 0])


@pytest.mark.parametrize("move", ["M1R", "F1Y1"], ids=["mountain", "field"])
def test_m14_ruling_a_played_card_restarts_the_count(move):
    table = mandala_table(draw="Y9", ending="yes", idle="19")
    table.play(move)
    discard_anything(table, 19)
    assert table.to_move is not None
    discard_anything(table, 1)
    assert table.to_move is None


def discards_shown(table: Table) -> list[int | None]:
    """The count of discards that both players and a spectator see."""
    return [table.view(seat).get("discards_in_a_row") for seat in (0, 1, None)]


def count_line(table: Table) -> list[str]:
    return [line for line in table.rules.board_lines(table.view(0), ["Ann", "Ben"]) if "in a row" in line]


def test_m14_ruling_both_players_see_the_count_from_the_first_discard_on():
    table = mandala_table(draw="Y9", ending="yes")
    assert discards_shown(table) == [None] * 3
    assert count_line(table) == []
    for count in range(1, 21):
        discard_anything(table, 1)
        assert discards_shown(table) == [count] * 3
        assert count_line(table) == [f"Discards in a row: {count}; 20 end the game."]
    assert table.to_move is None


@pytest.mark.parametrize("move", ["M1R", "F1Y1"], ids=["mountain", "field"])
def test_m14_ruling_a_played_card_removes_the_count(move):
    table = mandala_table(draw="Y9", ending="yes", idle="7")
    assert discards_shown(table) == [7] * 3
    table.play(move)
    assert discards_shown(table) == [None] * 3


def test_m14_ruling_there_is_no_count_before_the_pile_ran_out():
    table = mandala_table()
    discard_anything(table, 3)
    assert discards_shown(table) == [None] * 3
    table = mandala_table(draw="Y1")
    table.play("DK1")  # it empties the pile, and does not count itself
    assert discards_shown(table) == [None] * 3
    discard_anything(table, 1)
    assert discards_shown(table) == [1] * 3


def test_m14_ruling_discards_before_the_pile_ran_out_do_not_count():
    table = mandala_table()
    discard_anything(table, 25)
    assert table.to_move is not None
    table = mandala_table(draw="Y1")
    table.play("DK1")
    assert table.view(None)["ending"] is True
    discard_anything(table, 19)
    assert table.to_move is not None
    discard_anything(table, 1)
    assert table.to_move is None


# --- M15


@pytest.mark.parametrize("seat", [0, 1])
def test_m15_sixth_colour_ends_the_game_once_the_mountain_is_shared_out(seat):
    table = mandala_table(
        mandala1=("R1K2/O1Y1G1/-", "R1K2/-/O1Y1G1")[seat], river=("ROYGP/-", "-/ROYGP")[seat], turn=str(seat)
    )
    table.play("F1P1", "TK")
    assert table.view(None)["players"][seat]["river"] == "ROYGPK"
    assert (table.to_move, table.legal()) == (1 - seat, ["TR"])
    events = table.play("TR")
    assert kinds(events) == ["take", "clear", "end"]
    assert events[-1]["reason"] == "sixth_colour"
    assert table.to_move is None
    assert table.cards("mountain", 0) == "-"
    assert "ending" not in table.view(None)


def test_m15_five_colours_do_not_end_the_game():
    table = mandala_table(mandala1="R1K2/O1Y1G1/-", river="ROYG/-")
    table.play("F1P1", "TK", "TR")
    assert table.view(None)["players"][0]["river"] == "ROYGK"
    assert table.to_move == 1


# --- M16


def test_m16_ruling_the_last_card_stays_when_none_can_be_drawn():
    table = mandala_table(draw="-", ending="yes", hand=f"K1/{ONE_OF_EACH}")
    assert table.refused("M1K") == ("M16", "this is your last card, and there is none left to draw")
    assert table.refused("F1K1") == ("M7", "you must keep at least one card in hand")
    assert table.legal() == ["DK1"]
    table.play("DK1")
    assert table.cards("hand", 0) == "K1"


def test_m16_not_even_to_complete_a_mandala():
    table = mandala_table(draw="-", ending="yes", hand=f"K1/{ONE_OF_EACH}", mandala1="R1O1/Y1/G1P1")
    assert table.refused("M1K") == ("M16", "this is your last card, and there is none left to draw")


@pytest.mark.parametrize(
    ("draw", "discard", "hand"), [("P1", "-", "P1"), ("-", "P2", "P2")], ids=["draw pile", "discard pile"]
)
def test_m16_the_last_card_may_go_when_one_can_be_drawn(draw, discard, hand):
    table = mandala_table(draw=draw, discard=discard, ending="yes", hand=f"K1/{ONE_OF_EACH}")
    table.play("M1K")
    assert table.cards("hand", 0) == hand


def test_m16_a_card_that_is_not_the_last_may_go():
    table = mandala_table(draw="-", ending="yes", hand=f"K2/{ONE_OF_EACH}")
    table.play("M1K")
    assert table.cards("hand", 0) == "K1"


# --- M17


def test_m17_annabells_53_points():
    table = mandala_table(
        mandala1="K2/R1O1Y1G1/-",
        mandala2="O2Y2/P3/-",
        hand="P2Y4/G1",
        river="ROYGP/-",
        dealt="R1O1/K2",
        claimed="R3O4Y6P3/-",
        turn="0",
    )
    table.play("F1P1")
    assert table.scores == [4 * 1 + 5 * 2 + 6 * 3 + 0 * 4 + 3 * 5, 0]
    events = table.play("TK")  # the sixth colour; the second black card is worth 6
    assert events[-1] == {"event": "end", "reason": "sixth_colour", "scores": [53, 0], "winners": [0]}
    assert table.scores == [53, 0]
    assert [player["points"] for player in table.view(1)["players"]] == [53, 0]


def after_the_last_take(**words: str) -> Table:
    """The game ends by M14 when Babette discards a black card, with these rivers and cups."""
    table = mandala_table(
        mandala1="K1/R1/-",
        phase="taking",
        resolving="1/0",
        turn="1",
        ending="yes",
        **words,
    )
    assert (table.to_move, table.winners) == (1, [])
    table.play("TK")
    assert table.to_move is None
    return table


def test_m17_only_cup_cards_of_river_colours_score():
    table = after_the_last_take(
        river="GO/YR", dealt="R2/R2", claimed="O1P5/G4R1Y2", hand="G8/Y8", mandala2="G1/O5/R5"
    )
    assert table.scores == [1 * 2, 3 * 2 + 2 * 1]


def test_m17_the_two_dealt_cards_score_like_the_others():
    assert after_the_last_take(river="GO/YR", dealt="G1O1/R2", claimed="-/-").scores == [3, 4]


# --- M18


def test_m18_most_points_win():
    table = after_the_last_take(river="R/R", dealt="R2/Y2", claimed="-/R3")
    assert (table.scores, table.winners) == ([2, 3], [1])
    table = after_the_last_take(river="R/R", dealt="R2/Y2", claimed="O4/R1")
    assert (table.scores, table.winners) == ([2, 1], [0])


def test_m18_on_a_tie_fewer_cup_cards_win():
    table = after_the_last_take(river="RO/RO", dealt="R2/Y2", claimed="-/O1")
    assert (table.scores, table.winners) == ([2, 2], [0])
    table = after_the_last_take(river="RO/RO", dealt="Y2/R2", claimed="O1/-")
    assert (table.scores, table.winners) == ([2, 2], [1])


def test_m18_ruling_still_tied_is_a_shared_win():
    table = after_the_last_take(river="RY/PO", dealt="R2/O1K1")
    assert (table.scores, table.winners) == ([2, 2], [0, 1])
    assert table.view(None)["winners"] == [0, 1]
