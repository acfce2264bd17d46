"""Withdraws the question whether a bot may play for somebody when that player comes back."""

from __future__ import annotations

from contextlib import suppress

from ..refusal import RefusalError
from ..spec import Proposal
from .proposals import is_back, withdraw_replacement
from .service import Tables
from .table import Table


def notice_return(tables: Tables, table: Table) -> None:
    """Check a table; called like bots and clocks."""
    asked = table.proposals.get("replace")
    if asked and is_back(table, asked):
        tables.start_task(_withdraw(tables, table.id, asked))


async def _withdraw(tables: Tables, id: str, asked: Proposal) -> None:
    with suppress(RefusalError):  # if it cannot be stored, the table is reloaded and checked again
        tables.evict(await tables.do(id, withdraw_replacement, asked))
