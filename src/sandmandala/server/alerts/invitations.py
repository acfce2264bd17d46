"""Challenges as alerts see them: they wait for an answer, like a table that waits for a move."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncConnection

from ..messages.opponents import Challenge
from ..opponents.challenge_store import challenge_of, challenge_rows
from ..relations.blocks import is_blocked
from ..spec import GameClock
from ..storage.opponent_schema import challenges
from .situation import Event


class ChallengeSituation(Struct, frozen=True):
    """A challenge, and whether the challenged person has seen it in the app."""

    challenge: Challenge
    seen: bool = False

    @property
    def game(self) -> str:
        """What it is about."""
        return self.challenge.spec.game

    @property
    def is_too_fast_for_mail(self) -> bool:
        """Nobody reads a mail in time for a game of minutes."""
        return isinstance(self.challenge.spec.clock, GameClock)

    def people(self) -> dict[str, str]:
        """Return the names of both people by id."""
        return {one.id: one.name for one in (self.challenge.by, self.challenge.to)}

    def events(self, at: int) -> list[Event]:
        """Return the alert for the challenged person, as long as it is true."""
        one = self.challenge
        if one.status != "waiting" or one.expires <= at or self.seen:
            return []
        return [Event(one.to.id, one.id, "invitation", 0, one.created, one.by.name)]

    def awaits(self, person: str, at: int) -> bool:
        """A challenge is not a game yet: the app's badge does not count it."""
        return False


async def read_challenges(
    connection: AsyncConnection, which: ColumnElement[bool]
) -> dict[str, ChallengeSituation]:
    """Return stored challenges, except from people who are blocked."""
    shown = ~is_blocked(challenges.c.challenger, challenges.c.challenged)
    rows = await connection.execute(challenge_rows().where(which, shown))
    return {row.id: ChallengeSituation(challenge_of(row), row.seen is not None) for row in rows}
