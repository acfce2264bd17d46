"""The three kinds of error: unreadable text, impossible positions, illegal moves."""

from __future__ import annotations


class SandmandalaError(Exception):
    """Anything a caller did wrong; its text is a sentence for people."""


class UnreadableError(SandmandalaError):
    """A text that is not a move, position, record or option at all."""


class ImpossiblePositionError(SandmandalaError):
    """A position that can be read but cannot arise: a card too many, a group in two parts …"""


class IllegalMoveError(SandmandalaError):
    """A move that can be read but that the rules forbid; `rule` is the rule's id."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason
