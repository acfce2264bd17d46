"""A real server in a thread of this process: tests can access its internals, clients use real sockets."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from server.running_server import PATIENCE, RunningServer

from sandmandala.server.app import create_app
from sandmandala.server.live.connections import Connections
from sandmandala.server.serving import uvicorn_config
from sandmandala.server.settings import Settings
from sandmandala.server.storage import Writer
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table


class InProcessServer(RunningServer):
    """For clients, the same as a server in a separate process."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        ours = {"data": str(folder), "port": 0, "bot_pause": 0, "bot_match": False, "limits": False}
        self._chosen = Settings(**{**ours, **settings})
        super().__init__(folder)

    def start(self) -> None:
        settings = self._chosen
        self._app = create_app(settings)
        ready = threading.Event()

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                ready.set()

        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        self.config = uvicorn_config(self._app, settings)
        self._server = Server(self.config)
        self._thread = threading.Thread(target=self._serve, args=(listener,), daemon=True)
        self._thread.start()
        assert ready.wait(PATIENCE)
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"

    def _serve(self, listener: socket.socket) -> None:
        async def work() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve([listener])

        uvloop.run(work())  # as in production

    def kill(self) -> None:
        self._server.force_exit = True
        self.stop()

    def stop(self) -> None:
        for client in self.clients:
            client.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    @property
    def tables(self) -> Tables:
        tables: Tables = self._app.state.tables
        return tables

    @property
    def writer(self) -> Writer:
        writer: Writer = self._app.state.health._writer
        return writer

    @property
    def live(self) -> Connections:
        live: Connections = self._app.state.live
        return live

    def call(self, function: Callable[[], None]) -> None:
        """Call a synchronous function inside the server."""

        async def work() -> None:
            function()

        self.do(work())

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine inside the server, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def table(self, id: str) -> Table:
        found: Table = self.do(self.tables.get(id))
        return found
