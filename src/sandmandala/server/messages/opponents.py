"""Messages about opponents: the search for one, challenges, and games that begin."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...games.rules import MOST_SEATS
from ..spec import TableSpec
from ..tempos import Tempo
from .table_info import Person

ChallengeStatus = Literal["waiting", "accepted", "declined", "withdrawn", "expired"]
DeclineReason = Literal["not_now", "other_game", "other_tempo", "other_rating"]
SearchEnd = Literal["matched", "bot", "stopped", "replaced", "missed", "lost"]
ChallengeId = Annotated[str, Meta(pattern=r"^[a-z0-9]{1,16}$")]


# --- from the client


class Search(Struct, frozen=True, tag="search", forbid_unknown_fields=True):
    """Look for an opponent, or go on after a reconnection. Each person searches once, in one tab."""

    game: Annotated[str, Meta(max_length=20)]
    tempo: Tempo
    tab: Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_-]{1,32}$")]
    """A random name of the tab. The search ends when it is closed."""
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    rated: bool = True


class StopSearch(Struct, frozen=True, tag="stop_search", forbid_unknown_fields=True):
    """Stop looking for an opponent."""


class TakeBot(Struct, frozen=True, tag="take_bot", forbid_unknown_fields=True):
    """Stop searching and play the bot that was offered."""


class Notify(Struct, frozen=True, tag="notify", forbid_unknown_fields=True):
    """Tell me from now on about my search, challenges, and games of mine that begin."""


class SeenChallenge(Struct, frozen=True, tag="seen_challenge", forbid_unknown_fields=True):
    """I have seen a challenge: no alert is needed."""

    challenge: ChallengeId


# --- from the server


class Searching(Struct, frozen=True, tag="searching"):
    """My search goes on."""

    game: str
    seats: int
    tempo: Tempo
    rated: bool
    tab: str
    waited: int
    """Milliseconds so far."""
    bot: int | None = None
    """The level of the bot that I may play instead; null until I have waited for a while."""
    again: bool = False
    """Whether somebody was found who then did not come to the table."""


class SearchEnded(Struct, frozen=True, tag="search_ended"):
    """My search has ended: `matched` and `bot` with a table to go to; `stopped` by me, or because another
    game began; `replaced` by a search in another tab; `missed`: I did not come to the table in time;
    `lost`: the tab that searched is gone.
    """

    why: SearchEnd
    table: str | None = None
    tab: str | None = None


class Challenge(Struct, frozen=True):
    """A challenge from one person to another."""

    id: str
    by: Person
    to: Person
    spec: TableSpec
    created: int
    expires: int
    status: ChallengeStatus
    reason: DeclineReason | None = None
    """Why it was declined, if the person said so."""
    table: str | None = None
    """Once it is accepted."""


class ChallengeNews(Struct, frozen=True, tag="challenge"):
    """A challenge by me or to me is new, or has been accepted, declined, withdrawn, or has expired."""

    challenge: Challenge


class GameStarted(Struct, frozen=True, tag="game_started"):
    """A game of mine has begun."""

    table: str
    game: str


class Notices(Struct, frozen=True, tag="notices"):
    """The answer to `Notify`: my search, and all challenges by me and to me that wait."""

    search: Searching | None
    challenges: list[Challenge]


PersonalNews = Searching | SearchEnded | ChallengeNews | GameStarted
