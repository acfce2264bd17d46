"""Shared by handlers: the client, parameters with their limits, and refusals.

The OpenAPI description is generated from them, and a test checks that the server follows it.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, OpenAPIType, SecurityScheme
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from ..accounts.identity import COOKIE, Identity
from ..messages.fields import PERSON_ID, TABLE_ID
from ..messages.table_info import Person
from ..refusal import REASONS, Code, Problem
from .auth import find_identity, find_me

Me = NamedDependency[Person]
Mine = NamedDependency[Identity]  # the client and its session
TableId = Annotated[str, PathParameter(pattern=TABLE_ID, description="The id of a table.")]
PersonId = Annotated[str, PathParameter(pattern=PERSON_ID, description="The id of a person, or of a bot.")]
TableKey = Annotated[
    str, QueryParameter(max_length=32, description="Part of the link of a table that is not public.")
]

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="Chosen at random. If the answer gets lost, send the same request again.",
        schema_extra={"one_of": None, "type": OpenAPIType.STRING},
    ),
]
Page = Annotated[
    str | None,
    QueryParameter(
        pattern=TABLE_ID,
        description="The last table of the previous page.",
        schema_extra={"one_of": None, "type": OpenAPIType.STRING},
    ),
]

SCHEMES = Components(
    security_schemes={
        "cookie": SecurityScheme(
            type="apiKey",
            security_scheme_in="cookie",
            name=COOKIE,
            description="Browsers get it with a name.",
        ),
        "token": SecurityScheme(
            type="http", scheme="bearer", description="For programs, from POST /api/v1/me/tokens."
        ),
    }
)
# For handlers that need a signed-in client.
SIGNED_IN: dict[str, Any] = {
    "dependencies": {"me": Provide(find_me), "identity": Provide(find_identity)},
    "security": [{"cookie": []}, {"token": []}],
}

_DESCRIPTIONS: dict[Code, str] = {
    "unreadable": "A parameter or the body is malformed or out of range.",
    "sign_in": "Needs a name: create a guest or sign in first.",
    "forbidden": "Not for you.",
    "not_found": "It does not exist.",
    "wrong_password": "The password is wrong.",
    "unknown_code": "The code is unknown, or was already used.",
    "name_refused": "Choose another name.",
    "login_taken": "Somebody else has this login.",
    "too_many_tokens": "Delete a token first.",
    "not_fresh": "The account has been used at a table.",
    "conflict": "It conflicts with the current state.",
    "too_large": "The body is too long.",
    "too_fast": "Wait a moment and try again.",
    "too_many": "Too many requests, or too many of these.",
}


def refusals(*codes: Code) -> dict[int, ResponseSpec]:
    """Return the refusals of a handler. Any handler may refuse clients that send too many requests."""
    descriptions: dict[int, list[str]] = {}
    for code in (*codes, "too_fast"):
        descriptions.setdefault(REASONS[code].status, []).append(f"`{code}`: {_DESCRIPTIONS[code]}")
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=" ".join(texts))
        for status, texts in descriptions.items()
    }


def changing(*codes: Code) -> dict[int, ResponseSpec]:
    """Return the refusals of a handler that changes something: also other sites' pages and long bodies."""
    return refusals("unreadable", "forbidden", "too_large", *codes)
