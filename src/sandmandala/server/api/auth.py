"""Whoever asks: a dependency of handlers that need to know."""

from __future__ import annotations

from typing import Any

from litestar import Request

from ..messages import Person
from ..refusal import RefusalError


async def find_me(request: Request[Any, Any, Any]) -> Person:
    """Whoever asks; one without a name is told to choose one first."""
    person: Person | None = await request.app.state.identities.of(request)
    if person is None:
        raise RefusalError("sign_in")
    return person
