"""Counts what happens at tables, for the host's metrics."""

from __future__ import annotations

from ..metrics import Metrics
from ..spec import Moved
from .changes import Change
from .table import Table


class Counter:
    """Counts changes; a subscriber of `Tables`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def __call__(self, table: Table, change: Change, ours: bool) -> None:
        if not ours or table.is_bot_match:  # the worker that committed it counts it
            return
        entry, session = change.news.entry, change.session
        if isinstance(entry, Moved) and session:
            self._metrics.count_move(table.spec.game, entry.seat in session.bots)
        if change.news.result:
            self._metrics.finished.labels(table.spec.game).inc()
