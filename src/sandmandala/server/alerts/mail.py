"""Mails: what they say, in plain text and HTML, and handing them to the host's mail server."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import smtplib
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, parseaddr
from html import escape
from typing import NamedTuple

from ..settings import MailServer
from .outcome import Outcome
from .texts import Item, Language, summary_of

_SECONDS = 20.0
_POLICY = SMTP.clone(max_line_length=900)  # shorter lines would split and encode addresses
_CONFIRM, _STOP = "confirm", "stop"
CONFIRM_WITHIN = 2 * 86_400_000  # milliseconds


class _Texts(NamedTuple):
    confirm_title: str
    confirm: str
    confirm_button: str
    ignore: str
    open: str
    why: str
    settings: str
    stop: str


_TEXTS: dict[Language, _Texts] = {
    "en": _Texts(
        confirm_title="Confirm your mail address",
        confirm="Somebody asked {site} to send alerts about their games to this address.",
        confirm_button="Yes, send alerts here",
        ignore="If it was not you, do nothing: you will get no more mail.",
        open="Open",
        why="You get this mail because you asked {site} to tell you about your games.",
        settings="Choose what you are told",
        stop="Get no more mail",
    ),
    "de": _Texts(
        confirm_title="Bestätige deine Mailadresse",
        confirm="Jemand hat {site} gebeten, Nachrichten über Partien an diese Adresse zu schicken.",
        confirm_button="Ja, schickt sie hierher",
        ignore="Wenn du das nicht warst, musst du nichts tun: Du bekommst keine weitere Mail.",
        open="Öffnen",
        why="Du bekommst diese Mail, weil du {site} gebeten hast, dir von deinen Partien zu erzählen.",
        settings="Wähle, was du erfahren willst",
        stop="Keine Mails mehr",
    ),
}


class MailWriter:
    """Writes mails. Their links are signed, so that they work without signing in."""

    def __init__(self, sender: str, site: str, key: bytes) -> None:
        self._sender, self._site, self._key = sender, site, key
        self._domain = parseaddr(sender)[1].rpartition("@")[2]

    # --- links

    def _signed(self, purpose: str, *words: str) -> str:
        text = ".".join(words)
        return f"{text}.{hmac.new(self._key, f'{purpose} {text}'.encode(), 'sha256').hexdigest()[:32]}"

    def _words(self, purpose: str, token: str, count: int) -> list[str] | None:
        words = token.split(".")[:-1]
        right = self._signed(purpose, *words)
        valid = len(words) == count and hmac.compare_digest(right.encode(), token.encode())
        return words if valid else None

    def target_to_confirm(self, token: str, at: int) -> str | None:
        """Return the target that a link confirms; None for a wrong or old link."""
        words = self._words(_CONFIRM, token, 2)
        return words[0] if words and at < int(words[1]) + CONFIRM_WITHIN else None

    def target_to_stop(self, token: str) -> str | None:
        """Return the target that a link unsubscribes; None for a wrong link."""
        words = self._words(_STOP, token, 1)
        return words[0] if words else None

    # --- mails

    def confirmation(self, target: str, address: str, language: Language, at: int) -> EmailMessage:
        """Ask the owner of an address whether they want alerts. It names nobody: names could be misused."""
        texts = _TEXTS[language]
        link = f"{self._site}/alerts/confirm?token={self._signed(_CONFIRM, target, str(at))}"
        about = texts.confirm.format(site=self._site)
        plain = f"{about}\n\n{texts.confirm_button}:\n{link}\n\n{texts.ignore}\n"
        html = _page(
            f"<p>{escape(about)}</p>{_button(link, texts.confirm_button)}<p>{escape(texts.ignore)}</p>",
            language,
        )
        mail = self._mail(address, texts.confirm_title, plain, html)
        mail["Message-ID"] = self._id("confirm", target, str(at))
        return mail

    def alerts(
        self, target: str, address: str, items: Sequence[Item], keys: Sequence[str], language: Language
    ) -> EmailMessage:
        """Tell a person about their games. `keys` name the alerts: a mail sent twice has the same id."""
        texts = _TEXTS[language]
        summary = summary_of(items, language)
        title = items[0].in_one_line(language) if len(items) == 1 else summary.title
        token = self._signed(_STOP, target)
        stop, settings = f"{self._site}/alerts/stop?token={token}", f"{self._site}/settings"
        why = texts.why.format(site=self._site)
        plain = "".join(f"{item.in_one_line(language)}\n{self._site}{item.path}\n\n" for item in items)
        plain += f"-- \n{why}\n{texts.settings}: {settings}\n{texts.stop}: {stop}\n"
        rows = "".join(
            f"<h2 style='font-size:18px;margin:16px 0 4px'>{escape(item.heading)}</h2>"
            f"<p style='margin:0 0 8px'>{escape(item.line)}</p>{_button(self._site + item.path, texts.open)}"
            for item in items
        )
        foot = (
            f"<p style='margin-top:32px;font-size:13px;color:#6b6257'>{escape(why)}<br>"
            f"<a href='{escape(settings)}'>{escape(texts.settings)}</a> · "
            f"<a href='{escape(stop)}'>{escape(texts.stop)}</a></p>"
        )
        mail = self._mail(address, title, plain, _page(rows + foot, language))
        mail["Message-ID"] = self._id(target, *keys)
        mail["List-Unsubscribe"] = f"<{self._site}/api/v1/alerts/unsubscribe?token={token}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def report(self, address: str, id: str, reason: str) -> EmailMessage:
        """Tell the host that a report waits. Who it is about stays on the server."""
        plain = (
            f"Somebody at {self._site} has reported something ({reason}).\n\n"
            f"Read it on the server:\n  sandmandala admin report {id}\n"
        )
        mail = self._mail(address, "A report waits for you", plain, _page(f"<p>{escape(plain)}</p>", "en"))
        mail["Message-ID"] = self._id("report", id)
        return mail

    def _mail(self, address: str, subject: str, plain: str, html: str) -> EmailMessage:
        mail = EmailMessage(_POLICY)
        mail["From"], mail["To"] = self._sender, address
        mail["Subject"] = " ".join(subject.split())
        mail["Date"] = format_datetime(localtime())
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(plain)
        mail.add_alternative(html, subtype="html")
        return mail

    def _id(self, *words: str) -> str:
        return f"<{hashlib.sha256(' '.join(words).encode()).hexdigest()[:32]}@{self._domain}>"


def _page(content: str, language: Language) -> str:
    return (
        f"<!doctype html><html lang='{language}'><body style='margin:0;background:#f4ebdc;padding:24px'>"
        "<div style='max-width:480px;margin:auto;background:#fffaf2;color:#2a2622;border-radius:12px;"
        f"padding:24px;font:16px/1.5 sans-serif'>{content}</div></body></html>"
    )


def _button(link: str, text: str) -> str:
    return (
        f"<p><a href='{escape(link)}' style='display:inline-block;background:#2a2622;color:#fffaf2;"
        f"padding:12px 20px;border-radius:8px;text-decoration:none'>{escape(text)}</a></p>"
    )


class Postman:
    """Hands mails to the mail server, in threads of its own: smtplib blocks."""

    def __init__(self, server: MailServer) -> None:
        self._server = server
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="mail")

    async def send(self, mail: EmailMessage) -> Outcome:
        """Send a mail. Never raises. Only a refused recipient counts against the address."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._hand_over, mail)
            return Outcome("sent")
        except smtplib.SMTPRecipientsRefused as error:
            code, _ = next(iter(error.recipients.values()), (0, b""))
            return Outcome("failed", f"recipient refused: {code}", counts=code >= 500)
        except (OSError, smtplib.SMTPException) as error:  # without its text, which may quote the address
            return Outcome("failed", type(error).__name__, counts=False)

    def _hand_over(self, mail: EmailMessage) -> None:
        server, context = self._server, ssl.create_default_context()
        connection = (
            smtplib.SMTP_SSL(server.host, server.port, timeout=_SECONDS, context=context)
            if server.tls
            else smtplib.SMTP(server.host, server.port, timeout=_SECONDS)
        )
        with connection:
            connection.ehlo()
            if not server.tls and (connection.has_extn("starttls") or not server.is_local):
                connection.starttls(context=context)  # raises if the server does not offer it
                connection.ehlo()
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(mail)

    def close(self) -> None:
        """Stop after the mails that are being sent."""
        self._threads.shutdown(wait=False, cancel_futures=True)
