"""The way between workers: Litestar's channels over Redis, and a few notes that expire by themselves."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

_NOTE_MILLISECONDS = 10_000
_SECONDS_TO_WAIT = 1.0  # before Redis is tried again
_SECONDS_TO_ANSWER = 2.0  # bots wait for a silent Redis at every move
_log = structlog.get_logger()


class _Steady(RedisChannelsPubSubBackend):
    """Goes on when Redis has been away: what was missed meanwhile is in the database."""

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        try:
            await super().publish(data, channels)
        except (RedisError, OSError) as error:
            _log.warning("Redis is unavailable: other workers get changes late", error=str(error))

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        while True:
            try:
                async for event in super().stream_events():
                    yield event
            except (RedisError, OSError) as error:
                _log.warning("Redis is unavailable: changes from other workers arrive late", error=str(error))
                await asyncio.sleep(_SECONDS_TO_WAIT)


class Bus:
    """All workers of one installation; another one may use the same Redis."""

    def __init__(self, channels: ChannelsPlugin, redis: Redis, realm: str) -> None:
        self._channels, self._redis, self._realm = channels, redis, realm

    async def publish(self, letter: bytes) -> None:
        await self._channels.wait_published(letter, self._realm)

    async def letters(self) -> AsyncIterator[bytes]:
        async with self._channels.start_subscription(self._realm) as subscriber:
            async for letter in subscriber.iter_events():
                yield letter

    def _key(self, what: str) -> str:
        return f"{self._realm}:{what}"

    async def claim(self, what: str, worker: str) -> bool:
        """Note that a worker does something; False if another one does."""
        key = self._key(what)
        try:
            if await self._redis.set(key, worker, nx=True, px=_NOTE_MILLISECONDS):
                return True
            return await self._redis.get(key) == worker.encode()
        except (RedisError, OSError):
            return True  # better done twice than not at all: the log takes only one

    async def keep(self, claims: Iterable[str], booted: int) -> None:
        """Keep notes from expiring."""
        try:
            await self._redis.set(self._key("booted"), booted, nx=True)
            for what in ["booted", *claims]:
                await self._redis.pexpire(self._key(what), _NOTE_MILLISECONDS)
        except (RedisError, OSError) as error:
            _log.warning("Redis is away", error=str(error))

    async def drop(self, claims: Iterable[str]) -> None:
        keys = [self._key(what) for what in claims]
        try:
            if keys:
                await self._redis.delete(*keys)
        except (RedisError, OSError) as error:
            _log.warning("Redis is away", error=str(error))

    async def first_of_all(self, booted: int) -> int:
        """When the first of the workers that are up began."""
        key = self._key("booted")
        await self._redis.set(key, booted, nx=True, px=_NOTE_MILLISECONDS)
        return int(await self._redis.get(key) or booted)


@asynccontextmanager
async def open_bus(url: str, installation: bytes) -> AsyncIterator[Bus]:
    """`installation` is a secret that all its workers share; others learn nothing of it."""
    realm = "sandmandala-" + hashlib.sha256(b"post" + installation).hexdigest()[:16]
    # By default the library waits without limit, or tries ten times more.
    redis = Redis.from_url(
        url,
        socket_connect_timeout=_SECONDS_TO_ANSWER,
        socket_timeout=_SECONDS_TO_ANSWER,
        retry=Retry(NoBackoff(), 1),
        health_check_interval=15,
    )
    try:
        await redis.ping()
        backend = _Steady(redis=redis, key_prefix=realm)
        async with ChannelsPlugin(backend, channels=[realm]) as channels:
            yield Bus(channels, redis, realm)
    finally:
        await redis.aclose()
