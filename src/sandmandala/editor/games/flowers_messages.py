"""What can be wrong with a position of Flowers, in German and with its place."""

from __future__ import annotations

from ..problems import Message

MESSAGES = (
    Message(
        r"There are (?P<n>\d+) (?P<colour>\w+) cards, but the game has only 15\.",
        "Es sind {n} {colour} Karten, aber das Spiel hat nur 15.",
    ),
    Message(
        r"More (?P<colour>\w+) cards were drawn than the game has\.",
        "Es wurden mehr {colour} Karten gezogen, als das Spiel hat.",
        "drawn",
    ),
    Message(r"A hand is never empty\.", "Eine Hand ist nie leer.", "hand"),
    Message(
        r"'known' has cards that are not in that hand\.",
        "In „known“ stehen Karten, die nicht in dieser Hand sind.",
        "known",
    ),
    Message(
        r"(?P<colour>\w+) was not new when it was laid face up in mandala (?P<n>\d)\.",
        "Eine Farbe liegt in Mandala {n} offen, obwohl sie dort nicht neu war.",
        "mandala{n}",
    ),
    Message(
        r"(?P<colour>\w+) is new in mandala (?P<n>\d), so it lies face up\.",
        "Eine verdeckte Farbe in Mandala {n} ist dort neu, also liegt sie offen.",
        "mandala{n}",
    ),
    Message(
        r"Someone with a face-up card has the marker of mandala (?P<n>\d)\.",
        "Den Marker von Mandala {n} hat jemand mit einer offenen Karte dort.",
        "mandala{n}/2",
    ),
    Message(
        r"Nobody can have the marker of mandala (?P<n>\d)\.",
        "Niemand kann den Marker von Mandala {n} haben.",
        "mandala{n}/2",
    ),
    Message(
        r"The marker of mandala (?P<n>\d) belongs to the player with most cards\.",
        "Der Marker von Mandala {n} gehört dem Platz mit den meisten Karten.",
        "mandala{n}/2",
    ),
    Message(
        r"Mandala (?P<n>\d) lacks a colour, so it cannot be resolved yet\.",
        "In Mandala {n} fehlt eine Farbe, also kann es noch nicht aufgelöst werden.",
        "mandala{n}",
    ),
    Message(
        r"Mandala (?P<n>\d) is complete and must be resolved\.",
        "Mandala {n} ist vollständig und muss aufgelöst werden.",
        "mandala{n}",
    ),
    Message(
        r"'(?P<key>\w+)' needs one dark tile and then one light one\.",
        "„{key}“ braucht ein dunkles und dann ein helles Plättchen.",
        "{key}",
    ),
    Message(r"The tile (?P<tile>\w+) is in two places\.", "Das Plättchen {tile} ist an zwei Stellen."),
    Message(
        r"Two single tiles of one colour would have formed a flower\.",
        "Zwei einzelne Plättchen einer Farbe wären eine Blume geworden.",
        "singles",
    ),
    Message(
        r"'resolving' belongs to the phase 'taking'\.",
        "„resolving“ gehört zur Phase „taking“.",
        "resolving",
    ),
    Message(
        r"Dark and light tiles leave their stacks in pairs\.",
        "Dunkle und helle Plättchen verlassen ihre Stapel paarweise.",
    ),
    Message(
        r"Each mandala has its tiles until the end of the game\.",
        "Jedes Mandala hat seine Plättchen bis zum Ende des Spiels.",
    ),
    Message(
        r"The last round was over before the beginner's turn\.",
        "Die letzte Runde war vor dem Zug des ersten Platzes zu Ende.",
        "turn",
    ),
    Message(
        r"This many players in a row cannot have passed\.",
        "So viele können nicht nacheinander gepasst haben.",
        "passes",
    ),
    Message(
        r"The player with the marker chooses the tile\.",
        "Wer den Marker hat, wählt das Plättchen.",
        "turn",
    ),
    Message(
        r"The player who completed the mandala has a face-up card there\.",
        "Wer das Mandala vollendet hat, hat dort eine offene Karte.",
        "resolving/1",
    ),
    Message(r"Nothing has ended this game\.", "Nichts hat dieses Spiel beendet.", "phase"),
    Message(
        r"This table resolves last mandalas only when the tiles are out\.",
        "Dieser Tisch löst letzte Mandalas nur auf, wenn die Plättchen ausgehen.",
        "final_mandalas",
    ),
    Message(
        r"The game is not over before the last mandalas are resolved\.",
        "Das Spiel ist nicht zu Ende, bevor die letzten Mandalas aufgelöst sind.",
        "phase",
    ),
)
