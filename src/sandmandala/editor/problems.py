"""What is wrong with a position: the place, the rule, and a sentence in both languages.

The rules say what is wrong in English. Each sentence has a `Message` here or in the game's file, which knows
the place and the German.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from ..games.errors import SandmandalaError, UnreadableError
from ..learn.data_file import Translations

ProblemKind = Literal["unreadable", "impossible"]

_RULE = re.compile(r"([A-Z]\d+): ")
# As adjectives before a plural.
_COLOURS = {
    "red": "rote",
    "orange": "orange",
    "yellow": "gelbe",
    "green": "grüne",
    "purple": "violette",
    "black": "schwarze",
}


class PositionProblem(Struct, frozen=True):
    """Why a position was refused."""

    kind: ProblemKind
    """`unreadable`: the text cannot be read. `impossible`: it is against the rules."""
    why: Translations
    place: str | None = None
    """The id of the place; null if no single place is wrong."""
    word: str | None = None
    """The word; null if no single word is wrong."""
    rule: str | None = None


class PositionError(SandmandalaError):
    """A position that cannot be used. Its text names the rule or the place, and says what is wrong."""

    def __init__(self, problem: PositionProblem) -> None:
        self.problem = problem
        named = problem.rule or problem.place
        is_named = named is None or f"'{problem.word}'" in problem.why.en
        super().__init__(problem.why.en if is_named else f"{named}: {problem.why.en}")


def unreadable(place: str, en: str, de: str) -> PositionError:
    return PositionError(PositionProblem("unreadable", Translations(en, de), place, word_in(place)))


def unreadable_word(word: str, en: str, de: str) -> PositionError:
    return PositionError(PositionProblem("unreadable", Translations(en, de), None, word))


def impossible(place: str | None, en: str, de: str) -> PositionError:
    return PositionError(PositionProblem("impossible", Translations(en, de), place, word_in(place)))


def impossible_word(word: str, en: str, de: str) -> PositionError:
    return PositionError(PositionProblem("impossible", Translations(en, de), None, word))


def word_in(place: str | None) -> str | None:
    return place.partition("/")[0] if place else None


@dataclass(frozen=True)
class Message:
    """A sentence of the rules as a pattern, without the id of the rule; the place, and the German.

    Both may use the named groups of the pattern; a group `colour` is translated.
    """

    english: str
    german: str
    place: str = ""


_SHARED = (
    Message(r"A position has at most (?P<n>\d+) characters\.", "Eine Stellung hat höchstens {n} Zeichen."),
    Message(
        r"Cannot read the word (?P<word>.+) of the position; the words are (?P<words>.+)\.",
        "Das Wort {word} der Stellung ist nicht zu lesen; die Wörter sind {words}.",
    ),
    Message(
        r"The word '(?P<key>\w+)' occurs twice in the position\.",
        "Das Wort „{key}“ steht zweimal in der Stellung.",
        "{key}",
    ),
    Message(
        r"The position lacks the word '(?P<key>\w+)'\.", "In der Stellung fehlt das Wort „{key}“.", "{key}"
    ),
    Message(
        r"'(?P<key>\w+)' needs (?P<n>\d+) parts with / between them, not (?P<text>.+)\.",
        "„{key}“ braucht {n} Teile mit / dazwischen, nicht {text}.",
        "{key}",
    ),
    Message(
        r"'(?P<key>\w+)' needs a number, not (?P<text>.+)\.",
        "„{key}“ braucht eine Zahl, nicht {text}.",
        "{key}",
    ),
    Message(
        r"'(?P<key>\w+)' must be from (?P<low>-?\d+) to (?P<high>-?\d+), not (?P<n>-?\d+)\.",
        "„{key}“ muss von {low} bis {high} sein, nicht {n}.",
        "{key}",
    ),
    Message(
        r"'(?P<key>\w+)' must be one of (?P<choices>.+), not (?P<text>.+)\.",
        "„{key}“ muss eines von {choices} sein, nicht {text}.",
        "{key}",
    ),
    Message(
        r"Cannot read (?P<text>.+) as cards; write them like (?P<example>\w+), or - for none\.",
        "{text} sind keine Karten; schreib sie wie {example}, oder - für keine.",
    ),
    Message(
        r"The colour (?P<letter>\w) occurs twice in (?P<text>.+)\.",
        "Die Farbe {letter} steht zweimal in {text}.",
    ),
)


def problem_of(error: SandmandalaError, messages: Iterable[Message], places: Iterable[str]) -> PositionError:
    """The error of the rules with its place, if a message knows it. `places` are the ids of the game's."""
    sentence, rule = str(error), None
    if found := _RULE.match(sentence):
        sentence, rule = sentence[found.end() :], found[1]
        sentence = sentence[:1].upper() + sentence[1:]
    kind: ProblemKind = "unreadable" if isinstance(error, UnreadableError) else "impossible"
    german, place = sentence, ""
    for message in (*messages, *_SHARED):
        if matched := re.fullmatch(message.english, sentence, re.DOTALL):
            groups = {name: text or "" for name, text in matched.groupdict().items()}
            groups["colour"] = _COLOURS.get(groups.get("colour", ""), groups.get("colour", ""))
            german, place = message.german.format(**groups), message.place.format(**groups)
            break
    known = place if place in set(places) else None
    return PositionError(
        PositionProblem(kind, Translations(sentence, german), known, word_in(place or None), rule)
    )
