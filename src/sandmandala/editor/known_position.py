"""Positions as somebody at a table knows them: cards that they do not know are written `?3`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..games.errors import SandmandalaError
from ..games.notation import read_words
from ..games.palette import Palette
from ..games.rules import rules_of
from ..records import Game
from ..records.validation import checked_chance_source
from .editor_game import EditorGame, Values, editor_game, words_of
from .filling import Demand, Draws, filled
from .places import EditorPlace, EditorWord
from .problems import PositionError, impossible, impossible_word, problem_of
from .values import (
    CardsThere,
    cards_there,
    cards_value,
    checked_value,
    items_of,
    joined_word,
    position_words,
    split_word,
)

_SEATS = re.compile(r"(?:^|\s)seats=(\d)(?:\s|$)")
_ANY_KEY = bytes(32)  # unknown cards have to be something; nothing that a seat sees depends on it


@dataclass(frozen=True)
class KnownPosition:
    """A possible position, with the value of each place. Create it with `read_known`."""

    game: str
    seats: int
    seat: int
    """The seat whose knowledge counts."""
    known_seats: tuple[int, ...]
    """The seats that know all of their own cards."""
    words: tuple[EditorWord, ...]
    values: Mapping[str, str]
    to_move: int | None

    @property
    def text(self) -> str:
        """In its usual spelling."""
        return position_words(self.words, self.values)

    @property
    def unknown(self) -> int:
        """How many cards are unknown."""
        return sum(cards.unknown for _, cards in _unknown_places(self))

    @property
    def forgotten(self) -> int:
        """How many of them everyone saw once."""
        return sum(cards.unknown for place, cards in _unknown_places(self) if place.unknown == "forgotten")

    def completed(self, key: bytes = _ANY_KEY) -> str:
        """A whole position, in which the key decides the unknown cards."""
        return _completed(self.game, self.words, self.values, Draws(key))

    def played_from(self, key: bytes = _ANY_KEY) -> Game:
        """A game that starts from such a position."""
        return Game.from_position(self.game, self.completed(key), secret=bytes(32))


def read_known(game: str, text: str, seat: int | None = None) -> KnownPosition:
    """Read a position in which cards may be unknown. Raises PositionError, which names the place.

    `seat` is whose knowledge counts; by default that of the seat to move, if its cards are known.

    >>> from sandmandala.records import Game
    >>> words = "mandala1=R1/-/- mandala2=K1/-/- hand=R2/?5 dealt=R1G1/? turn=0"
    >>> read_known("mandala", words)
    Traceback (most recent call last):
    sandmandala.editor.problems.PositionError: Each cup was dealt two cards.
    >>> known = read_known("mandala", words.replace("/? ", "/?2 "))
    >>> known.seat, known.unknown, known.played_from().view(0)["players"][1]["hand_size"]
    (0, 7, 5)
    """
    rules, editor = rules_of(game), editor_game(game)
    seats = _seats_in(text, rules.seat_counts)
    words = words_of(game, seats, text)
    ids = [place.id for word in words for place in word.places()]
    try:
        found = read_words(text, {word.key: word.default for word in words})
    except SandmandalaError as error:
        raise problem_of(error, editor.messages, ids) from None
    values: dict[str, str] = {}
    for word in words:
        for place, value in zip(word.places(), split_word(word, found[word.key]).values(), strict=True):
            values[place.id] = checked_value(rules.palette, place, value)
    _check_unknown(editor, rules.palette, words, values)
    known_seats = _known_seats(rules.palette, words, values, seats)
    full = _completed(game, words, values, Draws(_ANY_KEY))
    try:
        start = Game.from_position(game, full, secret=bytes(32))
    except SandmandalaError as error:
        raise problem_of(error, editor.messages, ids) from None
    if seat is None:
        seat = start.to_move if start.to_move in known_seats else known_seats[0]
    elif seat not in known_seats:
        raise _not_known(seat, seats)
    return KnownPosition(game, start.seats, seat, known_seats, words, values, start.to_move)


def known_game(
    name: str,
    text: str,
    secret: bytes | None = None,
    contributions: Sequence[bytes] | None = None,
) -> Game:
    """A game from a position in which cards may be unknown: secret and contributions decide what they are."""
    known = read_known(name, text)
    source = checked_chance_source(secret, contributions, known.seats)
    return Game.from_position(name, known.completed(source.key), source.secret, source.contributions)


def _seats_in(text: str, seat_counts: Sequence[int]) -> int:
    """As the text says; any number if it says a wrong one, which is found later."""
    found = _SEATS.search(text)
    seats = int(found[1]) if found and len(seat_counts) > 1 else min(seat_counts)
    return seats if seats in seat_counts else min(seat_counts)


def _unknown_places(known: KnownPosition) -> list[tuple[EditorPlace, CardsThere]]:
    return _unknown_in(rules_of(known.game).palette, known.words, known.values)


def _unknown_in(
    palette: Palette, words: Sequence[EditorWord], values: Values
) -> list[tuple[EditorPlace, CardsThere]]:
    places = [place for word in words for place in word.places() if place.unknown]
    found = [(place, cards_there(palette, values[place.id])) for place in places]
    return [(place, cards) for place, cards in found if cards.unknown]


def _check_unknown(editor: EditorGame, palette: Palette, words: Sequence[EditorWord], values: Values) -> None:
    unknown = _unknown_in(palette, words, values)
    for word in words:
        if unknown and word.key in editor.memories and joined_word(word, values) != word.default:
            raise impossible_word(
                word.key,
                f"Leave out {word.key!r} while cards are unknown: it says what was drawn.",
                f"Lass „{word.key}“ weg, solange Karten unbekannt sind: Es sagt, was gezogen wurde.",
            )
    for place, _ in unknown:
        if why := editor.why_known(values, place):
            raise impossible(place.id, why.en, why.de)


def _known_seats(
    palette: Palette, words: Sequence[EditorWord], values: Values, seats: int
) -> tuple[int, ...]:
    """The seats that know all cards that they could look at."""
    unknown = [place for place, _ in _unknown_in(palette, words, values) if place.private]
    owners = {place.owner for place in unknown}
    found = tuple(seat for seat in range(seats) if seat not in owners)
    if not found:
        raise impossible(
            unknown[0].id,
            "Every seat has unknown cards. Enter all cards of at least one seat: your own.",
            "Jeder Platz hat unbekannte Karten. Gib alle Karten wenigstens eines Platzes an: deines eigenen.",
        )
    return found


def _not_known(seat: int, seats: int) -> PositionError:
    if not 0 <= seat < seats:
        return impossible(
            None,
            f"There is no seat {seat}; the seats go from 0 to {seats - 1}.",
            f"Es gibt keinen Platz {seat}; die Plätze gehen von 0 bis {seats - 1}.",
        )
    return impossible(
        None,
        f"Seat {seat} has unknown cards. Enter them, or choose another seat.",
        f"Platz {seat} hat unbekannte Karten. Gib sie an oder wähle einen anderen Platz.",
    )


def _completed(game: str, words: Sequence[EditorWord], values: Values, draws: Draws) -> str:
    """The position with cards in place of the unknown ones."""
    editor, palette = editor_game(game), rules_of(game).palette
    unknown = _unknown_in(palette, words, values)
    if not unknown:
        return position_words(words, values)
    letters = palette.letters
    demands = [
        Demand(
            place.id,
            cards.unknown,
            frozenset(map(letters.index, letters if possible is None else possible)),
        )
        for place, cards in unknown
        for possible in [editor.possible_colours(values, place)]
    ]
    unseen = _unseen(editor, palette, words, values)
    dealt = filled(demands, unseen, draws)
    if dealt is None:
        raise _too_few(demands, unseen)
    full = dict(values)
    for place, cards in unknown:
        there = [known + more for known, more in zip(cards.counts, dealt[place.id], strict=True)]
        full[place.id] = cards_value(palette, CardsThere(there, 0))
    return position_words(words, {**full, **editor.derived(values, full)})


def _unseen(editor: EditorGame, palette: Palette, words: Sequence[EditorWord], values: Values) -> list[int]:
    left = [editor.supply[letter] for letter in palette.letters]
    for place in (place for word in words for place in word.places() if place.counted):
        if place.kind == "cards":
            seen = cards_there(palette, values[place.id]).counts
        else:
            items = items_of(place, values[place.id])
            seen = [items.count(letter) for letter in palette.letters]
        left = [count - lying for count, lying in zip(left, seen, strict=True)]
    return [max(count, 0) for count in left]  # too many of a colour: the rules say so


def _too_few(demands: Sequence[Demand], unseen: Sequence[int]) -> PositionError:
    wanted = sum(demand.cards for demand in demands)
    place = min(demands, key=lambda demand: len(demand.colours)).place
    return impossible(
        place,
        f"{wanted} cards are unknown, but too few that fit are left ({sum(unseen)} of any colour).",
        f"{wanted} Karten sind unbekannt, aber zu wenige passende sind übrig ({sum(unseen)} aller Farben).",
    )
