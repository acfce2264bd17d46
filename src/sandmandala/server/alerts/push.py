"""Web Push: encrypts a message for a browser (RFC 8291), signs it (VAPID, RFC 8292) and sends it."""

from __future__ import annotations

import asyncio
import base64
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import http_ece
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from .endpoints import Endpoint, UnsafeAddressError, parse_endpoint, public_address
from .outcome import Outcome

TTL = 2 * 86_400  # seconds for which a push service keeps a message for a browser that is offline
LARGEST = 3000  # bytes before encryption; services must take 4096 after it
_SECONDS = 15.0
_TOKEN_SECONDS = 12 * 3600
_GONE = {404, 410}
_TOO_BUSY = {429, 503}


def new_private_key() -> bytes:
    """Return a new private key of the server, to be stored."""
    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


class PushSender:
    """Sends to push services. Browsers know the server by its public key."""

    def __init__(self, private_key: bytes, contact: str, local: bool = False) -> None:
        self._contact, self._local = contact, local
        key = ec.derive_private_key(int.from_bytes(private_key, "big"), ec.SECP256R1())
        self._signer: Any = Vapid02(key)
        raw = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
        # Its own: looking up a name may take long, and others wait for the usual threads.
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="push")
        self._client: httpx.AsyncClient | None = None

    async def send(self, address: str, key: str, auth: str, message: bytes, topic: str | None) -> Outcome:
        """Send a message to a browser. Never raises."""
        try:
            async with asyncio.timeout(_SECONDS):
                endpoint = parse_endpoint(address, self._local)
                host, body, signed = await asyncio.get_running_loop().run_in_executor(
                    self._threads, self._prepare, endpoint, key, auth, message
                )
                headers = {
                    **signed,
                    "Host": endpoint.origin.partition("://")[2],
                    "Content-Encoding": "aes128gcm",
                    "Content-Type": "application/octet-stream",
                    "TTL": str(TTL),
                    "Urgency": "normal",
                    **({"Topic": topic} if topic else {}),
                }
                return await self._post(endpoint, host, headers, body)
        except UnsafeAddressError as error:
            return Outcome("gone", str(error))
        except Exception as error:
            return Outcome("failed", f"{type(error).__name__}: {error}"[:200])

    def _prepare(
        self, endpoint: Endpoint, key: str, auth: str, message: bytes
    ) -> tuple[str, bytes, dict[str, str]]:
        """Resolve, encrypt and sign: all of it takes time."""
        host = public_address(endpoint)
        body: bytes = http_ece.encrypt(
            message,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decoded(key),
            auth_secret=decoded(auth),
            version="aes128gcm",
        )
        claims = {
            "aud": endpoint.origin,
            "sub": self._contact,
            "exp": int(time.time()) + _TOKEN_SECONDS,
        }
        return host, body, self._signer.sign(claims)

    async def _post(self, endpoint: Endpoint, host: str, headers: dict[str, str], body: bytes) -> Outcome:
        at = f"[{host}]" if ":" in host else host
        url = f"{endpoint.scheme}://{at}:{endpoint.port}{endpoint.path}"
        # The certificate must be for the name, although we connect to the address.
        options = {"sni_hostname": endpoint.host}
        client = self._client = self._client or await self._open()
        async with client.stream(
            "POST", url, headers=headers, content=body, extensions=options
        ) as answer:  # its body is not read: it may be endless
            status = answer.status_code
            if 200 <= status < 300:
                return Outcome("sent")
            if status in _GONE:
                return Outcome("gone", f"status {status}")
            return Outcome("failed", f"status {status}", _wait(answer) if status in _TOO_BUSY else None)

    async def _open(self) -> httpx.AsyncClient:
        """Open a client on first use: loading the certificates takes time."""
        loop = asyncio.get_running_loop()
        context = await loop.run_in_executor(self._threads, httpx.create_ssl_context)
        # Without the environment's proxies: the connection must go to the address that was checked.
        return httpx.AsyncClient(verify=context, timeout=_SECONDS, follow_redirects=False, trust_env=False)

    async def close(self) -> None:
        """Close all connections."""
        if self._client:
            await self._client.aclose()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _wait(answer: httpx.Response) -> int | None:
    seconds = answer.headers.get("retry-after", "")
    return min(int(seconds), 86_400) * 1000 if seconds.isdigit() and len(seconds) < 10 else None


def decoded(text: str) -> bytes:
    """Decode base64url without padding, as browsers give keys."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_browser_key(key: str, auth: str) -> bool:
    """Whether these are a point on the curve and a secret, as a browser gives them."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        return len(decoded(key)) == 65 and len(decoded(auth)) == 16
    except ValueError:
        return False
