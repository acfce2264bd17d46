"""What handlers share: who asks, parameters with their limits, and what may be refused.

The description of the interface is made from them, and a test holds the server to it.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, OpenAPIType, SecurityScheme
from litestar.params import PathParameter, QueryParameter

from ..accounts.identity import COOKIE
from ..messages import PERSON_ID, TABLE_ID, Person
from ..refusal import REASONS, Code, Problem
from .auth import find_me

Me = NamedDependency[Person]
TableId = Annotated[str, PathParameter(pattern=TABLE_ID, description="The id of a table.")]
PersonId = Annotated[str, PathParameter(pattern=PERSON_ID, description="The id of a person, or of a bot.")]
TableKey = Annotated[
    str, QueryParameter(max_length=32, description="Part of the link of a table that is not public.")
]

Page = Annotated[
    str | None,
    QueryParameter(
        pattern=TABLE_ID,
        description="The last table of the page before.",
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
# For handlers that need to know who asks.
SIGNED_IN: dict[str, Any] = {
    "dependencies": {"me": Provide(find_me)},
    "security": [{"cookie": []}, {"token": []}],
}

_DESCRIPTIONS: dict[Code, str] = {
    "unreadable": "A parameter or the body cannot be read, or asks for what cannot be.",
    "sign_in": "Only for those who have a name.",
    "forbidden": "Not for you.",
    "not_found": "There is no such thing.",
    "conflict": "It does not fit how things stand.",
    "too_large": "The body is too long.",
    "too_many": "Too often, or too many.",
}


def refusals(*codes: Code) -> dict[int, ResponseSpec]:
    """For handlers: how they may refuse. Whoever asks too often is refused everywhere."""
    return {
        REASONS[code].status: ResponseSpec(Problem, generate_examples=False, description=_DESCRIPTIONS[code])
        for code in (*codes, "too_many")
    }


def changing(*codes: Code) -> dict[int, ResponseSpec]:
    """The same for handlers that change something: pages of other sites and long bodies are refused."""
    return refusals("unreadable", "forbidden", "too_large", *codes)
