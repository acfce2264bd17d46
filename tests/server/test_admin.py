"""Maintaining the database of a running server: migrations, backups, pruning."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from cli.command_runner import refused, run
from server.backing_services import find_program, new_database
from server.running_server import A_DAY, Client, RunningServer
from server.test_history import finished
from server.test_play import play_on

from sandmandala.records import is_good, read_record, verify
from sandmandala.server.storage.backup import backup

DAY = 86_400_000
DATABASE = "sandmandala.sqlite"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def own(folder: Path) -> Iterator[RunningServer]:
    """A server whose database the test may change."""
    server = RunningServer(folder)
    yield server
    server.stop()


def ask(folder: Path, question: str, *values: Any) -> list[Any]:
    """Query or change the database directly."""
    with closing(sqlite3.connect(folder / DATABASE, timeout=10)) as connection, connection:
        return connection.execute(question, values).fetchall()


def long_ago(folder: Path, *people: Client, days: int = 100) -> None:
    """Make them unseen for this many days."""
    for person in people:
        ask(folder, "UPDATE people SET seen = seen - ? WHERE id = ?", days * DAY, person.me["id"])


def age_tables(folder: Path, *tables: str, days: int = 100) -> None:
    for table in tables:
        shift = days * DAY
        change = "UPDATE tables SET created = created - ?, started = started - ? WHERE id = ?"
        ask(folder, change, shift, shift, table)
        ask(folder, 'UPDATE entries SET at = at - ? WHERE "table" = ?', shift, table)


# --- migrations


def test_migrate_names_both_versions(folder: Path) -> None:
    first = run("admin", "migrate", "--data", folder).output
    assert "from nothing to version" in first
    again = run("admin", "migrate", "--data", folder).output
    assert "is up to date" in again
    assert first.split()[-1] == again.split()[-1]


def test_a_database_of_a_newer_version_is_left_alone(folder: Path) -> None:
    run("admin", "migrate", "--data", folder)
    ask(folder, "UPDATE alembic_version SET version_num = 'tomorrow'")
    for command in (("admin", "migrate"), ("serve", "--port", "0"), ("admin", "prune")):
        assert "newer version" in refused(*command, "--data", folder)
    assert ask(folder, "SELECT version_num FROM alembic_version") == [("tomorrow",)]


# --- backups


@pytest.mark.slow
def test_a_backup_is_complete(own: RunningServer, folder: Path, tmp_path: Path) -> None:
    table, _ = finished(own, "patterns")
    anna = own.client("Anna")
    copy = tmp_path / "restored" / DATABASE
    copy.parent.mkdir()
    said = run("admin", "backup", copy, "--data", folder).output
    assert "is complete and checked" in said
    assert oct(copy.stat().st_mode)[-3:] == "600", "it holds keys"
    assert [file.name for file in copy.parent.iterdir()] == [DATABASE]
    other = RunningServer(copy.parent)
    with closing(anna.http):
        anna.http.base_url = f"{other.address}/api/v1"
        assert anna.http.get("/me").json() == anna.me, "the cookies of before are known"
        assert is_good(verify(read_record(anna.http.get(f"/tables/{table}/record").text)))
    other.stop()


def test_a_backup_is_consistent_while_others_write(folder: Path, tmp_path: Path) -> None:
    """Every transaction raises two numbers together, during a copy in many steps."""
    run("admin", "migrate", "--data", folder)
    ask(folder, "CREATE TABLE pairs (a INTEGER, filler BLOB, b INTEGER)")
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        connection.executemany("INSERT INTO pairs VALUES (0, ?, 0)", [(os.urandom(4000),)] * 5000)
    steps: list[int] = []

    def progress(remaining: int, total: int) -> None:
        ask(folder, "UPDATE pairs SET a = a + 1 WHERE rowid IN (1, 5000)")  # one near either end of the file
        ask(folder, "UPDATE pairs SET b = b + 1 WHERE rowid IN (1, 5000)")
        steps.append(remaining)

    backup(folder / DATABASE, tmp_path / "copy", progress)
    assert steps == sorted(steps, reverse=True), "it never began anew"
    assert len(steps) > 3
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        found = copy.execute("SELECT DISTINCT a, b FROM pairs").fetchall()
    assert found == [(0, 0)], "as it was when the copy began"


@pytest.mark.slow
def test_backups_while_games_are_played(own: RunningServer, folder: Path, tmp_path: Path) -> None:
    people = [own.client("Anna"), own.client("Ben")]
    table = people[0].open_table(game="mandala")["table"]["id"]
    people[1].join(table)
    copied: list[Path] = []
    over = threading.Event()

    def copy_on() -> None:
        while not over.is_set() or not copied:
            target = tmp_path / f"copy {len(copied)}"
            backup(folder / DATABASE, target, lambda remaining, total: None)
            copied.append(target)

    copying = threading.Thread(target=copy_on)
    copying.start()
    try:
        with people[0].socket() as one, people[1].socket() as two:
            play_on([one, two], table, [one.watch(table), two.watch(table)], random.Random(1))
    finally:
        over.set()
        copying.join()
    counts = []
    for file in copied:
        with closing(sqlite3.connect(file)) as copy:
            numbers = [row[0] for row in copy.execute("SELECT number FROM entries ORDER BY number")]
        assert numbers == list(range(1, len(numbers) + 1))
        counts.append(len(numbers))
    assert counts == sorted(counts)


def test_what_backup_refuses(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    assert "There is no database" in refused("admin", "backup", target, "--data", folder)
    run("admin", "migrate", "--data", folder)
    target.write_text("precious")
    assert "already exists" in refused("admin", "backup", target, "--data", folder)
    assert target.read_text() == "precious"
    assert "Cannot write" in refused("admin", "backup", tmp_path / "no" / "where", "--data", folder)
    postgres = refused("admin", "backup", "x.dump", "--database", "postgresql://me:hush@db:5433/games")
    assert "pg_dump --format=custom --file=x.dump 'postgresql://me@db:5433/games'" in postgres
    assert "hush" not in postgres


@pytest.mark.slow
def test_a_damaged_database_gives_no_backup(own: RunningServer, folder: Path, tmp_path: Path) -> None:
    finished(own, "patterns")
    own.stop()
    file = folder / DATABASE
    content = bytearray(file.read_bytes())
    pages = range(8192, len(content) - 4096, 4096)
    for page in pages:
        content[page + 8 : page + 60] = bytes(52)
    file.write_bytes(content)
    target = tmp_path / "copy"
    assert refused("admin", "backup", target, "--data", folder)
    assert list(tmp_path.glob("*copy*")) == []
    own.process.wait()


# --- PostgreSQL


@pytest.mark.thorough
def test_looking_after_postgresql(tmp_path: Path, postgresql: int) -> None:
    """Everything that `admin` does, and the backup commands of docs/self-hosting.md."""
    url = new_database(postgresql)
    chosen = ("--database", url)
    assert "from nothing to version" in run("admin", "migrate", *chosen).output
    server = RunningServer(tmp_path, database=url)
    table, (anna, _) = finished(server, "patterns")
    lonely = server.client("Lonely")
    waiting = lonely.open_table(game="mandala")["table"]["id"]
    said = refused("admin", "backup", tmp_path / "copy", *chosen)
    assert f"pg_dump --format=custom --file={tmp_path / 'copy'} '{url}'" in said
    _ask_postgresql(url, "UPDATE people SET seen = 0 WHERE level IS NULL")
    _ask_postgresql(url, f"UPDATE tables SET created = 0 WHERE id = '{waiting}'")
    assert counts(run("admin", "prune", "--dry-run", *chosen).output) == [1, 2, 1, 0]
    assert "1" in run("admin", "stats", *chosen).output

    copy, other = tmp_path / "copy", new_database(postgresql)
    for command in (
        [find_program("pg_dump"), "--format=custom", f"--file={copy}", url],
        [find_program("pg_restore"), "--no-owner", f"--dbname={other}", str(copy)],
    ):
        subprocess.run(command, check=True)
    assert counts(run("admin", "prune", *chosen).output) == [1, 2, 1, 0]
    assert counts(run("admin", "prune", *chosen).output) == [0, 0, 0, 0]
    assert anna.http.get("/me").status_code == 401, "gone"
    server.stop()
    restored = RunningServer(tmp_path / "restored", database=other)
    again = Client.known(restored, anna)
    with closing(again.http):
        assert again.http.get("/me").json() == anna.me, "there as before"
        assert is_good(verify(read_record(again.http.get(f"/tables/{table}/record").text)))
    restored.stop()


def _ask_postgresql(url: str, question: str) -> None:
    async def work() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(question)
        await connection.close()

    asyncio.run(work())


# --- pruning


def counts(text: str) -> list[int]:
    """Guests, names, tables that never started, games that were left."""
    return [int(line.split()[0]) for line in text.splitlines()[1:5]]


@pytest.mark.slow
def test_prune_deletes_only_what_is_abandoned(own: RunningServer, folder: Path) -> None:
    here = own.client("Here")
    secured, recoverable = own.client("Secured"), own.client("Recoverable")
    form = {"login": "secured", "password": "correct horse"}
    assert secured.http.post("/me/password", json=form).is_success
    recoverable.post("/me/recovery")
    passer_by, waiting, lonely = own.client("Passer-by"), own.client("Waiting"), own.client("Lonely")
    opponent = own.client("Opponent")
    never = waiting.open_table(game="patterns")["table"]["id"]
    fresh = here.open_table(game="patterns")["table"]["id"]
    left = lonely.open_table(game="mandala", hot_seat=True)["table"]["id"]
    awaited = here.open_table(game="mandala")["table"]["id"]
    opponent.join(awaited)
    over, (anna, ben) = finished(own, "patterns", rated=True, clock=A_DAY)
    token = anna.post("/me/tokens", label="my bot")["code"]
    closed = here.post("/reports", person=opponent.me["id"], reason="stalling")["id"]
    waits = here.post("/reports", person=secured.me["id"], reason="other")["id"]
    assert "is closed" in run("admin", "close-report", closed, "--data", folder).output
    everybody = [secured, recoverable, passer_by, waiting, lonely, opponent, anna, ben]
    long_ago(folder, *everybody)
    age_tables(folder, never, left, awaited, over)

    arguments = ("admin", "prune", "--data", folder)
    assert counts(run(*arguments, "--older-than", 101, "--dry-run").output) == [0, 0, 0, 0]
    before = ask(folder, "SELECT * FROM people ORDER BY id")
    dry = run(*arguments, "--dry-run").output
    assert "Would be deleted" in dry
    assert counts(dry) == [3, 2, 1, 1]
    assert ask(folder, "SELECT * FROM people ORDER BY id") == before
    ask(folder, "UPDATE reports SET closed = 2 WHERE closed IS NOT NULL")
    pruned = run(*arguments).output
    assert counts(pruned) == [3, 2, 1, 1]
    assert "1  reports that were closed before" in pruned
    assert ask(folder, "SELECT id FROM reports") == [(waits,)], "nobody has read it yet"
    assert counts(run(*arguments).output) == [0, 0, 0, 0]

    known = {id for (id,) in ask(folder, "SELECT id FROM people WHERE level IS NULL")}
    assert known == {person.me["id"] for person in (here, secured, recoverable, opponent, anna, ben)}
    assert {id for (id,) in ask(folder, "SELECT id FROM tables")} == {fresh, awaited, over}
    assert ask(folder, 'SELECT 1 FROM entries WHERE "table" = ?', left) == []
    assert ask(folder, "PRAGMA foreign_key_check") == []
    record = read_record(here.http.get(f"/tables/{over}/record").text)
    assert is_good(verify(record))
    assert record.players == ("Somebody", "Somebody")
    assert anna.http.get("/me").status_code == 401
    headers = {"Authorization": f"Bearer {token}"}
    assert here.http.get("/me", headers=headers).status_code == 401
    assert opponent.http.get("/me").json() == opponent.me, "somebody waits for them"
    assert secured.http.get("/me").is_success
    assert "Error" not in run("admin", "stats", "--data", folder).output


@pytest.mark.slow
def test_people_who_come_back_are_kept(own: RunningServer, folder: Path) -> None:
    anna, ben = own.client("Anna"), own.client("Ben")
    token = ben.post("/me/tokens", label="my bot")["code"]
    ben.http.cookies.clear()
    ben.http.headers["Authorization"] = f"Bearer {token}"
    long_ago(folder, anna, ben)
    assert anna.http.get("/me").is_success
    assert ben.http.get("/me").is_success
    assert counts(run("admin", "prune", "--data", folder).output) == [0, 0, 0, 0]


def test_many_are_deleted_in_several_steps(folder: Path) -> None:
    run("admin", "migrate", "--data", folder)
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        row = "INSERT INTO people (id, name, created, seen) VALUES (?, 'Guest', 0, 0)"
        connection.executemany(row, [(str(number),) for number in range(1234)])
    assert counts(run("admin", "prune", "--data", folder, "--dry-run").output) == [1234, 0, 0, 0]
    assert counts(run("admin", "prune", "--data", folder).output) == [1234, 0, 0, 0]
    assert ask(folder, "SELECT count(*) FROM people") == [(0,)]


@pytest.mark.slow
def test_stats(own: RunningServer, folder: Path) -> None:
    own.client("Anna").open_table(game="patterns")
    said = run("admin", "stats", "--data", folder).output
    assert [line.split()[0] for line in said.splitlines()] == ["0", "1", "1", "0", "0", "0"]
