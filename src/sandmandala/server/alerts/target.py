"""What people choose, and where they are told."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .kinds import SUBJECT_OF, SUBJECTS, Channel, Subject
from .situation import Event
from .texts import Language


class Choice(Struct, frozen=True):
    """What a person wants to be told, and when."""

    language: Language = "en"
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_until: int | None = None
    push: tuple[Subject, ...] = SUBJECTS
    email: tuple[Subject, ...] = SUBJECTS
    changed: int = 0

    def subjects(self, channel: Channel) -> tuple[Subject, ...]:
        """Return the subjects chosen for a channel."""
        return self.push if channel == "push" else self.email


class Target(Struct, frozen=True):
    """A browser or a mail address."""

    id: str
    person: str
    channel: Channel
    address: str
    key: str | None
    auth: str | None
    created: int
    confirmed: int | None
    failures: int
    next_try: int
    lease: int

    def wants(self, choice: Choice, event: Event) -> bool:
        """Whether an alert is to be sent here. What happened before the person chose so is not told."""
        if self.confirmed is None or SUBJECT_OF[event.kind] not in choice.subjects(self.channel):
            return False
        return event.at is None or event.at >= max(self.confirmed, choice.changed)


def target_of(row: Any) -> Target:
    """Return a stored target."""
    return Target(
        row.id,
        row.person,
        row.channel,
        row.address,
        row.key,
        row.auth,
        row.created,
        row.confirmed,
        row.failures,
        row.next_try,
        row.lease,
    )
