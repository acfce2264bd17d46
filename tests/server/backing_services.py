"""A real PostgreSQL and a real Redis for the tests, private to them and shared by all their processes."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg

PATIENCE = 60.0
_ROOM = 6 << 30  # bytes for all databases
_ADVICE = "On Debian or Ubuntu: sudo apt-get install postgresql redis-server"


class Service:
    """A program that serves on a port of 127.0.0.1, with its own folder.

    The first of several test processes starts it, and the last one stops it.
    """

    name: str
    _pid_file: str  # in its folder; the first word is the process

    def __init__(self, shared: Path) -> None:
        self._note = shared / f"{self.name}.json"
        self._lock = shared / f"{self.name}.lock"

    @contextmanager
    def used(self) -> Iterator[int]:
        """The port, while it is served."""
        with self._noted() as note:
            if not note.get("users"):
                note.update(self._start())
            note["users"] = note.get("users", 0) + 1
            port = int(note["port"])
        try:
            yield port
        finally:
            with self._noted() as note:
                note["users"] -= 1
                if not note["users"]:
                    self._stop(note)

    @contextmanager
    def _noted(self) -> Iterator[dict[str, Any]]:
        with self._lock.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            note = json.loads(self._note.read_text()) if self._note.exists() else {}
            yield note
            self._note.write_text(json.dumps(note))

    def _start(self) -> dict[str, Any]:
        folder, port = tempfile.mkdtemp(prefix=f"sandmandala-{self.name}-", dir=_memory()), free_port()
        if _owner():
            shutil.chown(folder, _owner())
        for command in self._making(folder):
            _run(command, folder)
        self._up(folder, port)
        return {"port": port, "folder": folder}

    def _stop(self, note: dict[str, Any]) -> None:
        _run(self._stopping(note["folder"], str(note["port"])), note["folder"])
        shutil.rmtree(note["folder"], ignore_errors=True)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Stopped for a while, as by a power cut. Only for a service that no other test uses."""
        with self._noted() as note:
            _run(self._stopping(note["folder"], str(note["port"])), note["folder"])
            try:
                yield
            finally:
                self._up(note["folder"], note["port"])

    @contextmanager
    def killed(self) -> Iterator[None]:
        """Killed by kill -9 for a while. Only for a service that no other test uses."""
        with self._noted() as note:
            folder = Path(note["folder"])
            os.kill(self._main(folder), signal.SIGSTOP)  # so that it starts no more helpers
            main, *helpers = self._processes(folder)
            os.kill(main, signal.SIGKILL)
            _wait_for_the_end_of([main, *helpers])  # the helpers of PostgreSQL notice by themselves
            # If nobody waits for orphans, the process seems to exist still.
            (folder / self._pid_file).unlink()
            try:
                yield
            finally:
                self._up(note["folder"], note["port"])

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Connected but silent for a while. Only for a service that no other test uses."""
        with self._noted() as note:
            folder = Path(note["folder"])
            os.kill(self._main(folder), signal.SIGSTOP)
            processes = self._processes(folder)
            for pid in processes:
                _signal(pid, signal.SIGSTOP)
            try:
                yield
            finally:
                for pid in processes:
                    _signal(pid, signal.SIGCONT)

    def _main(self, folder: Path) -> int:
        return int((folder / self._pid_file).read_text().split()[0])

    def _processes(self, folder: Path) -> list[int]:
        """The main process, then its helpers."""
        main = self._main(folder)
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]

    def _up(self, folder: str, port: int) -> None:
        _run(self._starting(folder, str(port)), folder)
        deadline = time.monotonic() + PATIENCE
        while not _answers(port):
            assert time.monotonic() < deadline, f"{self.name} did not start; see {folder}/log"
            time.sleep(0.02)

    def _making(self, folder: str) -> list[list[str]]:
        return []

    def _starting(self, folder: str, port: str) -> list[str]:
        raise NotImplementedError

    def _stopping(self, folder: str, port: str) -> list[str]:
        raise NotImplementedError


class PostgreSQL(Service):
    name = "postgresql"
    _pid_file = "data/postmaster.pid"

    def _making(self, folder: str) -> list[list[str]]:
        choices = ["--auth=trust", "--username=sandmandala", "--encoding=UTF8", "--locale=C", "--no-sync"]
        return [[find_program("initdb"), f"--pgdata={folder}/data", *choices]]

    def _starting(self, folder: str, port: str) -> list[str]:
        where = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        command = [find_program("pg_ctl"), "start", f"--pgdata={folder}/data", f"--log={folder}/log"]
        return [*command, "--wait", "-o", where]

    def _stopping(self, folder: str, port: str) -> list[str]:
        return [find_program("pg_ctl"), "stop", f"--pgdata={folder}/data", "--mode=immediate", "--wait"]


class Redis(Service):
    name = "redis"
    _pid_file = "pid"

    def _starting(self, folder: str, port: str) -> list[str]:
        keep = ["--save", "", "--appendonly", "no", "--dir", folder, "--logfile", f"{folder}/log"]
        where = ["--bind", "127.0.0.1", "--port", port, "--daemonize", "yes", "--pidfile", f"{folder}/pid"]
        return [find_program("redis-server"), *where, *keep]

    def _stopping(self, folder: str, port: str) -> list[str]:
        return [find_program("redis-cli"), "-p", port, "shutdown", "nosave"]


def _run(command: list[str], folder: str) -> None:
    """Output goes to a file: background processes would keep a pipe open."""
    with (Path(folder) / "out").open("a+") as out:
        # A separate session: Ctrl-C is for the tests, which stop it at the end.
        ended = subprocess.run(
            command, stdout=out, stderr=out, cwd=folder, user=_owner(), start_new_session=True, check=False
        )
        out.seek(0)
        assert ended.returncode == 0, f"{command[0]} failed:\n{out.read()}"


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # a helper may have ended in the meantime
        os.kill(pid, number)


def _wait_for_the_end_of(processes: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(_runs(pid) for pid in processes):
        assert time.monotonic() < deadline, "a killed program does not end"
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def new_database(port: int) -> str:
    """The URL of a new empty database."""
    name = f"test_{uuid.uuid4().hex}"

    async def make() -> None:
        connection = await asyncpg.connect(_address(port, "postgres"))
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(make())
    return _address(port, name)


def _address(port: int, database: str) -> str:
    return f"postgresql://sandmandala@127.0.0.1:{port}/{database}"


def find_program(program: str) -> str:
    """The path of a program; Debian does not put those of PostgreSQL on the PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: folder.parent.name)
    for folder in (None, *map(str, reversed(folders))):
        if path := shutil.which(program, path=folder):
            return path
    raise AssertionError(f"{program} is not installed, so these tests cannot run. {_ADVICE}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _memory() -> str | None:
    """A folder in memory, if there is room: each of many databases has about 300 files."""
    folder = "/dev/shm"
    roomy = Path(folder).is_dir() and shutil.disk_usage(folder).free > _ROOM
    return folder if roomy else None


def _owner() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"
