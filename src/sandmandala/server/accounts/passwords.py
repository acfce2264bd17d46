"""Passwords: hashed with Argon2, off the event loop, at the same speed whether the account exists or not."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

# One thread and one password at a time: on a small machine, more would take the loop's core away.
_hasher = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=1)
_at_a_time = asyncio.Semaphore(1)
# The hash of a discarded password with the same parameters: refusing an unknown account takes equally long.
_NOBODY = "$argon2id$v=19$m=65536,t=3,p=1$8HLedLRRW9Atub1Iw13jFA$E+nwWM3K3+OBcl+nbgUGKrR0SfSoKkri0EDCjfpVL88"


async def hash_password(password: str) -> str:
    """Hash a password, in a thread."""
    async with _at_a_time:
        return await asyncio.to_thread(_hasher.hash, password)


async def is_password(hashed: str | None, password: str) -> bool:
    """Check a password against a hash, in a thread. Takes as long without a hash."""
    async with _at_a_time:
        return await asyncio.to_thread(_verify, hashed, password) and hashed is not None


def _verify(hashed: str | None, password: str) -> bool:
    try:
        return _hasher.verify(hashed or _NOBODY, password)
    except (Argon2Error, InvalidHashError):
        return False
