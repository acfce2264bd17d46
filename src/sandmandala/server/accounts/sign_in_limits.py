"""Limits password guessing."""

from __future__ import annotations

import hmac
import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from ..addresses import client_key
from ..refusal import RefusalError
from ..security import RateLimiter, too_fast

BROWSER_COOKIE = "sandmandala_browser"


class SignInLimits:
    """Limits attempts by address, and failures by account.

    Attackers with many addresses meet the limit of the account. So that they cannot lock its owner out, a
    browser that has signed in before has a cookie that proves it, and is counted separately.
    """

    def __init__(self, key: bytes, enabled: bool) -> None:
        self._key, self._enabled = key, enabled
        self._addresses = RateLimiter(10, 1 / 5)
        self._failures = RateLimiter(10, 1 / 60)

    def check_address(self, address: str) -> None:
        """Refuse an address that has tried too often."""
        if self._enabled and not self._addresses.take(client_key(address)):
            raise too_fast()

    def begin(self, account: str, person: str = "", browser: str = "") -> Attempt:
        """Count a failure in advance, because attempts may be concurrent. Refuses if there were too many.

        `browser` is the cookie that a browser got when it last signed in.
        """
        key = f"{account} {browser}" if self._knows(person, browser) else account
        if self._enabled and not self._failures.take(key):
            raise RefusalError(
                "too_fast", "Too many wrong passwords for this account. Wait a minute and try again."
            )
        return Attempt(self._failures, key)

    def browser_cookie(self, person: str) -> str:
        """Return a cookie for a browser in which this person has signed in."""
        nonce = secrets.token_hex(8)
        return f"{nonce}.{self._sign(person, nonce)}"

    def _knows(self, person: str, browser: str) -> bool:
        nonce, _, signature = browser.partition(".")
        return hmac.compare_digest(self._sign(person, nonce).encode(), signature.encode(errors="replace"))

    def _sign(self, person: str, nonce: str) -> str:
        message = f"browser {nonce} {person}".encode(errors="replace")
        return hmac.new(self._key, message, "sha256").hexdigest()


class Attempt:
    """An attempt that counts as a failure until it succeeds."""

    def __init__(self, failures: RateLimiter, key: str) -> None:
        self._failures, self._key = failures, key

    def succeeded(self) -> None:
        """Undo the failure that was counted in advance."""
        self._failures.give_back(self._key)


def limit_sign_ins(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Guard for handlers that check a password or a recovery code."""
    limits: SignInLimits = connection.app.state.sign_in_limits
    limits.check_address(connection.client.host if connection.client else "")
