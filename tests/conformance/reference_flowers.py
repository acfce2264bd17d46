"""A plain, slow implementation of Flowers, written only from docs/flowers.md. The ids are its rule ids.

A tile is written as colour and value: `R2`, `K7`, `Gx` (x for ×3).
"""

from __future__ import annotations

from conformance.reference_chance import COLOURS, ReferenceChance, drawn, in_order

MANDALAS = (1, 2, 3)
DARK, LIGHT = "RPK", "OYG"
VALUES = "23457x"


class Mandala:
    """One mandala on the table."""

    def __init__(self, dark: str, light: str, seats: int) -> None:
        self.tile = {"D": dark, "L": light}
        self.marker: int | None = None
        self.up: dict = {seat: [] for seat in range(seats)}
        self.down: dict = {seat: [] for seat in range(seats)}

    def shown(self) -> set[str]:
        """F4: the colours of its tiles and face-up cards."""
        return {tile[0] for tile in self.tile.values()} | {card for up in self.up.values() for card in up}

    def count(self, seat: int) -> int:
        return len(self.up[seat]) + len(self.down[seat])

    def rivals(self, seat: int) -> list[int]:
        """The others with at least one face-up card."""
        return [other for other, up in self.up.items() if up and other != seat]


class ReferenceFlowers:
    def __init__(self, seats: int, options: dict, chance: ReferenceChance) -> None:
        self.chance = chance
        self.seats = range(seats)
        self.final_mandalas = options.get("final_mandalas", "all")
        chosen = options.get("beginner", "lot")
        self.beginner = chance.below(seats) if chosen == "lot" else int(chosen)
        # F1, F2
        self.pile = [colour for colour in COLOURS for _ in range(15)]
        self.discard: list[str] = []
        self.shuffled = False
        self.drawn: dict = {seat: [] for seat in self.seats}  # by each seat since the last shuffle
        self.dark = [colour + value for colour in DARK for value in VALUES]
        self.light = [colour + value for colour in LIGHT for value in VALUES]
        self.mandala: dict[int, Mandala | None] = {number: self._new_mandala() for number in MANDALAS}
        self.hand: dict = {}
        self.known: dict = {seat: [] for seat in self.seats}  # F3: hand cards that came back (F13)
        for position in self.seats:
            seat = (self.beginner + position) % seats
            self.hand[seat] = self._deal(5 + position, seat)
        self.singles: dict = {seat: [] for seat in self.seats}
        self.flowers: dict = {seat: [] for seat in self.seats}
        self.unclaimed: list[str] = []
        self.turn: int | None = self.beginner
        self.resolving: int | None = None
        self.completer: int | None = None
        self.passes = 0
        self.finishing = False  # F15

    # --- queries

    def to_move(self) -> int | None:
        return self.turn

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        if self.resolving is not None:
            return {"TD", "TL"}  # F9
        hand = self.hand[self.turn]
        moves = set()
        for colour in set(hand):
            for count in range(1, hand.count(colour) + 1):
                # F6
                will_draw = count == 1 and bool(self.pile or self.discard)
                if count < len(hand) or will_draw:
                    moves |= {f"P{number}{colour}{count}" for number in MANDALAS}
        return moves or {"-"}

    def scores(self) -> list[int]:
        return [self._score(seat) for seat in self.seats]

    def winners(self) -> set[int]:
        """F17"""
        if self.turn is not None:
            return set()
        results = [(self._score(seat), len(self.hand[seat])) for seat in self.seats]
        return {seat for seat in self.seats if results[seat] == max(results)}

    def cards(self) -> list[str]:
        """All cards, in all places."""
        places = [self.pile, self.discard, *self.hand.values()]
        for mandala in self.mandala.values():
            if mandala:
                places += [*mandala.up.values(), *mandala.down.values()]
        return [card for place in places for card in place]

    def tiles(self) -> list[str]:
        """All tiles, in all places."""
        tiles = [*self.dark, *self.light, *self.unclaimed]
        for mandala in self.mandala.values():
            if mandala:
                tiles += mandala.tile.values()
        for seat in self.seats:
            tiles += self.singles[seat]
            tiles += [tile for flower in self.flowers[seat] for tile in flower]
        return tiles

    def snapshot(self) -> dict:
        return {
            "seats": len(self.seats),
            "beginner": self.beginner,
            "final_mandalas": self.final_mandalas,
            "to_move": self.turn,
            "resolving": self.resolving,
            "completer": self.completer,
            "passes": self.passes,
            "last_round": self._someone_has_three_flowers(),
            "finishing": self.finishing,
            "mandala": [self._mandala_snapshot(number) for number in MANDALAS],
            "stack": set(self.dark + self.light),
            "unclaimed": set(self.unclaimed),
            "singles": [set(self.singles[seat]) for seat in self.seats],
            "flowers": [{frozenset(flower) for flower in self.flowers[seat]} for seat in self.seats],
            "hand": [in_order(self.hand[seat]) for seat in self.seats],
            "known": [in_order(self.known[seat]) for seat in self.seats],
            "draw": in_order(self.pile),
            "discard": in_order(self.discard),
            "shuffled": self.shuffled,
            "drawn": [in_order(self.drawn[seat]) for seat in self.seats],
        }

    def _mandala_snapshot(self, number: int) -> dict | None:
        mandala = self.mandala[number]
        if mandala is None:
            return None
        return {
            "tiles": [mandala.tile["D"], mandala.tile["L"]],
            "marker": mandala.marker,
            "shown": mandala.shown(),
            "up": [in_order(mandala.up[seat]) for seat in self.seats],
            "down": [in_order(mandala.down[seat]) for seat in self.seats],
        }

    # --- a move

    def play(self, text: str) -> None:
        """Play one of the moves of legal()."""
        if text == "-":
            self._pass()
        elif text[0] == "P":
            self._play_cards(int(text[1]), text[2], int(text[3:]))
        else:
            self._take(text[1])

    def _pass(self) -> None:
        """F6"""
        self.passes += 1
        if self.passes == len(self.seats):
            self._finish(tiles_are_out=False)
        else:
            self._end_turn(self.turn)

    def _play_cards(self, number: int, colour: str, count: int) -> None:
        seat, mandala = self.turn, self.mandala[number]
        hand = self.hand[seat]
        self.passes = 0
        # F4
        side = mandala.down if colour in mandala.shown() else mandala.up
        for _ in range(count):
            hand.remove(colour)
            side[seat].append(colour)
            if colour in self.known[seat]:
                self.known[seat].remove(colour)
        # F5
        if count == 1 and len(hand) < 8:
            hand += self._deal(min(4, 8 - len(hand)), seat)
        # F7
        others = [mandala.count(other) for other in mandala.rivals(seat)]
        if mandala.up[seat] and mandala.count(seat) > max(others, default=0):
            mandala.marker = seat
        # F8
        if mandala.shown() == set(COLOURS):
            self.resolving, self.completer, self.turn = number, seat, mandala.marker
        else:
            self._end_turn(seat)

    def _take(self, side: str) -> None:
        """F9 to F14"""
        mandala = self.mandala[self.resolving]
        first, completer = self.turn, self.completer
        second = self._second(mandala)
        self._give(first, mandala.tile[side])
        self._give(second, mandala.tile["L" if side == "D" else "D"])
        for seat in self.seats:
            if seat in (first, second):
                self.discard += mandala.up[seat] + mandala.down[seat]
            else:
                self._take_back(seat, mandala)
        self.mandala[self.resolving] = None
        number, self.resolving, self.completer = self.resolving, None, None
        if self.finishing:
            self._resolve_next()
        elif not self.dark or not self.light:
            self._finish(tiles_are_out=True)
        else:
            self.mandala[number] = self._new_mandala()
            self._end_turn(completer)

    def _second(self, mandala: Mandala) -> int:
        """F10, F11: who gets the second tile."""
        holder = mandala.marker
        rivals = mandala.rivals(holder)
        if len(self.seats) == 2:
            rivals = [seat for seat in rivals if mandala.count(seat) >= mandala.count(holder) / 2]
        ranks = {seat: (mandala.count(seat), len(mandala.up[seat])) for seat in rivals}
        best = [seat for seat in rivals if ranks[seat] == max(ranks.values())]
        return best[0] if len(best) == 1 else holder

    def _give(self, seat: int, tile: str) -> None:
        """F12"""
        for single in self.singles[seat]:
            if single[0] == tile[0]:
                self.singles[seat].remove(single)
                self.flowers[seat].append((single, tile))
                return
        self.singles[seat].append(tile)

    def _take_back(self, seat: int, mandala: Mandala) -> None:
        """F13"""
        cards = mandala.up[seat] + mandala.down[seat]
        self.hand[seat] += cards
        self.known[seat] += cards

    def _end_turn(self, seat: int) -> None:
        following = (seat + 1) % len(self.seats)
        if following == self.beginner and self._someone_has_three_flowers():
            self._finish(tiles_are_out=False)
        else:
            self.turn = following

    def _finish(self, tiles_are_out: bool) -> None:
        """F15"""
        self.finishing = True
        if tiles_are_out or self.final_mandalas == "all":
            self._resolve_next()
        else:
            self.turn = None

    def _resolve_next(self) -> None:
        """F15: a random one of the mandalas still on the table."""
        left = [number for number in MANDALAS if self.mandala[number]]
        if not left:
            self.turn = None
            return
        number = left[self.chance.below(len(left))]
        mandala = self.mandala[number]
        if mandala.marker is not None:
            self.resolving, self.turn = number, mandala.marker
            return
        for seat in self.seats:
            self._take_back(seat, mandala)
        self.unclaimed += mandala.tile.values()
        self.mandala[number] = None
        self._resolve_next()

    # --- cards and tiles

    def _new_mandala(self) -> Mandala:
        dark = drawn(self.dark, self.chance)
        light = drawn(self.light, self.chance)
        return Mandala(dark, light, len(self.seats))

    def _deal(self, count: int, seat: int) -> list[str]:
        """Draw this many cards, fewer if both piles are empty (F5)."""
        cards: list[str] = []
        while len(cards) < count and (self.pile or self.discard):
            if not self.pile:
                self._shuffle()
            card = drawn(self.pile, self.chance)
            cards.append(card)
            if self.shuffled:
                self.drawn[seat].append(card)
            if not self.pile:
                self._shuffle()
        return cards

    def _shuffle(self) -> None:
        self.pile, self.discard = self.discard, []
        self.shuffled = True
        self.drawn = {seat: [] for seat in self.seats}

    def _someone_has_three_flowers(self) -> bool:
        return any(len(flowers) >= 3 for flowers in self.flowers.values())

    def _score(self, seat: int) -> int:
        """F16"""
        points = sum(int(tile[1]) for tile in self.singles[seat] if tile[1] != "x")
        for flower in self.flowers[seat]:
            numbers = [int(tile[1]) for tile in flower if tile[1] != "x"]
            if len(numbers) == 1:
                points += 3 * numbers[0]
            else:
                points += 2 * min(numbers) + max(numbers)
        return points
