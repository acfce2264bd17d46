"""What a move would do, as far as the player to move can know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..games import chance, entry_points
from ..games.rules import Event, Rules
from ..games.state_reader import StateReader
from ..games.visibility import visible_to
from .game import Game


class Preview(NamedTuple):
    events: list[Event]
    """As after the move, without what the player cannot know yet; hidden cards are only counted."""
    gain: int
    """By how much the points of the player would change."""


def preview(game: Game, move: str | int, seed: int = 0) -> Preview:
    """The foreseeable events of a legal move. Raises the same errors as `Game.play`.

    The move is played in a world resampled from what the player knows, never in the true one, so a preview
    cannot leak hidden information. Each game declares which fields of its events no player can foresee.
    Comparing several worlds instead would promise a card that happens to come up in all of them. What is left
    is the same in every world, whatever the seed.

    >>> game = Game.new("flowers", seats=3, secret=bytes(32))
    >>> preview(game, "P1Y1").events[:2]  # doctest: +NORMALIZE_WHITESPACE
    [{'event': 'play', 'seat': 2, 'mandala': 1, 'colour': 'Y', 'count': 1, 'face_up': True},
     {'event': 'draw', 'seat': 2, 'count': 4}]
    """
    action, seat, rules = game.legal_action(move), game.to_move, game.rules
    assert seat is not None, "no move is legal once the game is over"
    world, stream = game.state(), chance.stream_from_seed(seed)
    entry_points.resample_state(world, 0, seat, stream)
    before = StateReader(rules.state_dtype, world.tobytes())
    entry_points.play(world, 0, action, stream)
    after = StateReader(rules.state_dtype, world.tobytes())
    events = visible_to(seat, rules.events(before, action, after), rules, after)
    gain = entry_points.scores_of(after)[seat] - entry_points.scores_of(before)[seat]
    return Preview(list(_foreseeable(rules, events)), gain)


def _foreseeable(rules: Rules, events: list[Event]) -> Iterator[Event]:
    for event in events:
        hidden = rules.unforeseeable.get(event["event"], ())
        if "event" in hidden:
            return
        known = {key: value for key, value in event.items() if key not in hidden}
        if "cards" in hidden:
            known["count"] = sum(event["cards"].values())
        yield known
