"""Who plays whom: a function of the people who wait, without storage."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from itertools import groupby

from msgspec import Struct

from ..relations.blocks import Pair, pair_of
from ..tempos import Tempo

FIRST_WINDOW = 100  # points of rating between two people who have just come
WIDER = 20  # points more for each second
UNCERTAIN = 150  # points more while a rating is provisional
PATIENCE = 60  # seconds after which anybody is welcome
ANYBODY = 100_000
_NEAR = 30  # people of lower and of higher rating who are looked at: the rest of a large pool waits its turn


class Waiting(Struct, frozen=True):
    """Somebody who looks for an opponent."""

    person: str
    id: str
    tab: str
    game: str
    seats: int
    tempo: Tempo
    rated: bool
    rating: int
    provisional: bool
    since: int
    is_bot: bool = False

    @property
    def kind(self) -> tuple[str, int, str, bool, bool]:
        """People meet if they look for the same. Bot accounts meet bot accounts alone."""
        return self.game, self.seats, self.tempo, self.rated, self.is_bot

    def window(self, at: int) -> int:
        """How far the rating of an opponent may be from mine, after waiting until now."""
        seconds = max(0, at - self.since) // 1000
        if seconds >= PATIENCE:
            return ANYBODY
        return FIRST_WINDOW + WIDER * seconds + (UNCERTAIN if self.provisional else 0)


def groups(pool: Iterable[Waiting], apart: Collection[Pair], at: int) -> list[list[Waiting]]:
    """Return who should play together now. Those who wait longest choose first, and begin each group.

    Pairs that are `apart` never meet.
    """
    found = []
    for _, same in groupby(sorted(pool, key=lambda one: one.kind), key=lambda one: one.kind):
        free = sorted(same, key=_by_rating)
        for first in sorted(free, key=lambda one: (one.since, one.person)):
            place = bisect_left(free, _by_rating(first), key=_by_rating)
            if place == len(free) or free[place] is not first:
                continue  # in a group already
            if group := _group(first, free[max(0, place - _NEAR) : place + _NEAR + 1], apart, at):
                found.append(group)
                for one in group:
                    del free[bisect_left(free, _by_rating(one), key=_by_rating)]
    return found


def _by_rating(one: Waiting) -> tuple[int, str]:
    return one.rating, one.person


def _group(first: Waiting, near: list[Waiting], apart: Collection[Pair], at: int) -> list[Waiting] | None:
    """Return a group with those whose ratings are closest."""
    group = [first]
    for one in sorted(near, key=lambda one: (abs(one.rating - first.rating), one.since, one.person)):
        if one is not first and all(_may_meet(one, other, apart, at) for other in group):
            group.append(one)
        if len(group) == first.seats:
            return group
    return None


def _may_meet(one: Waiting, other: Waiting, apart: Collection[Pair], at: int) -> bool:
    """The window of a pair is the mean of both: newcomers soon meet those who have waited long."""
    window = (one.window(at) + other.window(at)) // 2
    return abs(one.rating - other.rating) <= window and pair_of(one.person, other.person) not in apart
