"""Flowers as text: unreadable texts, impossible positions, and the sentences of a log."""

from __future__ import annotations

import pytest
from rules.flowers_table import ALL_TILES_GIVEN, NAMES, flowers_table
from rules.table import Table

from sandmandala.games.errors import ImpossiblePositionError, UnreadableError
from sandmandala.games.rules import OPEN, Viewer


def log(table: Table, *moves: str, seat: Viewer = OPEN) -> list[str]:
    table.play(*moves)
    names = NAMES[: len(table.view(None)["players"])]
    return [table.rules.text.sentence(event, names) for event in table.told(seat)]


def test_every_action_has_its_own_text():
    text = flowers_table().rules.text
    moves = [text.move_text(None, action) for action in range(273)]
    assert [text.read_move(None, move) for move in moves] == list(range(273))
    assert len(set(moves)) == 273
    assert (moves[0], moves[14], moves[15], moves[269]) == ("P1R1", "P1R15", "P1O1", "P3K15")
    assert moves[270:] == ["TD", "TL", "-"]
    assert text.read_move(None, " p2k3 ") == 90 + 5 * 15 + 2


@pytest.mark.parametrize("move", ["", "P", "P4R1", "P1R0", "P1R16", "P1R", "PR1", "T", "TR", "--", "P1R1 TD"])
def test_unreadable_moves(move):
    with pytest.raises(UnreadableError, match="Cannot read the move"):
        flowers_table().rules.text.read_move(None, move)


POSITIONS = [
    "seats=2 mandala1=R7/O7/-/-:-/-:- mandala2=P7/Y7/-/-:-/-:- mandala3=K7/G7/-/-:-/-:- hand=R5/K6 turn=0",
    # Everything at once: a complete mandala, known cards, tiles, a renewed draw pile, options.
    "seats=3 mandala1=Rx/O7/2/Y1:R2/G1:-/P1K1:R1O2 mandala2=P7/Y7/1/-:Y3/K2:-/-:- "
    "mandala3=K7/G7/-/-:-/-:-/-:- hand=R1O1/G12/K1 known=-/G3/- singles=Y4K2/-/R2O4 flowers=-/G3xP25/- "
    "discard=R4 turn=2 beginner=1 phase=taking resolving=1/1 drawn=R2/-/K1 "
    "final_mandalas=tiles_out_only memory_aid=on",
    # One of the last mandalas is being resolved, another is gone with its tiles.
    "seats=4 mandala1=- mandala2=P7/Y7/3/-:-/-:-/-:-/R1:- mandala3=K7/G7/-/-:K1/-:-/-:-/-:- hand=R1/R1/R1/R1 "
    "flowers=-/-/R23O23Y23/P23 unclaimed=R7O7 turn=3 beginner=2 phase=taking resolving=2/-",
    # Over.
    "seats=2 mandala1=- mandala2=- mandala3=- hand=R15O15Y15/G15P15K15 unclaimed=R7O7Y7G7P7K7 turn=1 "
    "phase=over passes=2",
]


@pytest.mark.parametrize("position", POSITIONS)
def test_a_position_comes_back_as_it_was_written(position):
    assert Table("flowers", position).position == position


def test_all_other_pieces_are_in_the_draw_pile_and_the_stacks():
    table = flowers_table(discard="R4", mandala1="R7/O7/0/K2:O1", singles="R2/-/O2", flowers="-/P23O35/-")
    assert table.cards("draw") == "R8O11Y12G12P12K10"
    assert table.view(None)["stacks"] == {"dark": 12, "light": 12}


def test_words_and_tiles_may_come_in_any_order():
    first = flowers_table(singles="R2O2/-/-", flowers="-/P35G2x/-").position
    words = first.replace("R2O2", "O2R2").replace("P35G2x", "Gx2P53").split()
    assert Table("flowers", " ".join(reversed(words))).position == first


def test_an_impossible_position_leaves_the_record_as_it_was():
    table = flowers_table()
    before = table.position
    with pytest.raises(ImpossiblePositionError):
        table.rules.text.read_position(before.replace("hand=R1", "hand=R15"), table.state)
    assert table.position == before


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"turn": "3"}, "'turn' must be from 0 to 2, not 3"),
        ({"beginner": "-1"}, "'beginner' must be from 0 to 2, not -1"),
        ({"mandala1": "R7/O7/3/K1:-"}, "'mandala1' must be from 0 to 2, not 3"),
        ({"hand": "-//"}, "F6: a hand is never empty"),
        ({"resolving": "1/0"}, "'resolving' belongs to the phase 'taking'"),
        ({"phase": "taking"}, "'resolving' belongs to the phase 'taking'"),
        ({"drawn": "R4/-/-"}, "F1: more red cards were drawn than the game has"),
        ({"mandala1": "R7/O7/0/K16:-"}, "F1: there are 19 black cards, but the game has only 15"),
        ({"passes": "4"}, "'passes' must be from 0 to 3, not 4"),
        ({"mandala2": "R7/Y7/-"}, "F1: the tile R7 is in two places"),
        ({"unclaimed": "R2O7"}, "F1: the tile O7 is in two places"),
        ({"flowers": "R22O22/-/-"}, "F1: the tile R2 is in two places"),
    ],
)
def test_impossible_positions(words, reason):
    with pytest.raises(ImpossiblePositionError, match=reason):
        flowers_table(**words)


@pytest.mark.parametrize("seats", ["1", "5"])
def test_impossible_seats(seats):
    with pytest.raises(ImpossiblePositionError, match="'seats' must be from 2 to 4"):
        Table("flowers", POSITIONS[0].replace("seats=2", f"seats={seats}"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"mandala1": "R7/O7/-/K1/K1/K1"}, "'mandala1' needs face-up and face-down cards like R2:K1"),
        ({"mandala1": "R7/O7/-/-:-/-:-/-:-/-:-"}, "'mandala1' needs 6 parts"),
        ({"mandala1": "R6/O7/-"}, "Cannot read 'R6' as tiles"),
        ({"singles": "R/-/-"}, "Cannot read 'R' as tiles"),
        ({"singles": "R2"}, "'singles' needs 3 parts"),
        ({"flowers": "R2/-/-"}, "Cannot read 'R2' as flowers"),
        ({"hand": "Z1//"}, "Cannot read 'Z1' as cards"),
        ({"phase": "paused"}, "'phase' must be one of playing, taking, over"),
        ({"final_mandalas": "two"}, "'final_mandalas' must be one of all, tiles_out_only"),
        ({"weather": "fine"}, "Cannot read the word 'weather=fine'"),
        ({"resolving": "1", "phase": "taking"}, "'resolving' needs 2 parts"),
    ],
)
def test_unreadable_positions(words, reason):
    with pytest.raises(UnreadableError, match=reason):
        flowers_table(**words)


@pytest.mark.parametrize("word", ["seats", "mandala1", "hand", "turn"])
def test_a_required_word(word):
    words = [part for part in POSITIONS[0].split() if not part.startswith(f"{word}=")]
    with pytest.raises(UnreadableError, match=f"The position lacks the word '{word}'"):
        Table("flowers", " ".join(words))


def test_log_of_plays():
    table = flowers_table(mandala1="K7/O7/-", mandala3="K2/G7/-", hand="R1G6/Y2G1/K3R1", turn="2")
    assert log(table, "P1K3") == ["Cyrill plays 3 black cards face down to mandala 1"]
    table.play("P1R1")
    told = [table.rules.text.sentence(event, NAMES[:3]) for event in table.told(None)]
    assert told == [
        "Anika plays 1 red card face up to mandala 1",
        "Anika draws 2",
        "Anika takes the majority marker of mandala 1",
    ]
    assert log(table, "P1Y2") == [
        "Britta plays 2 yellow cards face up to mandala 1",
        "Britta takes the majority marker of mandala 1 from Anika",
    ]


def test_log_of_a_new_draw_pile_and_a_pass():
    table = flowers_table(2, hand="R1G6/", draw="K1", discard="K4")
    assert log(table, "P1R1") == [
        "Anika plays 1 red card face down to mandala 1",
        "Anika draws 2 (2 black)",
        "The draw pile ran out; 4 cards are shuffled into a new one",
    ]
    assert log(flowers_table(hand="K1", draw="-"), "-") == ["Anika cannot play and passes"]


def test_log_of_a_mandala():
    table = flowers_table(
        mandala1="R7/O7/2/-:O1/Y1:-/G1P1:R1",
        hand="K1P9//",
        singles="-/O2/R3",
        final_mandalas="tiles_out_only",
    )
    assert log(table, "P1K1") == [
        "Anika plays 1 black card face up to mandala 1",
        "Mandala 1 is complete; Cyrill chooses a tile",
    ]
    told = log(table, "TD")
    tiles = table.view(None)["mandalas"][0]["tiles"]
    colours = dict(zip("ROYGPK", ("red", "orange", "yellow", "green", "purple", "black"), strict=True))
    dark, light = (f"{colours[t[0]]} {t[1:].replace('x', '×')}" for t in tiles.values())
    assert told == [
        "Cyrill takes the red 7; the orange 7 goes to Anika",
        "Cyrill forms a red flower of 3 and 7",
        "Anika discards 1 orange, 1 black",
        "Britta takes back 1 yellow",
        "Cyrill discards 1 red, 1 green, 1 purple",
        f"New tiles in mandala 1: {dark} and {light}",
    ]


def test_log_of_the_end():
    words = ALL_TILES_GIVEN | {"mandala1": "R7/O7/3/-:-/G1:-/P1:-/Y2K1:-", "mandala2": "P7/Y7/1/-:-/R1:-"}
    table = flowers_table(4, **words, mandala3="K7/G7/1/-:-/Y1:-", phase="taking", resolving="1/1", turn="3")
    told = log(table, "TL")
    assert told[0] == "Dora takes both tiles: orange 7 and red 7"
    assert told[-2] == "The last mandalas are resolved: there are no flower tiles left"
    assert told[-1] in [f"Mandala {number} is resolved; Britta chooses a tile" for number in (2, 3)]
    # Britta's flowers: Y3x and G3x are 9 each, P3+P7 and K3+K7 are 13 each; single R3, O3, Y7 and G7.
    assert log(table, "TD", "TD")[-1] == (
        "The game is over: the last mandalas are resolved. "
        "Anika 20, Britta 64, Cyrill 40, Dora 54. Britta wins"
    )


def test_log_of_a_last_round():
    table = flowers_table(
        2,
        mandala1="R7/O7/0/Y2K1:-/G1P1:-",
        flowers="P23G23/R23O23",
        singles="R4/O4",
        phase="taking",
        resolving="1/0",
        turn="0",
        hand="R2/O2",
    )
    assert "Anika and Britta have a third flower: this is the last round" in log(table, "TD")
    told = log(table, "P2O1")
    assert "The last mandalas are resolved: someone has a third flower, and the round is over" in told


def test_log_of_mandalas_that_nobody_gets():
    table = flowers_table(2, flowers="R23O23P23G23/-", turn="1", hand="R4/R3K1")
    told = log(table, "P1R2")
    assert "Nobody has the marker of mandala 1, so nobody gets its tiles" in told
    assert "Britta takes back 2 red" in told
    # R23, O23, P23 and G23 are 7 each.
    assert told[-1] == (
        "The game is over: someone has a third flower, and the round is over. Anika 28, Britta 0. Anika wins"
    )


def test_log_of_a_shared_win():
    # 2 * 2 + 3 three times is 21 for Anika; Britta has 3 * 7; both have four cards.
    table = flowers_table(2, flowers="R23O23P23/O7x", mandala1="R7/O4/-", hand="R4/R2K2", turn="1")
    assert table.scores == [21, 21]
    assert log(table, "P1R2")[-1].endswith("Anika 21, Britta 21. Anika and Britta share the win")
