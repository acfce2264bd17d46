"""Authentication of requests."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from ..accounts.identity import Identity
from ..messages.table_info import Person, make_person
from ..refusal import RefusalError
from ..storage.accounts import AccountStore


async def find_identity(request: Request[Any, Any, Any]) -> Identity:
    """Return the identity of the client. Refuses visitors without a name."""
    identity: Identity | None = await request.app.state.identities.of(request)
    if identity is None:
        raise RefusalError("sign_in")
    return identity


async def find_me(identity: NamedDependency[Identity]) -> Person:
    """Return the signed-in person, for handlers that take `me`."""
    return identity.person


async def visitor(request: Request[Any, Any, Any]) -> Person | None:
    """Return the person of the client; None for visitors without a name."""
    identity: Identity | None = await request.app.state.identities.of(request)
    return identity.person if identity else None


async def person_of(request: Request[Any, Any, Any], id: str) -> Person:
    """Return the person or bot with this id. Refuses unknown ids."""
    accounts: AccountStore = request.app.state.accounts
    row = await accounts.person(id)
    if row is None:
        raise RefusalError("not_found", "There is no such person.")
    return make_person(row.id, row.name, row.level, row.is_bot)
