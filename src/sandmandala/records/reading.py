"""Reading records. Only the form of each part is checked here; `verify` checks the contents."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

from ..games import chance
from ..games.errors import UnreadableError
from ..games.options import checked_options
from ..games.rules import rules_of
from .record import EARLY_ENDS, FORMAT_VERSION, HEADER, Record, Result
from .validation import checked_players

_HEX = re.compile(r"[0-9a-f]+")
_KEYS = {"format", *(field.name for field in fields(Record))}
_MOST_MOVES = 10_000
_LONGEST_FILE = 1_000_000
_LARGEST_NUMBER = 999_999


def read_record(text: str) -> Record:
    """Read a record in either form. Raises UnreadableError, with the reason."""
    if len(text) > _LONGEST_FILE:
        raise UnreadableError("The file is too long for a record.")
    if text.lstrip().startswith("{"):
        return _checked(_from_json(text))
    if text.startswith(HEADER):
        return _checked(_from_text(text))
    raise UnreadableError(f"This is not a record: it starts neither with {{ nor with {HEADER!r}.")


def _from_json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"This is not JSON: {error}.") from None
    assert isinstance(data, dict)
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Reject duplicate keys, which could be read in two ways."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise UnreadableError("A key occurs twice in the record.")
    return found


def _from_text(text: str) -> dict[str, Any]:
    head, _, body = text.partition("\n\n")
    first, *lines = head.rstrip("\n").split("\n")
    data: dict[str, Any] = {"format": _number(first.removeprefix(HEADER).strip(), "format"), "options": {}}
    players: list[str] = []
    contributions: list[str] = []
    result: dict[str, Any] = {}
    seen: set[str] = set()
    for line in lines:
        key, colon, value = line.partition(": ")
        if not colon:
            raise UnreadableError(f"Cannot read the line {line[:60]!r} of the record.")
        if key in seen:
            raise UnreadableError(f"The line {key[:40]!r} occurs twice in the record.")
        seen.add(key)
        if key.startswith("option "):
            data["options"][key.removeprefix("option ")] = option_value(value)
        elif key == f"player {len(players)}":
            players.append(value)
        elif key == f"contribution {len(contributions)}":
            contributions.append(value)
        elif key in ("scores", "winners"):
            result[key] = [_number(word, key) for word in value.split()]
        elif key in EARLY_ENDS:
            result |= {"reason": key, "lost": [_number(word, key) for word in value.split()]}
        elif key in ("seats", "rules"):
            data[key] = _number(value, key)
        elif (key, value) == ("practice", "yes"):
            data[key] = True
        elif key in ("game", "secret", "commitment", "start", "trace"):
            data[key] = value
        else:
            raise UnreadableError(f"A record has no line {key[:40]!r}.")
    data["players"] = players or None
    if contributions:
        data["contributions"] = contributions
    data["result"] = result or None
    words = body.split()
    if any(word != f"{number}." for number, word in enumerate(words[::2], 1)):
        raise UnreadableError("The moves are not numbered 1. 2. 3. and so on.")
    data["moves"] = words[1::2]
    if len(words) % 2:
        raise UnreadableError("The last move has a number and no text.")
    return data


def option_value(text: str) -> str | int:
    """Parse the value of a table option: a seat number, or else a word."""
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else text


def _number(text: str, key: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise UnreadableError(f"{key!r} needs a number, not {text[:40]!r}.")
    return int(text)


def _checked(data: dict[str, Any]) -> Record:
    version = _typed(data, "format", int)
    if not 1 <= version <= FORMAT_VERSION:
        raise UnreadableError(f"This record has format {version}; this program reads 1 to {FORMAT_VERSION}.")
    for key in data:
        if key not in _KEYS:
            raise UnreadableError(f"A record has no {key[:40]!r}.")
    rules = rules_of(_typed(data, "game", str))
    seats = _typed(data, "seats", int)
    options = checked_options(rules, seats, _typed(data, "options", dict))
    players = _strings(data, "players") if data.get("players") is not None else None
    return Record(
        game=rules.name,
        seats=seats,
        options=options,
        secret=_hex(data, "secret"),
        commitment=_hex(data, "commitment"),
        moves=_moves(data),
        players=None if players is None else checked_players(players, seats),
        start=_start(data),
        result=_result(data, version, seats),
        trace=_hex(data, "trace") if data.get("trace") is not None else None,
        rules=_typed(data, "rules", int),
        contributions=_contributions(data, version, seats),
        practice=_practice(data, version),
    )


def _typed(data: dict[str, Any], key: str, kind: type) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UnreadableError(f"The record needs {key!r}, as {kind.__name__}.")
    if isinstance(value, int) and abs(value) > _LARGEST_NUMBER:
        raise UnreadableError(f"{key!r} is too large a number.")
    return value


def _strings(data: dict[str, Any], key: str) -> tuple[str, ...]:
    values = _typed(data, key, list)
    if not all(isinstance(value, str) for value in values):
        raise UnreadableError(f"{key!r} must be a list of texts.")
    return tuple(values)


def _moves(data: dict[str, Any]) -> tuple[str, ...]:
    moves = _strings(data, "moves")
    if len(moves) > _MOST_MOVES:
        raise UnreadableError(f"A record has at most {_MOST_MOVES} moves.")
    for number, move in enumerate(moves, 1):
        if not move or " " in move or not move.isprintable():
            raise UnreadableError(f"Move {number} is not one word: {move[:40]!r}.")
    return moves


def _start(data: dict[str, Any]) -> str | None:
    if data.get("start") is None:
        return None
    start: str = _typed(data, "start", str)
    if not start.isprintable():
        raise UnreadableError("'start' must be a position on one line.")
    return start


def _hex(data: dict[str, Any], key: str) -> str:
    return read_hex(_typed(data, key, str), repr(key), chance.SECRET_BYTES).hex()


def read_hex(text: str, name: str, size: int) -> bytes:
    """Read `size` bytes in lower-case hexadecimal, the only spelling allowed."""
    if len(text) != 2 * size or not _HEX.fullmatch(text):
        raise UnreadableError(f"{name} must be {2 * size} hexadecimal digits in lower case.")
    return bytes.fromhex(text)


def _contributions(data: dict[str, Any], version: int, seats: int) -> tuple[str, ...] | None:
    """Forbidden in format 1, required in format 2, optional in format 3."""
    if version == 1:
        if "contributions" in data:
            raise UnreadableError("A record of format 1 has no contributions.")
        return None
    if version == 3 and "contributions" not in data:
        return None
    given = _strings(data, "contributions")
    if len(given) != seats:
        raise UnreadableError("'contributions' needs one for each seat.")
    for one in given:
        read_hex(one, "A contribution", chance.CONTRIBUTION_BYTES)
    return given


def _practice(data: dict[str, Any], version: int) -> bool:
    """Format 3 says whether it was a practice game."""
    if "practice" not in data:
        return False
    if version < 3:
        raise UnreadableError(f"A record of format {version} has no 'practice'.")
    if data["practice"] is not True or data.get("start") is None:
        raise UnreadableError("A practice game has 'practice': true, and the position where it starts.")
    return True


def _result(data: dict[str, Any], version: int, seats: int) -> Result | None:
    if data.get("result") is None:
        return None
    result = _typed(data, "result", dict)
    early = version == 3 and "reason" in result
    if len(result) > (4 if early else 2):
        raise UnreadableError("'result' has only 'scores' and 'winners'.")
    scores, winners = _typed(result, "scores", list), _typed(result, "winners", list)
    lost = _typed(result, "lost", list) if early else []
    if not all(map(_is_small, scores + winners + lost)) or len(scores) != seats:
        raise UnreadableError("'result' needs the scores of all seats and the seats that won.")
    reason = _typed(result, "reason", str) if early else "finished"
    if early and reason not in EARLY_ENDS:
        raise UnreadableError("The 'reason' of a result is 'resigned' or 'time'.")
    return Result(tuple(scores), tuple(winners), reason, tuple(lost))


def _is_small(number: Any) -> bool:
    return type(number) is int and abs(number) <= _LARGEST_NUMBER
