"""A real server in a separate process, and clients that talk to it over real sockets."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx
from server.forked_server import ForkedServer
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
A_DAY = {"type": "days", "days": 1}  # a clock: rated games between people need one


class RunningServer:
    """A server process."""

    command: tuple[str, ...] = ()  # for Python, if it differs from the usual one

    def __init__(self, folder: Path, stderr: IO[Any] | None = None, /, **settings: str) -> None:
        """`stderr` is where its log goes; by default to ours."""
        self._stderr = stderr
        chosen = {"data": str(folder), "port": "0", "bot_pause": "0", "bot_match": "0", "limits": "0"}
        chosen |= settings
        self._settings = {f"SANDMANDALA_{name.upper()}": value for name, value in chosen.items()}
        self.clients: list[Client] = []
        self.start()

    def start(self) -> None:
        environment = {**os.environ, **self._settings}
        self.process: subprocess.Popen[str] | ForkedServer
        if self.command or "SANDMANDALA_WORKERS" in self._settings:  # they start their own processes
            command = [sys.executable, *(self.command or ("-m", "sandmandala", "serve"))]
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=self._stderr, text=True, env=environment
            )
        else:
            self.process = ForkedServer(environment, self._stderr)
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line.startswith("Sandmandala is at "):
            self.kill()
            raise AssertionError(f"the server said {line!r}")
        self.address = line.split()[-1]
        self._settings["SANDMANDALA_PORT"] = self.address.rpartition(":")[2]  # the same after a restart

    def kill(self) -> None:
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        for client in self.clients:
            client.http.close()
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        self.process.communicate(timeout=PATIENCE)

    def http(self, headers: dict[str, str] | None = None) -> httpx.Client:
        """A browser without a session. It loads no certificates, which would take longer than most tests."""
        address = self.address + "/api/v1"
        return httpx.Client(base_url=address, timeout=PATIENCE, headers=headers, verify=False)

    def client(self, name: str, headers: dict[str, str] | None = None) -> Client:
        self.clients.append(Client(self, name, headers))
        return self.clients[-1]


class Client:
    """A person with a browser: a cookie and, once it is opened, a socket."""

    def __init__(self, server: RunningServer, name: str, headers: dict[str, str] | None = None) -> None:
        self.server = server
        self.http = server.http(headers)
        self.me = self.post("/me", name=name)

    @classmethod
    def known(cls, server: RunningServer, other: Client) -> Client:
        """The same person at another address."""
        same = cls.__new__(cls)
        same.server, same.me = server, other.me
        same.http = server.http()
        same.http.cookies.set("sandmandala", other.http.cookies["sandmandala"])
        return same

    def post(self, path: str, **form: Any) -> Any:
        answer = self.http.post(path, json=form)
        assert answer.is_success, answer.text
        return answer.json()

    def open_table(self, **spec: Any) -> Any:
        """Open a table and contribute to the deal, as a browser does. Returns the answer."""
        made = self.post("/tables", **spec)
        made["table"] = self.post(f"/tables/{made['table']['id']}/contribution", value=secrets.token_hex(16))
        return made

    def join(self, table: str, **form: Any) -> Any:
        """Sit down, with a contribution to the deal."""
        return self.post(f"/tables/{table}/join", contribution=secrets.token_hex(16), **form)

    def refused(self, path: str, **form: Any) -> Any:
        answer = self.http.post(path, json=form)
        assert 400 <= answer.status_code < 500, answer.text
        return answer.json()

    @contextmanager
    def socket(self) -> Iterator[Socket]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = self.server.address.replace("http", "ws") + "/live"
        with connect(address, additional_headers={"Cookie": cookie}, compression=None) as connection:
            socket = Socket(connection)
            assert socket.next("welcome")["you"]["id"] == self.me["id"]
            yield socket


class Socket:
    """One tab."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.traffic: list[str] = []

    def send(self, type: str, **message: Any) -> None:
        self.connection.send(json.dumps({"type": type, **message}))

    def next(self, *types: str) -> Any:
        """The next message of these types; others are skipped."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                text = self.connection.recv(timeout=deadline - time.monotonic())
            except TimeoutError:  # a subclass of OSError, which would look as if the server were down
                raise AssertionError(f"no {' or '.join(types)} came in {PATIENCE:.0f} s") from None
            assert isinstance(text, str)
            self.traffic.append(text)
            message = json.loads(text)
            if message["type"] in types:
                return message

    def watch(self, table: str, **how: Any) -> Any:
        self.send("watch", table=table, **how)
        return self.next("state", "refused")
