"""Deletes abandoned tables and guests, even while a server runs.

Accounts with a password or a recovery code stay, and so do all finished games. Every deletion repeats its
conditions, so that people who come back in the meantime are kept.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Table, and_, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .accounts import NOBODY, forget_people
from .schema import entries, people, seats, tables
from .social_schema import reports, written_messages

_AT_A_TIME = 500  # short transactions, so that a running server is not held up


class Pruned(Struct):
    """How much was deleted, or would be."""

    waiting: int  # tables that never started
    left: int  # games that all their players have left
    guests: int  # without any game
    names: int  # of guests whose finished games stay
    reports: int  # that the host has closed
    messages: int  # that players have written


async def prune(engine: AsyncEngine, before: int, dry_run: bool = False) -> Pruned:
    """Delete what has not been used since `before`; with `dry_run`, only count it."""
    waiting, left = _waiting(before), _left(before)
    guests, names = _guests(before), _guests(before, with_games=True)
    closed, written = reports.c.closed < before, written_messages.c.created < before
    if dry_run:
        async with engine.connect() as connection:
            counts = [
                await connection.scalar(select(func.count()).select_from(table).where(which))
                for table, which in (
                    *((tables, waiting), (tables, left), (people, guests), (people, names)),
                    *((reports, closed), (written_messages, written)),
                )
            ]
        return Pruned(*(count or 0 for count in counts))
    return Pruned(
        await _repeat(engine, _drop_tables, tables, waiting),
        await _repeat(engine, _drop_tables, tables, left),
        await _repeat(engine, _delete_from(people), people, guests),
        await _repeat(engine, _forget, people, names),
        await _repeat(engine, _delete_from(reports), reports, closed),
        await _repeat(engine, _delete_from(written_messages), written_messages, written),
    )


def _gone(before: int) -> ColumnElement[bool]:
    """Guests without password or recovery code who have not been seen since."""
    secured = or_(people.c.login.is_not(None), people.c.recovery.is_not(None))
    return and_(people.c.level.is_(None), ~secured, people.c.seen < before)


def _waiting(before: int) -> ColumnElement[bool]:
    return and_(tables.c.status == "open", tables.c.created < before)


def _left(before: int) -> ColumnElement[bool]:
    """Running games without a move, and none of whose players has been seen, since."""
    sitting = select(people.c.id).join(seats, seats.c.person == people.c.id)
    sitting = sitting.where(seats.c.table == tables.c.id, people.c.level.is_(None), ~_gone(before))
    moved = select(entries.c.number).where(entries.c.table == tables.c.id, entries.c.at >= before)
    playing = and_(tables.c.status == "playing", tables.c.started < before)
    return and_(playing, ~exists(sitting), ~exists(moved))


def _guests(before: int, with_games: bool = False) -> ColumnElement[bool]:
    """Guests who are gone and sit at no table in use."""
    mine = select(tables.c.id).join(seats, seats.c.table == tables.c.id).where(seats.c.person == people.c.id)
    over = mine.where(tables.c.status == "over")
    in_use = mine.where(tables.c.status != "over", ~_waiting(before), ~_left(before))
    named = and_(exists(over), people.c.name != NOBODY) if with_games else ~exists(over)
    return and_(_gone(before), ~exists(in_use), named)


async def _repeat(engine: AsyncEngine, work: Any, table: Any, which: ColumnElement[bool]) -> int:
    total = 0
    while True:
        some = table.c.id.in_(select(table.c.id).where(which).limit(_AT_A_TIME))
        async with engine.begin() as connection:
            done: int = await work(connection, some)
        if not done:
            return total
        total += done


async def _drop_tables(connection: AsyncConnection, which: ColumnElement[bool]) -> int:
    gone = (await connection.execute(delete(tables).where(which).returning(tables.c.id))).scalars().all()
    await connection.execute(delete(entries).where(entries.c.table.in_(gone)))
    # A deal that was to be played twice: nobody will finish the second game.
    first = and_(tables.c.next.in_(gone), tables.c.open_from.is_(None))
    await connection.execute(update(tables).where(first).values(open_from=tables.c.ended))
    return len(gone)


def _delete_from(table: Table) -> Callable[[AsyncConnection, ColumnElement[bool]], Awaitable[int]]:
    async def work(connection: AsyncConnection, which: ColumnElement[bool]) -> int:
        return (await connection.execute(delete(table).where(which))).rowcount

    return work


async def _forget(connection: AsyncConnection, which: ColumnElement[bool]) -> int:
    return await forget_people(connection, which, NOBODY)
