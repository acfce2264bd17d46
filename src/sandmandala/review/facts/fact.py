"""The description of a fact."""

from __future__ import annotations

from dataclasses import dataclass

from ..vocabulary import Unit


@dataclass(frozen=True)
class Fact:
    """Something that happens in continuations, seen from the seat that decided.

    `english` says it with "you": "you complete the next mandala" for a share of the continuations, "you gain
    {} points" for an amount.
    """

    name: str
    unit: Unit
    english: str
