"""The server's settings. The options of `sandmandala serve` and their help are generated from this file."""

from __future__ import annotations

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

PREFIX = "SANDMANDALA_"
LOCAL = "127.0.0.1,::1"


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
    absence: Annotated[
        float,
        Meta(
            ge=1,
            le=86_400,
            description="Seconds that a player must be away before the others may ask for a bot, in games "
            "without a clock.",
        ),
    ] = 120.0
    tutorials: Annotated[
        str, Meta(description="A folder with tutorials of your own, as TOML files. Default: none.")
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
