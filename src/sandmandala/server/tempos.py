"""Tempos: the clocks of quick matches, and where other clocks belong."""

from __future__ import annotations

from typing import Literal

from .spec import Clock, DaysClock, GameClock

Tempo = Literal["blitz", "rapid", "classical", "days"]
TEMPOS: dict[Tempo, Clock] = {
    "blitz": GameClock(300, 5),
    "rapid": GameClock(900, 10),
    "classical": GameClock(1800, 20),
    "days": DaysClock(3),
}
MOVES_OF_A_GAME = 30  # of a player in a usual one
BLITZ_BELOW = 10 * 60  # seconds of a player for a whole game
RAPID_BELOW = 30 * 60


def tempo_of(clock: Clock) -> Tempo | None:
    """Return the tempo that a clock belongs to; None without a clock.

    >>> [tempo_of(clock) for clock in TEMPOS.values()] == list(TEMPOS)
    True
    """
    if isinstance(clock, DaysClock):
        return "days"
    if not isinstance(clock, GameClock):
        return None
    seconds = clock.seconds + MOVES_OF_A_GAME * clock.increment
    if seconds < BLITZ_BELOW:
        return "blitz"
    return "rapid" if seconds < RAPID_BELOW else "classical"
