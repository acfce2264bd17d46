"""Bent texts for fuzzing: good ones with a few things changed. All come from Hypothesis's choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from records.random_games import CASES, random_game, scaled_count

# Letters and signs that mean something somewhere, and some that never do.
SIGNS = "ROYGPKroygpkxMFDTOSAXPL0123456789-/:,= \n.{}[]\"'\\\x00é٣²ſß\u2028\U0001f004"


def fuzz(examples: int) -> Any:
    """The same examples in every run, so that a failure stays until it is understood."""
    return settings(
        max_examples=scaled_count(examples),
        derandomize=True,
        database=None,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )


@cache
def good_positions(name: str) -> tuple[str, ...]:
    """Positions all along random games with every number of players."""
    found = []
    for game, seats in CASES:
        if game == name:
            played = random_game(name, seats, 3)
            found += [played.position(ply) for ply in range(0, played.ply + 1, 4)] + [played.position()]
    return tuple(found)


@cache
def known_words(name: str) -> dict[str, list[str]]:
    """The values that each word of a position has had somewhere."""
    words: dict[str, list[str]] = {}
    for position in good_positions(name):
        for word in position.split():
            key, _, value = word.partition("=")
            if value not in words.setdefault(key, []):
                words[key].append(value)
    return words


@st.composite
def mutated(draw: st.DrawFn, texts: Sequence[str], most: int = 3) -> str:
    """One of the texts, with up to so many characters changed, left out or put in."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, most))):
        at = draw(st.integers(0, len(text)))
        sign = draw(st.sampled_from(SIGNS))
        end = at + draw(st.sampled_from((0, 1, 1, 1, 2, 10)))
        text = text[:at] + draw(st.sampled_from((sign, sign, "", text[at:end] * 2))) + text[end:]
    return text


@st.composite
def crossed_positions(draw: st.DrawFn, name: str) -> str:
    """A position with words from others: each can be read, together they may make no sense."""
    position = draw(st.sampled_from(good_positions(name)))
    words = dict(word.split("=") for word in position.split())
    pool = known_words(name)
    for key in draw(st.lists(st.sampled_from(sorted(pool)), min_size=1, max_size=3, unique=True)):
        words[key] = draw(st.sampled_from(pool[key]))
    return " ".join(f"{key}={value}" for key, value in words.items())


@st.composite
def shifted_positions(draw: st.DrawFn, name: str) -> str:
    """A position with other counts of cards, or other colours: most of these make sense."""
    text = draw(st.sampled_from(good_positions(name)))
    start = max(0, text.find(draw(st.sampled_from(("mandala", " hand=", " hand=", " discard=")))))
    end = text.find(" ", start + 1) if start else len(text)
    places = [i for i in range(start, end) if text[i] in "ROYGPK123456789" and "=" in text[:i]]
    for at in draw(st.lists(st.sampled_from(places), min_size=1, max_size=3)) if places else []:
        others = "ROYGPK" if text[at].isalpha() else "1234567"
        text = text[:at] + draw(st.sampled_from(others)) + text[at + 1 :]
    return text


@st.composite
def swapped_positions(draw: st.DrawFn, name: str) -> str:
    """A position in which two signs of a kind have changed places: no card or tile is lost by that."""
    text = list(draw(st.sampled_from(good_positions(name))))
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(("roygpk", "roygpk", "ROYGPK", "0123456789")))
        places = [i for i, sign in enumerate(text) if sign in kind and "=" in text[:i]]
        if places:
            first, second = draw(st.sampled_from(places)), draw(st.sampled_from(places))
            text[first], text[second] = text[second], text[first]
    return "".join(text)


def positions(name: str) -> st.SearchStrategy[str]:
    """Texts that might be positions of the game."""
    return st.one_of(
        shifted_positions(name),
        swapped_positions(name),
        crossed_positions(name),
        mutated(good_positions(name)),
        st.text(max_size=60),
        st.text(SIGNS, max_size=60),
    )
