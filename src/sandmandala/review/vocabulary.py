"""Words that the games' files and the types of reviews share."""

from __future__ import annotations

from typing import Literal

Phase = Literal["opening", "middle", "end"]
Unit = Literal["share", "amount"]  # of a fact: a share of the continuations, or a mean amount
