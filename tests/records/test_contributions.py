"""Contributions: each player adds a random number, so that the server cannot choose the deal."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from records.random_games import CASES, contributions_of, play_on, scaled_count, secret_of

from sandmandala import Game, UnreadableError, read_record, verify
from sandmandala.cli.perft import perft
from sandmandala.games import chance
from sandmandala.games.rules import all_games
from sandmandala.records import is_good

every_case = pytest.mark.parametrize(("name", "seats"), CASES)
SECRET = secret_of("contributions")


def contributed_game(name: str, seats: int, number: int = 0, moves: int = 10_000) -> Game:
    game = Game.new(name, seats, {}, secret_of(name, seats, number), contributions_of(seats, number))
    return play_on(game, moves, number)


# --- the deal


@every_case
def test_every_contribution_changes_the_deal(name: str, seats: int) -> None:
    given = contributions_of(seats)
    deals = {
        Game.new(name, seats, {}, SECRET).position(),
        Game.new(name, seats, {}, SECRET, given).position(),
    }
    for seat in range(seats):
        changed = [*given]
        changed[seat] = bytes(16)
        deals.add(Game.new(name, seats, {}, SECRET, changed).position())
    deals.add(Game.new(name, seats, {}, SECRET, given[::-1]).position())
    assert len(deals) == seats + 3


@every_case
def test_every_draw_of_the_game_comes_from_the_deal_key(name: str, seats: int) -> None:
    """A game with contributions is the same as one whose secret is the deal key."""
    game = contributed_game(name, seats)
    key = chance.deal_key(game.secret, contributions_of(seats))
    plain = Game.new(name, seats, secret=key)
    for move in game.moves:
        plain.play(move)
    assert [plain.position(ply) for ply in range(plain.ply + 1)] == [
        game.position(ply) for ply in range(game.ply + 1)
    ]
    assert game.deal_key == plain.deal_key == key
    game.take_back()
    plain.take_back()
    assert perft(game, 1) == perft(plain, 1)


def test_anyone_can_compute_the_deal_key() -> None:
    """As described in docs/records.md."""
    given = contributions_of(3)
    message = b"sandmandala deal key" + b"".join(b"\0\0\0\x10" + one for one in given)
    assert chance.deal_key(SECRET, given) == hmac.new(SECRET, message, hashlib.sha256).digest()
    assert chance.deal_key(SECRET, []) == SECRET


def test_no_two_lists_of_contributions_give_the_same_key() -> None:
    lists = ([b"ab"], [b"a", b"b"], [b"", b"ab"], [b"ab", b""], [b"b", b"a"], [b""])
    assert len({chance.deal_key(SECRET, given) for given in lists}) == len(lists)


@every_case
def test_the_same_secret_and_contributions_deal_the_same_again(name: str, seats: int) -> None:
    """A duplicate rematch keeps the options, too, so the same seat begins."""
    for number in range(scaled_count(10)):
        secret, given = secret_of("duplicate", number), contributions_of(seats, number)
        games = [Game.new(name, seats, {"beginner": "lot"}, secret, given) for _ in range(2)]
        assert games[0].state_bytes() == games[1].state_bytes()
        for _ in range(6):
            move = games[0].legal_moves()[0]
            assert games[0].play(move) == games[1].play(move)


# --- invalid contributions


BAD: list[Any] = [
    [],
    [bytes(16)],
    [bytes(16)] * 3,
    [bytes(16), bytes(15)],
    [bytes(16), bytes(17)],
    [bytes(16), None],
    [bytes(16), "00" * 16],
    ["0" * 16] * 2,
    bytes(2),
    "00",
]


@pytest.mark.parametrize("given", BAD)
def test_bad_contributions(given: Any) -> None:
    said = "Contributions are 16 bytes for each of the 2 seats"
    with pytest.raises(UnreadableError, match=said):
        Game.new("patterns", contributions=given)
    with pytest.raises(UnreadableError, match=said):
        Game.from_position("patterns", Game.new("patterns").position(), contributions=given)


def test_a_game_copies_its_contributions() -> None:
    given: list[Any] = [bytearray(16), bytearray(16)]
    game = Game.new("mandala", contributions=given)
    given[0][0] = 1
    assert game.contributions == (bytes(16), bytes(16))
    assert Game.new("mandala").contributions is None


# --- records


@every_case
def test_records_with_contributions(name: str, seats: int) -> None:
    for game in (contributed_game(name, seats), contributed_game(name, seats, 1, moves=7)):
        record = game.record()
        assert record.contributions == tuple(one.hex() for one in game.contributions or ())
        assert read_record(record.to_text()) == read_record(record.to_json()) == record
        again = Game.from_record(read_record(record.to_text()))
        assert again.record() == record
        assert again.contributions == game.contributions
        assert is_good(verify(record))


@every_case
def test_a_game_from_a_position_takes_contributions_too(name: str, seats: int) -> None:
    start, given = contributed_game(name, seats, moves=8).position(), contributions_of(seats, 3)
    game = play_on(Game.from_position(name, start, SECRET, given), 9)
    assert read_record(game.record().to_text()) == game.record()
    assert Game.from_record(game.record()).state_bytes() == game.state_bytes()
    assert is_good(verify(game.record()))


def test_how_contributions_are_written() -> None:
    record = contributed_game("flowers", 3, moves=2).record()
    first, second, third = (one.hex() for one in contributions_of(3))
    data = json.loads(record.to_json())
    assert data["format"] == record.format == 2
    assert data["contributions"] == [first, second, third]
    text = record.to_text()
    assert text.startswith("Sandmandala record 2\n")
    lines = f"contribution 0: {first}\ncontribution 1: {second}\ncontribution 2: {third}\n"
    assert f"commitment: {record.commitment}\n{lines}trace: " in text


@pytest.mark.parametrize("name", all_games())
def test_without_contributions_a_record_has_format_1(name: str) -> None:
    record = Game.new(name).record()
    assert record.format == 1
    assert "contribution" not in record.to_json() + record.to_text()


ONE = "0" * 32
BAD_RECORDS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda data: data.pop("contributions"), "The record needs 'contributions', as list"),
    (lambda data: data.update(contributions=None), "The record needs 'contributions', as list"),
    (lambda data: data.update(contributions=[]), "'contributions' needs one for each seat"),
    (lambda data: data.update(contributions=[ONE]), "'contributions' needs one for each seat"),
    (lambda data: data.update(contributions=[ONE, 7]), "'contributions' must be a list of texts"),
    (lambda data: data.update(contributions=[ONE, ONE[1:]]), "A contribution must be 32 hexadecimal digits"),
    (lambda data: data.update(contributions=[ONE, "A" * 32]), "hexadecimal digits in lower case"),
    (lambda data: data.update(contributions=[ONE, " " * 32]), "hexadecimal digits in lower case"),
    (lambda data: data.update(format=1), "A record of format 1 has no contributions"),
]


@pytest.mark.parametrize(("change", "said"), BAD_RECORDS)
def test_malformed_contributions_in_json(change: Callable[[dict[str, Any]], object], said: str) -> None:
    data = json.loads(contributed_game("mandala", 2, moves=3).record().to_json())
    change(data)
    with pytest.raises(UnreadableError, match=said):
        read_record(json.dumps(data))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Sandmandala record 2", "Sandmandala record 1", "A record of format 1 has no contributions"),
        ("contribution 0: ", "contribution 2: ", "A record has no line 'contribution 2'"),
        ("contribution 1: ", "contribution 1: 0", "A contribution must be 32 hexadecimal digits"),
        ("contribution 1: ", "contribution 0: ", "The line 'contribution 0' occurs twice in the record"),
    ],
)
def test_malformed_contributions_in_text(old: str, new: str, said: str) -> None:
    text = contributed_game("mandala", 2, moves=3).record().to_text()
    with pytest.raises(UnreadableError, match=said):
        read_record(text.replace(old, new, 1))


@every_case
def test_a_changed_contribution_is_detected(name: str, seats: int) -> None:
    record = contributed_game(name, seats).record()
    for seat in range(seats):
        changed = list(record.contributions or ())
        changed[seat] = ONE
        assert not is_good(verify(dataclasses.replace(record, contributions=tuple(changed))))
