"""Flowers, F15: how the game ends, and what happens to the mandalas still on the table."""

from __future__ import annotations

from typing import Any

import pytest
from rules.flowers_table import ALL_TILES_GIVEN, ANIKA, BRITTA, CYRILL, DORA, flowers_table, kinds, one
from rules.table import Table

from sandmandala.games.errors import ImpossiblePositionError

# Anika, who began, has two flowers and a single yellow tile, and chooses a tile of mandala 1: yellow makes
# her third flower. Red goes to Cyrill.
THIRD_FLOWER: dict[str, Any] = {
    "mandala1": "R7/Y5/0/O3:-/G1:-/P1K1:-",
    "flowers": "R23O23/-/-",
    "singles": "Y2/P2/-",
    "phase": "taking",
    "turn": "0",
}


def third_flower(completer: int, seed: int = 1, **words: Any) -> Table:
    return flowers_table(seed=seed, **THIRD_FLOWER | {"resolving": f"1/{completer}"} | words)


def finish(table: Table) -> list[dict]:
    """Take the dark tile of all last mandalas. Returns the events."""
    told = []
    while table.to_move is not None:
        assert table.legal() == ["TD", "TL"]
        told += table.play("TD")
    return told


def on_table(table: Table) -> list[bool]:
    return ["tiles" in mandala for mandala in table.view(None)["mandalas"]]


# --- the third flower


def test_f15_after_a_third_flower_the_round_is_played_to_its_end():
    table = third_flower(ANIKA)
    assert "last_round" not in table.view(None)
    told = table.play("TL")
    assert one(told, "last_round") == {"event": "last_round", "seats": [ANIKA]}
    assert table.view(None)["last_round"] is True
    assert "finishing" not in table.view(None)
    assert table.to_move == BRITTA
    assert kinds(table.play("P2R1"))[0] == "play"
    assert table.to_move == CYRILL
    told = table.play("P3R1")  # his is the last turn of the round, for Anika began
    assert one(told, "final") == {"event": "final", "reason": "third_flower"}
    assert table.view(None)["finishing"] is True


def test_f15_no_third_flower_no_end():
    table = third_flower(CYRILL, flowers="R23/O23/-")
    assert "last_round" not in kinds(table.play("TL"))
    assert (table.to_move, "finishing" in table.view(None)) == (ANIKA, False)


def test_f15_the_round_ends_before_the_beginners_turn():
    table = third_flower(ANIKA, beginner="1")
    told = kinds(table.play("TL"))
    assert told.index("new_tiles") < told.index("last_round") < told.index("final")
    assert table.view(None)["finishing"] is True  # Britta began, so Anika's turn was the last


def test_f15_the_last_mandalas_are_resolved_in_random_order():
    orders = set()
    for seed in range(20):
        table = third_flower(ANIKA, seed)
        table.play("TL", "P2R1")
        told = table.play("P3R1") + finish(table)
        orders.add(tuple(e["mandala"] for e in told if e["event"] == "take"))
        assert [e["mandala"] for e in told if e["event"] == "unclaimed"] == [1]
        assert on_table(table) == [False, False, False]
        assert (told[-1]["event"], told[-1]["reason"]) == ("end", "last_mandalas")
    assert orders == {(2, 3), (3, 2)}


def test_f15_incomplete_mandalas_are_resolved_by_the_usual_rules():
    table = third_flower(ANIKA, hand="R1G1/R3K1/R1G1")
    table.play("TL")
    table.play("P2R2")  # Britta has two cards in mandala 2, nobody else has any
    table.play("P3R1")  # Cyrill has one in mandala 3
    finish(table)
    players = table.view(None)["players"]
    # Britta's P2 and P7 form a flower: 2 * 2 + 7, and she takes the other tile of mandala 2 as well.
    (flower,) = players[BRITTA]["flowers"]
    assert (flower["colour"], flower["values"], flower["points"]) == ("P", ["2", "7"], 11)
    assert players[BRITTA]["singles"] == ["Y7"]
    assert players[CYRILL]["singles"] == ["R7", "G7", "K7"]
    # Anika: R2+R3 is 7, O2+O3 is 7, Y2+Y5 is 9.
    assert table.scores == [23, 18, 21]
    assert table.winners == [ANIKA]


def test_f15_players_without_a_tile_take_their_cards_back_at_the_end_too():
    table = third_flower(
        CYRILL, mandala2="P7/Y7/0/R2:-/-:Y2/-:-", mandala3="K7/G7/2/-:-/-:-/R1:-", hand="O1/O1/O1"
    )
    table.play("TL")
    finish(table)
    # Green lay in mandala 1, two yellow ones face down in mandala 2.
    assert table.cards("hand", BRITTA) == "O1Y2G1"
    assert table.cards("known", BRITTA) == "Y2G1"


def test_f15_tiles_out_only_leaves_the_mandalas_after_a_third_flower():
    table = third_flower(ANIKA, final_mandalas="tiles_out_only")
    table.play("TL", "P2R1")
    told = table.play("P3R1")
    assert kinds(told) == ["play", "draw", "majority", "end"]
    assert (told[-1]["reason"], told[-1]["scores"]) == ("third_flower", [23, 2, 7])
    assert on_table(table) == [True, True, True]
    assert table.view(None)["mandalas"][1]["sides"][BRITTA] == {"face_up": {"R": 1}}
    assert table.to_move is None


def test_f15_a_third_flower_of_two_players_at_once():
    table = third_flower(BRITTA, flowers="R23O23/-/P23G23", singles="Y2/-/R5")
    told = table.play("TL")
    assert one(told, "last_round")["seats"] == [ANIKA, CYRILL]
    assert table.to_move == CYRILL


# --- a marker that nobody has


def test_f15_ruling_without_a_marker_no_tiles_and_the_cards_go_back():
    # All lie face down but Cyrill's in mandala 3.
    table = third_flower(
        CYRILL, mandala2="P7/Y7/-/-:Y1/-:P2Y2/-:-", mandala3="K7/G7/2/-:-/-:-/R1:-", hand="O1/O1/O1"
    )
    told = table.play("TL") + finish(table)
    assert sorted(e["mandala"] for e in told if e["event"] == "unclaimed") == [1, 2]
    back = [(e["seat"], e["cards"]) for e in told if e["event"] == "returned" and e["mandala"] == 2]
    assert back == [(ANIKA, {"Y": 1}), (BRITTA, {"Y": 2, "P": 2})]
    assert table.cards("hand", BRITTA) == "O1Y2G1P2"
    assert table.cards("known", ANIKA) == "Y1"
    # P7 and Y7, and the new tiles in mandala 1, score for nobody.
    assert table.scores == [23, 2, 21]
    assert table.position.count("unclaimed=") == 1


def test_f15_ruling_cards_of_the_very_last_play_go_back_too():
    for seed in range(10):
        table = flowers_table(
            seed=seed, flowers="R23O23P23G23/-/-", turn="2", mandala1="R7/O7/-/-:-/-:-/-:O1", hand="//R2K1"
        )
        told = table.play("P1R2") + finish(table)  # face down, and Cyrill's is the last turn of the round
        assert one(told, "final")["reason"] == "third_flower"
        assert sorted(e["mandala"] for e in told if e["event"] == "unclaimed") == [1, 2, 3]
        assert one(told, "returned") == {
            "event": "returned",
            "seat": CYRILL,
            "mandala": 1,
            "cards": {"R": 2, "O": 1},
        }
        assert table.cards("hand", CYRILL) == "R2O1K1"
        assert kinds(told)[-1] == "end"


def test_f15_a_new_mandala_can_be_dissolved_at_once():
    given_up_at_once = set()
    for seed in range(20):
        table = third_flower(CYRILL, seed, mandala2="P7/Y7/0/R1:-", hand="O1/O1/O1")
        told = table.play("TL")
        assert one(told, "new_tiles")["mandala"] == 1
        assert one(told, "final")["reason"] == "third_flower"
        assert one(told, "returned")["cards"] == {"G": 1}  # Britta's; nothing lay in the new mandala
        unclaimed = [e["mandala"] for e in told if e["event"] == "unclaimed"]
        # Mandala 3 has no marker either; the choice in mandala 2 ends the move.
        assert one(told, "resolve") == {"event": "resolve", "mandala": 2, "chooser": ANIKA}
        assert on_table(table) == [1 not in unclaimed, True, 3 not in unclaimed]
        given_up_at_once.add(tuple(unclaimed))
        told = finish(table)
        assert [e["mandala"] for e in told if e["event"] == "unclaimed"] == [
            n for n in (1, 3) if n not in unclaimed
        ]
    assert given_up_at_once == {(), (1,), (3,), (1, 3)}


# --- the tiles are out

TILES_OUT: dict[str, Any] = ALL_TILES_GIVEN | {
    "mandala1": "R7/O7/3/-:-/G1:-/P1:-/Y2K1:-",
    "phase": "taking",
    "resolving": "1/1",
    "turn": "3",
}


@pytest.mark.parametrize("final_mandalas", ["all", "tiles_out_only"])
def test_f15_the_game_ends_at_once_when_a_new_mandala_gets_no_tiles(final_mandalas):
    table = flowers_table(4, **TILES_OUT, mandala2="P7/Y7/1/-:-/R1:-/-:-/-:-", final_mandalas=final_mandalas)
    assert table.view(None)["stacks"] == {"dark": 0, "light": 0}
    told = table.play("TD")  # Britta completed it, so the round would have gone on
    assert "new_tiles" not in kinds(told)
    assert "last_round" not in kinds(told)
    assert one(told, "final") == {"event": "final", "reason": "tiles_out"}
    told += finish(table)
    assert [e["mandala"] for e in told if e["event"] == "unclaimed"] == [3]
    assert [e["mandala"] for e in told if e["event"] == "take"] == [1, 2]
    assert told[-1]["reason"] == "last_mandalas"
    # Dora gets red (with R5: 17) and, by a tie of Britta and Cyrill, orange (17 more).
    assert table.scores[DORA] == 17 + 17 + 4 * 5


def test_f15_a_third_flower_brings_no_last_round_when_the_tiles_are_out():
    words = TILES_OUT | {"mandala1": "K7/G7/0/R2:-/O1:-/P1:-/Y1:-", "mandala3": "R7/O7/-", "turn": "0"}
    table = flowers_table(4, **words, mandala2="P7/Y7/0/R1:-")
    told = table.play("TD")
    assert [e["colour"] for e in told if e["event"] == "flower"] == ["G", "K"]  # her third and fourth
    assert one(told, "final")["reason"] == "tiles_out"
    assert "last_round" not in kinds(told + finish(table))


def test_f15_tiles_that_are_just_used_up_do_not_end_the_game():
    # The stacks are empty, but three mandalas lie on the table.
    table = flowers_table(4, **ALL_TILES_GIVEN)
    table.play("P1K1")
    assert (table.to_move, "finishing" in table.view(None)) == (BRITTA, False)


def test_f15_a_third_flower_ends_the_round_even_if_the_stacks_are_empty():
    words = ALL_TILES_GIVEN | {
        "singles": "G2P2K2/R3O3P3K3/R4O4G4/R5O5Y5G5P5K5",
        "flowers": "R2xO2xY24/Y3xG3x/P4xK4x/-",
    }
    table = flowers_table(4, **words, turn="3")
    assert one(table.play("P1K1"), "final") == {"event": "final", "reason": "third_flower"}


# --- all players pass (F6)

STUCK: dict[str, Any] = {
    "mandala1": "R7/O7/-/-:R14O14/-:-",
    "mandala2": "P7/Y7/-/-:-/-:P15Y15",
    "mandala3": "K7/G7/-/-:K7G7/-:K8G8",
    "hand": "R1/O1",
}


@pytest.mark.parametrize("final_mandalas", ["all", "tiles_out_only"])
def test_f15_ruling_the_game_ends_when_all_players_pass(final_mandalas):
    table = flowers_table(2, **STUCK, final_mandalas=final_mandalas)
    assert kinds(table.play("-")) == ["pass"]
    assert (table.to_move, table.state["passes"]) == (BRITTA, 1)
    told = table.play("-")
    assert told[-1]["reason"] == "passes"
    assert table.to_move is None
    if final_mandalas == "tiles_out_only":
        assert kinds(told) == ["pass", "end"]
        assert table.winners == [ANIKA, BRITTA]  # one card each
    else:
        assert kinds(told)[:2] == ["pass", "final"]
        assert sum(kind == "unclaimed" for kind in kinds(told)) == 3
        assert table.state["hand"].sum(axis=1)[:2].tolist() == [1 + 28 + 14, 1 + 30 + 16]
        assert table.winners == [BRITTA]


def test_f15_ruling_a_play_breaks_the_row_of_passes():
    table = flowers_table(2, **STUCK | {"mandala1": "R7/O7/-/-:R14O13/-:-", "hand": "R1/O2"})
    table.play("-", "P1O1")
    assert table.state["passes"] == 0
    assert table.play("-") == [{"event": "pass", "seat": ANIKA}]
    assert "end" in kinds(table.play("-"))


def test_f15_ruling_passes_fill_a_last_round_too():
    table = flowers_table(2, **STUCK | {"hand": "R1/O1"}, flowers="R23O23P23G23/-", turn="1")
    told = table.play("-")  # Anika began: the round is over with Britta's pass
    assert told[-1]["reason"] == "third_flower"


# --- impossible positions


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"passes": "1"}, "F6: this many players in a row cannot have passed"),
        ({"phase": "over"}, "F15: nothing has ended this game"),
        ({"phase": "over", "passes": "3"}, "F15: the game is not over before the last mandalas are resolved"),
        (
            {
                "mandala1": "R7/O7/0/K1:-",
                "phase": "taking",
                "resolving": "1/-",
                "passes": "3",
                "final_mandalas": "tiles_out_only",
            },
            "F15: this table resolves last mandalas only when the tiles are out",
        ),
        ({"unclaimed": "R2O2"}, "F14: each mandala has its tiles until the end of the game"),
        ({"flowers": "R23O23P23G23/-/-"}, "F15: the last round was over before the beginner's turn"),
    ],
)
def test_f15_impossible_positions(words, reason):
    with pytest.raises(ImpossiblePositionError, match=reason):
        flowers_table(**words)
