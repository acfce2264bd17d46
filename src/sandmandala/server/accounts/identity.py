"""Identifies clients: by a session cookie for browsers, by a token for programs."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

from litestar.connection import ASGIConnection
from msgspec import Struct

from ..messages.table_info import Person, make_person
from ..server_time import now
from ..storage.accounts import ID_LENGTH, AccountStore

COOKIE = "sandmandala"
LIFETIME = 366 * 86_400  # seconds that a cookie is kept; a session not seen for that long has expired
_BEARER = "Bearer "
_TOKEN_PREFIX = "sm_"
_SEEN_EVERY = 3_600_000  # milliseconds; more often would only cost writes

Connection = ASGIConnection[Any, Any, Any, Any]


class Identity(Struct, frozen=True):
    """A person, and the id of their session or token."""

    person: Person
    session: str
    is_token: bool
    at: float
    """When it was looked up, by the monotonic clock."""


class Identities:
    """Looks up who sent a request or opened a socket."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store

    async def of(self, connection: Connection) -> Identity | None:
        """Return the identity; None for visitors without a name, and for ended sessions and tokens."""
        at = time.monotonic()
        authorization = connection.headers.get("authorization", "")
        is_token = authorization.startswith(_BEARER)
        secret = authorization.removeprefix(_BEARER) if is_token else connection.cookies.get(COOKIE, "")
        hash = hash_of(secret)
        row = await (
            self._store.person_of_token(hash)
            if is_token
            else self._store.person_of_session(hash, oldest_valid())
        )
        if row is None:
            return None
        identity = Identity(make_person(row.id, row.name, None, row.is_bot), hash[:ID_LENGTH], is_token, at)
        if now() - min(row.seen, row.last) > _SEEN_EVERY:
            await self._store.note_seen(row.id, identity.session, now())
        return identity


def oldest_valid() -> int:
    """Return the time since which a session must have been seen to be valid."""
    return now() - LIFETIME * 1000


def new_secret() -> str:
    """Return a new random secret for the cookie of a session."""
    return secrets.token_urlsafe(24)


def new_token() -> str:
    """Return a new random token."""
    return _TOKEN_PREFIX + new_secret()


def hash_of(secret: str) -> str:
    """Hash the secret of a session or token. It is long and random, so a fast hash is safe."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
