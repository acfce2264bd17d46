"""Verifying records: good ones pass, and each kind of tampering is caught by its own check.

The published recipe for draws is followed here once more, from scratch: whoever knows the secret can
deal the cards of a game with nothing but SHA-256 and a few lines of arithmetic.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
from typing import Any

import pytest
from records.some_games import CASES, fewer, secret_of, some_game

from sandmandala import Game, Record, read_record, verify
from sandmandala.records import Check, Result, is_good

every_case = pytest.mark.parametrize(("name", "seats"), CASES)


def _checks(record: Record) -> dict[str, Check]:
    return {check.name: check for check in verify(record)}


def _failed(record: Record, **changes: Any) -> list[Check]:
    """The checks that fail on the record with these changes."""
    changed = dataclasses.replace(record, **changes)
    assert read_record(changed.to_text()) == read_record(changed.to_json()) == changed
    checks = verify(changed)
    assert not is_good(checks)
    return [check for check in checks if check.ok is False]


@every_case
def test_a_whole_game_is_good(name: str, seats: int) -> None:
    for number in range(fewer(4)):
        record = some_game(name, seats, number).record()
        checks = verify(read_record(record.to_text()))
        assert [check.name for check in checks] == ["commitment", "rules", "moves", "draws", "result"]
        assert all(check.ok for check in checks)
        assert is_good(checks)
        assert checks[2].says == f"All {len(record.moves)} moves are legal."


@every_case
def test_an_unfinished_game_is_good(name: str, seats: int) -> None:
    for moves in (0, 1, 20):
        checks = _checks(some_game(name, seats, moves=moves).record())
        assert checks["result"].ok is None
        assert checks["result"].says == "The game is not over."
        assert all(checks[name].ok for name in ("commitment", "rules", "moves", "draws"))


@every_case
def test_a_game_from_a_position_is_good(name: str, seats: int) -> None:
    game = Game.from_position(name, some_game(name, seats, moves=9).position())
    game.play(game.legal_actions()[0])
    assert is_good(verify(game.record()))


def test_what_a_record_does_not_say_is_not_checked() -> None:
    record = some_game("mandala", 2).record()
    checks = verify(dataclasses.replace(record, trace=None, result=None))
    assert [check.ok for check in checks] == [True, True, True, None, None]
    assert checks[3].says == "The record has no trace to compare the draws with."
    assert checks[4].says == "The game is over, but the record gives no result."
    assert is_good(checks)


@every_case
def test_a_wrong_commitment(name: str, seats: int) -> None:
    [check] = _failed(some_game(name, seats).record(), commitment="0" * 64)
    assert (check.name, check.says) == (
        "commitment",
        "The secret is not the one that was committed to before the game.",
    )


@every_case
def test_another_secret(name: str, seats: int) -> None:
    """With a new commitment to match, it is the draws that give it away."""
    record = some_game(name, seats, moves=4).record()
    other = secret_of("other")
    failed = _failed(record, secret=other.hex())
    assert failed[0].name == "commitment"
    assert failed[-1].name in ("moves", "draws")
    commitment = hashlib.sha256(other).hexdigest()
    [check] = _failed(record, secret=other.hex(), commitment=commitment)
    assert check.name in ("moves", "draws")


def test_other_rules() -> None:
    record = some_game("patterns", 2, moves=3).record()
    [check] = _failed(record, rules=2)
    assert (check.name, check.says) == (
        "rules",
        "Played by version 2 of the rules; this program has version 1.",
    )
    assert [check.name for check in verify(dataclasses.replace(record, rules=2))] == ["commitment", "rules"]


@every_case
def test_a_changed_move(name: str, seats: int) -> None:
    """Another legal move: the positions are no longer those that were recorded."""
    game = some_game(name, seats, moves=6)
    record = game.record()
    last = game.take_back()
    other = next(move for move in game.legal_moves() if move != last)
    [check] = _failed(record, moves=(*record.moves[:-1], other))
    assert (check.name, check.says) == (
        "draws",
        "The recorded positions do not follow from the secret: a draw was bent.",
    )


@every_case
def test_a_move_left_out_or_added(name: str, seats: int) -> None:
    record = some_game(name, seats).record()
    failed = _failed(record, moves=record.moves[:-1])
    assert [check.name for check in failed] == ["draws", "result"]
    assert failed[1].says == "The record gives a result, but the game is not over."
    [check] = _failed(record, moves=(*record.moves, record.moves[-1]))
    assert check.name == "moves"
    assert f"the game is over (move {len(record.moves) + 1}, {record.moves[-1]})" in check.says


@pytest.mark.parametrize(
    ("name", "move", "said"),
    [
        ("mandala", "TR", "M10: no mandala is being shared out now (move 1, TR)"),
        ("patterns", "X", "P3: first say which of the two tiles left over the beginner gets (move 1, X)"),
        ("flowers", "-", "F6: you can play a card, so you may not pass (move 1, -)"),
    ],
)
def test_an_illegal_move(name: str, move: str, said: str) -> None:
    [check] = _failed(some_game(name, 2, moves=5).record(), moves=(move,))
    assert (check.name, check.says) == ("moves", said)


@pytest.mark.parametrize("name", ["mandala", "patterns", "flowers"])
def test_an_unreadable_move(name: str) -> None:
    record = some_game(name, 2, moves=5).record()
    [check] = _failed(record, moves=(*record.moves[:2], "[/]", *record.moves[3:]))
    assert check.name == "moves"
    assert check.says.startswith("Move 3: Cannot read the move '[/]'")


@every_case
def test_a_changed_trace(name: str, seats: int) -> None:
    [check] = _failed(some_game(name, seats).record(), trace="f" * 64)
    assert (check.name, check.ok) == ("draws", False)


@every_case
def test_changed_scores_and_winners(name: str, seats: int) -> None:
    game = some_game(name, seats)
    scores, winners = tuple(game.scores()), tuple(game.winners())
    everyone_else = tuple(seat for seat in range(seats) if seat not in winners)
    for result in (
        Result((scores[0] + 1, *scores[1:]), winners),
        Result(scores[::-1] if scores != scores[::-1] else (0,) * seats, winners),
        Result(scores, everyone_else),
        Result(scores, (*winners, *everyone_else, 9)),
    ):
        [check] = _failed(game.record(), result=result)
        assert (check.name, check.says) == ("result", "The scores or winners are not those of the game.")


@every_case
def test_a_result_before_the_end(name: str, seats: int) -> None:
    game = some_game(name, seats, moves=10)
    [check] = _failed(game.record(), result=Result(tuple(game.scores()), (0,)))
    assert (check.name, check.says) == ("result", "The record gives a result, but the game is not over.")


def test_a_changed_start() -> None:
    start = some_game("mandala", 2, moves=9).position()
    record = Game.from_position("mandala", start).record()
    [check] = _failed(record, start=start.replace("turn=0", "turn=2").replace("turn=1", "turn=2"))
    assert (check.name, check.says) == ("moves", "'turn' must be from 0 to 1, not 2.")
    [check] = _failed(record, start=some_game("mandala", 2, 1, moves=9).position())
    assert check.name in ("draws", "moves")


def test_changed_options() -> None:
    game = some_game("flowers", 3, beginner=1)
    [check] = _failed(game.record(), options={**game.options, "beginner": 2}, result=None)
    assert check.name in ("draws", "moves")


# --- the recipe, from scratch


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
        """A card from a pile that lies sorted by colour."""
        return pile.pop(self.below(len(pile)))


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 32 - by) % 2**32


def _as_text(cards: list[str]) -> str:
    return "".join(f"{colour}{cards.count(colour)}" for colour in "ROYGPK" if colour in cards)


@pytest.mark.parametrize("number", range(20))
def test_anyone_can_deal_a_game_of_mandala_again(number: int) -> None:
    """M2: the lot, two cards to each mountain, then to each seat six in hand and two in the cup."""
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
    """P3: the lot, 48 tiles from rank 1 to 8 and file a to h, then the middle; two are left over."""
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
    """F2: the lot, a dark and a light tile for each mandala, then the hands in turn order."""
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
    """M6: after a card to a mountain, up to three from what the draw pile holds."""
    game = some_game("mandala", 2, moves=0)
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
