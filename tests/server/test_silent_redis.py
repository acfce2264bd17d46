"""Redis is slow or silent: nobody waits long for it, and there are few connections to it."""

from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis
from server.blackhole_proxy import BlackholeProxy
from server.running_server import PATIENCE
from structlog.testing import capture_logs

from sandmandala.server.cluster import redis_bus


def test_a_bot_moves_although_redis_is_silent(redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default, the library would wait for a minute at every move."""
    monkeypatch.setattr(redis_bus, "_SECONDS_TO_ANSWER", 0.2)

    async def work() -> None:
        async with redis_bus.open_bus(f"redis://127.0.0.1:{network.port}", b"test") as bus:
            assert await bus.claim("a turn", "near")
            assert not await bus.claim("a turn", "far")
            network.silent = True
            for _ in range(3):
                assert await bus.claim("a turn", "far"), "better twice than not at all"
            await bus.publish(b"news")
            network.silent = False
            assert not await bus.claim("a turn", "far")

    with BlackholeProxy(int(redis.rpartition(":")[2])) as network, capture_logs() as logs:
        asyncio.run(asyncio.wait_for(work(), PATIENCE / 4))
    assert "Redis is unavailable: other workers get changes late" in {log["event"] for log in logs}


def test_many_requests_at_once_share_few_connections(redis: str) -> None:
    """By default, the library would open and keep one for each of them."""

    async def work() -> None:
        async with Redis.from_url(redis) as outside, redis_bus.open_bus(redis, b"few") as bus:
            before = len(await outside.client_list())
            claims = await asyncio.gather(*(bus.claim(f"turn {number}", "near") for number in range(100)))
            assert all(claims)
            assert len(await outside.client_list()) - before < redis_bus.CONNECTIONS
            assert not await bus.claim("turn 99", "far"), "each was really claimed"

    asyncio.run(work())
