"""Views, events and sentences of the Python API for each viewer, now and of past moves."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from records.random_games import CASES, random_game

from sandmandala import Game, UnreadableError
from sandmandala.games import views
from sandmandala.games.rules import OPEN

SECRET = bytes(range(32))
every_case = pytest.mark.parametrize(("name", "seats"), CASES)


@every_case
def test_every_position_can_be_seen_again(name: str, seats: int) -> None:
    game = Game.new(name, seats, secret=SECRET)
    viewers: list[int | None] = [None, *range(seats)]
    seen: list[list[Any]] = [[game.view(seat) for seat in viewers] + [game.open_view(), game.position()]]
    movers = []
    for _ in range(20):
        movers.append(game.to_move)
        game.play(game.legal_actions()[-1])
        seen.append([game.view(seat) for seat in viewers] + [game.open_view(), game.position()])
    for ply, then in enumerate(seen):
        assert [game.view(seat, ply) for seat in viewers] == then[:-2]
        assert [game.open_view(ply), game.position(ply)] == then[-2:]
        assert [view["seat"] for view in then[:-2]] == viewers
    assert [game.mover(ply) for ply in range(1, 21)] == movers


@pytest.mark.parametrize("name", ["mandala", "flowers"])
def test_a_seat_sees_only_its_own_hand(name: str) -> None:
    game = random_game(name, 2, moves=6)
    for seat in (0, 1):
        players = game.view(seat)["players"]
        assert "hand" in players[seat]
        assert "hand" not in players[1 - seat]
    assert not any("hand" in player for player in game.view(None)["players"])
    assert all("hand" in player for player in game.open_view()["players"])


@pytest.mark.parametrize("name", ["mandala", "flowers"])
def test_a_seat_sees_only_its_own_draws_and_flowers(name: str) -> None:
    private = {"draw": {"cards"}, "flower": {"values", "points"}}
    game = random_game(name, 2, moves=30)
    draws = 0
    for ply in range(1, game.ply + 1):
        told = {seat: game.events(ply, seat) for seat in (OPEN, 0, 1, None)}
        assert told[OPEN] == game.events(ply)
        for i, event in enumerate(told[OPEN]):
            hidden = private.get(event["event"], set())
            for_others = {key: value for key, value in event.items() if key not in hidden}
            for seat in (0, 1, None):
                assert told[seat][i] == (event if event.get("seat") == seat else for_others)
            draws += event["event"] == "draw"
    assert draws > 5


NO_SEATS: list[Any] = [
    -1,
    -2,
    9,
    0.5,
    1.0,
    "0",
    "open",
    True,
    False,
    b"0",
    (0,),
    np.float64(0),
    np.bool_(True),
]


@every_case
@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
def test_an_invalid_seat_sees_nothing(name: str, seats: int, seat: Any) -> None:
    """Especially not everything, as OPEN does."""
    game = random_game(name, seats, moves=4)
    for look in (
        lambda: game.view(seat),
        lambda: game.view(seat, ply=1),
        lambda: game.view_json(seat),
        lambda: game.events(1, seat),
        lambda: game.shared_events(1, seat),
        lambda: game.sentences(1, ["Ann"] * seats, seat),
        lambda: views.view_json(game.state(), seat),
    ):
        with pytest.raises(UnreadableError, match="There is no seat"):
            look()


@every_case
def test_seats_may_be_numpy_integers(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=4)
    for seat in range(seats):
        same: Any = np.int64(seat)
        assert game.view(same) == game.view(seat)
        assert game.events(3, same) == game.events(3, seat)


@every_case
def test_all_results_are_plain_json(name: str, seats: int) -> None:
    game = random_game(name, seats)
    names = [f"Player {seat}" for seat in range(seats)]
    for ply in range(1, game.ply + 1):
        for seat in (OPEN, None, *range(seats)):
            events = game.events(ply, seat)
            assert json.loads(json.dumps(events)) == events
            said = game.sentences(ply, names, seat)
            assert len(said) == len(events)
            assert all(said)
    for view in (game.view(0), game.view(None, 3), game.open_view()):
        assert json.loads(json.dumps(view)) == view
    assert all(type(number) is int for number in [*game.scores(), *game.winners(), game.mover(1)])
