"""Positions of Patterns in the editor. Nothing is unknown in this game."""

from __future__ import annotations

from ...games.patterns.events import FIELD_NAMES, ROWS
from ...games.patterns.view import PHASES
from ...games.sand_colours import COLOUR_LETTERS
from ..editor_game import EditorGame
from ..places import NONE, EditorPlace, EditorWord, choice, said, seat_word, turn_words, word_of
from ..problems import Message

_PHASE_NAMES = {
    "allotting": said("Allotting the two tiles", "Zuteilen der zwei Plättchen"),
    "playing": said("Playing", "Im Spiel"),
    "last_flips": said("Last flips", "Letztes Umdrehen"),
    "over": said("Over", "Zu Ende"),
}


def words(seats: int) -> tuple[EditorWord, ...]:
    sides = tuple(COLOUR_LETTERS.lower() + COLOUR_LETTERS)
    rows = (
        EditorPlace(
            id=f"board/{number}",
            kind="row",
            label=said(f"Rank {row[0][1]}", f"Reihe {row[0][1]}"),
            fields=tuple(row),
            choices=sides,
        )
        for number, row in enumerate(ROWS)
    )
    colours = tuple(COLOUR_LETTERS)
    bowl = EditorPlace(
        id="bowls",
        kind="items",
        label=said("Swap tile in the bowl", "Tauschplättchen in der Schale"),
        choices=colours,
        most=1,
        exact=True,
    )
    markers = EditorPlace(
        id="markers",
        kind="items",
        label=said("Markers 1, 2, …", "Marker 1, 2, …"),
        choices=tuple(FIELD_NAMES),
        separator=",",
        most=len(colours),
    )
    left_over = EditorPlace(
        id="left_over",
        kind="items",
        label=said("Tiles to allot", "Zuzuteilende Plättchen"),
        choices=colours,
        most=2,
        exact=True,
    )
    phase = choice("phase", said("Phase", "Phase"), {one: _PHASE_NAMES[one] for one in PHASES})
    turn, beginner = turn_words(seats)
    return (
        EditorWord(key="board", label=said("Board", "Spielplan"), parts=tuple((row,) for row in rows)),
        seat_word(markers, seats, "-/-"),
        seat_word(bowl, seats, "-/-"),
        word_of(left_over, NONE, advanced=True),
        turn,
        EditorWord(
            key=beginner.key, label=beginner.label, parts=beginner.parts, default=beginner.default
        ),  # whose turn it may be depends on it
        word_of(phase, "playing"),
    )


_MESSAGES = (
    Message(
        r"While two tiles are left over, the bowls are empty\.",
        "Solange zwei Plättchen übrig sind, sind die Schalen leer.",
        "bowls",
    ),
    Message(
        r"Each bowl has a swap tile, and no tile is left over\.",
        "In jeder Schale liegt ein Tauschplättchen, und keines ist übrig.",
        "bowls",
    ),
    Message(
        r"The two tiles left over have different colours\.",
        "Die zwei übrigen Plättchen haben verschiedene Farben.",
        "left_over",
    ),
    Message(
        r"There are (?P<n>\d+) (?P<colour>\w+) tiles, but the game has 9\.",
        "Es sind {n} {colour} Plättchen, aber das Spiel hat 9.",
        "board",
    ),
    Message(
        r"The middle and the two other tiles start with six colours\.",
        "Die Mitte und die zwei anderen Plättchen haben am Anfang sechs Farben.",
        "board",
    ),
    Message(
        r"A marker lies on (?P<field>\w+), which is not back up\.",
        "Ein Marker liegt auf {field}, aber dort liegt keine Rückseite oben.",
        "markers",
    ),
    Message(
        r"Seat (?P<seat>\d) has two (?P<colour>\w+) markers\.",
        "Platz {seat} hat zwei {colour} Marker.",
        "markers/{seat}",
    ),
    Message(r"The (?P<colour>\w+) groups touch\.", "Zwei {colour} Gruppen berühren sich.", "markers"),
    Message(
        r"The tile on (?P<field>\w+) is back up, but in no group with a marker\.",
        "Auf {field} liegt eine Rückseite oben, aber in keiner Gruppe mit Marker.",
        "markers",
    ),
    Message(
        r"The beginner's opponent allots, before anyone moves\.",
        "Wer nicht beginnt, teilt zu, bevor jemand zieht.",
        "turn",
    ),
    Message(
        r"Each turn makes one tile back up, so both seats have as many when it is the beginner's turn, and "
        r"the beginner one more when it is the other's\.",
        "Jeder Zug dreht ein Plättchen auf die Rückseite: Wer begonnen hat und am Zug ist, hat gleich viele "
        "wie das Gegenüber, sonst eines mehr.",
        "turn",
    ),
    Message(
        r"The player to move cannot act, so the game is not going on\.",
        "Wer am Zug ist, kann nichts tun, also geht das Spiel nicht weiter.",
        "phase",
    ),
    Message(
        r"The player who moved last has the turn, but too few tiles\.",
        "Wer zuletzt gezogen hat, ist am Zug, hat aber zu wenige Plättchen.",
        "turn",
    ),
    Message(
        r"The opponent can still act, so the game goes on\.",
        "Das Gegenüber kann noch etwas tun, also geht das Spiel weiter.",
        "phase",
    ),
    Message(
        r"Nothing is left to flip, so the game is over\.",
        "Es gibt nichts mehr umzudrehen, also ist das Spiel zu Ende.",
        "phase",
    ),
)

EDITOR = EditorGame(words=words, messages=_MESSAGES)
