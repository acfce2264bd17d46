"""Types of single fields: ids, seats, states of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...games.rules import MOST_SEATS

TABLE_ID = r"^[a-z0-9]{1,16}$"
PERSON_ID = r"^[a-z0-9-]{1,16}$"  # bot-1 is one
TableId = Annotated[str, Meta(pattern=TABLE_ID)]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Contribution = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
EntryNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
Status = Literal["open", "playing", "over", "dropped"]
ListName = Literal["open", "mine", "live", "featured"]
Depth = Literal["quick", "deep"]  # of a review
ReviewState = Literal["absent", "waiting", "running", "ready", "failed"]
