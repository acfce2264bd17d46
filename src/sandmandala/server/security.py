"""Protects the server: origins, sizes, rates, and headers for browsers.

Plain ASGI, around the whole application, so that sockets are protected as well. Checks that depend on the
route are guards of its handler: comparing text would miss other spellings of a path.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Headers
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .addresses import client_key
from .refusal import Problem, RefusalError
from .settings import Settings, networks
from .spec import encode

_LARGEST_BODY = 20_000
_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_MOST_KEYS = 10_000
_POLICY_VIOLATION = 1008
_HEADERS = {
    b"content-security-policy": (
        b"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cache-control": b"no-store",  # answers may be private; cacheable ones set their own header
}


class RateLimiter:
    """A rate limit for each key: a burst, and a rate per second."""

    def __init__(self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._clock = a_second, clock
        self._time_to_fill = at_once / a_second
        self._full_at: dict[str, float] = {}  # when each key has its full allowance again

    def take(self, key: str) -> bool:
        """Take one; return False if the limit is reached."""
        moment = self._clock()
        full_at = self._after_one(key, moment)
        if full_at - moment > self._time_to_fill + 1e-9:
            return False
        self._set(key, full_at)
        return True

    def charge(self, key: str) -> None:
        """Count one that was taken elsewhere, even above the limit: then the next one must wait longer."""
        self._set(key, self._after_one(key, self._clock()))

    def _after_one(self, key: str, moment: float) -> float:
        return max(self._full_at.get(key, moment), moment) + 1 / self._a_second

    def _set(self, key: str, full_at: float) -> None:
        if key not in self._full_at and len(self._full_at) >= _MOST_KEYS:
            self._evict()
        self._full_at[key] = full_at

    def give_back(self, key: str) -> None:
        """Undo a `take`."""
        if key in self._full_at:
            self._full_at[key] -= 1 / self._a_second

    def _evict(self) -> None:
        """Forget the least used tenth of the keys, so that a flood of keys cannot reset exhausted ones."""
        for key in heapq.nsmallest(_MOST_KEYS // 10, self._full_at, key=self._full_at.__getitem__):
            del self._full_at[key]


class SecurityMiddleware:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._limits = settings.limits
        self._origins = {
            origin.strip().rstrip("/") for origin in settings.origins.split(",") if origin.strip()
        }
        self._requests = RateLimiter(60, 20)
        self._changes = RateLimiter(30, 5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers.from_scope(scope)
        try:
            self._check_origin(scope, headers)
            self._check_rate(scope)
            self._check_size(headers)
        except RefusalError as refusal:
            await _refuse(scope, receive, send, refusal)
            return
        if kind == "websocket":
            await self._app(scope, receive, send)
            return
        await self._app(_as_get(scope), _limited(receive), _with_headers(send))

    def _check_origin(self, scope: Any, headers: Headers) -> None:
        """Refuse changes requested by pages of other sites, as named by the browser."""
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in _SAFE_METHODS):
            return
        if origin in self._origins:
            return
        if self._origins or _host_of(origin) != headers.get("host"):
            raise RefusalError("forbidden", "Requests from other sites are refused.")

    def _check_rate(self, scope: Any) -> None:
        if not self._limits:
            return
        client = scope.get("client")
        key = client_key(client[0] if client else "")
        limiters = [self._requests]
        if scope["type"] == "http" and scope["method"] not in _SAFE_METHODS:
            limiters.append(self._changes)
        if not all(limiter.take(key) for limiter in limiters):
            raise too_fast()

    @staticmethod
    def _check_size(headers: Headers) -> None:
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > _LARGEST_BODY:
            raise _too_large()


def _as_get(scope: Any) -> Any:
    """Treat HEAD as GET; uvicorn omits the body."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def _host_of(origin: str) -> str | None:
    """Return host and port of a URL; None if it is invalid.

    >>> _host_of("http://127.0.0.1:8420"), _host_of("http://[::1")
    ('127.0.0.1:8420', None)
    """
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _too_large() -> RefusalError:
    return RefusalError("too_large", f"The body may have at most {_LARGEST_BODY} bytes.")


def too_fast() -> RefusalError:
    """Return the refusal for clients that exceed the rate limit."""
    return RefusalError("too_fast", "That was a little fast. Wait a moment and try again.")


def for_metrics_readers(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Guard: allow only addresses in the setting `metrics`."""
    settings: Settings = connection.app.state.settings
    try:
        address = ip_address(connection.client.host if connection.client else "")
    except ValueError:  # a proxy may forward anything
        allowed = False
    else:
        address = getattr(address, "ipv4_mapped", None) or address
        allowed = any(address in network for network in networks("metrics", settings.metrics))
    if not allowed:
        raise RefusalError("forbidden", "You may not read the metrics. The setting `metrics` lists who may.")


def _limited(receive: Receive) -> Receive:
    """Limit the size of a body while it arrives: it may have no content-length."""
    seen = 0

    async def counted() -> Any:
        nonlocal seen
        message: Any = await receive()
        seen += len(message.get("body", b""))
        if seen > _LARGEST_BODY:
            raise _too_large()
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            more = [(name, value) for name, value in _HEADERS.items() if name not in present]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return dressed


async def _refuse(scope: Any, receive: Receive, send: Send, refusal: RefusalError) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": refusal.why})
        return
    body = encode(Problem(refusal.code, refusal.why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: Any = {"type": "http.response.start", "status": refusal.status, "headers": headers}
    await _with_headers(send)(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})
