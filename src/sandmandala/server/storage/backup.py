"""Copies an SQLite database consistently while a server writes to it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ..settings import UnusableSettingError

_PAGES_A_STEP = 1000


def backup(source: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    """Calls `progress` with the remaining and total pages. The copy gets its name once it is checked."""
    if target.exists():
        raise UnusableSettingError(f"{target} already exists. Choose a new file for the backup.")
    if not source.is_file():
        raise UnusableSettingError(f"There is no database at {source} to back up.")
    try:
        # A temporary name until it is done, and readable only by its owner: it holds keys and secrets.
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    except OSError as error:
        raise UnusableSettingError(f"Cannot write to {target.parent}: {error.strerror}.") from None
    try:
        _copy(source, name, progress)
        os.fsync(descriptor)
        os.link(name, target)  # unlike renaming, this never overwrites another file
    except FileExistsError:
        raise UnusableSettingError(f"{target} was created in the meantime. Choose another name.") from None
    except (sqlite3.Error, OSError) as error:
        raise UnusableSettingError(f"The backup failed: {error}.") from error
    finally:
        os.close(descriptor)
        os.unlink(name)


def _copy(source: Path, target: str, progress: Callable[[int, int], None]) -> None:
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        # One read transaction makes the copy consistent, however long it takes.
        old.execute("BEGIN")
        old.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        old.backup(new, pages=_PAGES_A_STEP, progress=lambda _, remaining, total: progress(remaining, total))
        new.execute("PRAGMA journal_mode = DELETE")  # a single file
        for check in ("integrity_check", "foreign_key_check"):
            faults = [row for row in new.execute(f"PRAGMA {check}") if row != ("ok",)]
            if faults:
                raise UnusableSettingError(
                    f"The copy is damaged ({check}): {faults[0]}. Nothing was written."
                )
