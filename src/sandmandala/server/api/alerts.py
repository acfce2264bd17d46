"""Alerts over REST: what a person is told, where, and the links in mails."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, delete, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Redirect
from msgspec import Meta, Struct

from ..alerts.endpoints import LONGEST, parse_endpoint
from ..alerts.kinds import Channel, Subject
from ..alerts.push import is_browser_key
from ..alerts.quiet_hours import MINUTES_A_DAY, is_zone
from ..alerts.service import Alerts
from ..alerts.target import Choice
from ..alerts.texts import Language
from ..refusal import RefusalError
from ..server_time import now
from ..storage.accounts import ID_LENGTH
from .openapi import SIGNED_IN, Me, Mine, changing, refusals

TEST_PAUSE = 10_000  # milliseconds between two messages to try a channel
_MINUTE = Meta(ge=0, lt=MINUTES_A_DAY)
_TOKEN = r"^[a-z0-9.]{1,80}$"
# Letters and digits as a mail server takes them without quoting: nothing that could end a header.
_ADDRESS = r"^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,6}$"
TargetId = Annotated[str, PathParameter(pattern=r"^[a-z0-9]{1,16}$")]
Token = Annotated[str, QueryParameter(pattern=_TOKEN, description="From the link in a mail.")]
Subjects = Annotated[tuple[Subject, ...], Meta(max_length=10)]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """Hours in which nothing is sent, in minutes after midnight in the person's time zone."""

    begin: Annotated[int, _MINUTE]
    end: Annotated[int, _MINUTE]


class AlertChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """What I want to be told, by channel, in which language, and when not."""

    language: Language
    zone: Annotated[str, Meta(max_length=40)]
    """An IANA time zone, such as Europe/Berlin."""
    push: Subjects
    email: Subjects
    quiet: QuietHours | None = None


class BrowserForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A push subscription, as a browser gives it."""

    endpoint: Annotated[str, Meta(max_length=LONGEST)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]


class MailForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A mail address."""

    address: Annotated[str, Meta(max_length=200, pattern=_ADDRESS)]


class ChannelForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Which channel to try."""

    channel: Channel


class MailTokenForm(Struct, frozen=True, forbid_unknown_fields=True):
    """From the link in a mail."""

    token: Annotated[str, Meta(pattern=_TOKEN)]


class AlertBrowser(Struct, frozen=True):
    """A browser that gets alerts."""

    id: str
    label: str
    created: int
    current: bool
    """Whether this request came from it."""
    failing: bool
    """Whether the last attempt to reach it has failed. After many, it is removed."""


class AlertMail(Struct, frozen=True):
    """My mail address."""

    address: str
    confirmed: bool


class AlertInfo(Struct, frozen=True):
    """How I am told that a game waits for me."""

    choice: AlertChoice | None
    """Null until I have chosen."""
    browsers: list[AlertBrowser]
    mail: AlertMail | None
    mail_available: bool
    """Whether this server sends mails."""
    push_key: str
    """The server's key, with which a browser subscribes."""


def _alerts(request: Request[Any, Any, Any]) -> Alerts:
    alerts: Alerts = request.app.state.alerts
    return alerts


@get("/me/alerts", **SIGNED_IN, responses=refusals("sign_in"))
async def show_alerts(request: Request[Any, Any, Any], identity: Mine) -> AlertInfo:
    """How I am told that a game waits for me."""
    alerts, me = _alerts(request), identity.person.id
    choice = (await alerts.store.choices([me])).get(me)
    mail = next((one for one in await alerts.store.targets([me]) if one.channel == "email"), None)
    return AlertInfo(
        choice=_form(choice) if choice else None,
        browsers=[
            AlertBrowser(
                row.id, row.label, row.created, row.session[:ID_LENGTH] == identity.session, row.failures > 0
            )
            for row in await alerts.store.browsers(me)
        ],
        mail=AlertMail(mail.address, mail.confirmed is not None) if mail else None,
        mail_available=alerts.has_mail,
        push_key=alerts.push_key,
    )


def _form(choice: Choice) -> AlertChoice:
    begin, end = choice.quiet_from, choice.quiet_until
    quiet = None if begin is None or end is None else QuietHours(begin, end)
    return AlertChoice(choice.language, choice.zone, choice.push, choice.email, quiet)


@put("/me/alerts", status_code=204, **SIGNED_IN, responses=changing("sign_in"))
async def choose_alerts(request: Request[Any, Any, Any], me: Me, data: JSONBody[AlertChoice]) -> None:
    """Choose what I am told. It holds for what happens from now on."""
    if not is_zone(data.zone):
        raise RefusalError("unreadable", "There is no such time zone.")
    quiet = data.quiet
    if quiet and quiet.begin == quiet.end:
        raise RefusalError("unreadable", "Quiet hours must end at another time than they begin.")
    begin, end = (quiet.begin, quiet.end) if quiet else (None, None)
    choice = Choice(data.language, data.zone, begin, end, data.push, data.email, now())
    await _alerts(request).store.choose(me.id, choice)


@post("/me/alerts/browsers", status_code=204, **SIGNED_IN, responses=changing("sign_in"))
async def add_browser(request: Request[Any, Any, Any], identity: Mine, data: JSONBody[BrowserForm]) -> None:
    """Send alerts to this browser, until its session ends. Of more than ten, the oldest makes room."""
    alerts = _alerts(request)
    parse_endpoint(data.endpoint, request.app.state.settings.local_push)
    if not is_browser_key(data.p256dh, data.auth):
        raise RefusalError("unreadable", "These are not the keys of a browser.")
    if identity.is_token:
        raise RefusalError(
            "forbidden", "Alerts are for browsers. A program can follow the list of its tables."
        )
    added = await alerts.store.add_browser(
        identity.person.id, identity.session, data.endpoint, data.p256dh, data.auth, now()
    )
    if added is None:
        raise RefusalError("sign_in")
    alerts.add_person(identity.person.id)


@delete("/me/alerts/browsers/{id:str}", **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def remove_browser(request: Request[Any, Any, Any], me: Me, id: TargetId) -> None:
    """Send no more alerts to a browser."""
    if not await _alerts(request).store.remove_target(me.id, id):
        raise RefusalError("not_found", "There is no such browser.")


@put("/me/alerts/mail", status_code=204, **SIGNED_IN, responses=changing("sign_in", "not_found", "too_many"))
async def set_mail(request: Request[Any, Any, Any], me: Me, data: JSONBody[MailForm]) -> None:
    """Give a mail address. Its owner gets a link to confirm it; until then it gets no alerts."""
    alerts = _alerts(request)
    if not alerts.has_mail:
        raise RefusalError("not_found", "This server sends no mails.")
    if await alerts.store.ask_for_email(me.id, data.address, now()) == "too_many":
        raise RefusalError("too_many", "That is enough mails to confirm an address for today.")


@delete("/me/alerts/mail", **SIGNED_IN, responses=changing("sign_in"))
async def remove_mail(request: Request[Any, Any, Any], me: Me) -> None:
    """Forget my mail address."""
    await _alerts(request).store.drop_email(me.id)


@post(
    "/me/alerts/test",
    status_code=204,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found"),
)
async def test_alerts(request: Request[Any, Any, Any], me: Me, data: JSONBody[ChannelForm]) -> None:
    """Send a message to all my browsers, or to my mail address, to see whether it arrives."""
    alerts = _alerts(request)
    targets = [
        one.id
        for one in await alerts.store.targets([me.id])
        if one.channel == data.channel and one.confirmed is not None
    ]
    if not targets:
        raise RefusalError("not_found", "There is nothing to send it to.")
    if not await alerts.outbox.request_test(targets, now(), TEST_PAUSE):
        raise RefusalError("too_fast")


@post("/alerts/confirm", status_code=204, responses=changing("unknown_code"))
async def confirm_mail(request: Request[Any, Any, Any], data: JSONBody[MailTokenForm]) -> None:
    """Confirm a mail address, with the token from the link that was sent there."""
    alerts = _alerts(request)
    target = alerts.mail.target_to_confirm(data.token, now())
    if target is None or not (person := await alerts.store.confirm(target, now())):
        raise RefusalError("unknown_code", "This link is too old, or was replaced by another one.")
    alerts.add_person(person)


@post("/alerts/unsubscribe", status_code=204, responses=changing("unknown_code"))
async def unsubscribe(request: Request[Any, Any, Any], token: Token) -> None:
    """Get no more mail: one click in a mail program (RFC 8058). The body is not read."""
    alerts = _alerts(request)
    if (target := alerts.mail.target_to_stop(token)) is None:
        raise RefusalError("unknown_code")
    await alerts.store.unsubscribe(target)


@get("/alerts/unsubscribe", status_code=303, responses=refusals("unreadable"))
async def show_unsubscribe(token: Token) -> Redirect:
    """Show the page with the button: opening a link must not change anything."""
    return Redirect(f"/alerts/stop?token={token}", status_code=303)


handlers = [
    show_alerts,
    choose_alerts,
    add_browser,
    remove_browser,
    set_mail,
    remove_mail,
    test_alerts,
    confirm_mail,
    unsubscribe,
    show_unsubscribe,
]
