"""People over REST: coming in, securing an account, tokens for programs, and leaving for good."""

from __future__ import annotations

import hmac
import secrets
from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from ..accounts.identity import COOKIE, Identities, new_token, token_hash
from ..accounts.passwords import hash_password, is_password
from ..accounts.people import NOBODY, clean_name, new_id
from ..messages import Person
from ..refusal import RefusalError
from ..storage.store import Store
from ..timestamps import now
from .openapi import SIGNED_IN, Me, changing, refusals

_YEAR = 366 * 86_400
_MOST_TOKENS = 20
_NO_COOKIE = Cookie(COOKIE, value="", max_age=0, path="/", description="The browser forgets it.")
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class NameForm(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class PasswordForm(Struct, frozen=True, forbid_unknown_fields=True):
    """`login` is what to sign in with; nobody else may have it."""

    login: Annotated[str, Meta(min_length=3, max_length=40, pattern=r"^[A-Za-z0-9._@+-]+$")]
    password: Password


class RecoveryForm(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=80, pattern=r"^\s*[a-z0-9]+-[a-z0-9]+\s*$")]


class TokenForm(Struct, frozen=True, forbid_unknown_fields=True):
    label: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,40}$")]


class Code(Struct, frozen=True):
    """Shown once, and never again."""

    code: str


class TokenAbout(Struct, frozen=True):
    id: str
    label: str
    created: int


def store_of(request: Request[Any, Any, Any]) -> Store:
    store: Store = request.app.state.store
    return store


def _signed_in(request: Request[Any, Any, Any], person: Person, generation: int) -> Response[Person]:
    identities: Identities = request.app.state.identities
    cookie = Cookie(
        COOKIE,
        value=identities.sign(person.id, generation),
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )
    return Response(person, cookies=[cookie])


@post("/me", responses=changing())
async def come_in(request: Request[Any, Any, Any], data: JSONBody[NameForm]) -> Response[Person]:
    """A first visit: choose a name and get an identity, as a cookie."""
    person = Person(new_id(), clean_name(data.name))
    await store_of(request).add_person(
        id=person.id, name=person.name, generation=0, created=now(), seen=now()
    )
    return _signed_in(request, person, 0)


@get("/me", **SIGNED_IN, responses=refusals("sign_in"))
async def who_am_i(me: Me) -> Person:
    """Who I am here."""
    return me


@patch("/me", **SIGNED_IN, responses=changing("sign_in"))
async def rename(request: Request[Any, Any, Any], me: Me, data: JSONBody[NameForm]) -> Person:
    """Choose another name."""
    person = Person(me.id, clean_name(data.name))
    await request.app.state.tables.rename(person)
    return person


@delete("/me", **SIGNED_IN, response_cookies=[_NO_COOKIE], responses=changing("sign_in"))
async def leave_for_good(request: Request[Any, Any, Any], me: Me) -> None:
    """Delete my data: name, password, tokens and ratings. Games stay, played by nobody in particular."""
    await store_of(request).forget_person(me.id, NOBODY)
    await request.app.state.tables.rename(Person(me.id, NOBODY))


@post(
    "/me/password",
    status_code=204,
    **SIGNED_IN,
    responses=changing("sign_in", "conflict"),
)
async def set_password(request: Request[Any, Any, Any], me: Me, data: JSONBody[PasswordForm]) -> None:
    """Secure the account: from now on one can sign in from elsewhere."""
    hashed = await hash_password(data.password)
    if not await store_of(request).set_login(me.id, data.login.casefold(), hashed):
        raise RefusalError("conflict", "Somebody else signs in with that; choose another.")


@post("/me/recovery", **SIGNED_IN, responses=changing("sign_in"))
async def make_recovery_code(request: Request[Any, Any, Any], me: Me) -> Code:
    """A code to get the account back with, once. It is shown now and never again."""
    secret = secrets.token_hex(12)
    await store_of(request).change_person(me.id, recovery=token_hash(secret))
    return Code(f"{me.id}-{secret}")


@post("/sign-in", status_code=200, responses=changing())
async def sign_in(request: Request[Any, Any, Any], data: JSONBody[PasswordForm]) -> Response[Person]:
    """Be known in this browser, too."""
    row = await store_of(request).person_by_login(data.login.casefold())
    if not await is_password(row.password if row else None, data.password) or row is None:
        raise RefusalError("forbidden", "That name and password do not belong together.")
    return _signed_in(request, Person(row.id, row.name), row.generation)


@post("/recover", status_code=200, responses=changing())
async def recover(request: Request[Any, Any, Any], data: JSONBody[RecoveryForm]) -> Response[Person]:
    """Get an account back. The code is used up, and all other browsers are signed out."""
    id, _, secret = data.code.strip().partition("-")
    store = store_of(request)
    row = await store.person(id)
    known = (row.recovery if row else None) or "-"
    if row is None or not hmac.compare_digest(known, token_hash(secret)):
        raise RefusalError("forbidden", "That code is not known, or has been used.")
    await store.change_person(id, recovery=None, generation=row.generation + 1)
    return _signed_in(request, Person(id, row.name), row.generation + 1)


@post("/sign-out", status_code=204, response_cookies=[_NO_COOKIE], responses=changing())
async def sign_out() -> None:
    """Be no longer known in this browser."""


@post("/me/tokens", **SIGNED_IN, responses=changing("sign_in"))
async def make_token(request: Request[Any, Any, Any], me: Me, data: JSONBody[TokenForm]) -> Code:
    """A token for a program that plays in my name. It is shown now and never again."""
    store = store_of(request)
    if len(await store.tokens(me.id)) >= _MOST_TOKENS:
        raise RefusalError("too_many", f"At most {_MOST_TOKENS} tokens; delete one first.")
    token = new_token()
    await store.add_token(token_hash(token), me.id, data.label, now())
    return Code(token)


@get("/me/tokens", **SIGNED_IN, responses=refusals("sign_in"))
async def list_tokens(request: Request[Any, Any, Any], me: Me) -> list[TokenAbout]:
    """My tokens: labels alone, as the tokens themselves are not kept."""
    return [
        TokenAbout(row.hash[:16], row.label, row.created) for row in await store_of(request).tokens(me.id)
    ]


@delete(
    "/me/tokens/{id:str}",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found"),
)
async def drop_token(
    request: Request[Any, Any, Any], me: Me, id: Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}$")]
) -> None:
    """From now on, nobody gets in with this token."""
    if not await store_of(request).drop_token(me.id, id):
        raise RefusalError("not_found", "There is no such token.")


handlers = [
    come_in,
    who_am_i,
    rename,
    leave_for_good,
    set_password,
    make_recovery_code,
    sign_in,
    recover,
    sign_out,
    make_token,
    list_tokens,
    drop_token,
]
