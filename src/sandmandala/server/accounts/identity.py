"""Who is asking: a signed cookie for browsers, a token for programs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from litestar.connection import ASGIConnection

from ..messages import Person
from ..storage.store import Row, Store
from ..timestamps import now

COOKIE = "sandmandala"
_TOKEN_PREFIX = "sm_"
_SEEN_EVERY = 3_600_000  # milliseconds; more often need not be noted


class Identities:
    """Signs and reads identities."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._signer = URLSafeSerializer(
            key, salt="identity", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign(self, person: str, generation: int) -> str:
        return str(self._signer.dumps([person, generation]))

    async def of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
        """Who is at the other end; None for one who has no identity, or no longer."""
        row = await self._find(connection)
        if row is None:
            return None
        if now() - row.seen > _SEEN_EVERY:
            await self._store.change_person(row.id, seen=now())
        return Person(row.id, row.name)

    async def _find(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Row | None:
        authorization = connection.headers.get("authorization", "")
        if authorization.startswith("Bearer "):
            return await self._store.person_of_token(token_hash(authorization.removeprefix("Bearer ")))
        try:
            person, generation = self._signer.loads(connection.cookies.get(COOKIE, ""))
        except (BadSignature, ValueError, TypeError):
            return None
        row = await self._store.person(str(person))
        same = row is not None and hmac.compare_digest(str(row.generation), str(generation))
        return row if same else None


def new_token() -> str:
    return _TOKEN_PREFIX + secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """Tokens are long and random, so that a plain hash keeps them safe."""
    return hashlib.sha256(token.encode()).hexdigest()
