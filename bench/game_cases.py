"""Every game with the fewest players and, if that differs, with the most."""

from __future__ import annotations

from sandmandala.games.manifest import manifests

CASES = tuple(
    (name, seats)
    for name, game in manifests().items()
    for seats in sorted({min(game.seat_counts), max(game.seat_counts)})
)
