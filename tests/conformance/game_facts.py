"""What the conformance tests know about each game, from `facts_NAME.py`."""

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
    """Written from the state layout and the action table of a game, and from nothing else: the package's own
    text and view functions are judged by this, not used for it."""

    reference: Callable[..., Any]  # the game, written slowly and plainly from its rules page
    snapshot: Callable[[Any], Snapshot]  # a state in the words of the reference
    move: Callable[[Any, int], str]  # an action in the words of the reference
    contents: Callable[[Snapshot], Counter]  # every card and tile, wherever it lies
    reference_contents: Callable[[Any], Counter]  # the same of the reference
    material: Counter  # what all of it must be
    # What an observation must say, by part, counted out of a snapshot; not yet divided by the scales.
    observation: Callable[[Snapshot, int], dict]
    # Where in a snapshot lies what a seat (of so many) cannot know; how much lies there it does know.
    secrets: Callable[[int, int], list[tuple]]
    # Fields of the state that all could remember, but that are not shown without the memory aid.
    forgotten: tuple[str, ...] = ()
    shuffled: str = ""  # the field that says whether the draw pile was renewed, where it can be
    # The rare situations in one move, from the snapshots before and after it: what the compared games must
    # have met, or their agreement proves less than it seems to.
    rare_situations: Callable[[Snapshot, str, Snapshot], Iterator[str]]
    expected: frozenset[str]  # of them, in whole games
    # Leaves few cards and tiles to a state and its reference, since empty piles are rare in whole games.
    make_scarce: Callable[[Any, Any, random.Random], None] | None = None
    expected_when_scarce: frozenset[str] = frozenset()
    golden_games: tuple[GoldenGame, ...]
    # How deep perft counts from a deal, from the middle of a game, and from eight moves before its end.
    perft_depths: tuple[int, int, int]


@cache
def facts_of(game: str) -> GameFacts:
    facts: GameFacts = import_module(f"conformance.facts_{game}").FACTS
    return facts
