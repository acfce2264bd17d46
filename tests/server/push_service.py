"""A push service on this machine, and browsers that decrypt what it was sent.

The decryption follows RFC 8291 with primitives of `cryptography`, independently of the server's library.
"""

from __future__ import annotations

import base64
import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 60.0


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Arrived(NamedTuple):
    """A request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Keeps what arrives, and answers with the next of `statuses`, or 201."""

    def __init__(self) -> None:
        self.arrived: queue.Queue[Arrived] = queue.Queue()
        self.statuses: list[int] = []
        self.hold = threading.Event()  # cleared: requests wait for their answer
        self.hold.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.arrived.put(Arrived(self.path, headers, body))
                service.hold.wait(PATIENCE)
                try:
                    self.send_response(service.statuses.pop(0) if service.statuses else 201)
                    self.send_header("content-length", "0")
                    self.end_headers()
                except OSError:
                    pass  # the worker that sent it was killed

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def next(self) -> Arrived:
        return self.arrived.get(timeout=PATIENCE)

    def close(self) -> None:
        self.hold.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.close()


class Browser:
    """A browser that has subscribed at a push service."""

    def __init__(self, service: PushService, name: str = "browser") -> None:
        self.path = f"/send/{name}"
        self.endpoint = service.address + self.path
        self._origin = service.address
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._auth = b"sixteen bytes..!"

    @property
    def form(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": written(self._public), "auth": written(self._auth)}

    def decrypt(self, arrived: Arrived) -> Any:
        """Return the message as the service worker gets it."""
        assert arrived.path == self.path
        assert arrived.headers["content-encoding"] == "aes128gcm"
        body = arrived.body
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= 4096 <= size, "push services take no more"
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        secret = _derived(shared, self._auth, b"WebPush: info\0" + self._public + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded[-1] == 2, "the last record"
        return json.loads(padded[:-1])

    def check_signature(self, arrived: Arrived, public_key: str) -> dict[str, Any]:
        """Verify the VAPID header (RFC 8292), and return its claims."""
        scheme, _, rest = arrived.headers["authorization"].partition(" ")
        parts = dict(part.split("=", 1) for part in rest.replace(" ", "").split(","))
        assert scheme == "vapid"
        assert parts["k"] == public_key, "the key with which the browser has subscribed"
        head, claims, signature = parts["t"].split(".")
        assert json.loads(read(head)) == {"typ": "JWT", "alg": "ES256"}
        raw = read(signature)
        both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(public_key))
        key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        found: dict[str, Any] = json.loads(read(claims))
        assert found["aud"] == self._origin
        return found


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
