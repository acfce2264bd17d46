"""The published recipe for draws (docs/records.md), implemented from scratch.

With the secret, anyone can deal the cards of a game with only SHA-256 and a few lines of arithmetic.
"""

from __future__ import annotations

import hashlib
import hmac

import pytest
from records.random_games import random_game, secret_of

from sandmandala import Game


class Recipe:
    """The draws of one move: HMAC-SHA-256, then xoshiro128** with Lemire's method, on plain numbers."""

    def __init__(self, secret: bytes, number: int) -> None:
        digest = hmac.new(secret, number.to_bytes(8, "big"), hashlib.sha256).digest()
        self.words = [int.from_bytes(digest[4 * i : 4 * i + 4], "big") for i in range(4)]

    def next(self) -> int:
        s = self.words
        result = _rotated(s[1] * 5 % 2**32, 7) * 9 % 2**32
        shifted = s[1] * 2**9 % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = _rotated(s[3], 11)
        return result

    def below(self, limit: int) -> int:
        while True:
            high, low = divmod(self.next() * limit, 2**32)
            if low >= 2**32 % limit:
                return high

    def draw(self, pile: list[str]) -> str:
        """A card from a pile sorted by colour."""
        return pile.pop(self.below(len(pile)))


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 32 - by) % 2**32


def _as_text(cards: list[str]) -> str:
    return "".join(f"{colour}{cards.count(colour)}" for colour in "ROYGPK" if colour in cards)


@pytest.mark.parametrize("number", range(20))
def test_anyone_can_deal_a_game_of_mandala_again(number: int) -> None:
    """M2: the beginner, two cards to each mountain, then to each seat six in hand and two in the cup."""
    secret = secret_of("recipe", number)
    recipe, pile = Recipe(secret, 0), [colour for colour in "ROYGPK" for _ in range(18)]
    beginner = recipe.below(2)
    mountains = [_as_text([recipe.draw(pile) for _ in range(2)]) for _ in range(2)]
    hands, cups = [], []
    for _ in range(2):
        hands.append(_as_text([recipe.draw(pile) for _ in range(6)]))
        cups.append(_as_text([recipe.draw(pile) for _ in range(2)]))
    words = dict(word.split("=") for word in Game.new("mandala", secret=secret).position().split())
    assert words.get("beginner", "0") == words["turn"] == str(beginner)
    assert [words["mandala1"], words["mandala2"]] == [f"{mountain}/-/-" for mountain in mountains]
    assert (words["hand"], words["dealt"]) == ("/".join(hands), "/".join(cups))


@pytest.mark.parametrize("number", range(5))
def test_anyone_can_deal_a_game_of_patterns_again(number: int) -> None:
    """P3: the beginner, 48 tiles from rank 1 to 8 and file a to h, then the middle; two are left over."""
    secret = secret_of("recipe", number)
    recipe = Recipe(secret, 0)
    beginner = recipe.below(2)
    files = {1: "cdef", 2: "bcdefg", 7: "bcdefg", 8: "cdef"}
    names = [f"{file}{rank}" for rank in range(1, 9) for file in files.get(rank, "abcdefgh")]
    middle = ["d4", "e4", "d5", "e5"]
    tiles = [colour for colour in "ROYGPK" for _ in range(8)]
    board = {name: recipe.draw(tiles) for name in names if name not in middle}
    left_over = list("ROYGPK")
    board |= {name: recipe.draw(left_over) for name in middle}
    seen = Game.new("patterns", secret=secret).open_view()
    assert seen["fields"] == board
    assert (seen["beginner"], seen["left_over"]) == (beginner, "".join(left_over))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_anyone_can_deal_a_game_of_flowers_again(seats: int) -> None:
    """F2: the beginner, a dark and a light tile for each mandala, then the hands in turn order."""
    secret = secret_of("recipe", seats)
    recipe = Recipe(secret, 0)
    beginner = recipe.below(seats)
    dark = [colour + value for colour in "RPK" for value in "23457x"]
    light = [colour + value for colour in "OYG" for value in "23457x"]
    mandalas = [f"{recipe.draw(dark)}/{recipe.draw(light)}/-/" for _ in range(3)]
    pile = [colour for colour in "ROYGPK" for _ in range(15)]
    hands = {
        (beginner + later) % seats: _as_text([recipe.draw(pile) for _ in range(5 + later)])
        for later in range(seats)
    }
    words = dict(word.split("=") for word in Game.new("flowers", seats, secret=secret).position().split())
    assert words["turn"] == str(beginner)
    assert all(words[f"mandala{i + 1}"].startswith(mandalas[i]) for i in range(3))
    assert words["hand"] == "/".join(hands[seat] for seat in range(seats))


def test_anyone_can_draw_the_cards_of_a_move_again() -> None:
    """M6: after a card to a mountain, up to three from the draw pile."""
    game = random_game("mandala", 2, moves=0)
    seen = 0
    while not game.is_over and seen < 10:
        before = game.open_view()
        pile = [colour for colour, count in before["draw"].items() for _ in range(count)]
        move = game.legal_moves()[0]
        drawn = [event for event in game.play(move) if event["event"] == "draw"]
        if move[0] == "M" and drawn and len(pile) > 3:
            recipe = Recipe(game.secret, game.ply)
            cards = [recipe.draw(pile) for _ in range(drawn[0]["count"])]
            assert _as_text(cards) == "".join(f"{c}{n}" for c, n in drawn[0]["cards"].items())
            seen += 1
    assert seen == 10
