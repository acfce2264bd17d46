"""Statements that are compiled once: SQLAlchemy takes longer to compile one than a database to run it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Dialect, insert
from sqlalchemy.sql.dml import UpdateBase

from .schema import entries

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
    """Appending to the logs of tables."""

    def __init__(self, dialect: Dialect) -> None:
        row = dict.fromkeys((column.name for column in entries.columns), None)
        self._append = {
            length: str(insert(entries).values([row] * length).compile(dialect=dialect)) for length in LENGTHS
        }

    def append(self, rows: list[LogRow]) -> list[Statement]:
        """Statements that store these rows."""
        found: list[Statement] = []
        at = 0
        for length in LENGTHS:
            while len(rows) - at >= length:
                some = rows[at : at + length]
                found.append((self._append[length], tuple([value for row in some for value in row])))
                at += length
        return found


class LogRow(NamedTuple):
    """One entry of a table's log, and how far the game has come with it."""

    table: str
    number: int
    at: int
    body: bytes
    ply: int | None = None
    turn: int | None = None
    deadline: int | None = None
