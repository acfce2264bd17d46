"""The one way to say no: a code for programs, a sentence for people, and nothing has changed."""

from __future__ import annotations

from msgspec import Struct

from ..games.errors import IllegalMoveError, SandmandalaError

STATUS = {
    "not_found": 404,
    "forbidden": 403,
    "conflict": 409,
    "unreadable": 400,
    "illegal_move": 409,
    "sign_in": 401,
    "too_many": 429,
    "too_large": 413,
}


class Problem(Struct, frozen=True):
    """Why something was not done."""

    code: str
    why: str
    rule: str | None = None


class RefusalError(Exception):
    """Something that a client asked for is not done."""

    def __init__(self, code: str, why: str, rule: str | None = None) -> None:
        super().__init__(why)
        self.code, self.why, self.rule = code, why, rule
        self.status = STATUS[code]

    @classmethod
    def of(cls, error: SandmandalaError) -> RefusalError:
        """What the rules said."""
        if isinstance(error, IllegalMoveError):
            return cls("illegal_move", str(error), error.rule)
        return cls("unreadable", str(error))
