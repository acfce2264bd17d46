"""The rules of Pebbles, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from rules.table import Table

from sandmandala.games.errors import ImpossiblePositionError
from sandmandala.games.rules import OPEN


def table_of(row: str = "-/-", hand: str = "W2G2K1/G5", last: str = "-", beginner: int = 0) -> Table:
    return Table("pebbles", f"seats=2 hand={hand} row={row} beginner={beginner} last={last}")


def test_b1_twenty_stones_of_each_colour() -> None:
    assert table_of().view(None)["bag_size"] == 50
    with pytest.raises(ImpossiblePositionError, match="B1"):
        table_of(hand="W5/W5", row="W11/G1", last="G")


@pytest.mark.parametrize("seats", [2, 3])
def test_b2_five_stones_each(seats: int) -> None:
    table = Table.deal("pebbles", seats)
    assert [sum(player["hand"].values()) for player in table.view(OPEN)["players"]] == [5] * seats
    assert {Table.deal("pebbles", seats, seed).to_move for seed in range(30)} == set(range(seats))


def test_b3_play_one_and_draw_one_unseen() -> None:
    table = table_of()
    table.play("W")
    assert table.view(None)["players"][0]["row"] == {"W": 1}
    assert table.to_move == 1
    assert "cards" in table.told(0)[1]
    for viewer in (1, None):
        assert table.told(viewer)[1] == {"event": "draw", "seat": 0, "count": 1}
    assert table_of(hand="W5/G5").refused("K") == ("B3", "you have no black stone in hand")


def test_b4_another_colour_than_the_one_before() -> None:
    after_white: dict[str, Any] = {"row": "-/W1", "last": "W", "beginner": 1}
    table = table_of(**after_white)
    assert table.refused("W") == ("B4", "white was played just now, and you have another colour")
    table = table_of(hand="W5/G5", **after_white)
    table.play("W")


def test_b5_the_end_is_an_empty_bag() -> None:
    table = table_of(row="W9G8K7/W8G9K8", hand="W2G1K2/W1G2K2", last="K", beginner=1)
    table.play("W")
    assert table.to_move is None
    assert table.refused("W") == ("B5", "the game is over")


def test_b6_sets_score_five() -> None:
    table = table_of(row="W9G8K7/W8G9K8", hand="W2G1K2/W1G2K2", last="K", beginner=1)
    table.play("W")
    assert [player["points"] for player in table.view(None)["players"]] == [39, 41]
    assert table.view(None)["winners"] == [1]
