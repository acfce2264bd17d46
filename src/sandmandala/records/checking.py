"""What is handed to a new game: secret, contributions and names."""

from __future__ import annotations

from collections.abc import Sequence

from ..games import chance
from ..games.errors import UnreadableError


def checked_secret(secret: bytes | None) -> bytes:
    """The secret, or a new one if none is given."""
    if secret is None:
        return chance.new_secret()
    if not _is_bytes(secret, chance.SECRET_BYTES):
        raise UnreadableError(f"A secret is {chance.SECRET_BYTES} bytes.")
    return bytes(secret)


def checked_contributions(contributions: Sequence[bytes] | None, seats: int) -> tuple[bytes, ...] | None:
    """One for each seat, or None. An empty list is a mistake: it would leave the deal to the secret alone."""
    if contributions is None:
        return None
    size = chance.CONTRIBUTION_BYTES
    if len(contributions) != seats or not all(_is_bytes(one, size) for one in contributions):
        raise UnreadableError(f"Contributions are {size} bytes for each of the {seats} seats.")
    return tuple(map(bytes, contributions))


def _is_bytes(value: object, size: int) -> bool:
    return isinstance(value, bytes | bytearray) and len(value) == size


def checked_players(names: Sequence[str], seats: int) -> tuple[str, ...]:
    if len(names) != seats or not all(map(_is_name, names)):
        raise UnreadableError("'players' needs a printable name of at most 60 characters for each seat.")
    return tuple(names)


def _is_name(name: str) -> bool:
    return name.isprintable() and name == name.strip() and 1 <= len(name) <= 60
