"""Running the server: listen, say where, and stop gracefully."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from ..games.errors import UnreadableError
from .app import create_app
from .guard import Guard
from .logs import set_up_logs
from .settings import Settings

_SECONDS_TO_STOP = 5


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. `say` is told the address when people can come."""
    listener = _listen(settings)
    set_up_logs(settings.log)
    app = create_app(settings)
    config = uvicorn.Config(
        Guard(app, settings),
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_per_message_deflate=False,  # costs more time and memory than it saves on short messages
        ws_ping_interval=20.0,
        loop="uvloop",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SECONDS_TO_STOP,
    )
    server = _Server(config)
    server.say_goodbye = lambda: app.state.live.say_goodbye()
    server.when_ready = lambda: say(f"http://{settings.host}:{listener.getsockname()[1]}")
    server.run(sockets=[listener])


class _Server(uvicorn.Server):
    when_ready: Callable[[], None]
    say_goodbye: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Tell clients before their connections are cut, so that they know when to come back.
        if self.started:
            self.say_goodbye()
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def _listen(settings: Settings) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise UnreadableError(
            f"Cannot listen on {settings.host}:{settings.port}: {error.strerror}. "
            "Choose another port with --port."
        ) from None
    return listener
