"""Changes whose SQL is written once, at the start: for those that come with every game.

SQLAlchemy takes longer to write and run a statement than the database does to carry it out.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.sql.dml import UpdateBase

Step = tuple[str, tuple[Any, ...]]  # SQL and what stands in it, as the database's driver wants them


class Steps:
    """What is done together. If the first step changes nothing, the others are left out."""

    __slots__ = ("first", "others")

    def __init__(self, first: Step, *others: Step) -> None:
        self.first, self.others = first, others


class Ready:
    """A statement that is ready to be run, with gaps for these columns and for each `bindparam`."""

    def __init__(self, dialect: Dialect, statement: UpdateBase, *columns: str) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=columns)
        self._sql, self._given, self._order = str(compiled), compiled.params, compiled.positiontup

    def __call__(self, **values: Any) -> Step:
        return self._sql, tuple(values[name] if name in values else self._given[name] for name in self._order)
