"""A plain, slow implementation of Mandala, written only from docs/mandala.md. The ids are its rule ids."""

from __future__ import annotations

from conformance.reference_chance import COLOURS, ReferenceChance, drawn, in_order

BOTH = (0, 1)
MANDALAS = (1, 2)
IDLE_LIMIT = 20  # our ruling: this many discards in a row in the end phase stop the game


class ReferenceMandala:
    def __init__(self, seats: int, options: dict, chance: ReferenceChance) -> None:
        assert seats == 2
        self.chance = chance
        chosen = options.get("beginner", "lot")
        self.beginner = chance.below(2) if chosen == "lot" else int(chosen)
        self.pile = [colour for colour in COLOURS for _ in range(18)]  # M1
        self.discard: list[str] = []
        self.drawn: dict = {0: [], 1: []}  # by each seat since the last shuffle (M14)
        self.ending = False  # M14
        self.idle = 0
        # M2
        self.mountain = {mandala: self._deal(2) for mandala in MANDALAS}
        self.field: dict = {mandala: {0: [], 1: []} for mandala in MANDALAS}
        self.hand: dict = {}
        self.cup_dealt: dict = {}
        for seat in BOTH:
            self.hand[seat] = self._deal(6, seat)
            self.cup_dealt[seat] = self._deal(2)
        self.cup_claimed: dict = {0: [], 1: []}
        self.river: dict = {0: [], 1: []}  # colours in the order of places, 1 first
        self.turn: int | None = self.beginner
        self.resolving: int | None = None
        self.completer: int | None = None

    # --- queries

    def to_move(self) -> int | None:
        return self.turn

    def legal(self) -> set[str]:
        seat = self.turn
        if seat is None:
            return set()
        if self.resolving is not None:
            return {f"T{colour}" for colour in self.mountain[self.resolving]}  # M10
        hand = self.hand[seat]
        moves = set()
        for colour in set(hand):
            for mandala in MANDALAS:
                # M6, M16
                if self._may_join(mandala, "mountain", colour) and (len(hand) > 1 or self._can_draw()):
                    moves.add(f"M{mandala}{colour}")
                # M7: one card stays in hand
                if self._may_join(mandala, seat, colour):
                    for count in range(1, hand.count(colour) + 1):
                        if count < len(hand):
                            moves.add(f"F{mandala}{colour}{count}")
            for count in range(1, hand.count(colour) + 1):  # M8
                moves.add(f"D{colour}{count}")
        return moves

    def scores(self) -> list[int]:
        return [self._score(seat) for seat in BOTH]

    def winners(self) -> set[int]:
        if self.turn is not None:
            return set()
        # M18
        results = [(self._score(seat), -len(self._cup(seat))) for seat in BOTH]
        return {seat for seat in BOTH if results[seat] == max(results)}

    def cards(self) -> list[str]:
        """All cards, in all places."""
        places = [self.pile, self.discard, *self.mountain.values()]
        for seat in BOTH:
            places += [self.hand[seat], self._cup(seat), self.river[seat]]
            places += [self.field[mandala][seat] for mandala in MANDALAS]
        return [card for place in places for card in place]

    def snapshot(self) -> dict:
        return {
            "beginner": self.beginner,
            "to_move": self.turn,
            "resolving": self.resolving,
            "completer": self.completer,
            "ending": self.ending,
            "idle": self.idle,
            "hand": [in_order(self.hand[seat]) for seat in BOTH],
            "mountain": [in_order(self.mountain[mandala]) for mandala in MANDALAS],
            "field": [[in_order(self.field[mandala][seat]) for seat in BOTH] for mandala in MANDALAS],
            "river": ["".join(self.river[seat]) for seat in BOTH],
            "cup_dealt": [in_order(self.cup_dealt[seat]) for seat in BOTH],
            "cup_claimed": [in_order(self.cup_claimed[seat]) for seat in BOTH],
            "draw": in_order(self.pile),
            "discard": in_order(self.discard),
            "drawn": [in_order(self.drawn[seat]) for seat in BOTH],
        }

    # --- a move

    def play(self, text: str) -> None:
        """Play one of the moves of legal()."""
        kind = text[0]
        if kind == "M":
            self._play_to_mountain(int(text[1]), text[2])
        elif kind == "F":
            self._play_to_field(int(text[1]), text[2], int(text[3]))
        elif kind == "D":
            self._discard(text[1], int(text[2]))
        else:
            self._take(text[1])

    def _play_to_mountain(self, mandala: int, colour: str) -> None:
        """M6"""
        hand = self.hand[self.turn]
        hand.remove(colour)
        self.mountain[mandala].append(colour)
        hand += self._deal(min(3, 8 - len(hand)), self.turn)
        self.idle = 0
        self._check_completion(mandala)

    def _play_to_field(self, mandala: int, colour: str, count: int) -> None:
        """M7"""
        for _ in range(count):
            self.hand[self.turn].remove(colour)
            self.field[mandala][self.turn].append(colour)
        self.idle = 0
        self._check_completion(mandala)

    def _discard(self, colour: str, count: int) -> None:
        """M8"""
        was_ending = self.ending
        hand = self.hand[self.turn]
        for _ in range(count):
            hand.remove(colour)
            self.discard.append(colour)
        hand += self._deal(count, self.turn)
        if was_ending:
            self.idle += 1
        if self.idle == IDLE_LIMIT:
            self.turn = None
        else:
            self.turn = 1 - self.turn

    def _check_completion(self, mandala: int) -> None:
        """M9, M10"""
        areas = [self.mountain[mandala], *self.field[mandala].values()]
        if {card for area in areas for card in area} != set(COLOURS):
            self.turn = 1 - self.turn
            return
        self.resolving = mandala
        self.completer = self.turn
        mine, theirs = (len(self.field[mandala][seat]) for seat in (self.turn, 1 - self.turn))
        self.turn = self.turn if mine > theirs else 1 - self.turn

    def _take(self, colour: str) -> None:
        """M10 to M12"""
        seat = self.turn
        mountain = self.mountain[self.resolving]
        taken = [card for card in mountain if card == colour]
        self.mountain[self.resolving] = [card for card in mountain if card != colour]
        if not self.field[self.resolving][seat]:
            self.discard += taken
        else:
            if colour not in self.river[seat]:
                self.river[seat].append(taken.pop())
            self.cup_claimed[seat] += taken
        self.turn = 1 - seat
        if not self.mountain[self.resolving]:
            self._end_resolving()

    def _end_resolving(self) -> None:
        """M13 to M15"""
        mandala, completer = self.resolving, self.completer
        for seat in BOTH:
            self.discard += self.field[mandala][seat]
            self.field[mandala][seat] = []
        self.resolving = self.completer = None
        if self.ending or any(len(river) == 6 for river in self.river.values()):
            self.turn = None
            return
        self.mountain[mandala] = self._deal(2)
        self.turn = 1 - completer

    # --- cards

    def _may_join(self, mandala: int, area: str | int, colour: str) -> bool:
        """M5: the colour lies in no other area of the mandala."""
        areas = {"mountain": self.mountain[mandala], **self.field[mandala]}
        return all(colour not in cards for other, cards in areas.items() if other != area)

    def _can_draw(self) -> bool:
        return bool(self.pile or self.discard)

    def _deal(self, count: int, seat: int | None = None) -> list[str]:
        """Draw this many cards, fewer if both piles are empty (M14)."""
        cards: list[str] = []
        while len(cards) < count and self._can_draw():
            if not self.pile:
                self._shuffle()
            card = drawn(self.pile, self.chance)
            cards.append(card)
            if seat is not None and self.ending:
                self.drawn[seat].append(card)
            if not self.pile:
                self.ending = True
                self._shuffle()
        return cards

    def _shuffle(self) -> None:
        self.pile, self.discard = self.discard, []
        self.drawn = {0: [], 1: []}

    def _cup(self, seat: int) -> list[str]:
        return self.cup_dealt[seat] + self.cup_claimed[seat]

    def _score(self, seat: int) -> int:
        """M17"""
        river = self.river[seat]
        return sum(river.index(card) + 1 for card in self._cup(seat) if card in river)
