"""Precompiled statements: compiling one with SQLAlchemy takes longer than running it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ARRAY,
    Dialect,
    Select,
    Text,
    bindparam,
    cast,
    func,
    insert,
    literal_column,
    select,
)
from sqlalchemy.sql.dml import UpdateBase

from .schema import entries

Statement = tuple[str, tuple[Any, ...]]  # SQL and its parameters, as the database's driver wants them

_encode = msgspec.json.Encoder().encode


class Prepared:
    """A compiled statement with parameters for these columns and for each `bindparam`."""

    def __init__(self, dialect: Dialect, statement: UpdateBase, *columns: str) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=columns or None)
        self.sql = str(compiled)
        self._defaults, self._order = compiled.params, compiled.positiontup

    def __call__(self, **values: Any) -> Statement:
        defaults = self._defaults
        return self.sql, tuple([values[name] if name in values else defaults[name] for name in self._order])


class LogRow(NamedTuple):
    """One log entry of a table, with ply, turn and deadline after it."""

    table: str
    number: int
    at: int
    body: str
    ply: int | None = None
    turn: int | None = None
    deadline: int | None = None


_BODY = LogRow._fields.index("body")


class LogStatement:
    """Appends any number of log rows in one statement."""

    def __init__(self, dialect: Dialect) -> None:
        self._is_sqlite = dialect.name == "sqlite"
        wanted = _rows_of_json() if self._is_sqlite else _rows_of_arrays()
        statement = insert(entries).from_select(LogRow._fields, wanted)
        self._sql = str(statement.compile(dialect=dialect))

    def append(self, rows: Sequence[LogRow]) -> Statement:
        """Return a statement that stores these rows."""
        if self._is_sqlite:
            return self._sql, (_encode(rows).decode(),)
        columns = [list(column) for column in zip(*rows, strict=True)]
        columns[_BODY] = [body.encode() for body in columns[_BODY]]
        return self._sql, tuple(columns)


def _rows_of_json() -> Select[Any]:
    """For SQLite, which has no arrays: rows as JSON."""
    row = func.json_each(bindparam("rows", type_=Text)).table_valued("value").c.value
    return select(
        *(
            cast(func.json_extract(row, literal_column(f"'$[{place}]'")), entries.c[name].type)
            for place, name in enumerate(LogRow._fields)
        )
    )


def _rows_of_arrays() -> Select[Any]:
    """For PostgreSQL: an array per column."""
    columns = [entries.c[name] for name in LogRow._fields]
    return select(
        *(func.unnest(bindparam(one.name, type_=ARRAY(one.type))).label(one.name) for one in columns)
    )
