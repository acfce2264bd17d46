"""Validation of what callers pass to a game: secret, contributions, moves and names."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..games import chance
from ..games.errors import IllegalMoveError, UnreadableError
from ..games.rules import Rules


class ChanceSource(NamedTuple):
    """Where the chance of a game comes from. The key is derived from the rest, and stored for every move."""

    secret: bytes
    contributions: tuple[bytes, ...] | None
    key: bytes


def checked_chance_source(
    secret: bytes | None, contributions: Sequence[bytes] | None, seats: int
) -> ChanceSource:
    """With a new secret if none is given. `contributions` has one for each seat, or is None. An empty list is
    an error: it would leave the deal to the secret alone."""
    if secret is None:
        secret = chance.new_secret()
    elif not _is_bytes(secret, chance.SECRET_BYTES):
        raise UnreadableError(f"A secret is {chance.SECRET_BYTES} bytes.")
    secret = bytes(secret)
    if contributions is None:
        return ChanceSource(secret, None, chance.deal_key(secret, ()))
    size = chance.CONTRIBUTION_BYTES
    if len(contributions) != seats or not all(_is_bytes(one, size) for one in contributions):
        raise UnreadableError(f"Contributions are {size} bytes for each of the {seats} seats.")
    given = tuple(map(bytes, contributions))
    return ChanceSource(secret, given, chance.deal_key(secret, given))


def _is_bytes(value: object, size: int) -> bool:
    return isinstance(value, bytes | bytearray) and len(value) == size


def checked_action(rules: Rules, state: Any, legal: list[int], move: str | int) -> int:
    """The action number of a legal move, given as text or as a number."""
    action = rules.text.read_move(state, move) if isinstance(move, str) else operator.index(move)
    if not 0 <= action < rules.action_count:
        raise UnreadableError(f"Actions of {rules.title} go from 0 to {rules.action_count - 1}.")
    if action not in legal:
        reason = rules.why_illegal(state, action)
        assert reason, "a move that is not listed is illegal"
        raise IllegalMoveError(*reason)
    return action


def checked_players(names: Sequence[str], seats: int) -> tuple[str, ...]:
    if len(names) != seats or not all(map(_is_name, names)):
        raise UnreadableError("'players' needs a printable name of at most 60 characters for each seat.")
    return tuple(names)


def _is_name(name: str) -> bool:
    return name.isprintable() and name == name.strip() and 1 <= len(name) <= 60
