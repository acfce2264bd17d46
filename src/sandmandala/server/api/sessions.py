"""Sessions and tokens over REST: the browsers and programs that may act for a person."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from ..accounts.identity import oldest_valid
from ..accounts.sessions import Sessions
from ..refusal import RefusalError
from ..storage.accounts import ID_LENGTH, AccountStore
from .openapi import SIGNED_IN, Me, Mine, changing, refusals

AccessId = Annotated[str, PathParameter(pattern=rf"^[0-9a-f]{{{ID_LENGTH}}}$")]


class TokenForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a token."""

    label: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,40}$")]


class Code(Struct, frozen=True):
    """A secret that is shown only once."""

    code: str


class TokenInfo(Struct, frozen=True):
    """A token, by its id and label."""

    id: str
    label: str
    created: int


class SessionInfo(Struct, frozen=True):
    """A browser that is signed in. `label` names the browser, and is empty if it is unknown."""

    id: str
    label: str
    created: int
    seen: int
    """When it was last used, to within an hour."""
    current: bool
    """Whether this request came from it."""


def sessions_of(request: Request[Any, Any, Any]) -> Sessions:
    """Return the session service of the application."""
    sessions: Sessions = request.app.state.sessions
    return sessions


def store_of(request: Request[Any, Any, Any]) -> AccountStore:
    """Return the account store of the application."""
    store: AccountStore = request.app.state.accounts
    return store


@get("/me/sessions", **SIGNED_IN, responses=refusals("sign_in"))
async def list_sessions(request: Request[Any, Any, Any], identity: Mine) -> list[SessionInfo]:
    """Browsers in which I am signed in, the latest first."""
    rows = await store_of(request).sessions(identity.person.id, oldest_valid())
    ids = [row.hash[:ID_LENGTH] for row in rows]
    return [
        SessionInfo(id, row.label, row.created, row.seen, id == identity.session)
        for id, row in zip(ids, rows, strict=True)
    ]


@delete("/me/sessions/{id:str}", **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def end_session(request: Request[Any, Any, Any], me: Me, id: AccessId) -> None:
    """Sign a browser out. Its open sockets are closed."""
    if not await sessions_of(request).end(me.id, id):
        raise RefusalError("not_found", "There is no such session.")


@post("/me/tokens", **SIGNED_IN, responses=changing("sign_in", "too_many_tokens"))
async def make_token(request: Request[Any, Any, Any], identity: Mine, data: JSONBody[TokenForm]) -> Code:
    """A token for a program that plays in my name. It is shown only now."""
    return Code(await sessions_of(request).new_token(identity, data.label))


@get("/me/tokens", **SIGNED_IN, responses=refusals("sign_in"))
async def list_tokens(request: Request[Any, Any, Any], me: Me) -> list[TokenInfo]:
    """My tokens by label; the tokens themselves are not stored."""
    rows = await store_of(request).tokens(me.id)
    return [TokenInfo(row.hash[:ID_LENGTH], row.label, row.created) for row in rows]


@delete("/me/tokens/{id:str}", **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def drop_token(request: Request[Any, Any, Any], me: Me, id: AccessId) -> None:
    """Delete a token. Sockets that were opened with it are closed."""
    if not await sessions_of(request).drop_token(me.id, id):
        raise RefusalError("not_found", "There is no such token.")


handlers = [list_sessions, end_session, make_token, list_tokens, drop_token]
