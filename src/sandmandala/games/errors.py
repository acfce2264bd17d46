"""The three kinds of error: unreadable text, impossible positions, illegal moves."""

from __future__ import annotations

from collections.abc import Mapping


class SandmandalaError(Exception):
    """Anything a caller did wrong; its text is a sentence for people."""


class UnreadableError(SandmandalaError):
    """A text that is not a move, position, record or option at all."""


class ImpossiblePositionError(SandmandalaError):
    """A position that can be read but is impossible: a card too many, a group in two parts …"""


class IllegalMoveError(SandmandalaError):
    """A move that can be read but is against the rules.

    `rule` is the rule's id, `reason` a sentence. `code` and `facts` are the same as data: a code of the game
    (its `illegal_moves.py` lists them) and what the sentence names. Without a code there is only a sentence.
    """

    def __init__(
        self, rule: str, reason: str, code: str = "", facts: Mapping[str, str | int] | None = None
    ) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason
        self.code = code
        self.facts = dict(facts or {})
