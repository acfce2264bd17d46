"""Publish/subscribe between workers (Litestar's channels over Redis), and leases."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from litestar.channels.subscriber import Subscriber
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

CONNECTIONS = 6  # of a worker, one of them to listen
_NOTE_MILLISECONDS = 10_000
_SECONDS_TO_WAIT = 1.0  # before Redis is tried again
_SECONDS_TO_ANSWER = 2.0  # short, since bots would wait for a silent Redis at every move
_log = structlog.get_logger()


class _Steady(RedisChannelsPubSubBackend):
    """Reconnects when Redis was away. Messages missed meanwhile are in the database."""

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
    """Connects the workers of one installation. Others may use the same Redis."""

    def __init__(self, channels: ChannelsPlugin, subscriber: Subscriber, redis: Redis, realm: str) -> None:
        self._channels, self._subscriber, self._redis, self._realm = channels, subscriber, redis, realm

    async def publish(self, batch: bytes) -> None:
        """Send a message batch to all workers."""
        await self._channels.wait_published(batch, self._realm)

    async def batches(self) -> AsyncIterator[bytes]:
        """Yield the message batches of all workers."""
        async for batch in self._subscriber.iter_events():
            yield batch

    async def listeners(self) -> int:
        """Count the workers that receive messages, including this one."""
        [(_, count)] = await self._redis.pubsub_numsub(self._realm)
        return int(count)

    def _key(self, what: str) -> str:
        return f"{self._realm}:{what}"

    async def claim(self, what: str, worker: str) -> bool:
        """Take a lease. Return False if another worker holds it."""
        key = self._key(what)
        try:
            if await self._redis.set(key, worker, nx=True, px=_NOTE_MILLISECONDS):
                return True
            return await self._redis.get(key) == worker.encode()
        except (RedisError, OSError):
            return True  # twice is better than never: the log accepts only one move

    async def keep(self, claims: Iterable[str], booted: int) -> None:
        """Renew leases."""
        try:
            await self._redis.set(self._key("booted"), booted, nx=True)
            for what in ["booted", *claims]:
                await self._redis.pexpire(self._key(what), _NOTE_MILLISECONDS)
        except (RedisError, OSError) as error:
            _log.warning("Redis is away", error=str(error))

    async def drop(self, claims: Iterable[str]) -> None:
        """Release leases."""
        keys = [self._key(what) for what in claims]
        try:
            if keys:
                await self._redis.delete(*keys)
        except (RedisError, OSError) as error:
            _log.warning("Redis is away", error=str(error))

    async def first_of_all(self, booted: int) -> int:
        """Return when the oldest running worker started."""
        key = self._key("booted")
        await self._redis.set(key, booted, nx=True, px=_NOTE_MILLISECONDS)
        return int(await self._redis.get(key) or booted)


@asynccontextmanager
async def open_bus(url: str, installation: bytes) -> AsyncIterator[Bus]:
    """Open a bus. `installation` is a secret that its workers share."""
    realm = "sandmandala-" + hashlib.sha256(b"post" + installation).hexdigest()[:16]
    # By default the library waits without limit, tries ten times more, and keeps all connections.
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=_SECONDS_TO_ANSWER,
        socket_connect_timeout=_SECONDS_TO_ANSWER,
        socket_timeout=_SECONDS_TO_ANSWER,
        retry=Retry(NoBackoff(), 1),
        health_check_interval=15,
    )
    redis = Redis.from_pool(pool)
    try:
        await redis.ping()
        backend = _Steady(redis=redis, key_prefix=realm)
        async with ChannelsPlugin(backend, channels=[realm]) as channels:
            yield Bus(channels, await channels.subscribe(realm), redis, realm)
    finally:
        await redis.aclose()
