"""Passwords: hashed with Argon2, off the event loop, at the same speed whether the account exists or not."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

# One thread and one password at a time: on a small machine, more would take the loop's core away.
_hasher = PasswordHasher(parallelism=1)
_at_a_time = asyncio.Semaphore(1)
_NOBODY = _hasher.hash("nobody has this password")


async def hash_password(password: str) -> str:
    async with _at_a_time:
        return await asyncio.to_thread(_hasher.hash, password)


async def is_password(hashed: str | None, password: str) -> bool:
    async with _at_a_time:
        return await asyncio.to_thread(_verify, hashed or _NOBODY, password) and hashed is not None


def _verify(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False
