"""Hidden information: resampling keeps what a seat knows, views and events reveal no more."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from conformance.game_under_test import Case, GameUnderTest, Player, all_cases, games, random_game

from sandmandala.games.flowers import rules as flowers
from sandmandala.games.views import view
from sandmandala.games.visibility import visible_events

CASES = all_cases()
every_case = pytest.mark.parametrize("case", CASES, ids=str)
SPECTATOR = None


def seen(game: GameUnderTest, seat: int) -> dict:
    """A snapshot with secret cards replaced by their number."""
    snapshot = copy.deepcopy(game.snapshot())
    for key, *places in game.case.facts.secrets(seat, game.case.seats):
        if places:
            snapshot[key][places[0]] = len(snapshot[key][places[0]])
        else:
            snapshot[key] = len(snapshot[key])
    return snapshot


def positions(case: Case, count: int) -> Iterator[tuple[GameUnderTest, int, int]]:
    """About every fifth position of random games before the end, each with a seat and a seed."""
    for seed in range(games(count)):
        choice = random.Random(seed)
        for game in random_game(case, seed):
            if game.to_move() is not None and choice.random() < 0.2:
                yield game, choice.randrange(case.seats), choice.randrange(10**9)


# --- resampling


@every_case
def test_a_resampled_world_looks_the_same_to_the_seat(case: Case) -> None:
    for game, seat, seed in positions(case, 16):
        before = game.bytes()
        world = game.resampled(seat, seed)
        assert game.bytes() == before
        assert seen(world, seat) == seen(game, seat)
        assert case.facts.contents(world.snapshot()) == case.facts.material
        if seat == game.to_move():
            assert world.legal() == game.legal()


def shuffled_pile(game: GameUnderTest) -> np.ndarray:
    if not game.state[game.case.facts.shuffled]:
        return np.zeros_like(game.state["draw"])
    return game.state["draw"] + game.state["drawn"].sum(axis=0)


@every_case
def test_a_resampled_world_is_possible(case: Case) -> None:
    """The draw pile has no more than was shuffled into it, and cards taken back are still in hand (F3)."""
    for game, seat, seed in positions(case, 40):
        for world in (game, game.resampled(seat, seed)):
            names = case.rules.state_dtype.names
            if "drawn" in names:
                # Shuffled cards are still in the pile, or someone drew them; the seat knows what it drew.
                assert (shuffled_pile(world) == shuffled_pile(game)).all()
                assert (world.state["drawn"][seat] == game.state["drawn"][seat]).all()
                for field in ("draw", "hand", "drawn"):
                    assert (world.state[field] >= 0).all()
            if "known" in names:
                assert (world.state["hand"] >= world.state["known"]).all()
            if "cup_dealt" in names:
                assert (world.state["cup_dealt"] >= 0).all()


@every_case
def test_resampling_depends_only_on_what_the_seat_knows(case: Case) -> None:
    for game, seat, seed in positions(case, 60):
        other_world = game.resampled(seat, seed + 1)
        assert other_world.resampled(seat, seed).bytes() == game.resampled(seat, seed).bytes()


@every_case
def test_resampling_changes_something_where_there_are_secrets(case: Case) -> None:
    changed = [game.resampled(seat, seed).bytes() != game.bytes() for game, seat, seed in positions(case, 10)]
    if case.facts.secrets(0, case.seats):
        assert sum(changed) > len(changed) / 2
    else:
        assert not any(changed)


@every_case
def test_a_resampled_world_can_be_played_to_the_end(case: Case) -> None:
    for seed in range(games(40)):
        stop = random.Random(seed).randrange(60)
        for number, game in enumerate(random_game(case, seed)):
            if number == stop and game.to_move() is not None:
                world = game.resampled(seed % case.seats, seed)
                player = Player(seed)
                while legal := {world.move_text(action): action for action in world.legal()}:
                    world.play(legal[player.pick(list(legal))])
                assert case.facts.contents(world.snapshot()) == case.facts.material
                break


# --- views and events


def as_sent(message: Any) -> str:
    """The exact text that a seat would get."""
    return json.dumps(message, ensure_ascii=False)


@every_case
def test_alike_states_give_the_same_view(case: Case) -> None:
    for game, seat, seed in positions(case, 16):
        world = game.resampled(seat, seed)
        for looking in (seat, SPECTATOR):
            assert as_sent(view(world.state, looking)) == as_sent(view(game.state, looking))


@every_case
def test_views_do_not_change_the_state(case: Case) -> None:
    for game, seat, _ in positions(case, 10):
        before = game.bytes()
        view(game.state, seat)
        case.rules.text.position_text(game.state)
        assert game.bytes() == before


@every_case
def test_alike_states_and_outcomes_give_the_same_events(case: Case) -> None:
    """Whoever moves: worlds that look alike to a seat before and after a move give it the same events."""
    compared = {"own": 0, "of others": 0}
    for game, seat, seed in positions(case, 16):
        world = game.resampled(seat, seed)
        mover = game.to_move()
        common = sorted(set(game.legal()) & set(world.legal()))
        for action in random.Random(seed).sample(common, min(3, len(common))):
            one, other = game.copy(), world.copy()
            one.play(action)
            other.play(action)
            if one.to_move() is None or other.to_move() is None:
                continue  # all cards are on the table then
            if one.resampled(seat, seed).bytes() != other.resampled(seat, seed).bytes():
                continue  # the seat itself drew different cards, say
            told = as_sent(visible_events(case.rules, game.state, action, one.state, seat))
            assert as_sent(visible_events(case.rules, world.state, action, other.state, seat)) == told
            assert as_sent(view(one.state, seat)) == as_sent(view(other.state, seat))
            compared["own" if mover == seat else "of others"] += 1
    assert all(compared.values())


@every_case
def test_a_spectator_learns_no_more_than_any_seat(case: Case) -> None:
    """Worlds that look alike to some seat before and after a move look alike to a spectator."""
    for game, seat, seed in positions(case, 12):
        world = game.resampled(seat, seed)
        common = sorted(set(game.legal()) & set(world.legal()))
        if not common:
            continue
        action = random.Random(seed).choice(common)
        one, other = game.copy(), world.copy()
        one.play(action)
        other.play(action)
        alike = one.resampled(seat, seed).bytes() == other.resampled(seat, seed).bytes()
        if alike and one.to_move() is not None:
            told = as_sent(visible_events(case.rules, game.state, action, one.state, SPECTATOR))
            assert as_sent(visible_events(case.rules, world.state, action, other.state, SPECTATOR)) == told


@every_case
def test_without_memory_aid_nothing_is_remembered_for_the_players(case: Case) -> None:
    """Different colours in the others' cups, or among their face-down cards, do not change the view."""
    aided = case.options.get("memory_aid") == "on"
    differences = 0
    for game, seat, _ in positions(case, 12):
        changed = game.copy()
        for field in case.facts.forgotten:
            for other in range(case.seats):
                if other != seat:
                    # Seats are the last dimension before the colours; rotating the colours keeps the number.
                    cards = changed.state[field][..., other, :]
                    changed.state[field][..., other, :] = cards[..., ::-1].copy()
        views = {as_sent(view(world.state, seat)) for world in (game, changed)}
        if not aided:
            assert len(views) == 1
        differences += len(views) > 1
    assert bool(differences) == aided


def with_other_flowers(game: GameUnderTest, seat: int) -> GameUnderTest:
    """A copy with tiles from the stacks, with the same backs, in the flowers of the others (F12)."""
    changed = game.copy()
    place = changed.state["place"]
    for lower in range(flowers.TILES):
        owner, partner = divmod(int(place[lower]) - flowers.IN_FLOWER, 6)
        higher = lower // 6 * 6 + partner
        if owner in (-1, seat) or place[lower] < flowers.IN_FLOWER or lower > higher:
            continue
        stack = [
            [tile for tile in range(colour * 6, colour * 6 + 6) if place[tile] == flowers.STACK]
            for colour in range(flowers.COLOURS)
            if flowers.BACK_OF[colour] == flowers.BACK_OF[lower // 6]
        ]
        first, second = next((tiles[:2] for tiles in stack if len(tiles) > 1), (lower, higher))
        place[[lower, higher]] = flowers.STACK
        place[first] = flowers.IN_FLOWER + 6 * owner + second % 6
        place[second] = flowers.IN_FLOWER + 6 * owner + first % 6
    return changed


@pytest.mark.parametrize("case", [case for case in CASES if case.game == "flowers"], ids=str)
def test_without_memory_aid_finished_flowers_show_only_their_backs(case: Case) -> None:
    aided = case.options.get("memory_aid") == "on"
    changes, differences = 0, 0
    for game, seat, _ in positions(case, 12):
        changed = with_other_flowers(game, seat)
        changes += changed.bytes() != game.bytes()
        differences += as_sent(view(changed.state, seat)) != as_sent(view(game.state, seat))
    assert changes > 0
    assert differences == (changes if aided else 0)
