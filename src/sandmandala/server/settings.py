"""The server's settings. The options of `sandmandala serve` and their help are generated from this file."""

from __future__ import annotations

import os
import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote, urlsplit

from msgspec import Meta, Struct

BotRatings = Literal["apart", "none", "together"]
PREFIX = "SANDMANDALA_"
LOCAL = "127.0.0.1,::1"
_SENDER = re.compile(r"([^<>\r\n@]*<)?[^\s<>@,]+@[^\s<>@,]+>?")


class UnusableSettingError(Exception):
    """A setting is invalid; the message says which one, and why."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings. The defaults need no set-up; each has an option and an environment variable."""

    database: Annotated[
        str,
        Meta(
            description="postgresql://user:password@host/name, or sqlite:///FILE. Default: a file in the "
            "data folder."
        ),
    ] = ""
    database_timeout: Annotated[
        float,
        Meta(ge=1, le=600, description="Timeout in seconds for PostgreSQL commands."),
    ] = 10.0
    redis: Annotated[
        str, Meta(description="redis://host:port, needed only with more than one worker. Default: none.")
    ] = ""
    workers: Annotated[
        int,
        Meta(ge=1, le=64, description="Number of server processes; more than one need PostgreSQL and Redis."),
    ] = 1
    data: Annotated[
        str,
        Meta(description="The folder for the embedded database. Default: sandmandala in ~/.local/share."),
    ] = ""
    host: Annotated[
        str, Meta(description="The address to listen on; 0.0.0.0 means all addresses of this machine.")
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="The port to listen on; 0 picks a free one.")] = (
        8420
    )
    next_port: Annotated[bool, Meta(description="If the port is in use, try the next ones.")] = False
    origins: Annotated[
        str,
        Meta(
            description="Addresses under which browsers reach the server, such as https://play.example, "
            "separated by commas. Default: the host that the browser names."
        ),
    ] = ""
    proxies: Annotated[
        str,
        Meta(
            description="Addresses or networks of proxies, separated by commas. X-Forwarded-For and "
            "X-Forwarded-Proto are trusted only from these."
        ),
    ] = LOCAL
    metrics: Annotated[
        str,
        Meta(description="Addresses or networks that may read /metrics, separated by commas."),
    ] = LOCAL
    bot_threads: Annotated[
        int,
        Meta(
            ge=0,
            le=256,
            description="How many bots may think at a time. 0: one less than the number of cores.",
        ),
    ] = 0
    review_threads: Annotated[
        int,
        Meta(
            ge=0,
            le=256,
            description="How many games may be reviewed at a time. 0: a quarter of the number of cores.",
        ),
    ] = 0
    bot_pause: Annotated[
        float,
        Meta(
            ge=0,
            le=60,
            description="Seconds that a bot waits before it moves, so that people can follow.",
        ),
    ] = 0.4
    bot_match: Annotated[
        bool,
        Meta(
            description="While somebody looks at live games and there are none, let two bots play for them."
        ),
    ] = True
    bot_ratings: Annotated[
        BotRatings,
        Meta(
            description="How rated games with bot accounts count: apart changes only the ratings of those "
            "accounts, which have a leaderboard of their own; none refuses such games; together makes no "
            "difference between bot accounts and people."
        ),
    ] = "apart"
    bot_games: Annotated[
        int, Meta(ge=1, le=10_000, description="How many games a bot account may play at a time.")
    ] = 20
    bot_messages: Annotated[
        int, Meta(ge=1, le=10_000, description="Messages per second allowed to a bot account.")
    ] = 10
    bot_connections: Annotated[
        int, Meta(ge=1, le=10_000, description="Sockets that a bot account may have open at a worker.")
    ] = 4
    absence: Annotated[
        float,
        Meta(
            ge=1,
            le=86_400,
            description="Seconds that a player must be away before the others may ask for a bot, in games "
            "without a clock.",
        ),
    ] = 120.0
    bot_offer: Annotated[
        float,
        Meta(
            ge=0,
            le=3600,
            description="Seconds after which a bot is offered to people who look for an opponent.",
        ),
    ] = 20.0
    arrival: Annotated[
        float,
        Meta(
            ge=1,
            le=600,
            description="Seconds in which people must come to the table where an opponent was found.",
        ),
    ] = 20.0
    challenge_seconds: Annotated[
        float,
        Meta(ge=1, le=86_400, description="Seconds for which a challenge to a live game waits."),
    ] = 900.0
    tutorials: Annotated[
        str, Meta(description="A folder with tutorials of your own, as TOML files. Default: none.")
    ] = ""
    smtp: Annotated[
        str,
        Meta(
            description="The mail server for alerts: smtps://user:password@host, or smtp://host:587 with "
            "STARTTLS. Default: no mail. Put a password into the environment, not on the command line."
        ),
    ] = ""
    mail_from: Annotated[
        str, Meta(description="The sender of mails, such as Sandmandala <alerts@play.example>.")
    ] = ""
    contact: Annotated[
        str,
        Meta(
            description="How push services can reach you: mailto:… or https://…. Default: the first origin."
        ),
    ] = ""
    local_push: Annotated[
        bool, Meta(description="Accept push services on this machine, without encryption, for tests.")
    ] = False
    free_text: Annotated[
        bool,
        Meta(description="Let players write to each other at tables. Default: set phrases only."),
    ] = False
    forbidden_words: Annotated[
        str,
        Meta(description="A file with words that free text must not contain, one a line. Default: none."),
    ] = ""
    transport: Annotated[
        Literal["auto", "fast", "asgi"],
        Meta(
            description="How live play uses sockets: fast reads and writes them directly, asgi works "
            "with every version of uvicorn, auto uses fast where it works."
        ),
    ] = "auto"
    connections: Annotated[
        int,
        Meta(ge=0, description="Open connections allowed per address. 0: unlimited."),
    ] = 250
    request_seconds: Annotated[
        float,
        Meta(ge=0, le=3600, description="Seconds that a request may take to arrive. 0: unlimited."),
    ] = 15.0
    limits: Annotated[bool, Meta(description="Rate-limit clients.")] = True
    log: Annotated[
        Literal["text", "json"], Meta(description="Log format: text for people, json for machines.")
    ] = "text"

    def __post_init__(self) -> None:
        """Reject invalid settings at once, not on first use."""
        networks("proxies", self.proxies)
        networks("metrics", self.metrics)
        if self.tutorials and not Path(self.tutorials).is_dir():
            raise UnusableSettingError(
                f"There is no folder {self.tutorials} (--tutorials or {PREFIX}TUTORIALS)."
            )
        self._check_alerts()
        if not self.database_url().startswith("postgresql") and self.workers > 1:
            raise UnusableSettingError(
                "Several workers need a shared database: name a PostgreSQL with --database "
                f"(or {PREFIX}DATABASE), or leave --workers out."
            )
        if self.workers > 1 and not self.redis:
            raise UnusableSettingError(
                "Several workers need Redis to stay in step: give its address with --redis "
                f"(or {PREFIX}REDIS), or leave --workers out."
            )

    def _check_alerts(self) -> None:
        if self.smtp:
            mail_server(self.smtp)
            if not _SENDER.fullmatch(self.mail_from):
                raise UnusableSettingError(
                    "Mails need a sender, such as Sandmandala <alerts@play.example>: set --mail-from "
                    f"(or {PREFIX}MAIL_FROM)."
                )
            if not self.public_address():
                raise UnusableSettingError(
                    "Mails contain links to this server: give its address with --origins "
                    f"(or {PREFIX}ORIGINS)."
                )
        if self.contact and not self.contact.startswith(("mailto:", "https://")):
            raise UnusableSettingError(
                f"The contact must start with mailto: or https:// (--contact or {PREFIX}CONTACT)."
            )

    def public_address(self) -> str:
        """Return the first address under which browsers reach the server; empty if it is not known."""
        return next((one for part in self.origins.split(",") if (one := part.strip().rstrip("/"))), "")

    def data_folder(self) -> Path:
        """Return the folder of the embedded database."""
        if self.data:
            return Path(self.data)
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Path(home) / "sandmandala"

    def database_url(self) -> str:
        """Return the URL for SQLAlchemy's asynchronous engine."""
        if not self.database:
            return f"sqlite+aiosqlite:///{self.data_folder() / 'sandmandala.sqlite'}"
        scheme, colon, rest = self.database.partition("://")
        driver = {"postgresql": "asyncpg", "postgres": "asyncpg", "sqlite": "aiosqlite"}.get(scheme)
        if not colon or driver is None:
            raise UnusableSettingError(
                f"The database must start with postgresql:// or sqlite:///, not with {scheme[:20]!r} "
                f"(--database or {PREFIX}DATABASE)."
            )
        return f"{'sqlite' if scheme == 'sqlite' else 'postgresql'}+{driver}://{rest}"


class MailServer(Struct, frozen=True):
    """Where and how mails are handed over."""

    host: str
    port: int
    user: str
    password: str
    tls: bool
    """From the start; otherwise by STARTTLS."""

    @property
    def is_local(self) -> bool:
        """Whether mails need no encryption, since they stay on this machine."""
        return self.host in {"localhost", "127.0.0.1", "::1"}


def mail_server(url: str) -> MailServer:
    """
    >>> mail_server("smtps://anna:p%40ss@mail.example")
    MailServer(host='mail.example', port=465, user='anna', password='p@ss', tls=True)
    """
    try:
        parts = urlsplit(url)
        tls, usual = {"smtp": (False, 587), "smtps": (True, 465)}[parts.scheme]
        host, port = parts.hostname or "", parts.port or usual
    except (KeyError, ValueError):
        host = ""
    if not host or parts.path.strip("/"):
        raise UnusableSettingError(  # without the value, which may hold a password
            "The mail server must look like smtps://user:password@host:465 or smtp://host:587 "
            f"({PREFIX}SMTP)."
        )
    return MailServer(host, port, unquote(parts.username or ""), unquote(parts.password or ""), tls)


def networks(setting: str, text: str) -> list[IPv4Network | IPv6Network]:
    """
    >>> networks("metrics", "127.0.0.1, 10.0.0.0/8")
    [IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8')]
    """
    try:
        return [ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError as error:
        raise UnusableSettingError(
            f"{error} (--{setting} or {PREFIX}{setting.upper()}). Write addresses such as 127.0.0.1 or "
            "networks such as 10.0.0.0/8, separated by commas."
        ) from None
