"""Accounts over REST: names, passwords, recovery, signing in and out, and deletion."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from ..accounts.identity import COOKIE, LIFETIME
from ..accounts.names import clean_name
from ..accounts.sign_in_limits import BROWSER_COOKIE, SignInLimits, limit_sign_ins
from ..messages.table_info import Person
from ..refusal import RefusalError
from ..storage.accounts import NOBODY
from .openapi import SIGNED_IN, Me, Mine, changing, refusals
from .sessions import Code, sessions_of, store_of

_NO_COOKIE = Cookie(COOKIE, value="", max_age=0, path="/", description="The browser forgets it.")
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Login = Annotated[str, Meta(min_length=3, max_length=40, pattern=r"^[A-Za-z0-9._@+-]+$")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
AnyPassword = Annotated[str, Meta(max_length=200)]


class NameForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: Name


class SignInForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A login and its password."""

    login: Login
    password: AnyPassword


class PasswordForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A login, which must be unique, and a password."""

    login: Login
    password: Password
    old_password: AnyPassword | None = None
    """Required if the account has a password."""
    delete_tokens: bool = False
    """Delete all tokens, too."""


class RecoveryCodeForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a recovery code."""

    password: AnyPassword | None = None
    """Required if the account has one."""


class DeletionForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to delete the account."""

    password: AnyPassword | None = None
    """Required if the account has one."""


class RecoveryForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code."""

    code: Annotated[str, Meta(max_length=80, pattern=r"^\s*[a-z0-9]+-[a-z0-9]+\s*$")]


class AccountInfo(Struct, frozen=True):
    """How I can sign in."""

    login: str | None
    has_password: bool
    has_recovery_code: bool


def _limits_of(request: Request[Any, Any, Any]) -> SignInLimits:
    limits: SignInLimits = request.app.state.sign_in_limits
    return limits


def _signed_in(request: Request[Any, Any, Any], person: Person, secret: str) -> Response[Person]:
    def cookie(name: str, path: str, value: str) -> Cookie:
        secure = request.url.scheme == "https"
        return Cookie(name, path, value, LIFETIME, secure=secure, httponly=True, samesite="lax")

    browser = _limits_of(request).browser_cookie(person.id)
    cookies = [cookie(COOKIE, "/", secret), cookie(BROWSER_COOKIE, "/api/v1/sign-in", browser)]
    return Response(person, cookies=cookies)


def _user_agent(request: Request[Any, Any, Any]) -> str:
    return request.headers.get("user-agent", "")


@post("/me", responses=changing("name_refused"))
async def create_guest(request: Request[Any, Any, Any], data: JSONBody[NameForm]) -> Response[Person]:
    """Choose a name and become a guest, with a session cookie."""
    name = clean_name(data.name)
    person, secret = await sessions_of(request).start_as_guest(name, _user_agent(request))
    return _signed_in(request, person, secret)


@get("/me", **SIGNED_IN, responses=refusals("sign_in"))
async def show_me(me: Me) -> Person:
    """Who I am here."""
    return me


@get("/me/account", **SIGNED_IN, responses=refusals("sign_in"))
async def show_account(request: Request[Any, Any, Any], me: Me) -> AccountInfo:
    """How I can sign in."""
    row = await store_of(request).person(me.id)
    if row is None:  # pruned just now
        raise RefusalError("sign_in", "Choose a name first.")
    return AccountInfo(row.login, row.password is not None, row.recovery is not None)


@post("/me/bot", status_code=200, **SIGNED_IN, responses=changing("sign_in", "not_fresh"))
async def mark_as_bot(request: Request[Any, Any, Any], identity: Mine) -> Person:
    """From now on a program plays for this account, and everybody sees that. This is for good, and only for
    fresh accounts: those that have not sat at a table yet."""
    return await sessions_of(request).mark_as_bot(identity)


@patch("/me", **SIGNED_IN, responses=changing("sign_in", "name_refused"))
async def rename(request: Request[Any, Any, Any], me: Me, data: JSONBody[NameForm]) -> Person:
    """Choose another name."""
    person = replace(me, name=clean_name(data.name))
    await request.app.state.tables.rename(person)
    return person


@delete(
    "/me",
    guards=[limit_sign_ins],
    **SIGNED_IN,
    response_cookies=[_NO_COOKIE],
    responses=changing("sign_in", "wrong_password"),
)
async def delete_account(
    request: Request[Any, Any, Any], identity: Mine, data: JSONBody[DeletionForm | None] = None
) -> None:
    """Delete my name, password, sessions, tokens and ratings. Games stay, without my name."""
    attempt = _limits_of(request).begin(f"#{identity.person.id}")
    await sessions_of(request).forget(identity, data.password if data else None)
    attempt.succeeded()
    await request.app.state.tables.rename(replace(identity.person, name=NOBODY))


@post(
    "/me/password",
    status_code=204,
    guards=[limit_sign_ins],
    **SIGNED_IN,
    responses=changing("sign_in", "wrong_password", "login_taken"),
)
async def set_password(request: Request[Any, Any, Any], identity: Mine, data: JSONBody[PasswordForm]) -> None:
    """Set login and password, to sign in from other browsers. All other sessions end."""
    attempt = _limits_of(request).begin(f"#{identity.person.id}")
    await sessions_of(request).set_password(
        identity, data.login, data.old_password, data.password, data.delete_tokens
    )
    attempt.succeeded()


@post(
    "/me/recovery",
    guards=[limit_sign_ins],
    **SIGNED_IN,
    responses=changing("sign_in", "wrong_password"),
)
async def make_recovery_code(
    request: Request[Any, Any, Any], identity: Mine, data: JSONBody[RecoveryCodeForm | None] = None
) -> Code:
    """A code to sign in once without a password. It is shown only now."""
    attempt = _limits_of(request).begin(f"#{identity.person.id}")
    code = await sessions_of(request).new_recovery_code(identity, data.password if data else None)
    attempt.succeeded()
    return Code(code)


@post("/sign-in", status_code=200, guards=[limit_sign_ins], responses=changing("wrong_password"))
async def sign_in(request: Request[Any, Any, Any], data: JSONBody[SignInForm]) -> Response[Person]:
    """Start a session in this browser."""
    login = data.login.casefold()
    row = await store_of(request).person_by_login(login)
    browser = request.cookies.get(BROWSER_COOKIE, "")
    attempt = _limits_of(request).begin(login, row.id if row else "", browser)
    found = await sessions_of(request).sign_in(row, data.password, _user_agent(request))
    if found is None:
        raise RefusalError("wrong_password", "That login and password do not match.")
    attempt.succeeded()
    await _bring_progress(request, found[0])
    return _signed_in(request, *found)


@post("/recover", status_code=200, guards=[limit_sign_ins], responses=changing("unknown_code"))
async def recover(request: Request[Any, Any, Any], data: JSONBody[RecoveryForm]) -> Response[Person]:
    """Recover an account with a code. All sessions end; tokens and the password are deleted."""
    found = await sessions_of(request).recover(data.code, _user_agent(request))
    if found is None:
        raise RefusalError("unknown_code", "That code is unknown, or was already used.")
    await _bring_progress(request, found[0])
    return _signed_in(request, *found)


async def _bring_progress(request: Request[Any, Any, Any], account: Person) -> None:
    """What the guest at this browser has learnt belongs to the account now."""
    identity = await request.app.state.identities.of(request)
    if identity and not identity.is_token:
        await request.app.state.learning.merge(identity.person.id, account.id)


@post("/sign-out", status_code=204, response_cookies=[_NO_COOKIE], responses=changing())
async def sign_out(request: Request[Any, Any, Any]) -> None:
    """End the session of this browser. Its open sockets are closed."""
    identity = await request.app.state.identities.of(request)
    if identity and not identity.is_token:
        await sessions_of(request).end(identity.person.id, identity.session)


handlers = [
    create_guest,
    show_me,
    show_account,
    mark_as_bot,
    rename,
    delete_account,
    set_password,
    make_recovery_code,
    sign_in,
    recover,
    sign_out,
]
