"""Dependencies of handlers that need to know who asks."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from ..accounts.identity import Identity
from ..messages import Person
from ..refusal import RefusalError


async def find_identity(request: Request[Any, Any, Any]) -> Identity:
    """Who asks, and by which session; visitors without a name are refused."""
    identity: Identity | None = await request.app.state.identities.of(request)
    if identity is None:
        raise RefusalError("sign_in")
    return identity


async def find_me(identity: NamedDependency[Identity]) -> Person:
    return identity.person


async def visitor(request: Request[Any, Any, Any]) -> Person | None:
    """Who asks; None for visitors without a name."""
    identity: Identity | None = await request.app.state.identities.of(request)
    return identity.person if identity else None
