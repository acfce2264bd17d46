"""Facts about each game for the conformance tests, from `facts_NAME.py`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from golden_game import GoldenGame

Snapshot = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """Written only from the state layout and the action table of a game: these facts check the package's own
    text and view functions, so they must not use them."""

    reference: Callable[..., Any]  # a plain, slow implementation, written from the game's rules page
    snapshot: Callable[[Any], Snapshot]  # a state in the words of the reference
    move: Callable[[Any, int], str]  # an action in the words of the reference
    contents: Callable[[Snapshot], Counter]  # all cards and tiles
    reference_contents: Callable[[Any], Counter]  # the same for the reference
    material: Counter  # what these must be
    # The expected observation by part, from a snapshot, before dividing by the scales.
    observation: Callable[[Snapshot, int], dict]
    # The places in a snapshot whose contents a seat (of this many) cannot know; it knows only their sizes.
    secrets: Callable[[int, int], list[tuple]]
    # Fields of the state that players could remember, but that are not shown without the memory aid.
    forgotten: tuple[str, ...] = ()
    shuffled: str = ""  # the field that says whether the draw pile was renewed, if that is possible
    # The rare situations in one move, from the snapshots before and after it. The compared games must include
    # them, or their agreement proves less than it seems to.
    rare_situations: Callable[[Snapshot, str, Snapshot], Iterator[str]]
    expected: frozenset[str]  # those in complete games
    # Removes most cards and tiles from a state and its reference: empty piles are rare in complete games.
    make_scarce: Callable[[Any, Any, random.Random], None] | None = None
    expected_when_scarce: frozenset[str] = frozenset()
    golden_games: tuple[GoldenGame, ...]
    # The depths of perft from a deal, from the middle of a game, and from eight moves before its end.
    perft_depths: tuple[int, int, int]


@cache
def facts_of(game: str) -> GameFacts:
    facts: GameFacts = import_module(f"conformance.facts_{game}").FACTS
    return facts
