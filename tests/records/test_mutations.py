"""Any single change of a record is detected, or `verify` says that it was not checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from records.random_games import CASES, contributions_of, play_on, scaled_count, secret_of
from thorough_cases import more_players_thorough

from sandmandala import Game, Record, UnreadableError, read_record, verify
from sandmandala.records import is_good

every_case = pytest.mark.parametrize(("name", "seats"), CASES)
NAMES = ["Ann", "Ben", "Cleo", "Dan"]
# What a skipped check leaves open: its name and the field.
LEFT_OPEN = {"players": "players", "draws": "trace", "result": "result"}
# After a start position there may be no draws, so that nothing in the record depends on them.
LEFT_OPEN_AFTER_A_START = LEFT_OPEN | {"contributions": "contributions"}


@cache
def _records(name: str, seats: int) -> tuple[Record, ...]:
    """Finished, unfinished and from a position; with and without contributions."""
    found = []
    for number, given in enumerate((None, contributions_of(seats))):
        game = play_on(Game.new(name, seats, {}, secret_of(name, seats, number), given), 6, number)
        found.append(game.record(NAMES[:seats]))
        play_on(game, 10_000, number)
        found.append(game.record(NAMES[:seats]))
        late = Game.from_position(name, game.position(game.ply - 5), bytes(32), given)
        found.append(late.record())
        found.append(play_on(late, 10_000, number).record())
    return tuple(found)


def _others(value: Any) -> Iterator[Any]:
    """Values that could replace another."""
    yield None
    match value:
        case bool() | None:
            yield from (0, "x", [], {})
        case int():
            yield from (value + 1, value - 1, -value, float(value), str(value), 10**9)
        case str():
            yield from ("", value[1:], value[:-1], value + "0", value + " ", value.swapcase(), [value], 0)
            yield value[:-1] + ("0" if value[-1:] != "0" else "1")
            yield ("0" if value[:1] != "0" else "1") + value[1:]
            yield " ".join(reversed(value.split()))
        case list():
            yield from ([], value[1:], value[:-1], value[::-1], value * 2, dict.fromkeys(map(str, value)))
            for at in {0, len(value) // 2, len(value) - 1} if value else ():
                yield from ([*value[:at], other, *value[at + 1 :]] for other in _others(value[at]))
        case dict():
            yield value | {"colour": "red"}
            for key in value:
                yield {name: one for name, one in value.items() if name != key}
                yield from (value | {key: other} for other in _others(value[key]))


def _mutations(record: Record) -> Iterator[tuple[str, str]]:
    """The field that was changed, and the record as JSON."""
    data = json.loads(record.to_json())
    yield "extra", json.dumps(data | {"extra": 1})
    for key, value in data.items():
        yield key, json.dumps({name: one for name, one in data.items() if name != key})
        yield key, record.to_json().replace(f'"{key}":', f'"{key}": 0, "{key}":', 1)
        yield from ((key, json.dumps(data | {key: other})) for other in _others(value))


def _text_mutations(record: Record) -> Iterator[tuple[str, str]]:
    """The same for the lines of text."""
    lines = record.to_text().splitlines(keepends=True)
    for number, line in enumerate(lines):
        key = line.partition(":")[0].split(" ")[0]
        key = {"player": "players", "contribution": "contributions"}.get(key, key)
        end = line.rstrip("\n")
        for changed in ("", line * 2, line[1:], f"{end}0\n", f"{end[:-1]}\n", f"{end[:-1]}7\n", line.upper()):
            yield key, "".join([*lines[:number], changed, *lines[number + 1 :]])


def _some(mutations: list[tuple[str, str]], record: Record, number: int) -> list[tuple[str, str]]:
    """All mutations of short games; for speed only a part of long ones, different for each record."""
    part = 20 // scaled_count(20) * (1 if len(record.moves) < 10 else 4)
    return mutations[(number + record.seats + len(record.game)) % part :: part]


def _is_noticed(record: Record, field: str, text: str) -> bool:
    try:
        changed = read_record(text)
    except UnreadableError:
        return True
    if changed == record:  # only another spelling
        return True
    checks = verify(changed)
    left_open = LEFT_OPEN if record.start is None else LEFT_OPEN_AFTER_A_START
    unchecked = {left_open.get(check.name) for check in checks if check.detail.startswith("Not checked: ")}
    return not is_good(checks) or field in unchecked


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), more_players_thorough(CASES))
def test_every_change_of_a_field_is_detected_or_left_open(name: str, seats: int) -> None:
    for number, record in enumerate(_records(name, seats)):
        assert is_good(verify(record))
        for field, text in _some(list(_mutations(record)), record, number):
            assert _is_noticed(record, field, text), (field, text)


@pytest.mark.parametrize(("name", "seats"), more_players_thorough(CASES))
def test_every_change_of_a_line_is_detected_or_left_open(name: str, seats: int) -> None:
    for number, record in enumerate(_records(name, seats)):
        for field, text in _some(list(_text_mutations(record)), record, number):
            assert _is_noticed(record, field, text), (field, text)


@every_case
def test_only_names_trace_and_result_can_be_left_open(name: str, seats: int) -> None:
    """A record with all fields leaves open only what no record can prove."""
    record = _records(name, seats)[5]
    noted = dict(enumerate(record.contributions or ()))
    checks = verify(record, record.commitment, noted)
    assert [check.name for check in checks if not check.ok] == ["players"]
