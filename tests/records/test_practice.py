"""Practice: games that play on from a position of another game, from what one seat knew."""

from __future__ import annotations

import dataclasses

import pytest
from records.random_games import CASES, play_on, secret_of

from sandmandala import Game, read_record, verify
from sandmandala.games.rules import rules_of
from sandmandala.records import is_good, practice_game

SECRETS = [secret_of("practice", number) for number in range(6)]


def known_game(name: str, seats: int) -> Game:
    return play_on(Game.new(name, seats, secret=secret_of("known")), 13)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_the_seat_knows_what_it_knew_and_no_more(name: str, seats: int) -> None:
    known = known_game(name, seats)
    for seat in range(seats):
        games = [practice_game(name, known.position(), seat, secret) for secret in SECRETS]
        for game in games:
            assert game.view(seat) == known.view(seat)
            assert (game.to_move, game.seats, game.ply) == (known.to_move, seats, 0)
        if rules_of(name).has_hidden_information:
            assert len({game.position() for game in games}) > 1, "what is hidden is dealt again"
        # As far as the seat knows, all of them are the same game: practice from each is the same.
        again = {practice_game(name, game.position(), seat, SECRETS[0]).position() for game in games}
        assert again == {games[0].position()}


def test_the_record_of_a_practice_game() -> None:
    position = known_game("mandala", 2).position()
    for contributions in (None, [bytes(16), bytes(16)]):
        game = play_on(practice_game("mandala", position, 0, SECRETS[0], contributions), 5)
        record = dataclasses.replace(game.record(), practice=True)
        assert record.format == 3
        for text in (record.to_json(), record.to_text()):
            assert read_record(text) == record
        assert Game.from_record(record).state_bytes() == game.state_bytes()
        checks = verify(record)
        assert is_good(checks)
        (deal,) = (check.detail for check in checks if check.name == "deal")
        assert deal == "There was no deal: the game starts from a position for practice."
