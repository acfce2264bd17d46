"""How an attempt to send a message ended."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Answer = Literal["sent", "gone", "failed"]


class Outcome(Struct, frozen=True):
    """The end of an attempt. `gone`: never try this target again."""

    answer: Answer
    why: str = ""
    wait: int | None = None
    """Milliseconds that the service asks us to wait."""
    counts: bool = True
    """Whether the target itself may be at fault; it is removed after many failures."""
