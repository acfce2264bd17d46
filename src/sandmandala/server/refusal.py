"""The one way to say no: a code for programs, a sentence for people, and nothing has changed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ..games.errors import IllegalMoveError, SandmandalaError

Code = Literal[
    "not_found",
    "forbidden",
    "conflict",
    "unreadable",
    "illegal_move",
    "sign_in",
    "too_many",
    "too_large",
    "wrong_method",
    "failed",
]
STATUS: dict[Code, int] = {
    "unreadable": 400,
    "sign_in": 401,
    "forbidden": 403,
    "not_found": 404,
    "wrong_method": 405,
    "conflict": 409,
    "illegal_move": 409,
    "too_large": 413,
    "too_many": 429,
    "failed": 500,
}


class Problem(Struct, frozen=True):
    """Why something was not done. `code` is for programs, `why` for people, `rule` the id of a rule."""

    code: Code
    why: str
    rule: str | None = None


class RefusalError(Exception):
    """Something that a client asked for is not done."""

    def __init__(self, code: Code, why: str, rule: str | None = None) -> None:
        super().__init__(why)
        self.code, self.why, self.rule = code, why, rule
        self.status = STATUS[code]

    @classmethod
    def of(cls, error: SandmandalaError) -> RefusalError:
        """What the rules said."""
        if isinstance(error, IllegalMoveError):
            return cls("illegal_move", str(error), error.rule)
        return cls("unreadable", str(error))
