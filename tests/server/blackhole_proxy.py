"""A TCP proxy that can go silent, like a firewall that has lost its state."""

from __future__ import annotations

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from types import TracebackType


class BlackholeProxy:
    """Forwards to a port of this machine, unless it is `silent`. Silenced connections stay silent."""

    def __init__(self, target: int) -> None:
        self.silent = False
        self.port = 0
        self._target = target
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self) -> BlackholeProxy:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        self._open: set[StreamWriter] = set()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._end.wait()
        server.close()
        for writer in self._open:
            writer.transport.abort()

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._open |= {writer, back}
        with suppress(asyncio.CancelledError):  # at the end of the test
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer))

    async def _pump(self, source: StreamReader, target: StreamWriter) -> None:
        lost = False
        try:
            while data := await source.read(65536):
                lost = lost or self.silent
                if not lost:
                    target.write(data)
            if not (lost or self.silent):
                target.close()
        except OSError:
            target.transport.abort()
