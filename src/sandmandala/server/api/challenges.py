"""Challenges over REST."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from ..ids import id_from
from ..messages.opponents import Challenge, DeclineReason
from ..opponents.challenges import Challenges
from ..server_time import now
from ..spec import TableSpec
from ..tables.viewing import info_of
from .openapi import SIGNED_IN, IdempotencyKey, Me, PersonId, changing, refusals
from .tables import NewTable

ChallengeInPath = Annotated[str, PathParameter(pattern=r"^[a-z0-9]{1,16}$", description="A challenge.")]


class DeclineForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Why I decline, if I say so."""

    reason: DeclineReason | None = None


def _challenges(request: Request[Any, Any, Any]) -> Challenges:
    challenges: Challenges = request.app.state.challenges
    return challenges


@post(
    "/people/{id:str}/challenges",
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def challenge_person(
    request: Request[Any, Any, Any],
    id: PersonId,
    me: Me,
    data: JSONBody[TableSpec],
    idempotency_key: IdempotencyKey = None,
) -> Challenge:
    """Challenge a person to a game. Two seats are for people, bots may take the others.

    They see it at once if they are here, and get an alert if not. With the `Idempotency-Key` of an earlier
    request of yours, you get the challenge that it made.
    """
    challenges, new = _challenges(request), None
    if idempotency_key:
        new = id_from("challenge", me.id, idempotency_key)
        if (made := await challenges.store.challenge(new)) is not None:
            return made
    origin = request.app.state.limits.origin(request.client.host if request.client else "?")
    return await challenges.make(me, id, data, origin, new)


@get("/me/challenges", **SIGNED_IN, responses=refusals("sign_in"))
async def list_challenges(request: Request[Any, Any, Any], me: Me) -> list[Challenge]:
    """The challenges by me and to me that wait for an answer, oldest first."""
    return await _challenges(request).store.of(me.id, now())


@post(
    "/challenges/{id:str}/accept",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict", "too_many"),
)
async def accept_challenge(request: Request[Any, Any, Any], id: ChallengeInPath, me: Me) -> NewTable:
    """Accept a challenge. Accepting twice leads to the same table."""
    table = await _challenges(request).accept(me, id)
    return NewTable(info_of(table, now()), table.key)


@post(
    "/challenges/{id:str}/decline",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def decline_challenge(
    request: Request[Any, Any, Any], id: ChallengeInPath, me: Me, data: JSONBody[DeclineForm]
) -> Challenge:
    """Decline a challenge."""
    return await _challenges(request).decline(me, id, data.reason)


@delete(
    "/challenges/{id:str}",
    status_code=200,
    **SIGNED_IN,
    responses=changing("sign_in", "not_found", "conflict"),
)
async def withdraw_challenge(request: Request[Any, Any, Any], id: ChallengeInPath, me: Me) -> Challenge:
    """Withdraw a challenge of mine that waits for an answer."""
    return await _challenges(request).withdraw(me, id)


handlers = [challenge_person, list_challenges, accept_challenge, decline_challenge, withdraw_challenge]
