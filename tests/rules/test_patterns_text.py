"""Patterns as text and as a view: moves, positions, sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rules.patterns_table import patterns_position, patterns_table
from rules.table import Table

from sandmandala.games import entry_points
from sandmandala.games.compiling import new_states
from sandmandala.games.errors import ImpossiblePositionError, UnreadableError
from sandmandala.games.patterns import rules as r
from sandmandala.games.rules import OPEN, rules_of

# Maya has opened black on c3 and flipped d3, Louis has opened red on h6 and is to move.
EXAMPLE = "board=royg/pkroyg/pkrprooR/yypgoggk/rkgypopk/yoKKrgro/grpoyg/pkpk markers=c3/h6 bowls=Y/Y turn=1"
FRESH = (
    "board=royg/pkroyg/pkrprooy/yypgoggk/rkgypopk/yoykrgro/grpoyg/pkpk left_over=RK turn=1 phase=allotting"
)
# Louis cannot act: P9 keeps his black tile from both fields beside c1. Maya may flip f4.
LAST_FLIPS = (
    "board=Gooy/gypkor/oygpyRgk/roygpRop/kroyyrgg/pkrporyo/ygKpkg/Krpk "
    "markers=f6,d2/c8,c1 bowls=P/K turn=0 phase=last_flips"
)
TEXT = rules_of("patterns").text

# --- moves


@pytest.mark.parametrize(
    ("text", "action"),
    [("Oc1", 2), ("od4", 2 + 21), ("OD4", 2 + 21), (" Of8 ", 53), ("Fc1", 54), ("ff8", 105), ("x", 106)],
)
def test_moves_are_read(text, action):
    table = Table("patterns", FRESH)
    assert TEXT.read_move(table.state, text) == action


@pytest.mark.parametrize(("text", "action"), [("AR", 0), ("ak", 1)])
def test_allotting_is_read_by_colour(text, action):
    assert TEXT.read_move(Table("patterns", FRESH).state, text) == action


@pytest.mark.parametrize(
    "text", ["", "d4", "Q", "O", "Od", "Od9", "Oi4", "A", "AX", "XX", "Od4d5", "M1R", "O d4"]
)
def test_unreadable_moves(text):
    with pytest.raises(UnreadableError, match="Cannot read the move"):
        TEXT.read_move(Table("patterns", EXAMPLE).state, text)


def test_the_swap_tile_decides_whether_open_or_swap_is_written():
    table = Table("patterns", EXAMPLE)
    place = r.PLACE + 21
    assert TEXT.move_text(table.state, place) == "Od4"
    table.play("Oa3", "Oa6")  # Louis puts yellow on a3 and takes yellow from there
    assert TEXT.move_text(table.state, place) == "Sd4"
    assert TEXT.move_text(table.state, place + 52) == "Fd4"
    assert TEXT.move_text(table.state, 106) == "X"


# --- positions


def test_a_position_is_read():
    table = Table("patterns", EXAMPLE)
    seen = table.view(None)
    fields = [seen["fields"][name] for name in ("c8", "f1", "c3", "d3", "h6")]
    assert fields == ["R", "K", "K01", "K0", "R11"]
    assert (seen["to_move"], seen["beginner"], seen["phase"]) == (1, 0, "playing")


@pytest.mark.parametrize("text", [EXAMPLE, FRESH, LAST_FLIPS])
def test_a_position_is_written_as_it_was_read(text):
    assert Table("patterns", text).position == text


def test_the_example_of_the_docs():
    page = Path(__file__).resolve().parents[2] / "docs" / "patterns.md"
    assert f"    {EXAMPLE}\n" in page.read_text(encoding="utf-8")


def test_a_position_knows_what_may_be_played():
    assert Table("patterns", LAST_FLIPS).legal() == ["Ff4", "X"]
    assert len(Table("patterns", EXAMPLE).legal("O")) == 52 - 3


@pytest.mark.parametrize("seed", range(3))
def test_throughout_a_game_texts_round_trip_and_reasons_agree_with_the_legal_moves(seed):
    table = Table.deal("patterns", seed=seed)
    for step in range(200):
        again = new_states(r.STATE, 1)
        TEXT.read_position(table.position, again[0])
        assert again[0].tobytes() == table.state.tobytes()
        moves = table.legal()
        actions = [TEXT.read_move(table.state, move) for move in moves]
        assert [TEXT.move_text(table.state, action) for action in actions] == moves
        reasons = [table.rules.why_illegal(table.state, action) for action in range(r.ACTION_COUNT)]
        assert [action for action, reason in enumerate(reasons) if reason is None] == sorted(actions)
        if not moves:
            break
        told = table.play(moves[(seed + 7 * step) % len(moves)])
        assert json.loads(json.dumps(told)) == told
        assert all(TEXT.sentence(event, ["Maya", "Louis"]) for event in told)
    assert table.to_move is None


IMPOSSIBLE = [
    ("markers=c3/h6", "markers=c3/-", "P6: the tile on h6 is back up, but in no group"),
    ("KKrgro/grpoyg/pkpk", "KkrgrO/grpoyg/pkpk", "P6: the tile on h3 is back up"),
    ("KKrgro/grpoyg/pkpk", "Kkrgro/grpoyg/pKpk", "P6: the tile on d1 is back up"),
    ("markers=c3/h6", "markers=c4/h6", "A marker lies on c4, which is not back up"),
    ("markers=c3/h6", "markers=c3,d3/h6", "P6: seat 0 has two black markers"),
    ("markers=c3/h6", "markers=c3/h6,d3", "P9: the black groups touch"),
    ("bowls=Y/Y", "bowls=Y/-", "Each bowl has a swap tile"),
    ("bowls=Y/Y", "bowls=Y/G", "P1: there are 8 yellow tiles"),
    ("turn=1", "turn=1 left_over=RK", "Each bowl has a swap tile, and no tile is left over"),
    ("turn=1", "turn=0", "P4: each turn makes one tile back up"),
    ("turn=1", "turn=1 beginner=1", "P4: each turn makes one tile back up"),
    ("turn=1", "turn=2", "'turn' must be from 0 to 1, not 2"),
    ("turn=1", "turn=1 phase=allotting", "P3: while two tiles are left over, the bowls are empty"),
    ("turn=1", "turn=1 phase=last_flips", "P11: the player who moved last has the turn"),
    ("turn=1", "turn=0 phase=last_flips", "P10: the opponent can still act"),
    ("turn=1", "turn=0 phase=over", "P10: the opponent can still act"),
]


@pytest.mark.parametrize(("old", "new", "said"), IMPOSSIBLE)
def test_impossible_positions(old, new, said):
    assert old in EXAMPLE
    with pytest.raises(ImpossiblePositionError, match=said):
        Table("patterns", EXAMPLE.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turn=1", "turn=0", "P3: the beginner's opponent allots, before anyone moves"),
        ("left_over=RK", "left_over=RR", "P3: the two tiles left over have different colours"),
        ("left_over=RK ", "", "P3: while two tiles are left over, the bowls are empty"),
        ("rkgypopk", "rkygpopk", "P3: the middle and the two other tiles start with six colours"),
        ("yoykrgro", "yoyKrgro", "P6: the tile on d3 is back up, but in no group with a marker"),
    ],
)
def test_impossible_starts(old, new, said):
    assert old in FRESH
    with pytest.raises(ImpossiblePositionError, match=said):
        Table("patterns", FRESH.replace(old, new))


def test_impossible_phases():
    stuck = LAST_FLIPS.replace("turn=0 phase=last_flips", "turn=1")
    with pytest.raises(ImpossiblePositionError, match="P10: the player to move cannot act"):
        Table("patterns", stuck)
    nothing_to_flip = patterns_position(
        """
          G...
         ......
        .....R..
        .....R..
        ........
        ........
         ..K...
          K...
        """,
        markers="f6,d2/c8,c1", bowls="P/K", phase="last_flips",
    )  # fmt: skip
    with pytest.raises(ImpossiblePositionError, match="P11: nothing is left to flip"):
        Table("patterns", nothing_to_flip)
    assert Table("patterns", nothing_to_flip.replace("last_flips", "over")).winners == [0]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("board=royg/", "board=", "'board' needs 8 parts"),
        ("royg/", "roy/", "Rank 8 of the board has 4 fields, not 3"),
        ("royg/", "roxg/", "Cannot read 'x' on e8"),
        ("markers=c3/h6", "markers=a1/h6", "There is no field 'a1' on the board"),
        ("markers=c3/h6", "markers=c3", "'markers' needs 2 parts"),
        ("bowls=Y/Y", "bowls=YY/Y", "'bowls' needs 1 of ROYGPK"),
        ("turn=1", "turn=1 left_over=R", "'left_over' needs 2 of ROYGPK"),
        ("turn=1", "turn=1 phase=resting", "'phase' must be one of allotting, playing, last_flips, over"),
        ("turn=1", "turn=1 hand=R2", "Cannot read the word 'hand=R2'"),
        (" turn=1", "", "The position lacks the word 'turn'"),
    ],
)
def test_unreadable_positions(old, new, said):
    assert old in EXAMPLE
    with pytest.raises(UnreadableError, match=said):
        Table("patterns", EXAMPLE.replace(old, new))


def test_an_error_leaves_the_record_as_it_was():
    table = Table("patterns", FRESH)
    for bad in (EXAMPLE.replace("turn=1", "turn=0"), EXAMPLE.replace("c3/h6", "c4/h6"), "board="):
        with pytest.raises((ImpossiblePositionError, UnreadableError)):
            TEXT.read_position(bad, table.state)
        assert table.position == FRESH


def test_reading_replaces_an_older_position_completely():
    table = Table("patterns", LAST_FLIPS)
    TEXT.read_position(FRESH, table.state)
    assert table.state.tobytes() == Table("patterns", FRESH).state.tobytes()


# --- views and sentences


def test_nothing_is_hidden():
    table = Table("patterns", EXAMPLE)
    views = [dict(table.view(seat)) for seat in (0, 1, None, OPEN)]
    assert [view.pop("seat") for view in views] == [0, 1, None, None]
    assert views[0] == views[1] == views[2] == views[3]
    assert json.loads(json.dumps(views[0])) == views[0]


def test_a_view_shows_the_whole_table():
    seen = Table("patterns", LAST_FLIPS).view(1)
    assert (seen["game"], seen["seat"], seen["to_move"], seen["phase"]) == ("patterns", 1, 0, "last_flips")
    assert not {"left_over", "winners"} & set(seen)
    assert [seen["fields"][name] for name in ("f5", "f6", "d2")] == ["R0", "R01", "K02"]
    assert seen["players"][0] == {"swap_tile": "P", "river": "RK", "group_points": [1, 0], "points": 1}
    assert Table("patterns", FRESH).view(1)["left_over"] == "RK"


def test_sentences():
    table = Table("patterns", FRESH)
    said = []
    for move in ("AK", "Oc3", "Oh6", "Fd3"):
        said += [TEXT.sentence(event, ["Maya", "Louis"]) for event in table.play(move)]
    assert said == [
        "Louis gives Maya a black tile and keeps a red tile; Maya begins",
        "Maya opens black on c3 with marker 1 and takes a yellow tile",
        "Louis opens red on h6 with marker 1 and takes a yellow tile",
        "Maya flips a black tile on d3",
    ]


def test_sentences_of_a_swap_and_of_the_end():
    table = patterns_table(
        """
          G...
         ......
        .....R..
        .....or.
        ........
        ........
         ..K...
          K...
        """,
        markers="f6,d2/c8,c1", bowls="R/K",
    )  # fmt: skip
    said = []
    for move in ("Sf5", "X"):
        said += [TEXT.sentence(event, ["Maya", "Louis"]) for event in table.play(move)]
    assert said == [
        "Maya swaps a red tile to f5 and takes an orange tile",
        "Louis cannot act; Maya may flip on",
        "Maya stops flipping",
        "The game is over. Maya 1, Louis 0. Maya wins",
    ]


def test_resampling_changes_nothing():
    table = Table("patterns", EXAMPLE)
    states = table.state.reshape(1).copy()
    entry_points.resample_state(states, 0, 0, Table("patterns", FRESH)._stream)
    assert states[0].tobytes() == table.state.tobytes()
