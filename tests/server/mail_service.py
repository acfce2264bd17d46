"""A mail server on this machine, which keeps what arrives."""

from __future__ import annotations

import asyncio
import email
import email.policy
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP

PATIENCE = 60.0


class MailService:
    """Keeps mails, and refuses the recipients in `refused` with a code."""

    def __init__(self) -> None:
        self.arrived: queue.Queue[tuple[list[str], EmailMessage]] = queue.Queue()
        self.refused: dict[str, int] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._open(), self._loop).result(PATIENCE)
        self.address = f"smtp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _open(self) -> asyncio.Server:  # aiosmtpd's own controller cannot pick a free port
        return await self._loop.create_server(lambda: SMTP(self, loop=self._loop), "127.0.0.1", 0)

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if code := self.refused.get(address):
            return f"{code} no such person"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail: Any = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.arrived.put((envelope.rcpt_tos, mail))
        return "250 OK"

    def next(self) -> tuple[list[str], EmailMessage]:
        """The recipients of a mail, and the mail."""
        return self.arrived.get(timeout=PATIENCE)

    def close(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._server.close)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(PATIENCE)
            self._loop.close()


@contextmanager
def mail_service() -> Iterator[MailService]:
    service = MailService()
    try:
        yield service
    finally:
        service.close()


def part(mail: EmailMessage, kind: str) -> str:
    """The plain text, or the HTML, of a mail."""
    found: Any = mail.get_body((kind,))
    text: str = found.get_content().replace("\r\n", "\n")
    return text
