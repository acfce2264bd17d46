"""Settings from the environment; `sandmandala serve --help` lists them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..games.errors import UnreadableError

PREFIX = "SANDMANDALA_"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host may choose. The defaults need no other set-up."""

    database: str = ""
    """postgresql://user:password@host/name, or sqlite:///file; a file in the data folder if left out."""
    redis: str = ""
    """redis://host:port: needed only with more than one worker."""
    data: str = ""
    """The folder for the embedded database; below the user's data folder if left out."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8420
    """The port to listen on; 0 picks a free one."""
    origins: str = ""
    """Addresses under which browsers reach the server, with commas between; its own if left out."""
    thinkers: int = 0
    """How many bots may think at a time; one less than there are cores if 0."""
    bot_pause: float = 0.4
    """How many seconds a bot waits at least before it moves, so that people can follow."""
    limits: bool = True
    """Whether to slow down those who ask too often."""
    log: str = "text"
    """text for people, json for machines."""

    def data_folder(self) -> Path:
        if self.data:
            return Path(self.data)
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Path(home) / "sandmandala"

    def database_url(self) -> str:
        """As SQLAlchemy's asynchronous engines want it."""
        if not self.database:
            return f"sqlite+aiosqlite:///{self.data_folder() / 'sandmandala.sqlite'}"
        scheme, colon, rest = self.database.partition("://")
        driver = {"postgresql": "asyncpg", "postgres": "asyncpg", "sqlite": "aiosqlite"}.get(scheme)
        if not colon or driver is None:
            raise UnreadableError(
                f"{PREFIX}DATABASE must start with postgresql:// or sqlite:///, not with {scheme[:20]!r}."
            )
        return f"{'sqlite' if scheme == 'sqlite' else 'postgresql'}+{driver}://{rest}"


def read_settings(environment: Mapping[str, str], **chosen: Any) -> Settings:
    """The environment's settings, below those that were chosen on the command line.

    >>> read_settings({"SANDMANDALA_PORT": "9000"}).port
    9000
    """
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        if (text := environment.get(PREFIX + field.name.upper())) is not None:
            given[field.name] = text
    given.update({name: value for name, value in chosen.items() if value is not None})
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise UnreadableError(f"A setting cannot be read: {error}.") from None
