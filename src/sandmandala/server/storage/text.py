"""Text from clients, before it reaches a database."""

from __future__ import annotations


def storable(text: str) -> str:
    """Text to look something up with. PostgreSQL takes neither NUL nor lone surrogates."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()
