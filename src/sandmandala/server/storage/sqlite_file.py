"""The file of an SQLite database: private, used by one server, and checked for replacement."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import make_url

from ..settings import UnusableSettingError

_PRIVATE = 0o600
_WITH_WAL = ("", "-wal", "-shm")


class DatabaseGoneError(OSError):
    """The database file was deleted or replaced. SQLite would keep writing to the old one."""


class SqliteFile:
    """Remembers which file was opened. Make one right after connecting."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._opened = self._identity()

    def check(self) -> None:
        """Raise DatabaseGoneError if the path no longer leads to that file. Cheap enough for every commit."""
        if self._identity() != self._opened:
            raise DatabaseGoneError(
                f"The database file {self._path} was deleted or replaced while the server was running. "
                "Put it back or restore a backup, and restart the server."
            )

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino


def sqlite_path(url: str) -> Path | None:
    """Return the file of an SQLite URL; None for other databases."""
    try:
        parsed = make_url(url)
    except ValueError:  # the message may contain a password
        raise UnusableSettingError("The database address is not valid.") from None
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


def sqlite_uri(path: str | Path) -> str:
    """Return a URI for `sqlite3.connect(…, uri=True)` that never creates the file."""
    return f"{Path(path).absolute().as_uri()}?mode=rw"


def make_private(path: Path) -> None:
    """Create the file if necessary, readable only by its owner: it holds keys and password hashes."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, _PRIVATE))
    for ending in _WITH_WAL:
        # The file may belong to another user, or another process may have just removed it.
        with suppress(PermissionError, FileNotFoundError):
            if os.stat(f"{path}{ending}").st_mode & 0o077:
                os.chmod(f"{path}{ending}", _PRIVATE)


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Hold a lock, so that only one server uses this SQLite database. PostgreSQL may be shared.

    The kernel releases the lock when the process ends, however it ends. Backups and other commands do not
    take it, since they may run beside a server.
    """
    path = sqlite_path(url)
    if path is None:
        yield
        return
    lock = path.resolve().with_name(f"{path.resolve().name}.lock")
    try:
        lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, _PRIVATE)
    except OSError as error:
        raise UnusableSettingError(f"The database cannot be used: {error}.") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UnusableSettingError(
                f"Another server is already using {path} (process {_read(descriptor)}). Stop it first, or "
                "choose another folder with --data."
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> str:
    return os.pread(descriptor, 20, 0).decode() or "unknown"
