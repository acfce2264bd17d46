"""Metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

TYPE = CONTENT_TYPE_LATEST
_REVIEW_BUCKETS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0)
_SEARCH_BUCKETS = (1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0, 120.0, 300.0)
_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class Metrics:
    """The metrics of one application; a process may have several."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.moves = Counter("sandmandala_moves", "Moves stored", ["game", "by"], registry=self._registry)
        self._moved: dict[tuple[str, bool], int] = {}  # since the last look
        self.refusals = Counter("sandmandala_refusals", "Messages refused", ["code"], registry=self._registry)
        self.finished = Counter("sandmandala_games_finished", "Games over", ["game"], registry=self._registry)
        self.sockets = Gauge("sandmandala_sockets", "Open sockets", registry=self._registry)
        self.tables = Gauge("sandmandala_tables_in_memory", "Tables in memory", registry=self._registry)
        self.storing = Histogram(
            "sandmandala_store_seconds",
            "Time per commit, which stores everything that waited for it",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self.searching = Histogram(
            "sandmandala_search_seconds",
            "How long people wait for an opponent, until one is found",
            ["game"],
            buckets=_SEARCH_BUCKETS,
            registry=self._registry,
        )
        self.challenges = Counter(
            "sandmandala_challenges", "Challenges made and settled", ["status"], registry=self._registry
        )
        self.thinking = Histogram(
            "sandmandala_bot_seconds", "How long bots think", buckets=_BUCKETS, registry=self._registry
        )
        self.reviewing = Histogram(
            "sandmandala_review_seconds",
            "How long reviews take, without waiting",
            ["depth"],
            buckets=_REVIEW_BUCKETS,
            registry=self._registry,
        )

    def count_move(self, game: str, bot: bool) -> None:
        """Count a move. Cheap, because it runs for every move."""
        self._moved[game, bot] = self._moved.get((game, bot), 0) + 1

    def text(self) -> bytes:
        """Return all metrics in the format of Prometheus."""
        for (game, bot), count in self._moved.items():
            self.moves.labels(game, "bot" if bot else "person").inc(count)
        self._moved.clear()
        return generate_latest(self._registry)
