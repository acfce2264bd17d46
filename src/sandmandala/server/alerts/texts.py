"""The texts of alerts in English and German: the game, names, and what is awaited, never a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ...games.rules import rules_of
from .friend_requests import RequestSituation
from .invitations import ChallengeSituation
from .kinds import Kind
from .situation import Event, Situation

AnySituation = Situation | ChallengeSituation | RequestSituation
"""What an alert is about."""

Language = Literal["en", "de"]
_MOST_LINES = 5
_LONGEST_NAME = 40


class Texts(NamedTuple):
    """All texts in one language. Each kind has a heading and a sentence."""

    kinds: dict[Kind, tuple[str, str]]
    out_of_time: tuple[str, str]
    together: str
    joined: str
    several: str
    more: str
    test: tuple[str, str]


TEXTS: dict[Language, Texts] = {
    "en": Texts(
        kinds={
            "turn": ("Your turn", "{game} with {names}"),
            "ready": ("Your game can begin", "{game} with {names} waits for you"),
            "half": ("Half of your time is left", "{game} with {names}: it is your turn"),
            "fifth": ("A fifth of your time is left", "{game} with {names}: it is your turn"),
            "take_back": ("A question for you", "{by} would like to take back a move in {game}"),
            "replace": ("A question for you", "May a bot play for {about} in {game}?"),
            "rematch": ("A rematch?", "{by} would like another game of {game}"),
            "invitation": ("A challenge", "{by} invites you to a game of {game}"),
            "over": ("Game over", "{game} with {names} is over"),
            "friend": ("A friend request", "{by} would like to be friends with you"),
        },
        out_of_time=("A question for you", "{about} is out of time in {game}. May a bot play on?"),
        together="{heading}: {line}",
        joined=" and ",
        several="{count} updates from your games",
        more="and {count} more",
        test=("Alerts work", "This is how Sandmandala tells you that a game waits for you."),
    ),
    "de": Texts(
        kinds={
            "turn": ("Du bist dran", "{game} mit {names}"),
            "ready": ("Deine Partie kann beginnen", "{game} mit {names} wartet auf dich"),
            "half": ("Die Hälfte deiner Zeit ist um", "{game} mit {names}: Du bist dran"),
            "fifth": ("Noch ein Fünftel deiner Zeit", "{game} mit {names}: Du bist dran"),
            "take_back": ("Eine Frage an dich", "{by} möchte in {game} einen Zug zurücknehmen"),
            "replace": ("Eine Frage an dich", "Darf in {game} ein Bot für {about} spielen?"),
            "rematch": ("Noch eine Partie?", "{by} möchte noch einmal {game} spielen"),
            "invitation": ("Eine Herausforderung", "{by} lädt dich zu einer Partie {game} ein"),
            "over": ("Partie vorbei", "{game} mit {names} ist zu Ende"),
            "friend": ("Eine Freundschaftsanfrage", "{by} möchte mit dir befreundet sein"),
        },
        out_of_time=(
            "Eine Frage an dich",
            "Die Zeit von {about} in {game} ist um. Darf ein Bot weiterspielen?",
        ),
        together="{heading}: {line}",
        joined=" und ",
        several="{count} Neuigkeiten aus deinen Partien",
        more="und {count} weitere",
        test=(
            "Benachrichtigungen funktionieren",
            "So sagt dir Sandmandala, dass eine Partie auf dich wartet.",
        ),
    ),
}


class Item(NamedTuple):
    """One alert in words, and the page that it leads to."""

    heading: str
    line: str
    path: str

    def in_one_line(self, language: Language) -> str:
        """Heading and sentence together."""
        return TEXTS[language].together.format(heading=self.heading, line=self.line)


class Summary(NamedTuple):
    """Several alerts as one message."""

    title: str
    lines: list[str]
    path: str


def item_of(event: Event, situation: AnySituation, language: Language) -> Item:
    """Put an alert into words for its person."""
    texts = TEXTS[language]
    names = [_short(name) for id, name in situation.people().items() if id != event.person]
    heading, line = texts.kinds[event.kind]
    if event.kind == "replace" and not event.by:
        heading, line = texts.out_of_time
    values = {
        "game": rules_of(situation.game).title if situation.game else "",
        "names": texts.joined.join(filter(None, (", ".join(names[:-1]), names[-1]))),
        "by": _short(event.by),
        "about": _short(event.about),
    }
    path = "/" if event.kind in ("invitation", "friend") else f"/table/{event.table}"
    return Item(heading, line.format(**values), path)


def summary_of(items: Sequence[Item], language: Language) -> Summary:
    """Put all alerts for a person into one message."""
    texts = TEXTS[language]
    if len(items) == 1:
        return Summary(items[0].heading, [items[0].line], items[0].path)
    shown = list(items) if len(items) <= _MOST_LINES else list(items[: _MOST_LINES - 1])
    lines = [item.in_one_line(language) for item in shown]
    if len(shown) < len(items):
        lines.append(texts.more.format(count=len(items) - len(shown)))
    return Summary(texts.several.format(count=len(items)), lines, "/")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
