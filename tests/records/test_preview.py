"""Previews: what a move would do, as far as the player to move can know it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from records.random_games import CASES, random_game, scaled_count
from rules.flowers_table import flowers_table
from rules.mandala_table import ONE_OF_EACH, mandala_table
from rules.table import Table

from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.errors import IllegalMoveError, UnreadableError
from sandmandala.games.rules import Event
from sandmandala.records import Game, preview

every_case = pytest.mark.parametrize(("name", "seats"), CASES)
aids = pytest.mark.parametrize("aid", ["off", "on"])


def game_at(table: Table) -> Game:
    return Game.from_position(table.rules.name, table.position, secret=bytes(32))


def positions(name: str, seats: int, count: int, **options: Any) -> Iterator[tuple[Game, str]]:
    """Positions of random games, each with a legal move."""
    for number in range(count):
        whole, pick = random_game(name, seats, number, **options), random.Random(number)
        game = Game.new(name, seats, options, whole.secret)
        for move in whole.moves:
            if pick.random() < 0.3:
                yield game, pick.choice(game.legal_moves())
            game.make_move(move)
        game.take_back()  # the last move ends the game
        yield game, whole.moves[-1]


def with_counts(told: list[Event]) -> list[Event]:
    return [{**event, "count": event.get("count", sum(event.get("cards", {}).values()))} for event in told]


@every_case
def test_a_preview_promises_only_what_then_happens(name: str, seats: int) -> None:
    endings = 0
    for game, move in positions(name, seats, scaled_count(12)):
        seat, points = game.to_move, game.scores()
        events, gain = preview(game, move)
        game.make_move(move)
        happened = with_counts(game.events(game.ply, seat))
        said, unsaid = happened[: len(events)], happened[len(events) :]
        for promised, event in zip(events, said, strict=True):
            assert promised.items() <= event.items()
        assert not unsaid or unsaid[0]["event"] in ("unclaimed", "resolve")  # F15: in random order
        assert seat is not None
        assert game.scores()[seat] == points[seat] + gain
        game.take_back()
        endings += happened[-1]["event"] == "end"
    assert endings


@every_case
def test_a_preview_is_the_same_in_every_world(name: str, seats: int) -> None:
    for game, move in positions(name, seats, scaled_count(3)):
        assert all(preview(game, move, seed) == preview(game, move) for seed in range(1, 8))


@every_case
def test_states_that_look_alike_give_the_same_preview(name: str, seats: int) -> None:
    for game, move in positions(name, seats, scaled_count(3)):
        other = game.state()
        entry_points.resample_state(other, 0, game.to_move or 0, stream_from_seed(game.ply))
        alike = Game.from_position(name, game.rules.text.position_text(other[0]))
        assert preview(alike, move) == preview(game, move)


@every_case
def test_a_preview_changes_nothing(name: str, seats: int) -> None:
    for game, move in positions(name, seats, 1):
        before, moves = game.position(), game.moves
        preview(game, move)
        assert (game.position(), game.moves) == (before, moves)


def test_an_illegal_move_has_no_preview() -> None:
    game = game_at(mandala_table())
    with pytest.raises(IllegalMoveError) as refused:
        preview(game, "F1R1")
    assert refused.value.rule == "M5"
    with pytest.raises(UnreadableError):
        preview(game, "Z9")


@pytest.mark.parametrize(
    ("draw", "discard", "drawn"),
    [("R9", "-", 3), ("R2", "-", 2), ("R1", "K1", 2), ("R1", "K5", 3)],
)
def test_m14_a_preview_promises_no_more_cards_than_the_piles_have(
    draw: str, discard: str, drawn: int
) -> None:
    events = preview(game_at(mandala_table(draw=draw, discard=discard)), "M1R").events
    assert events[1] == {"event": "draw", "seat": 0, "count": drawn}
    assert ("reshuffle" in [event["event"] for event in events]) == (draw != "R9")


def test_m14_a_preview_promises_no_card_when_both_piles_are_empty() -> None:
    events = preview(game_at(mandala_table(draw="-", ending="yes")), "M1R").events
    assert events[1:] == [{"event": "draw", "seat": 0, "count": 0}]


def test_m8_discarded_cards_can_be_drawn_again_when_the_piles_run_out() -> None:
    events = preview(game_at(mandala_table(draw="R1", hand=f"K2/{ONE_OF_EACH}")), "DK2").events
    assert events[1:] == [
        {"event": "draw", "seat": 0, "count": 2},
        {"event": "reshuffle", "draw_size": 1},
    ]


def test_m13_new_cards_of_a_mountain_are_counted_not_named() -> None:
    table = mandala_table(draw="Y9", mandala1="R1O1/Y1/G1P1", turn="0")
    table.play("F1K1", "TR")
    events = preview(game_at(table), "TO").events
    assert {"event": "refill", "mandala": 1, "count": 2} in events


def test_a_card_that_is_likely_but_not_certain_is_not_promised() -> None:
    """All cards of the draw pile but one are red, so almost every sampled draw is the same."""
    events = preview(game_at(mandala_table(draw="R9K1")), "DO1").events
    assert events[1] == {"event": "draw", "seat": 0, "count": 1}


@aids
def test_f3_a_preview_does_not_remember_face_down_cards(aid: str) -> None:
    table = flowers_table(3, mandala1="R7/O7/0/Y1G1P1:-/-:R2", memory_aid=aid)
    table.play("P1K1")
    events = preview(game_at(table), "TD").events
    leaving = [event for event in events if event["event"] in ("discarded", "returned")]
    assert leaving == [
        {"event": "discarded", "seat": 0, "mandala": 1, "count": 4},
        {"event": "returned", "seat": 1, "mandala": 1, "count": 2},
    ]


def test_f14_new_tiles_are_announced_not_named() -> None:
    table = flowers_table(2, mandala1="R7/O7/0/Y1G1P1:-")
    table.play("P1K1")
    assert preview(game_at(table), "TD").events[-1] == {"event": "new_tiles", "mandala": 1}


def test_f16_the_points_of_a_move_are_foreseen() -> None:
    table = flowers_table(2, mandala1="R7/O7/0/Y1G1P1:-", singles="R2/Y2")
    table.play("P1K1")
    # Nobody else has cards there, so both tiles are taken: a flower of 2 and 7 replaces the 2, and a 7.
    assert preview(game_at(table), "TD").gain == 11 - 2 + 7
