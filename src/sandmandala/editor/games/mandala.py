"""Positions of Mandala in the editor."""

from __future__ import annotations

from msgspec.structs import replace

from ...games.mandala import rules as r
from ...games.mandala.view import PHASES
from ...games.sand_colours import COLOUR_LETTERS, cards_text, read_cards
from ...learn.data_file import Translations
from ..editor_game import EditorGame, Values
from ..places import (
    NONE,
    EditorPlace,
    EditorWord,
    choice,
    memory_aid,
    said,
    seat_word,
    turn_words,
    why_open,
    word_of,
)
from ..problems import Message

_SEATS = range(2)
_PHASE_NAMES = {
    "playing": said("Playing", "Im Spiel"),
    "taking": said("Sharing out a mandala", "Ein Mandala wird aufgelöst"),
    "over": said("Over", "Zu Ende"),
}


def _cards(id: str, en: str, de: str, owner: int | None = None, most: int | None = None) -> EditorPlace:
    return EditorPlace(id=id, kind="cards", label=said(en, de), owner=owner, most=most, counted=True)


def _mandala(number: int) -> EditorWord:
    key = f"mandala{number}"
    fields = (_cards(f"{key}/{seat + 1}", "Field", "Feld", seat) for seat in _SEATS)
    parts = (_cards(f"{key}/0", "Mountain", "Zentrum"), *fields)
    label = said(f"Mandala {number}", f"Mandala {number}")
    return EditorWord(key=key, label=label, parts=tuple((part,) for part in parts))


def words(seats: int) -> tuple[EditorWord, ...]:
    hand, dealt = (
        replace(place, private=True, unknown="hidden")
        for place in (
            _cards("hand", "Hand", "Hand", most=r.HAND_LIMIT),
            _cards("dealt", "Cup: dealt cards", "Kelch: ausgeteilte Karten", most=r.FIRST_CUP),
        )
    )
    claimed = _cards("claimed", "Cup: later cards", "Kelch: spätere Karten")
    drawn = _cards("drawn", "Drawn since the pile was renewed", "Seit dem Erneuern gezogen")
    river = EditorPlace(
        id="river",
        kind="items",
        label=said("River", "Fluss"),
        choices=tuple(COLOUR_LETTERS),
        most=r.COLOURS,
        counted=True,
    )
    turn, beginner = turn_words(seats)
    return (
        _mandala(1),
        _mandala(2),
        seat_word(hand, seats),
        seat_word(river, seats, "-/-"),
        seat_word(dealt, seats),
        seat_word(replace(claimed, private=True, unknown="forgotten"), seats, "-/-"),
        word_of(_cards("discard", "Discard pile", "Ablagestapel"), NONE),
        turn,
        beginner,
        *_progress(),
        seat_word(replace(drawn, counted=False), seats, "-/-", advanced=True),
        memory_aid(),
    )


def _progress() -> tuple[EditorWord, ...]:
    """How far the game is."""
    numbers = {one: said(f"Mandala {one}", f"Mandala {one}") for one in "12"}
    mandala = choice("resolving/0", said("Mandala", "Mandala"), {NONE: said("None", "Keines")} | numbers)
    completer = EditorPlace(
        id="resolving/1", kind="seat", label=said("Completed by", "Vollendet von"), choices=(NONE, "0", "1")
    )
    resolving = EditorWord(
        key="resolving",
        label=said("Shared out now", "Wird aufgelöst"),
        parts=((mandala,), (completer,)),
        default=NONE,
        none=True,
        advanced=True,
    )
    ending = choice(
        "ending",
        said("Has the draw pile run out?", "Ist der Zugstapel ausgegangen?"),
        {"no": said("No", "Nein"), "yes": said("Yes", "Ja")},
    )
    idle = EditorPlace(
        id="idle",
        kind="number",
        label=said("Discards in a row", "Ablagen hintereinander"),
        highest=r.IDLE_LIMIT,
    )
    phase = choice("phase", said("Phase", "Phase"), {one: _PHASE_NAMES[one] for one in PHASES})
    return (word_of(phase, "playing"), resolving, word_of(ending, "no"), word_of(idle, "0", advanced=True))


def why_known(values: Values, place: EditorPlace) -> Translations | None:
    """A hand or the dealt cards of a cup are known as a whole, or not at all."""
    if place.unknown == "hidden" and not values[place.id].startswith("?"):
        return said(
            "Enter all of these cards, or only how many there are, such as ?5: nobody sees a part of them.",
            "Gib alle diese Karten an oder nur, wie viele es sind, etwa ?5: Niemand sieht einen Teil davon.",
        )
    return why_open(values, place)


def possible_colours(values: Values, place: EditorPlace) -> str | None:
    """M11: later cards of a cup have the colours of the river."""
    if place.unknown == "hidden":
        return None
    river = values[f"river/{place.owner}"]
    return "" if river == NONE else river


def derived(known: Values, full: Values) -> Values:
    """Nobody remembers what the draw pile was renewed with: as if all hidden cards came from it."""
    if full["ending"] == "no":
        return {}
    return {f"drawn/{seat}": _hidden_cards(full, seat) for seat in _SEATS}


def _hidden_cards(full: Values, seat: int) -> str:
    hand, dealt = (read_cards(full[f"{key}/{seat}"]) for key in ("hand", "dealt"))
    return cards_text([one + other for one, other in zip(hand, dealt, strict=True)])


_MESSAGES = (
    Message(
        r"There are (?P<n>\d+) (?P<colour>\w+) cards, but the game has only (?P<most>\d+)\.",
        "Es sind {n} {colour} Karten, aber das Spiel hat nur {most}.",
    ),
    Message(
        r"More (?P<colour>\w+) cards were drawn than the game has\.",
        "Es wurden mehr {colour} Karten gezogen, als das Spiel hat.",
        "drawn",
    ),
    Message(r"A colour lies twice in a river\.", "Eine Farbe liegt zweimal in einem Fluss.", "river"),
    Message(r"A hand has one to eight cards\.", "Eine Hand hat eine bis acht Karten.", "hand"),
    Message(r"Each cup was dealt two cards\.", "In jeden Kelch wurden zwei Karten ausgeteilt.", "dealt"),
    Message(
        r"A colour lies in two areas of mandala (?P<n>\d)\.",
        "Eine Farbe liegt in zwei Bereichen von Mandala {n}.",
        "mandala{n}",
    ),
    Message(r"Mountain (?P<n>\d) is empty\.", "Zentrum {n} ist leer.", "mandala{n}/0"),
    Message(
        r"Mandala (?P<n>\d) is complete and must be shared out\.",
        "Mandala {n} ist vollständig und muss aufgelöst werden.",
        "mandala{n}",
    ),
    Message(
        r"A mandala is shared out only in the phase 'taking'\.",
        "Ein Mandala wird nur in der Phase „taking“ aufgelöst.",
        "resolving",
    ),
    Message(
        r"'drawn' counts only since the draw pile was renewed \('ending'\)\.",
        "„drawn“ zählt erst, seit der Zugstapel erneuert wurde („ending“).",
        "drawn",
    ),
    Message(
        r"The draw pile has run out, so 'ending' must be yes\.",
        "Der Zugstapel ist leer, also muss „ending“ yes sein.",
        "ending",
    ),
)

EDITOR = EditorGame(
    words=words,
    supply=dict.fromkeys(COLOUR_LETTERS, r.CARDS_OF_A_COLOUR),
    why_known=why_known,
    possible_colours=possible_colours,
    derived=derived,
    memories=("drawn",),
    messages=_MESSAGES,
)
