"""A plain, slow implementation of Patterns, written only from docs/patterns.md. The ids are its rule ids."""

from __future__ import annotations

from conformance.reference_chance import COLOURS, ReferenceChance, drawn

BOTH = (0, 1)
# P2: rank 1 first, file a first
ROWS = ["cdef", "bcdefg", "abcdefgh", "abcdefgh", "abcdefgh", "abcdefgh", "bcdefg", "cdef"]
FIELDS = [f"{file}{rank}" for rank, files in enumerate(ROWS, 1) for file in files]
MIDDLE = ["d4", "e4", "d5", "e5"]


def neighbours(field: str) -> list[str]:
    file, rank = ord(field[0]), int(field[1])
    around = [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)]
    names = [f"{chr(one)}{other}" for one, other in around]
    return [name for name in names if name in FIELDS]


NEIGHBOURS = {field: neighbours(field) for field in FIELDS}


class ReferencePatterns:
    def __init__(self, seats: int, options: dict, chance: ReferenceChance) -> None:
        assert seats == 2
        chosen = options.get("beginner", "lot")
        self.beginner = chance.below(2) if chosen == "lot" else int(chosen)
        # P3
        tiles = [colour for colour in COLOURS for _ in range(8)]
        set_aside = list(COLOURS)
        self.colour: dict[str, str] = {}  # of the tile on each field
        for field in FIELDS:
            if field not in MIDDLE:
                self.colour[field] = drawn(tiles, chance)
        for field in MIDDLE:
            self.colour[field] = drawn(set_aside, chance)
        self.left_over = set_aside
        self.owner: dict[str, int] = {}  # of each back-up tile; other fields have front-up tiles
        self.swap_tile: dict[int, str] = {}
        self.markers: dict[int, list[tuple[str, str]]] = {0: [], 1: []}  # (colour, field), 1 first
        self.phase = "allotting"
        self.turn: int | None = 1 - self.beginner
        self.chance = chance

    # --- queries

    def to_move(self) -> int | None:
        return self.turn

    def legal(self) -> set[str]:
        if self.phase == "allotting":
            return {f"A{colour}" for colour in self.left_over}
        if self.phase == "playing":
            return self._actions(self.turn)
        if self.phase == "last flips":
            return self._flips(self.turn) | {"X"}
        return set()

    def scores(self) -> list[int]:
        """P12"""
        totals = []
        for seat in BOTH:
            points = 0
            for number, (colour, _) in enumerate(self.markers[seat], 1):
                points += (len(self._group(seat, colour)) - 1) * number
            totals.append(points)
        return totals

    def winners(self) -> set[int]:
        if self.turn is not None:
            return set()
        scores = self.scores()
        return {seat for seat in BOTH if scores[seat] == max(scores)}

    def cards(self) -> list[str]:
        """All tiles, in all places."""
        bowls = self.left_over if self.phase == "allotting" else list(self.swap_tile.values())
        return [*self.colour.values(), *bowls]

    def snapshot(self) -> dict:
        playing = self.phase in ("playing", "last flips")
        moves = self.legal() if playing else set()
        return {
            "beginner": self.beginner,
            "phase": self.phase,
            "to_move": self.turn,
            "board": {field: (self.colour[field], self.owner.get(field, "front")) for field in FIELDS},
            "markers": [list(self.markers[seat]) for seat in BOTH],
            "swap_tile": [self.swap_tile.get(seat) for seat in BOTH],
            "left_over": self.left_over,
            "may_place": {move[1:] for move in moves if move[0] in "OS"},
            "may_flip": {move[1:] for move in moves if move[0] == "F"},
        }

    # --- a move

    def play(self, text: str) -> None:
        """Play one of the moves of legal()."""
        kind, rest = text[0], text[1:]
        if kind == "A":
            self._allot(rest)
        elif kind == "X":
            self._end()
        else:
            if kind == "F":
                self.owner[rest] = self.turn
            else:
                self._place(rest)
            self._next_turn()

    def _allot(self, colour: str) -> None:
        """P3: the other player chooses what the beginner gets."""
        first, second = self.left_over
        self.swap_tile[self.beginner] = colour
        self.swap_tile[1 - self.beginner] = second if colour == first else first
        self.left_over = []
        self.phase = "playing"
        self.turn = self.beginner

    def _place(self, field: str) -> None:
        """P5, P8: the swap tile goes to the field, and the tile from there becomes the new one."""
        seat = self.turn
        colour = self.swap_tile[seat]
        if not self._has_opened(seat, colour):
            self.markers[seat].append((colour, field))
        self.swap_tile[seat] = self.colour[field]
        self.colour[field] = colour
        self.owner[field] = seat

    def _next_turn(self) -> None:
        """P10, P11"""
        if self.phase == "playing":
            self.turn = 1 - self.turn
            if not self._actions(self.turn):
                self.phase = "last flips"
                self.turn = 1 - self.turn
        if self.phase == "last flips" and not self._flips(self.turn):
            self._end()  # stopping alone is not a choice

    def _end(self) -> None:
        self.phase = "over"
        self.turn = None

    # --- what the rules allow

    def _actions(self, seat: int) -> set[str]:
        return self._opens(seat) | self._flips(seat) | self._swaps(seat)

    def _opens(self, seat: int) -> set[str]:
        """P5"""
        colour = self.swap_tile[seat]
        if self._has_opened(seat, colour):
            return set()
        return {f"O{field}" for field in self._fronts() if not self._touches(1 - seat, colour, field)}

    def _swaps(self, seat: int) -> set[str]:
        """P8: taking a tile of the same colour is called a flip."""
        colour = self.swap_tile[seat]
        return {
            f"S{field}"
            for field in self._fronts()
            if self.colour[field] != colour and self._may_extend(seat, colour, field)
        }

    def _flips(self, seat: int) -> set[str]:
        """P7"""
        return {f"F{field}" for field in self._fronts() if self._may_extend(seat, self.colour[field], field)}

    def _may_extend(self, seat: int, colour: str, field: str) -> bool:
        """P7, P8, P9"""
        return self._touches(seat, colour, field) and not self._touches(1 - seat, colour, field)

    def _touches(self, seat: int, colour: str, field: str) -> bool:
        """Is the field orthogonally adjacent to the seat's group of this colour?"""
        return any(
            self.owner.get(other) == seat and self.colour[other] == colour for other in NEIGHBOURS[field]
        )

    def _fronts(self) -> list[str]:
        return [field for field in FIELDS if field not in self.owner]

    def _has_opened(self, seat: int, colour: str) -> bool:
        return any(colour == opened for opened, _ in self.markers[seat])

    def _group(self, seat: int, colour: str) -> list[str]:
        return [field for field, owner in self.owner.items() if (owner, self.colour[field]) == (seat, colour)]
