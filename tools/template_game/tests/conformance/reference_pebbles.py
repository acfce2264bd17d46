"""A plain, slow implementation of Pebbles, written only from docs/pebbles.md. The ids are its rule ids."""

from __future__ import annotations

from conformance.reference_chance import ReferenceChance

COLOURS = "WGK"


def in_order(stones: list[str]) -> str:
    return "".join(sorted(stones, key=COLOURS.index))


class ReferencePebbles:
    def __init__(self, seats: int, options: dict, chance: ReferenceChance) -> None:
        self.chance = chance
        self.seats = range(seats)
        chosen = options.get("beginner", "lot")
        self.beginner = chance.below(seats) if chosen == "lot" else int(chosen)
        # B1, B2
        self.bag = list(COLOURS * 20)
        self.hand: list[list[str]] = [[] for _ in self.seats]
        self.row: list[list[str]] = [[] for _ in self.seats]
        for hand in self.hand:
            for _ in range(5):
                hand.append(self._drawn())
        self.last: str | None = None
        self.turn = self.beginner

    def _drawn(self) -> str:
        self.bag.sort(key=COLOURS.index)
        return self.bag.pop(self.chance.below(len(self.bag)))

    def to_move(self) -> int | None:
        """B5"""
        return self.turn if self.bag else None

    def legal(self) -> set[str]:
        """B3, B4"""
        if not self.bag:
            return set()
        hand = set(self.hand[self.turn])
        return hand - {self.last} or hand

    def play(self, colour: str) -> None:
        """B3"""
        self.hand[self.turn].remove(colour)
        self.row[self.turn].append(colour)
        self.last = colour
        self.hand[self.turn].append(self._drawn())
        self.turn = (self.turn + 1) % len(self.seats)

    def scores(self) -> list[int]:
        """B6"""
        totals = []
        for row in self.row:
            sets = min(row.count(colour) for colour in COLOURS)
            totals.append(5 * sets + len(row) - 3 * sets)
        return totals

    def winners(self) -> set[int]:
        if self.bag:
            return set()
        return {seat for seat in self.seats if self.scores()[seat] == max(self.scores())}

    def snapshot(self) -> dict:
        return {
            "beginner": self.beginner,
            "to_move": self.to_move(),
            "last": self.last,
            "hand": [in_order(hand) for hand in self.hand],
            "row": [in_order(row) for row in self.row],
            "bag": in_order(self.bag),
        }
