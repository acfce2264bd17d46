"""Migrations are atomic, wherever the process dies, and run in one process at a time."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sqlite3
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, create_engine, event, insert, types
from sqlalchemy.engine import Connection
from thorough_cases import rest_thorough

from sandmandala.server import storage
from sandmandala.server.settings import Settings, UnusableSettingError
from sandmandala.server.storage import migrate_now, schema_upgrade

VALUES: list[tuple[type[types.TypeEngine[Any]], Any]] = [
    (types.LargeBinary, b"{}"),
    (types.Text, "{}"),
    (types.String, "1"),  # also all keys, and so what refers to them
    (types.Integer, 1),
    (types.Float, 1.0),
]


def versions() -> list[str]:
    """The versions of the schema, oldest first."""
    scripts = ScriptDirectory(str(Path(storage.__file__).parent / "migrations"))
    return [script.revision for script in reversed(list(scripts.walk_revisions()))]


def test_the_newest_version_is_known_without_alembic() -> None:
    assert schema_upgrade.NEWEST == NEWEST


STARTS = ["nothing", *versions()[:-1]]
NEWEST = versions()[-1]
FEW_STARTS = (STARTS[0], STARTS[-1])


def migrate_to(version: str, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    upgrade = command.upgrade
    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", lambda config, _: upgrade(config, version))
        migrate_now(url)


def fill(path: Path) -> None:
    """One row in every table."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        (metadata := MetaData()).reflect(connection)
        for table in metadata.sorted_tables:
            if table.name != "alembic_version":
                row = {column.name: value_of(column.type) for column in table.columns}
                connection.execute(insert(table), row)
    engine.dispose()


def value_of(kind: types.TypeEngine[Any]) -> Any:
    return next(value for type, value in VALUES if isinstance(kind, type))


def contents(path: Path) -> dict[str, int]:
    """The version, and the rows of each table."""
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        counts = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
        if "alembic_version" in counts:
            (counts["version"],) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return counts


def in_child(work: Callable[[], object]) -> int:
    """Run it in a forked process, which starts quickly."""
    child = os.fork()
    if child:
        return child
    try:
        signal.alarm(30)  # should it hang
        work()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def exit_code(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def on_each_step(work: Callable[[int], None]) -> None:
    """Call this before every statement and commit of SQLAlchemy from now on."""
    steps = itertools.count()

    def step(*_: Any) -> None:
        work(next(steps))

    event.listen(Engine, "before_cursor_execute", step)
    event.listen(Engine, "commit", step)


def start_with(version: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """A database of this version with some rows."""
    if version == "nothing":
        path.touch()
    else:
        migrate_to(version, monkeypatch, f"sqlite+aiosqlite:///{path}")
        fill(path)
    return contents(path)


@pytest.mark.parametrize("start", rest_thorough(STARTS, keep=FEW_STARTS))
def test_a_migration_that_dies_leaves_the_old_version(
    start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step, copy the files as a crash would leave them."""
    path = tmp_path / "sandmandala.sqlite"
    before = start_with(start, path, monkeypatch)

    def work() -> None:
        on_each_step(copy)
        migrate_now(f"sqlite+aiosqlite:///{path}")

    def copy(step: int) -> None:
        for ending in ("", "-wal"):
            if Path(f"{path}{ending}").exists():
                shutil.copyfile(f"{path}{ending}", tmp_path / f"{step}.copy{ending}")

    assert exit_code(in_child(work)) == 0
    seen, copies = set(), sorted(tmp_path.glob("*.copy"))
    assert len(copies) > 2
    for crashed in copies:
        wal = Path(f"{crashed}-wal")
        files = crashed.read_bytes(), wal.read_bytes() if wal.exists() else b""
        if files in seen:  # most are the same, as long as nothing is committed
            continue
        seen.add(files)
        assert contents(crashed) == before, f"killed before step {crashed.stem}"
        assert migrate_now(f"sqlite+aiosqlite:///{crashed}") == (start, NEWEST)
        after = contents(crashed)
        assert all(after[name] == before[name] for name in ("people", "tables", "seats") if name in before)


@pytest.mark.parametrize("start", rest_thorough(STARTS, keep=FEW_STARTS))
def test_a_killed_migration_is_repeated_by_the_next_start(
    start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sandmandala.sqlite"
    before, url = start_with(start, path, monkeypatch), f"sqlite+aiosqlite:///{path}"

    def work() -> None:
        event.listen(Engine, "commit", lambda _: os.kill(os.getpid(), signal.SIGKILL))
        migrate_now(url)

    assert exit_code(in_child(work)) == -signal.SIGKILL
    assert contents(path) == before
    assert migrate_now(url) == (start, NEWEST)


def test_old_games_become_public_when_the_last_game_with_their_deal_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sandmandala.sqlite"
    url, twice = f"sqlite+aiosqlite:///{path}", '{"game":"mandala","duplicate":true}'
    migrate_to("0004", monkeypatch, url)
    games: dict[str, dict[str, Any]] = {
        "alone": {"spec": '{"duplicate":false}', "ended": 5},
        "waiting": {"spec": twice, "ended": 5},
        "first": {"spec": twice, "ended": 5, "next": "second"},
        "second": {"spec": twice, "ended": 9, "deal_of": "first"},
        "begun": {"spec": twice, "ended": 5, "next": "running"},
        "running": {"spec": twice, "ended": None, "deal_of": "begun", "status": "playing"},
        "late": {"spec": twice, "ended": 5, "next": "other"},  # the rematch had another deal
    }
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        (metadata := MetaData()).reflect(connection)
        table = metadata.tables["tables"]
        usual = {column.name: value_of(column.type) for column in table.columns if not column.nullable}
        for id, values in games.items():
            connection.execute(insert(table), {**usual, "status": "over", **values, "id": id})
    assert migrate_now(url) == ("0004", NEWEST)
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT id, open_from FROM tables")
        assert {row.id: row.open_from for row in found} == {
            **{"alone": 5, "waiting": 86_400_005, "first": 9, "second": 9},
            **{"begun": None, "running": None, "late": 5},
        }
    engine.dispose()


def test_a_failed_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sandmandala.sqlite"

    def upgrade(config: Any, version: str) -> None:
        connection: Connection = config.attributes["connection"]
        connection.exec_driver_sql("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("CREATE TABLE children (parent INTEGER REFERENCES parents(id))")
        connection.exec_driver_sql("INSERT INTO children VALUES (1)")
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num TEXT)")
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('0001')")

    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", upgrade)
        with pytest.raises(UnusableSettingError, match="a row of children would refer to a missing row"):
            migrate_now(f"sqlite+aiosqlite:///{path}")
    assert contents(path) == {}


def test_two_processes_migrate_one_after_the_other(url: str) -> None:
    """The second starts while the first is halfway, and finds everything done."""
    halfway, go_on = os.pipe(), os.pipe()

    def first() -> None:
        def wait(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
            if statement.strip().startswith("CREATE TABLE people"):
                os.write(halfway[1], b"!")
                os.read(go_on[0], 1)

        event.listen(Engine, "before_cursor_execute", wait)
        assert migrate_now(url) == ("nothing", NEWEST)

    def second() -> None:
        def tell(*_: Any) -> None:
            os.write(go_on[1], b"!")  # just before it has to wait

        event.listen(Engine, "before_cursor_execute", tell)
        assert migrate_now(url) == (NEWEST, NEWEST)

    children = [in_child(first)]
    os.read(halfway[0], 1)
    children.append(in_child(second))
    assert [exit_code(child) for child in children] == [0, 0]
    for end in (*halfway, *go_on):
        os.close(end)


def test_a_database_in_memory_is_refused() -> None:
    for address in ("sqlite:///:memory:", "sqlite://"):
        with pytest.raises(UnusableSettingError, match="Name a database file"):
            migrate_now(Settings(database=address).database_url())
