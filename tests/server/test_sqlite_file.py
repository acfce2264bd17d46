"""The file of an SQLite database: private, for one server at a time, and checked for replacement."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from server.running_server import RunningServer

from sandmandala.cli import main
from sandmandala.server.settings import Settings, UnusableSettingError
from sandmandala.server.storage import migrate, migrate_now, open_database
from sandmandala.server.storage.checkpoints import checkpoint
from sandmandala.server.storage.sqlite_file import DatabaseGoneError, SqliteFile, only_server

DATABASE = "sandmandala.sqlite"


def url_of(folder: Path) -> str:
    return Settings(data=str(folder)).database_url()


@pytest.mark.parametrize("loss", ["deleted", "moved", "replaced", "folder deleted"])
def test_a_deleted_file_is_noticed(tmp_path: Path, loss: str) -> None:
    path = tmp_path / "data" / DATABASE
    migrate_now(url_of(path.parent))
    file = SqliteFile(path)
    file.check()
    if loss == "deleted":
        path.unlink()
    elif loss == "replaced":
        (tmp_path / "other").write_bytes(path.read_bytes())
        (tmp_path / "other").replace(path)
    else:
        (path if loss == "moved" else path.parent).rename(tmp_path / "elsewhere")
    with pytest.raises(DatabaseGoneError, match=r"deleted or replaced .* restart the server"):
        file.check()


def test_a_deleted_file_is_not_created_again(tmp_path: Path) -> None:
    """Otherwise the next start would find an empty database, with no sign of the loss."""
    path = tmp_path / DATABASE

    async def work() -> None:
        engine = open_database(url_of(tmp_path))
        await migrate(engine)
        path.unlink()
        with pytest.raises(Exception, match="unable to open"):
            async with engine.connect():
                pass
        with pytest.raises(sqlite3.OperationalError, match="unable to open"):
            checkpoint(str(path))
        await engine.dispose()

    asyncio.run(work())
    assert not path.exists()


def modes(folder: Path) -> dict[str, str]:
    return {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in sorted(folder.iterdir())}


def test_the_files_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    async def work() -> None:
        engine = open_database(url_of(folder))
        await migrate(engine)
        async with engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
            assert modes(folder) == dict.fromkeys((DATABASE, f"{DATABASE}-shm", f"{DATABASE}-wal"), "0o600")
        await engine.dispose()

    asyncio.run(work())
    with closing(sqlite3.connect(folder / DATABASE)) as other:
        with other:
            other.execute("UPDATE alembic_version SET version_num = version_num")
        for file in folder.iterdir():
            file.chmod(0o644)
        asyncio.run(work())  # an older version left them like that


@pytest.mark.slow
def test_a_second_server_on_the_same_file_stops(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    try:
        second = CliRunner().invoke(main, ["serve", "--data", str(tmp_path), "--port", "0"])
        assert second.exit_code == 2
        assert second.output.splitlines()[-1] == (
            f"Error: Another server is already using {tmp_path / DATABASE} (process {server.process.pid}). "
            "Stop it first, or choose another folder with --data."
        )
        for command in (["backup", str(tmp_path / "copy")], ["stats"], ["prune"], ["migrate"]):
            done = CliRunner().invoke(main, ["admin", *command, "--data", str(tmp_path)])
            assert done.exit_code == 0, done.output
    finally:
        server.kill()
    with only_server(url_of(tmp_path)):
        pass


def test_the_lock_ends_with_the_process(tmp_path: Path) -> None:
    held = os.pipe()
    child = os.fork()
    if not child:
        with only_server(url_of(tmp_path)):
            os.write(held[1], b"!")
            signal.pause()
    os.read(held[0], 1)
    (link := tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(UnusableSettingError, match=f"process {child}"), only_server(url_of(link)):
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with only_server(url_of(tmp_path)), only_server("postgresql+asyncpg://somebody@localhost/somewhere"):
        pass
    for end in held:
        os.close(end)
