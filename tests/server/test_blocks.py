"""Blocked people, as pairing, invitations and messages ask about them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from server.table_services import ANNA, BEN, CARL, table_services
from sqlalchemy import select

from sandmandala.server.relations.blocks import Blocks, is_blocked, pair_of
from sandmandala.server.storage.schema import people
from sandmandala.server.storage.statements import read_rows


def with_blocks(url: str, work: Callable[[Blocks], Awaitable[None]]) -> None:
    async def run() -> None:
        async with table_services(url) as (service,):
            await work(Blocks(service.store.engine, service.store.writer))

    asyncio.run(run())


def test_a_block_holds_in_both_directions_and_is_seen_by_one(url: str) -> None:
    async def work(blocks: Blocks) -> None:
        await blocks.block(ANNA.id, BEN.id, 5)
        await blocks.block(ANNA.id, BEN.id, 6)  # again: nothing more
        assert await blocks.is_between(ANNA.id, BEN.id)
        assert await blocks.is_between(BEN.id, ANNA.id)
        assert not await blocks.is_between(ANNA.id, CARL.id)
        assert await blocks.among([CARL.id, BEN.id, ANNA.id]) == {pair_of(BEN.id, ANNA.id)}
        assert await blocks.among([BEN.id]) == await blocks.among([]) == set()
        assert await blocks.apart_from(BEN.id) == {ANNA.id}
        assert await blocks.apart_from(ANNA.id) == {BEN.id}
        assert [(row.id, row.name, row.created) for row in await blocks.of(ANNA.id)] == [("ben", "Ben", 5)]
        assert await blocks.of(BEN.id) == []
        assert await blocks.has_blocked(ANNA.id, BEN.id)
        assert not await blocks.has_blocked(BEN.id, ANNA.id)

        assert not await blocks.unblock(BEN.id, ANNA.id), "only who blocks can unblock"
        assert await blocks.unblock(ANNA.id, BEN.id)
        assert not await blocks.unblock(ANNA.id, BEN.id)
        assert not await blocks.is_between(ANNA.id, BEN.id)

    with_blocks(url, work)


def test_pairing_can_ask_within_its_own_query(url: str) -> None:
    async def work(blocks: Blocks) -> None:
        await blocks.block(ANNA.id, BEN.id, 5)
        one, other = people.alias("one"), people.alias("other")
        pairs = select(one.c.id, other.c.id).where(
            one.c.id < other.c.id, one.c.level.is_(None), other.c.level.is_(None)
        )
        engine = blocks._engine
        allowed = await read_rows(engine, pairs.where(~is_blocked(one.c.id, other.c.id)))
        assert set(map(tuple, allowed)) == {("anna", "carl"), ("ben", "carl")}
        with_anna = select(people.c.id).where(is_blocked(ANNA.id, people.c.id))
        assert [row.id for row in await read_rows(engine, with_anna)] == [BEN.id]

    with_blocks(url, work)
