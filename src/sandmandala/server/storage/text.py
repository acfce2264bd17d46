"""Text from clients, before it reaches a database."""

from __future__ import annotations


def storable(text: str) -> str:
    """Return text that can be used in a query. PostgreSQL accepts neither NUL nor lone surrogates."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()
