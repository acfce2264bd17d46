"""Tells people that a game of theirs has begun."""

from __future__ import annotations

from ..messages.opponents import GameStarted
from ..person_news import PersonNews
from .changes import Change
from .table import Table


class StartNews:
    """A subscriber of `Tables`."""

    def __init__(self, news: PersonNews) -> None:
        self._news = news

    def __call__(self, table: Table, change: Change, ours: bool) -> None:
        """Tell everybody at the table, from the worker where it began."""
        if ours and change.news.status == "playing":
            for person in {one.id for one in table.sitting if one and one.level is None}:
                self._news.tell(person, GameStarted(table.id, table.spec.game))
