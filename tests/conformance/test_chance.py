"""Chance is fair: the stream, single draws, set-ups, the order of last mandalas, resampled worlds.

All seeds are fixed, so these tests always give the same result. A fair stream would violate a bound once in
about ten thousand seeds, and a stream that is unfair by a few per cent fails.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, islice
from typing import Any

import numba
import numpy as np
import pytest
from conformance.card_counts import letters
from conformance.facts_flowers import TILES
from conformance.game_under_test import Case, GameUnderTest, games, random_game
from conformance.reference_chance import COLOURS, ReferenceChance
from conformance.reference_patterns import FIELDS, MIDDLE

from sandmandala.games import chance
from sandmandala.games.chance import stream_from_seed

BOUND = 4.0  # standard deviations

# As published for other implementations of xoshiro128**.
WORDS_FROM_1234 = [11520, 0, 5927040, 70819200, 2031721883]
WORDS_FROM_1234 += [1637235492, 1287239034, 3734860849, 3729100597, 4258142804]
WORDS_FROM_SEED_1 = [2657828339, 498185527, 1808679550, 3220384281, 3002216884]
SIXES_AFTER_THEM = [0, 4, 4, 4, 5, 2, 5, 5, 1, 1, 0, 5, 2, 1, 1, 4, 1, 4, 1, 0]


def deviation(counts: Iterable[int], chances: Iterable[float] | None = None) -> float:
    """Chi-square as a number of standard deviations (Wilson and Hilferty): far from 0 is suspicious.

    Without `chances` all counts should be equal. Counts that are too even give strongly negative numbers.
    """
    counts = list(counts)
    chances = list(chances) if chances is not None else [1 / len(counts)] * len(counts)
    total = sum(counts)
    chi_square = sum((count - total * p) ** 2 / (total * p) for count, p in zip(counts, chances, strict=True))
    spread = 2 / (9 * (len(counts) - 1))
    return ((chi_square / (len(counts) - 1)) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def share_deviation(found: int, trials: int, hand: int, good: int, cards: int) -> float:
    """How far `found` good cards in this many hands are from the expectation without replacement."""
    share = good / cards
    variance = hand * share * (1 - share) * (cards - hand) / (cards - 1)
    return (found - trials * hand * share) / math.sqrt(trials * variance)


def assert_fair_hands(hands: list[str], population: Counter) -> None:
    """Check that these hands of one size were dealt from this population, every card equally likely."""
    size, cards = len(hands[0]), population.total()
    dealt = Counter("".join(hands))
    for colour in COLOURS:
        if 0 < population[colour] < cards:
            off = share_deviation(dealt[colour], len(hands), size, population[colour], cards)
            assert abs(off) < BOUND, (colour, off)
        else:
            assert dealt[colour] == len(hands) * size * (population[colour] > 0)


@numba.njit
def words(stream: Any, out: Any) -> None:
    for index in range(len(out)):
        out[index] = chance.next_word(chance.chance_of(stream))


@numba.njit
def numbers_below(stream: Any, limit: int, out: Any) -> None:
    for index in range(len(out)):
        out[index] = chance.randbelow(chance.chance_of(stream), limit)


@numba.njit
def cards_from(stream: Any, pile: Any, out: Any) -> None:
    for index in range(len(out)):
        out[index] = chance.draw(pile, pile.sum(), chance.chance_of(stream))


def below(stream: Any, limit: int, count: int) -> list[int]:
    out = np.zeros(count, np.int64)
    numbers_below(stream, limit, out)
    return out.tolist()


# --- the stream


def test_the_stream_is_xoshiro128starstar() -> None:
    """The first words from 1, 2, 3, 4, as in other implementations."""
    out = np.zeros(10, np.int64)
    words(np.array([1, 2, 3, 4], np.int64), out)
    assert out.tolist() == WORDS_FROM_1234


def test_the_stream_is_the_same_compiled_and_interpreted() -> None:
    out = np.zeros(5, np.int64)
    stream = stream_from_seed(1)
    words(stream, out)
    assert out.tolist() == WORDS_FROM_SEED_1
    assert below(stream, 6, 20) == SIXES_AFTER_THEM


@pytest.mark.parametrize("seed", range(5))
def test_the_stream_is_that_of_the_reference_games(seed: int) -> None:
    stream, luck = stream_from_seed(seed), ReferenceChance(stream_from_seed(seed).tolist())
    for limit in [1, 2, 3, 6, 7, 36, 88, 108, 1000, 3 << 29, 2**31 - 1]:
        assert below(stream, limit, 50) == [luck.below(limit) for _ in range(50)]
        assert stream.tolist() == luck.words


def test_streams_of_different_moves_and_secrets_differ() -> None:
    streams = {tuple(stream_from_seed(seed).tolist()) for seed in range(100)}
    for secret in (bytes(32), b"x" * 32):
        streams |= {tuple(chance.stream_for_move(secret, number).tolist()) for number in range(100)}
    assert len(streams) == 300


def stream_giving(word: int) -> Any:
    """A stream whose next word is this one: the inverse of xoshiro's output."""
    turned = word * pow(9, -1, 2**32) % 2**32
    turned = turned >> 7 | turned << 25 & 0xFFFFFFFF
    return np.array([1, turned * pow(5, -1, 2**32) % 2**32, 3, 4], np.int64)


def word_with_low_half(low: int, limit: int) -> int:
    """The word whose product with an odd limit has this low half."""
    return low * pow(limit, -1, 2**32) % 2**32


@pytest.mark.parametrize("limit", [3, 5, 7, 11, 85, 107])
def test_below_rejects_exactly_the_surplus_words(limit: int) -> None:
    surplus = 2**32 % limit
    for low in range(limit + 3):
        word = word_with_low_half(low, limit)
        out = np.zeros(2, np.int64)
        words(stream_giving(word), out)
        assert out[0] == word, "the stream was made rightly"
        used = 1 if low < surplus else 0
        assert below(stream_giving(word), limit, 1) == [int(out[used]) * limit >> 32]


@pytest.mark.parametrize("limit", [1, 2, 4, 64])
def test_below_rejects_nothing_if_all_words_fit(limit: int) -> None:
    stream = stream_giving(0)
    after_one = stream.copy()
    words(after_one, np.zeros(1, np.int64))
    assert below(stream, limit, 1) == [0]
    assert stream.tolist() == after_one.tolist()


def test_below_reaches_both_ends() -> None:
    for limit in (2, 6, 108):
        assert below(stream_giving(2**32 - 1), limit, 1) == [limit - 1]
        assert set(below(stream_from_seed(limit), limit, games(4000))) <= set(range(limit))


# --- single draws


@pytest.mark.parametrize("limit", [2, 3, 4, 6, 7, 18, 36, 48, 88, 108])
def test_below_is_uniform(limit: int) -> None:
    counts = Counter(below(stream_from_seed(limit), limit, games(200_000)))
    assert abs(deviation(counts[number] for number in range(limit))) < BOUND


def test_pairs_in_a_row_are_uniform() -> None:
    numbers = below(stream_from_seed(0), 6, games(200_000))
    pairs = Counter(zip(numbers[::2], numbers[1::2], strict=True))
    assert abs(deviation(pairs[one, two] for one in range(6) for two in range(6))) < BOUND


@pytest.mark.parametrize("bit", range(0, 32, 3))
def test_every_bit_is_a_fair_coin(bit: int) -> None:
    out = np.zeros(games(100_000), np.int64)
    words(stream_from_seed(bit), out)
    ones = int((out >> bit & 1).sum())
    assert abs(ones - len(out) / 2) < BOUND * math.sqrt(len(out) / 4)


def test_draw_takes_each_card_equally_likely() -> None:
    pile = [3, 1, 0, 5, 2, 4]
    stream = stream_from_seed(3)
    first: Counter = Counter()
    last: Counter = Counter()
    for _ in range(games(20_000)):
        counts, out = np.array(pile, np.int8), np.zeros(sum(pile), np.int64)
        cards_from(stream, counts, out)
        assert not counts.any(), "the pile is drawn to its end, card by card"
        assert np.bincount(out, minlength=6).tolist() == pile
        first[int(out[0])] += 1
        last[int(out[-1])] += 1
    chances = [count / sum(pile) for count in pile if count]
    for counted in (first, last):
        assert abs(deviation([counted[c] for c in range(6) if pile[c]], chances)) < BOUND


# --- set-ups


def set_ups(case: Case, count: int) -> list[Any]:
    return [GameUnderTest(case, seed).state for seed in range(games(count))]


@pytest.mark.parametrize("case", [Case("mandala", 2), Case("patterns", 2), Case("flowers", 3)], ids=str)
def test_every_seat_begins_equally_often(case: Case) -> None:
    counts = Counter(int(state["beginner"]) for state in set_ups(case, 3000))
    assert abs(deviation(counts[seat] for seat in range(case.seats))) < BOUND


def test_m2_deals_fairly() -> None:
    states = set_ups(Case("mandala", 2), 3000)
    deck = Counter(COLOURS * 18)
    for seat in (0, 1):
        assert_fair_hands([letters(state["hand"][seat]) for state in states], deck)
        assert_fair_hands([letters(state["cup_dealt"][seat]) for state in states], deck)
    for mandala in (0, 1):
        pairs = [letters(state["mountain"][mandala]) for state in states]
        assert_fair_hands(pairs, deck)
        alike = sum(pair[0] == pair[1] for pair in pairs)
        assert abs(share_deviation(alike, len(pairs), 1, 17, 107)) < BOUND


def test_f2_deals_fairly() -> None:
    states = set_ups(Case("flowers", 4), 3000)
    deck = Counter(COLOURS * 15)
    for position in range(4):
        hands = [letters(state["hand"][(int(state["beginner"]) + position) % 4]) for state in states]
        assert {len(hand) for hand in hands} == {5 + position}
        assert_fair_hands(hands, deck)
    for mandala in range(3):
        for side, backs in enumerate(("RPK", "OYG")):
            counts = Counter(TILES[state["tile"][mandala, side]] for state in states)
            expected = [tile for tile in TILES if tile[0] in backs]
            assert set(counts) <= set(expected)
            assert abs(deviation(counts[tile] for tile in expected)) < BOUND


def test_p3_lays_tiles_fairly() -> None:
    on_field: dict[str, Counter] = {field: Counter() for field in FIELDS}
    left_over: Counter = Counter()
    for seed in range(games(3000)):
        game = GameUnderTest(Case("patterns", 2), seed)
        snapshot = game.snapshot()
        for field, (colour, _) in snapshot["board"].items():
            on_field[field][colour] += 1
        left_over["".join(snapshot["left_over"])] += 1
    # 52 fields are tested, so the bound is a little wider.
    for field in FIELDS:
        assert abs(deviation(on_field[field][colour] for colour in COLOURS)) < BOUND + 0.5, field
    apart = sum((on_field[field] for field in FIELDS if field not in MIDDLE), Counter())
    assert len(set(apart.values())) == 1, "eight of each colour outside the middle"
    pairs = ["".join(pair) for pair in combinations(COLOURS, 2)]
    assert set(left_over) <= set(pairs)
    assert abs(deviation(left_over[pair] for pair in pairs)) < BOUND


# --- F15


def last_play_before_the_end() -> tuple[GameUnderTest, int]:
    """A position of Flowers, and a play that ends the game with three mandalas, all markers held."""
    for seed in range(2000):
        for game in random_game(Case("flowers", 2), seed):
            if not game.state["last_round"] or game.state["finishing"]:
                continue
            for action in game.legal():
                after = game.copy()
                after.play(action)
                if after.state["finishing"] and (after.state["marker"] >= 0).all():
                    return game.copy(), action
    raise AssertionError("no such position found")


def test_f15_mandalas_come_in_fair_order() -> None:
    game, action = last_play_before_the_end()
    orders: Counter = Counter()
    for seed in range(games(3000)):
        trial = game.copy()
        trial.stream = stream_from_seed(seed)
        order: list[int] = []
        while not order or trial.legal():
            trial.play(action if not order else trial.legal()[0])
            if trial.to_move() is not None:
                order.append(int(trial.state["resolving"]))
        orders[tuple(order)] += 1
    assert all(sorted(order) == [0, 1, 2] for order in orders)
    expected = [(a, b, 3 - a - b) for a in range(3) for b in range(3) if a != b]
    assert abs(deviation(orders[order] for order in expected)) < BOUND


# --- resampling


def hidden_hands(game: GameUnderTest, seat: int) -> dict[str, str]:
    """Cards in each place that the seat cannot see, without publicly known ones."""
    state, others = game.state, [other for other in range(game.case.seats) if other != seat]
    if game.case.game == "mandala":
        (other,) = others
        return {"hand": letters(state["hand"][other]), "cup": letters(state["cup_dealt"][other])}
    return {f"hand {other}": letters(state["hand"][other] - state["known"][other]) for other in others}


@pytest.mark.parametrize("case", [Case("mandala", 2), Case("flowers", 2), Case("flowers", 4)], ids=str)
def test_resampling_puts_every_unseen_card_anywhere_equally_likely(case: Case) -> None:
    choice = random.Random(str(case))
    for seed in range(3):
        stop = choice.randrange(4, 14)  # early: no pile has been replaced yet
        game = next(islice(random_game(case, seed), stop, None))
        seat = seed % case.seats
        assert not game.state["drawn"].any()
        unseen = Counter("".join([letters(game.state["draw"]), *hidden_hands(game, seat).values()]))
        worlds = [hidden_hands(game.resampled(seat, number), seat) for number in range(games(2000))]
        for place, cards in hidden_hands(game, seat).items():
            if cards:
                assert_fair_hands([world[place] for world in worlds], unseen)
