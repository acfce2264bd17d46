"""Stores finished reviews: one for each table and depth, by the engine that made it."""

from __future__ import annotations

import zlib
from contextlib import suppress

from sqlalchemy import ColumnElement, and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..messages.fields import Depth
from ..storage import TakenError, Writer
from ..storage.schema import reviews


def pack(review: str) -> bytes:
    """Compress a review for the database. Takes milliseconds: call it in a thread."""
    return zlib.compress(review.encode())


def unpack(body: bytes) -> bytes:
    """Return a review as JSON."""
    return zlib.decompress(body)


class ReviewStore:
    """Reads and writes reviews. What an earlier engine made counts as absent, and is replaced."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    async def has(self, table: str, depth: Depth, fingerprint: str) -> bool:
        """Whether there is a review with this fingerprint."""
        which = and_(_of(table, depth), reviews.c.fingerprint == fingerprint)
        async with self._engine.connect() as connection:
            return (await connection.execute(select(reviews.c.table).where(which))).first() is not None

    async def get(self, table: str, depth: Depth, fingerprint: str) -> bytes | None:
        """Return a packed review with this fingerprint; None if there is none."""
        which = and_(_of(table, depth), reviews.c.fingerprint == fingerprint)
        async with self._engine.connect() as connection:
            body = (await connection.execute(select(reviews.c.body).where(which))).scalar()
        return None if body is None else bytes(body)

    async def put(self, table: str, depth: Depth, fingerprint: str, body: bytes, at: int) -> None:
        """Store a packed review, in place of an earlier one."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(reviews).where(_of(table, depth)))
            values = {"table": table, "depth": depth, "fingerprint": fingerprint, "made": at, "body": body}
            await connection.execute(insert(reviews), values)

        with suppress(TakenError):  # another worker was faster
            await self._writer.run(work)


def _of(table: str, depth: Depth) -> ColumnElement[bool]:
    return and_(reviews.c.table == table, reviews.c.depth == depth)
