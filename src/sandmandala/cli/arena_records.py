"""The games of an arena match, from its results file, as records."""

from __future__ import annotations

import json
from typing import Any

from ..arena.game_runner import FINISHED, GameResult
from ..games.errors import UnreadableError
from ..games.rules import RULES_VERSION
from ..records import Game, Record


def is_arena_file(text: str) -> bool:
    """Whether the first line is the header of a results file."""
    header = _object(text.partition("\n")[0])
    return header is not None and "arena" in header


def records_of(text: str) -> list[Record]:
    """All games that were played to their end. An incomplete last line is skipped: the match goes on."""
    first, *lines = text.splitlines()
    header = _object(first) or {}
    if header.get("rules") != RULES_VERSION:
        versions = f"version {header.get('rules')} of the rules; this program has version {RULES_VERSION}"
        raise UnreadableError(f"The match was played by {versions}.")
    found = []
    for number, line in enumerate(lines, 2):
        played = _object(line)
        if played is None and number == len(lines) + 1 and not text.endswith("\n"):
            break
        try:
            result = GameResult.from_json(played or {})
        except TypeError:
            raise UnreadableError(f"Line {number} is not a game of an arena match.") from None
        if result.ended == FINISHED:
            found.append(_record(header, result))
    if not found:
        raise UnreadableError("No game of this match was played to its end.")
    return found


def _record(header: dict[str, Any], result: GameResult) -> Record:
    try:
        secret = bytes.fromhex(result.secret)
        game = Game.new(header["game"], header["seats"], header["options"], secret)
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(f"Game {result.number} of the match is damaged: {error}.") from None
    for move in result.moves:
        game.make_move(move)
    return game.record(result.bots)


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
