"""Who has the app open, at any worker. Only friends are told, and only by those who show it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection

LINGER = 3.0  # seconds that somebody still counts as here, so that reloading a page is no coming and going


class Presence:
    """Counts the open sockets of people at this worker, and knows who is at the others."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[str], None]] = []  # called when somebody comes or goes anywhere
        self.local_listeners: list[Callable[[str, bool], None]] = []  # comes or goes at this worker
        self._sockets: Counter[str] = Counter()
        self._lingering: dict[str, asyncio.TimerHandle] = {}
        self._elsewhere: dict[str, frozenset[str]] = {}  # by worker

    def is_here(self, person: str) -> bool:
        """Whether a person has the app open."""
        return person in self._sockets or any(person in there for there in self._elsewhere.values())

    def people(self) -> list[str]:
        """Return everybody at this worker."""
        return sorted(self._sockets)

    def came(self, person: str) -> None:
        """Note that a person has opened a socket at this worker."""
        if timer := self._lingering.pop(person, None):
            timer.cancel()
            return
        was_here = self.is_here(person)
        self._sockets[person] += 1
        if self._sockets[person] == 1:
            self._changed(person, True, was_here)

    def went(self, person: str) -> None:
        """Note that a person has closed a socket at this worker."""
        if self._sockets[person] > 1:
            self._sockets[person] -= 1
        else:
            loop = asyncio.get_running_loop()
            self._lingering[person] = loop.call_later(LINGER, self._leave, person)

    def _leave(self, person: str) -> None:
        del self._lingering[person], self._sockets[person]
        self._changed(person, False, True)

    def _changed(self, person: str, came: bool, was_here: bool) -> None:
        for listener in self.local_listeners:
            listener(person, came)
        if self.is_here(person) != was_here:
            self._tell([person])

    def note_elsewhere(self, worker: str, person: str, came: bool) -> None:
        """Note that somebody came to another worker, or left it."""
        there = self._elsewhere.get(worker, frozenset())
        self.set_elsewhere(worker, there | {person} if came else there - {person})

    def set_elsewhere(self, worker: str, people: Collection[str]) -> None:
        """Set who is at another worker."""
        before, there = self._elsewhere.get(worker, frozenset()), frozenset(people)
        others = before ^ there
        was_here = {person for person in others if self.is_here(person)}
        if there:
            self._elsewhere[worker] = there
        else:
            self._elsewhere.pop(worker, None)
        self._tell([person for person in others if self.is_here(person) != (person in was_here)])

    def _tell(self, people: Collection[str]) -> None:
        for person in people:
            for listener in self.listeners:
                listener(person)
