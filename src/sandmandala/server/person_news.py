"""News for one person: their connections and streams get them, at whichever worker they are."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from .messages.opponents import PersonalNews

Listener = Callable[[PersonalNews], None]
_log = structlog.get_logger()


class PersonNews:
    """Passes news on to those who listen for a person. Each worker has one.

    The database decides what has happened; news only make it known quickly, and may be lost between workers.
    """

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}
        self.publishers: list[Callable[[str, PersonalNews], None]] = []  # to the other workers

    def subscribe(self, person: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` with all news for a person, until the returned function is called."""
        self._listeners.setdefault(person, []).append(listener)

        def unsubscribe() -> None:
            listeners = self._listeners.get(person, [])
            if listener in listeners:
                listeners.remove(listener)
                if not listeners:
                    del self._listeners[person]

        return unsubscribe

    @property
    def people(self) -> frozenset[str]:
        """Those for whom somebody listens at this worker."""
        return frozenset(self._listeners)

    def tell(self, person: str, news: PersonalNews) -> None:
        """Tell the listeners of a person, at all workers."""
        self.heard(person, news)
        self.publish(person, news)

    def publish(self, person: str, news: PersonalNews) -> None:
        """Tell the listeners at the other workers."""
        for publish in self.publishers:
            publish(person, news)

    def heard(self, person: str, news: PersonalNews) -> None:
        """Tell the listeners at this worker."""
        for listener in list(self._listeners.get(person, ())):
            try:
                listener(news)
            except Exception:  # the others must still hear it
                _log.exception("a listener failed", news=type(news).__name__)
