"""Pairings: every pair of bots, or only neighbours. A round plays one deal from every seat."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import combinations, pairwise

from ..games.options import Options


@dataclass(frozen=True)
class MatchSetup:
    """The arguments of a match. Bots are numbered as in `names`, which are unique."""

    game: str
    names: tuple[str, ...]
    seats: int
    options: Options
    games: int  # for each pairing, rounded up to whole rounds
    seed: int
    move_time: float
    ladder: bool = False  # only neighbours play each other
    is_luck_adjusted: bool = False

    @property
    def pairings(self) -> list[tuple[int, int]]:
        bots = range(len(self.names))
        return list(pairwise(bots) if self.ladder else combinations(bots, 2))

    @property
    def rounds(self) -> int:
        """A round is one deal, played once with the first bot on each of the seats."""
        return -(-self.games // self.seats)


@dataclass(frozen=True)
class Task:
    """One game to play."""

    number: int
    pairing: tuple[int, int]
    round: int
    first_seat: int  # of the pairing's first bot; the second has all others
    secret: str
    seed: int  # the seed of the bots, independent of the secret

    def bot_on(self, seat: int) -> int:
        return self.pairing[0] if seat == self.first_seat else self.pairing[1]


def tasks_of(setup: MatchSetup) -> list[Task]:
    """All games, round by round: whenever a match stops, all pairings have played equally many.

    More games only add tasks to the end, so that a match can be prolonged.
    """
    tasks: list[Task] = []
    for number in range(setup.rounds):
        for pairing in setup.pairings:
            deal = f"{setup.seed} {pairing[0]} {pairing[1]} {number}"
            for seat in range(setup.seats):
                bot_seed = int.from_bytes(_digest(f"luck {deal} {seat}")[:6], "big")
                tasks.append(Task(len(tasks), pairing, number, seat, _digest(f"deal {deal}").hex(), bot_seed))
    return tasks


def bot_stream_key(task: Task, seat: int) -> bytes:
    """The key of a bot's random streams, different for each seat of each game."""
    return _digest(f"seat {task.seed} {seat}")


def _digest(text: str) -> bytes:
    return hashlib.sha256(f"arena {text}".encode()).digest()
