"""What stands between the world and the server: origins, sizes, rates, and what browsers are told.

Plain ASGI, around the whole application, so that sockets are guarded as well.
"""

from __future__ import annotations

import time
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.datastructures import Headers
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .refusal import Problem, RefusalError
from .settings import Settings, networks
from .spec import encode

_LARGEST_BODY = 20_000
_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_MOST_ADDRESSES = 10_000
_POLICY_VIOLATION = 1008
_HEADERS = {
    b"content-security-policy": (
        b"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
}


class Bucket:
    """How often somebody may come: a number at once, and so many a second."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._left: dict[str, tuple[float, float]] = {}  # what is left, and when that was

    def take(self, who: str) -> bool:
        """Whether one more is allowed now."""
        moment = time.monotonic()
        left, since = self._left.get(who, (self._at_once, moment))
        left = min(self._at_once, left + (moment - since) * self._a_second)
        if len(self._left) >= _MOST_ADDRESSES and who not in self._left:
            self._left.clear()  # rather forget who came than fill the memory
        self._left[who] = (left - 1.0, moment) if left >= 1.0 else (left, moment)
        return left >= 1.0


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._limits = settings.limits
        self._origins = {
            origin.strip().rstrip("/") for origin in settings.origins.split(",") if origin.strip()
        }
        self._metrics = networks("metrics", settings.metrics)
        self._requests = Bucket(60, 20)
        self._changes = Bucket(30, 5)
        self._sign_ins = Bucket(10, 0.2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers.from_scope(scope)
        try:
            self._check_origin(scope, headers)
            self._check_metrics(scope)
            self._check_rate(scope)
            self._check_size(headers)
        except RefusalError as refusal:
            await _refuse(scope, receive, send, refusal)
            return
        if kind == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _limited(receive), _with_headers(send))

    def _check_origin(self, scope: Any, headers: Headers) -> None:
        """A browser says from which page it comes. Another site's page may change nothing."""
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in _SAFE_METHODS):
            return
        if origin in self._origins:
            return
        if self._origins or urlsplit(origin).netloc != headers.get("host"):
            raise RefusalError("forbidden", "This page does not belong to this server.")

    def _check_metrics(self, scope: Any) -> None:
        """What the server says about itself is for its host; a proxy says who asked."""
        if scope["path"].rstrip("/") != "/metrics":
            return
        try:
            allowed = any(ip_address(_client(scope)) in network for network in self._metrics)
        except ValueError:  # proxies may say anything
            allowed = False
        if not allowed:
            raise RefusalError("forbidden", "Metrics are for the host; the setting `metrics` says for whom.")

    def _check_rate(self, scope: Any) -> None:
        if not self._limits:
            return
        who = _client(scope)
        path = scope["path"]
        buckets = [self._requests]
        if scope["type"] == "http" and scope["method"] not in _SAFE_METHODS:
            buckets.append(self._changes)
        if path.endswith(("/sign-in", "/recover", "/password")):
            buckets.append(self._sign_ins)
        if not all(bucket.take(who) for bucket in buckets):
            raise RefusalError("too_many", "That was a little quick; wait a moment and try again.")

    @staticmethod
    def _check_size(headers: Headers) -> None:
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > _LARGEST_BODY:
            raise _too_large()


def _too_large() -> RefusalError:
    return RefusalError("too_large", f"At most {_LARGEST_BODY} bytes are read.")


def _client(scope: Any) -> str:
    client = scope.get("client")
    return client[0] if client else "?"


def _limited(receive: Receive) -> Receive:
    """Counts what comes without saying how long it is."""
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
