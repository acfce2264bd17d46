"""Resumes games after a restart."""

from __future__ import annotations

from functools import partial

import structlog
from sqlalchemy import ColumnElement, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..accounts.bot_accounts import BOT_MATCH_HOST
from ..refusal import RefusalError
from ..retrying import is_transient, keep_trying
from ..storage.schema import entries, records, seats, tables
from .playing import found_over
from .seating import begin_if_ready
from .service import Tables

_log = structlog.get_logger()


async def resume(engine: AsyncEngine, service: Tables) -> None:
    """Complete what was left unfinished, and let bots and clocks continue at every table."""
    ready = ~select(seats.c.table).where(seats.c.table == tables.c.id, seats.c.person.is_(None)).exists()
    unfinished = or_(tables.c.status == "playing", (tables.c.status == "open") & ready)
    unfinished &= tables.c.host != BOT_MATCH_HOST  # which is deleted
    unrecorded = (tables.c.status == "over") & ~(
        select(records.c.table).where(records.c.table == tables.c.id).exists()
    )
    old = (tables.c.status == "playing") & tables.c.turn.is_(None)
    unnoted = await keep_trying(lambda: _ids(engine, old), "look for old games")
    for id in await keep_trying(lambda: _ids(engine, unfinished), "look for unfinished tables"):
        try:
            work = partial(_resume_table, service, id, id in unnoted)
            await keep_trying(work, "resume a table", transient=_is_transient)
        except RefusalError as refusal:
            _log.warning("a table could not be resumed", table=id, why=refusal.why)
        except Exception:
            _log.exception("a table could not be resumed", table=id)
    for id in await keep_trying(lambda: _ids(engine, unrecorded), "look for games without record"):
        try:
            await _store_record(service, id)
        except Exception:
            _log.exception("a finished game could not be recorded", table=id)


async def _resume_table(service: Tables, id: str, is_old: bool) -> None:
    if is_old:
        await _note_progress(service, id)
    for command in (begin_if_ready, found_over):  # what a crash left unfinished
        table = await service.do(id, command)
    service.attend(table)
    service.evict(table)


def _is_transient(error: Exception) -> bool:
    return is_transient(error) or (isinstance(error, RefusalError) and error.code == "not_stored")


async def _ids(engine: AsyncEngine, which: ColumnElement[bool]) -> list[str]:
    async with engine.connect() as connection:
        return list((await connection.execute(select(tables.c.id).where(which))).scalars())


async def _note_progress(service: Tables, id: str) -> None:
    """Store the progress of a game that an earlier version began."""
    table = await service.get(id)
    session = table.session
    service.evict(table)
    if session is None:
        return
    here = {"ply": session.game.ply, "turn": session.to_move, "deadline": session.deadline()}
    last = (entries.c.table == id) & (entries.c.number == session.number)

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(entries).where(last).values(**here))
        await connection.execute(update(tables).where(tables.c.id == id).values(turn=session.first_turn))

    await service.store.writer.run(work)


async def _store_record(service: Tables, id: str) -> None:
    """Store the record of a game that ended under an earlier version."""
    table = await service.get(id)
    service.evict(table)
    if table.session is None:
        return
    body = table.record_of(table.session).to_json().encode()

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(insert(records), {"table": id, "body": body})

    await service.store.writer.run(work)
