"""Runs the server: listens, reports the address, and stops gracefully."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn

from .app import create_app
from .live.transport import LONGEST
from .logs import set_up_logs
from .security import SecurityMiddleware
from .settings import PREFIX, Settings, UnusableSettingError, networks
from .storage import migrate_now
from .storage.sqlite_file import only_server
from .supervisor import supervise
from .uvicorn_protocols import choose_protocols

_SECONDS_IDLE = 5  # a connection between two requests
_SECONDS_BETWEEN_PINGS = 20  # over plain ASGI; the fast transport sends its own
_SECONDS_UNREAD = 40  # until the kernel ends a connection whose other end does not read
_SECONDS_TO_STOP = 5
_MORE_PORTS = 20


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. Calls `say` with the address once it accepts connections."""
    with _listen(settings) as listener, only_server(settings.database_url()):
        set_up_logs(settings.log)
        # Do this here, so that errors appear in the terminal:
        _check_redis(settings.redis)
        migrate_now(settings.database_url())
        if settings.workers == 1:
            run(settings, listener, say)
        else:
            supervise(settings.workers, run, (settings, listener), say)


def run(settings: Settings, listener: socket.socket, say: Callable[[str], None]) -> None:
    """Run one worker."""
    set_up_logs(settings.log)
    app = create_app(settings)
    server = _Server(uvicorn_config(app, settings))
    server.say_goodbye = lambda: (app.state.live.say_goodbye(), app.state.events.say_goodbye())
    server.when_ready = lambda: say(f"http://{settings.host}:{listener.getsockname()[1]}")
    with suppress(KeyboardInterrupt):  # uvicorn has already handled it
        server.run(sockets=[listener])


def uvicorn_config(app: Any, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn for an application."""
    protocols = choose_protocols(settings)
    return uvicorn.Config(
        SecurityMiddleware(app, settings),
        http=protocols.http,
        ws=protocols.websocket,
        ws_max_size=LONGEST,
        ws_ping_interval=_SECONDS_BETWEEN_PINGS,
        ws_ping_timeout=_SECONDS_BETWEEN_PINGS,
        ws_per_message_deflate=False,  # costs more time and memory than it saves on short messages
        loop="uvloop",
        lifespan="on",
        log_config=None,
        access_log=False,
        forwarded_allow_ips=[str(one) for one in networks("proxies", settings.proxies)],
        server_header=False,
        timeout_keep_alive=_SECONDS_IDLE,
        timeout_graceful_shutdown=_SECONDS_TO_STOP,
    )


def _look_for_garbage_less_often() -> None:
    """Exclude permanent objects from garbage collection, and collect rarely: moves create few cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class _Server(uvicorn.Server):
    when_ready: Callable[[], None]
    say_goodbye: Callable[[], object]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _look_for_garbage_less_often()
            self.when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Tell clients before their connections are cut, so that they know when to come back.
        if self.started:
            self.say_goodbye()
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def _check_redis(url: str) -> None:
    if not url:
        return
    try:
        from redis import Redis, RedisError
    except ImportError:
        raise UnusableSettingError("Redis needs another package: pip install 'sandmandala[redis]'.") from None
    try:
        with Redis.from_url(url, socket_connect_timeout=5) as redis:
            redis.ping()
    except (RedisError, ValueError) as error:
        raise UnusableSettingError(
            f"Redis cannot be used: {error}. Is it running, and is its address correct (--redis or "
            f"{PREFIX}REDIS)? It is like redis://127.0.0.1:6379."
        ) from None


def _listen(settings: Settings) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # which every connection inherits
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SECONDS_UNREAD * 1000)
    more = _MORE_PORTS if settings.next_port and settings.port else 0
    for port in range(settings.port, min(settings.port + more, 65535) + 1):
        try:
            listener.bind((settings.host, port))
            return listener
        except OSError as error:
            failure = error
            if error.errno != errno.EADDRINUSE:
                break
    listener.close()
    raise UnusableSettingError(
        f"Cannot listen on {settings.host}, port {port}: {failure.strerror or failure}. "
        "Choose another address with --host or another port with --port; 0 picks a free one."
    )
