"""Events have exactly the fields of their types, for every viewer."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

import msgspec
import pytest
from conformance.game_under_test import Case, all_cases, games, random_game

from sandmandala.games.rules import OPEN, all_games, rules_of
from sandmandala.games.visibility import visible_events


def event_types(game: str) -> dict[str, Any]:
    """The types of a game's events, by the name of the event."""
    types = get_args(import_module(f"sandmandala.games.{game}.event_types").AnyEvent)
    return {get_args(get_type_hints(one)["event"])[0]: one for one in types}


def optional_fields(event_type: Any) -> set[str]:
    hints = get_type_hints(event_type, include_extras=True)
    return {field for field, hint in hints.items() if get_origin(hint) is NotRequired}


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_events_have_the_fields_of_their_types(case: Case) -> None:
    types, met = event_types(case.game), set()
    for seed in range(games(4)):
        before = None
        for game in random_game(case, seed):
            if before is not None:
                action = next(one for one in before.legal() if before.move_text(one) == game.moves[-1])
                for viewer in (OPEN, None, *range(case.seats)):
                    for event in visible_events(case.rules, before.state, action, game.state, viewer):
                        kind = types[event["event"]]
                        msgspec.convert(event, kind)
                        assert set(event) <= set(get_type_hints(kind))
                        met.add(event["event"])
            before = game.copy()
    assert "end" in met


@pytest.mark.parametrize("game", all_games())
def test_private_and_unforeseeable_fields_are_optional(game: str) -> None:
    rules, types = rules_of(game), event_types(game)
    for name, private in rules.private.items():
        assert private.fields <= optional_fields(types[name])
        assert private.to in get_type_hints(types[name])
    for name, fields in rules.unforeseeable.items():
        assert set(fields) - {"event"} <= optional_fields(types[name])
