"""A finished or unfinished game as data: options, secret and moves; as JSON and as short text."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..games.errors import UnreadableError
from ..games.options import Options, checked_options
from ..games.rules import RULES_VERSION, rules_of

FORMAT_VERSION = 1
_HEADER = "Sandmandala record"
_HEX64 = re.compile(r"[0-9a-f]{64}")
_MOVES_IN_A_LINE = 10
_MOST_MOVES = 10_000
_LONGEST_FILE = 1_000_000
_LARGEST_NUMBER = 999_999


@dataclass(frozen=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """One game. `start` is a position, for games that did not start with a deal."""

    game: str
    seats: int
    options: Options
    secret: str
    commitment: str
    moves: tuple[str, ...]
    players: tuple[str, ...] | None = None
    start: str | None = None
    result: Result | None = None
    trace: str | None = None
    rules: int = RULES_VERSION

    def to_json(self) -> str:
        """One readable JSON object."""
        data: dict[str, Any] = {
            "format": FORMAT_VERSION,
            "rules": self.rules,
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "players": list(self.players) if self.players else None,
            "secret": self.secret,
            "commitment": self.commitment,
            "start": self.start,
            "moves": list(self.moves),
            "result": None,
            "trace": self.trace,
        }
        if self.result:
            data["result"] = {"scores": list(self.result.scores), "winners": list(self.result.winners)}
        return json.dumps(data, ensure_ascii=False)

    def to_text(self) -> str:
        """A short text for people: a head of `key: value` lines, then the moves with their numbers."""
        lines = [f"{_HEADER} {FORMAT_VERSION}", f"game: {self.game}", f"rules: {self.rules}"]
        lines.append(f"seats: {self.seats}")
        lines += [f"option {name}: {value}" for name, value in self.options.items()]
        lines += [f"player {seat}: {name}" for seat, name in enumerate(self.players or ())]
        lines += [f"secret: {self.secret}", f"commitment: {self.commitment}"]
        if self.start is not None:
            lines.append(f"start: {self.start}")
        if self.result:
            lines.append(f"scores: {' '.join(map(str, self.result.scores))}")
            lines.append(f"winners: {' '.join(map(str, self.result.winners))}")
        if self.trace is not None:
            lines.append(f"trace: {self.trace}")
        lines.append("")
        for first in range(0, len(self.moves), _MOVES_IN_A_LINE):
            row = self.moves[first : first + _MOVES_IN_A_LINE]
            lines.append(" ".join(f"{first + i}. {move}" for i, move in enumerate(row, 1)))
        return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """Read either form; UnreadableError says what is wrong."""
    if len(text) > _LONGEST_FILE:
        raise UnreadableError("The file is too long for a record.")
    if text.lstrip().startswith("{"):
        return _checked(_from_json(text))
    if text.startswith(_HEADER):
        return _checked(_from_text(text))
    raise UnreadableError(f"This is no record: it starts neither with {{ nor with {_HEADER!r}.")


def _from_json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"This is no JSON: {error}.") from None
    assert isinstance(data, dict)
    return data


def _from_text(text: str) -> dict[str, Any]:
    head, _, body = text.partition("\n\n")
    first, *lines = head.rstrip("\n").split("\n")
    data: dict[str, Any] = {"format": _number(first.removeprefix(_HEADER).strip(), "format"), "options": {}}
    players: list[str] = []
    result: dict[str, list[int]] = {}
    seen: set[str] = set()
    for line in lines:
        key, colon, value = line.partition(": ")
        if not colon:
            raise UnreadableError(f"Cannot read the line {line[:60]!r} of the record.")
        if key in seen:
            raise UnreadableError(f"The line {key[:40]!r} stands twice in the record.")
        seen.add(key)
        if key.startswith("option "):
            data["options"][key.removeprefix("option ")] = option_value(value)
        elif key == f"player {len(players)}":
            players.append(value)
        elif key in ("scores", "winners"):
            result[key] = [_number(word, key) for word in value.split()]
        elif key in ("seats", "rules"):
            data[key] = _number(value, key)
        elif key in ("game", "secret", "commitment", "start", "trace"):
            data[key] = value
        else:
            raise UnreadableError(f"A record has no line {key[:40]!r}.")
    data["players"] = players or None
    data["result"] = result or None
    words = body.split()
    if any(word != f"{number}." for number, word in enumerate(words[::2], 1)):
        raise UnreadableError("The moves are not numbered 1. 2. 3. and so on.")
    data["moves"] = words[1::2]
    if len(words) % 2:
        raise UnreadableError("The last move has a number and no text.")
    return data


def option_value(text: str) -> str | int:
    """The value of a table option that came as text: seats are numbers, all else are words."""
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else text


def _number(text: str, key: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise UnreadableError(f"{key!r} needs a number, not {text[:40]!r}.")
    return int(text)


def _checked(data: dict[str, Any]) -> Record:
    """The record, if every part has the right form. Whether it is true, `verify` says."""
    version = _typed(data, "format", int)
    if version != FORMAT_VERSION:
        raise UnreadableError(f"This record has format {version}; this program reads {FORMAT_VERSION}.")
    rules = rules_of(_typed(data, "game", str))
    seats = _typed(data, "seats", int)
    options = checked_options(rules, seats, _typed(data, "options", dict))
    players = _strings(data, "players") if data.get("players") is not None else None
    return Record(
        game=rules.name,
        seats=seats,
        options=options,
        secret=_hex64(data, "secret"),
        commitment=_hex64(data, "commitment"),
        moves=_moves(data),
        players=None if players is None else checked_players(players, seats),
        start=_start(data),
        result=_result(data, seats),
        trace=_hex64(data, "trace") if data.get("trace") is not None else None,
        rules=_typed(data, "rules", int),
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


def checked_players(names: Sequence[str], seats: int) -> tuple[str, ...]:
    if len(names) != seats or not all(map(_is_name, names)):
        raise UnreadableError("'players' needs a printable name of at most 60 characters for each seat.")
    return tuple(names)


def _is_name(name: str) -> bool:
    return name.isprintable() and name == name.strip() and 1 <= len(name) <= 60


def _hex64(data: dict[str, Any], key: str) -> str:
    value: str = _typed(data, key, str)
    if not _HEX64.fullmatch(value):
        raise UnreadableError(f"{key!r} must be 64 hexadecimal digits in lower case.")
    return value


def _result(data: dict[str, Any], seats: int) -> Result | None:
    if data.get("result") is None:
        return None
    result = _typed(data, "result", dict)
    scores, winners = _typed(result, "scores", list), _typed(result, "winners", list)
    if not all(map(_is_small, scores + winners)) or len(scores) != seats:
        raise UnreadableError("'result' needs the scores of all seats and the seats that won.")
    return Result(tuple(scores), tuple(winners))


def _is_small(number: Any) -> bool:
    return type(number) is int and abs(number) <= _LARGEST_NUMBER


def trace_of(positions: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for position in positions:
        digest.update(position.encode() + b"\n")
    return digest.hexdigest()
