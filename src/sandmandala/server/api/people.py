"""Friends, blocked people and reports over REST."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, delete, get, post, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ..messages.fields import PERSON_ID, TableId
from ..messages.social import FriendList
from ..messages.table_info import Person, make_person
from ..refusal import RefusalError
from ..relations.friends import Standing
from ..relations.mutes import Mutes
from ..relations.privacy import Privacy
from ..server_time import now
from ..social.reports import LONGEST_REPORT, Report, ReportReason
from ..social.service import Social
from ..tables.seating import check_key
from .auth import person_of
from .openapi import SIGNED_IN, Me, PersonId, changing, refusals
from .tables import tables_of


class StandingInfo(Struct, frozen=True):
    """How somebody stands to me."""

    friend: Standing
    blocked: bool
    """Whether I have blocked them."""


class BlockedPerson(Struct, frozen=True):
    """Somebody whom I have blocked."""

    person: Person
    since: int


class MuteForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether I want to see what others say at tables."""

    everybody: bool


class ReportForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A report about somebody, and a table if it is about what happened there."""

    person: Annotated[str, Meta(pattern=PERSON_ID)]
    reason: ReportReason
    text: Annotated[str, Meta(max_length=LONGEST_REPORT)] = ""
    table: TableId | None = None
    key: Annotated[str, Meta(max_length=32)] = ""
    """The key of a private table."""


class ReportReceipt(Struct, frozen=True):
    """A report has been stored."""

    id: str


def _social(request: Request[Any, Any, Any]) -> Social:
    social: Social = request.app.state.social
    return social


async def _other(request: Request[Any, Any, Any], me: Person, id: str) -> Person:
    """Return another person. Refuses the server's own bots, deleted accounts and oneself."""
    other = await person_of(request, id)
    if other.level is not None:
        raise RefusalError("not_a_person")
    if other.id == me.id:
        raise RefusalError("that_is_you")
    return other


@get("/me/friends", **SIGNED_IN, responses=refusals("sign_in"))
async def show_friends(request: Request[Any, Any, Any], me: Me) -> FriendList:
    """My friends, who of them is here and what they play in public, and requests to become friends."""
    return await _social(request).friend_lists.of(me.id)


@put(
    "/me/friends/{id:str}",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def ask_friend(request: Request[Any, Any, Any], me: Me, id: PersonId) -> StandingInfo:
    """Ask somebody to become friends, or agree if they have asked.

    Guests can ask people with whom they have played.
    """
    await _other(request, me, id)
    return StandingInfo(await _social(request).ask_friend(me.id, id, now()), blocked=False)


@delete("/me/friends/{id:str}", **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def end_friendship(request: Request[Any, Any, Any], me: Me, id: PersonId) -> None:
    """Stop being friends, withdraw my request, or decline theirs. They are not told."""
    if not await _social(request).friendships.end(me.id, id, now()):
        raise RefusalError("not_found", "You are not friends, and nobody asks.")
    _social(request).relations_changed([me.id, id])


@get("/me/blocked", **SIGNED_IN, responses=refusals("sign_in"))
async def show_blocked(request: Request[Any, Any, Any], me: Me) -> list[BlockedPerson]:
    """The people whom I have blocked, latest first."""
    rows = await _social(request).blocks.of(me.id)
    return [BlockedPerson(make_person(row.id, row.name, None, row.is_bot), row.created) for row in rows]


@put(
    "/me/blocked/{id:str}",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def block(request: Request[Any, Any, Any], me: Me, id: PersonId) -> StandingInfo:
    """Block somebody: no pairing, invitation, request or message between us. They are not told.

    Games that we play go on.
    """
    await _other(request, me, id)
    await _social(request).blocks.block(me.id, id, now())
    _social(request).relations_changed([me.id, id])
    return StandingInfo(await _social(request).friendships.between(me.id, id), blocked=True)


@delete("/me/blocked/{id:str}", **SIGNED_IN, responses=changing("sign_in", "not_found"))
async def unblock(request: Request[Any, Any, Any], me: Me, id: PersonId) -> None:
    """Unblock somebody."""
    if not await _social(request).blocks.unblock(me.id, id):
        raise RefusalError("not_found", "You have not blocked this person.")
    _social(request).relations_changed([me.id, id])


@get("/people/{id:str}/standing", **SIGNED_IN, responses=refusals("unreadable", "sign_in", "not_found"))
async def show_standing(request: Request[Any, Any, Any], me: Me, id: PersonId) -> StandingInfo:
    """Whether somebody is my friend, asks me or was asked by me, and whether I have blocked them."""
    await person_of(request, id)
    return StandingInfo(
        await _social(request).friendships.between(me.id, id),
        await _social(request).blocks.has_blocked(me.id, id),
    )


@get("/me/privacy", **SIGNED_IN, responses=refusals("sign_in"))
async def show_privacy(request: Request[Any, Any, Any], me: Me) -> Privacy:
    """What I show to others."""
    return await _social(request).privacy.of(me.id)


@put("/me/privacy", status_code=204, **SIGNED_IN, responses=changing("sign_in"))
async def choose_privacy(request: Request[Any, Any, Any], me: Me, data: JSONBody[Privacy]) -> None:
    """Choose what I show to others."""
    await _social(request).privacy.choose(me.id, data)
    _social(request).relations_changed([me.id])


@get("/me/muted", **SIGNED_IN, responses=refusals("sign_in"))
async def show_muted(request: Request[Any, Any, Any], me: Me) -> Mutes:
    """Whose phrases I do not want to see, in whatever browser."""
    return await _social(request).mutes.of(me.id)


@put("/me/muted", status_code=204, **SIGNED_IN, responses=changing("sign_in"))
async def mute_everybody(request: Request[Any, Any, Any], me: Me, data: JSONBody[MuteForm]) -> None:
    """Mute everybody, or hear those again who are not muted by themselves."""
    await _social(request).mutes.mute_everybody(me.id, data.everybody)


@put(
    "/me/muted/{id:str}",
    status_code=204,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def mute(request: Request[Any, Any, Any], me: Me, id: PersonId) -> None:
    """Mute somebody: my app hides what they say at tables. They are not told."""
    await _other(request, me, id)
    await _social(request).mutes.mute(me.id, id, now())


@delete("/me/muted/{id:str}", **SIGNED_IN, responses=changing("sign_in"))
async def unmute(request: Request[Any, Any, Any], me: Me, id: PersonId) -> None:
    """Hear somebody again."""
    await _social(request).mutes.unmute(me.id, id)


@post(
    "/reports",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def report(request: Request[Any, Any, Any], me: Me, data: JSONBody[ReportForm]) -> ReportReceipt:
    """Report somebody to the host of the server. About a table that I may see, with its record attached."""
    other = await _other(request, me, data.person)
    reports = _social(request).reports
    table = None
    if data.table is not None:
        table = await tables_of(request).get(data.table)
        try:
            check_key(table, me.id, data.key)
            if not table.sits(other.id) and table.host != other.id:
                raise RefusalError("not_at_table")
        except RefusalError:
            tables_of(request).evict(table)
            raise
    try:
        return ReportReceipt(await reports.add(Report(me.id, other.id, data.reason, data.text, table), now()))
    finally:
        if table:
            tables_of(request).evict(table)


handlers = [
    *(show_friends, ask_friend, end_friendship),
    *(show_blocked, block, unblock),
    *(show_muted, mute_everybody, mute, unmute),
    *(show_standing, show_privacy, choose_privacy, report),
]
