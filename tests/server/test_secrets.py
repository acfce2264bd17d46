"""No message contains a secret before the end. test_information_leaks.py tests for indirect leaks."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from sandmandala.games.rules import all_games, rules_of
from sandmandala.server.messages.table_info import Person
from sandmandala.server.spec import Moved, TableSpec, checked_spec
from sandmandala.server.tables.table import Table, Watcher
from sandmandala.server.tables.watching import tell_state

CASES = [(name, seats) for name in all_games() for seats in rules_of(name).seat_counts]


def table_of(name: str, seats: int, secret: bytes) -> Table:
    spec = checked_spec(TableSpec(name, seats, options={"beginner": 0}))
    table = Table("table", spec, secret, "p0", "key", 0)
    table.sitting = [Person(f"p{seat}", f"Player {seat}") for seat in range(seats)]
    table.status, table.session = "playing", table.new_session([], 0)
    return table


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_secrets_are_in_no_message_before_the_end(name: str, seats: int) -> None:
    choice, secret = random.Random(f"{name} {seats} 2"), random.Random(name).randbytes(32)
    table = table_of(name, seats, secret)
    heard: dict[str, list[Any]] = {f"p{seat}": [] for seat in range(seats)}
    heard["nobody"] = []
    table.watchers = [Watcher(messages.append, person) for person, messages in heard.items()]
    session = table.session
    assert session
    while not session.is_over:
        tell_state(table, full=True)
        session.apply(Moved(session.to_move or 0, choice.choice(session.game.legal_moves())), 0)
    told = 0
    for person, messages in heard.items():
        for message in map(json.loads, messages):
            told += len(message.get("changes", []))
            assert secret.hex() not in json.dumps(message)
            _check_hands(message["view"], person)
            _check_events(message.get("changes", []), person)
            assert ("legal" in message) == (person == f"p{message['view']['to_move']}")
    assert told > 10 * seats


def _check_hands(view: Any, person: str) -> None:
    for seat, player in enumerate(view["players"]):
        if person != f"p{seat}":
            assert player.get("hand") is None
            assert player.get("cup") is None
            for flower in player.get("flowers", ()):  # F12
                assert set(flower) == {"back"}
                assert "points" not in player
    assert view.get("draw") is None


def _check_events(changes: list[Any], person: str) -> None:
    for event in (event for change in changes for event in change.get("events", ())):
        if person != f"p{event.get('seat')}":
            assert "cards" not in event or event["event"] != "draw"
            assert "values" not in event  # of a flower (F12)
