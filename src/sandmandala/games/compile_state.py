"""What is compiled, and whether a process compiles now: files in the cache folder that processes share."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .compiling import INTERPRETED, cache_folder

if sys.platform != "win32":
    import fcntl

_DAYS_KEPT = 30


def is_compiled(job: str) -> bool:
    """Whether this or an earlier run has compiled it for exactly these sources."""
    return INTERPRETED or _marker(job).exists()


def mark_compiled(job: str) -> None:
    _marker(job).touch()


def drop_old_caches() -> None:
    """Delete the caches of old sources."""
    folder, oldest = cache_folder(), time.time() - _DAYS_KEPT * 86_400
    for other in folder.parent.glob("compiled-*"):
        if other != folder and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)


@contextmanager
def compile_alone() -> Iterator[None]:
    """Wait until no other process compiles: two that compile the same code take twice as long."""
    if sys.platform == "win32":
        yield
        return
    with _lock_file().open("w") as file:  # closing unlocks, and so does the end of the process
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def somebody_compiles() -> bool:
    """Whether a process is inside `compile_alone`."""
    if sys.platform == "win32" or not _lock_file().exists():
        return False
    with _lock_file().open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _marker(job: str) -> Path:
    return cache_folder() / f"done {job}"


def _lock_file() -> Path:
    return cache_folder() / "lock"
