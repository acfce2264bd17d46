"""Statements that are compiled once: SQLAlchemy takes longer to compile one than a database to run it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import UpdateBase

from .schema import entries, progress

Statement = tuple[str, tuple[Any, ...]]  # SQL and its parameters, as the database's driver wants them

# One statement stores many rows, of a few lengths that the database has to parse only once.
LENGTHS = (64, 16, 4, 1)


class Prepared:
    """A compiled statement with parameters for these columns and for each `bindparam`."""

    def __init__(self, dialect: Dialect, statement: UpdateBase, *columns: str) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=columns or None)
        self.sql = str(compiled)
        self._defaults, self._order = compiled.params, compiled.positiontup

    def __call__(self, **values: Any) -> Statement:
        defaults = self._defaults
        return self.sql, tuple([values[name] if name in values else defaults[name] for name in self._order])


class LogStatements:
    """Appending to the logs of tables, and noting how far each has come."""

    def __init__(self, dialect: Dialect) -> None:
        insert: Any = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
        self._entries: dict[int, str] = {}
        self._progress: dict[int, str] = {}
        for length in LENGTHS:
            row = dict.fromkeys((column.name for column in entries.columns), None)
            self._entries[length] = _compiled(dialect, insert(entries).values([row] * length))
            row = dict.fromkeys((column.name for column in progress.columns), None)
            upsert = insert(progress).values([row] * length)
            changed = {name: getattr(upsert.excluded, name) for name in row if name != "table"}
            upsert = upsert.on_conflict_do_update(index_elements=["table"], set_=changed)
            self._progress[length] = _compiled(dialect, upsert)

    def append(self, rows: list[LogRow]) -> list[Statement]:
        """Statements that store these rows; all belong to different tables."""
        found: list[Statement] = []
        at = 0
        for length in LENGTHS:
            while len(rows) - at >= length:
                some = rows[at : at + length]
                found.append((self._entries[length], tuple([value for row in some for value in row.entry])))
                progressed = tuple([value for row in some for value in row.progress])
                found.append((self._progress[length], progressed))
                at += length
        return found


def _compiled(dialect: Dialect, statement: Any) -> str:
    return str(statement.compile(dialect=dialect))


class LogRow:
    """One entry of a table's log, and how far the table has come with it."""

    __slots__ = ("entry", "progress")

    def __init__(
        self,
        table: str,
        number: int,
        at: int,
        body: bytes,
        ply: int = 0,
        turn: int | None = None,
        deadline: int | None = None,
    ) -> None:
        self.entry = (table, number, at, body)
        self.progress = (table, number, ply, turn, deadline)
