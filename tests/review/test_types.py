"""The JSON format of reviews."""

from __future__ import annotations

import pytest

from sandmandala.games.errors import UnreadableError
from sandmandala.review.types import Engine, Review, read_review

ENGINE = Engine("net", 1, "ab" * 32, 1000, 8000, 256, 10, 0, 1, 0)
EMPTY = Review(
    game="mandala",
    options={"beginner": -1},
    commitment="cd" * 32,
    engine=ENGINE,
    thresholds={"blunder": 0.2},
    scores=(30, 28),
    winners=(0,),
    decisions=(),
    seats=(),
)


def test_a_review_survives_being_written() -> None:
    assert read_review(EMPTY.to_json()) == EMPTY


@pytest.mark.parametrize("text", ["", "[]", "{}", EMPTY.to_json()[:-1], EMPTY.to_json().replace("30", '"x"')])
def test_what_is_no_review(text: str) -> None:
    with pytest.raises(UnreadableError, match="not a review"):
        read_review(text)


def test_a_format_of_the_future() -> None:
    with pytest.raises(UnreadableError, match="format 2"):
        read_review(EMPTY.to_json().replace('"format":1', '"format":2'))
