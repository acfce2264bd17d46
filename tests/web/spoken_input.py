"""How to make a move only by what a screen reader announces: roles and names.

A missing or ambiguous name fails here: Playwright requires exactly one match.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page
from web.browser_tab import BrowserTab

COLOURS = {
    "en": {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "P": "purple", "K": "black"},
    "de": {"R": "Rot", "O": "Orange", "Y": "Gelb", "G": "Grün", "P": "Violett", "K": "Schwarz"},
}
ADJECTIVES = {
    "en": COLOURS["en"],
    "de": {"R": "rote", "O": "orange", "Y": "gelbe", "G": "grüne", "P": "violette", "K": "schwarze"},
}
_MOST = 20
_LONGEST_GAME = 400  # turns

# What is announced. {colour} and {adjective} are those of the move, {place} is a mandala or a field.
NAMES: dict[str, dict[str, str]] = {
    "en": {
        "mandala hand": "Your hand",
        "mandala stack": r"^\S+ {adjective} cards?\b",
        "mandala M": "Put one {adjective} card on mountain {place}",
        "mandala F": "Put {colour} on your field {place}",
        "mandala D": "Discard {colour}",
        "mandala take": r"^Take \S+ {adjective} cards?$",
        "mandala count": "How many cards",
        "confirm": "Confirm",
        "fewer": "One card fewer",
        "more": "One card more",
        "patterns X": "Stop flipping",
        "patterns left": "{colour} tile left over",
        "patterns bowl": "^Put the tile in ",
        "patterns own bowl": "Put the tile in your bowl",
        "patterns field": "^{place}: ",
        "patterns choose": "Two moves on {place}",
        "patterns F": "^Turn it over$",
        "patterns O": "^Open ",
        "patterns S": "^Put ",
        "flowers stack": r"^Hand: \S+ {adjective} cards?$",
        "flowers P": "Place {colour} at mandala {place}",
        "flowers count": "How many {colour} cards",
        "flowers take": "Take {colour} {place}",
        "flowers pass": "Pass",
    },
    "de": {
        "mandala hand": "Deine Hand",
        "mandala stack": r"^\S+ {adjective} Karten?\b",
        "mandala M": "Eine {adjective} Karte ins Zentrum {place} legen",
        "mandala F": "{colour} auf dein Feld {place} legen",
        "mandala D": "{colour} abwerfen",
        "mandala take": r"^\S+ {adjective} Karten? nehmen$",
        "mandala count": "Wie viele Karten",
        "confirm": "Bestätigen",
        "fewer": "Eine Karte weniger",
        "more": "Eine Karte mehr",
        "patterns X": "Genug umgedreht",
        "patterns left": "Übriges {adjective}s Plättchen",
        "patterns bowl": "^Das Plättchen in ",
        "patterns own bowl": "Das Plättchen in deine Schale legen",
        "patterns field": "^{place}: ",
        "patterns choose": "Auf {place} geht beides",
        "patterns F": "^Umdrehen$",
        "patterns O": "eröffnen$",
        "patterns S": "hierher$",
        "flowers stack": r"^Hand: \S+ {adjective} Karten?$",
        "flowers P": "{colour} an Mandala {place} legen",
        "flowers count": "Wie viele Karten in {colour}",
        "flowers take": "{colour} {place} nehmen",
        "flowers pass": "Passen",
    },
}


class Speaker:
    """A user who hears names in a language, and presses elements by name.

    `go_and_press` says how to get to an element: as a screen reader jumps there, or with the keyboard.
    """

    def __init__(self, page: Page, language: str, go_and_press: Callable[[Locator, str], None]) -> None:
        self.page, self._language, self.go_and_press = page, language, go_and_press

    def _name(self, what: str, colour: str = "R", place: object = "") -> str:
        words = {"colour": COLOURS[self._language][colour], "adjective": ADJECTIVES[self._language][colour]}
        return NAMES[self._language][what].format(**words, place=place)

    def find(self, role: Any, what: str, *, among: Locator | Page | None = None, **of: Any) -> Locator:
        name = self._name(what, **of)
        if "^" in name or "$" in name:
            return (among or self.page).get_by_role(role, name=re.compile(name))
        return (among or self.page).get_by_role(role, name=name, exact=True)

    def press(self, what: str, *, among: Locator | None = None, **of: Any) -> None:
        self.go_and_press(self.find("button", what, among=among, **of), "Enter")

    def step_to(self, wanted: int, shown: Callable[[], int], among: Locator | None = None) -> None:
        for _ in range(_MOST):
            if shown() == wanted:
                return
            self.press("more" if shown() < wanted else "fewer", among=among)
        raise AssertionError(f"the number does not come to {wanted}")

    def turn_to(self, wanted: int, dial: Locator) -> None:
        """Choose a number with the arrow keys, as spin buttons announce it."""
        for _ in range(_MOST):
            shown = int(dial.get_attribute("aria-valuenow") or 0)
            if shown == wanted:
                return
            self.go_and_press(dial, "ArrowUp" if shown < wanted else "ArrowDown")
        raise AssertionError(f"the number does not come to {wanted}")


def jump(what: Locator, key: str) -> None:
    """As a screen reader does."""
    what.press(key)


def mandala(by: Speaker, move: str, view: Any) -> None:
    if move.startswith("T"):
        by.press("mandala take", colour=move[1])
        return
    target, colour, count = (move[0], move[1], move[2:]) if move[0] == "D" else (move[:2], move[2], move[3:])
    by.press("mandala stack", among=by.find("group", "mandala hand"), colour=colour)
    by.press(f"mandala {target[0]}", colour=colour, place=target[1:])
    dial = by.find("group", "mandala count")
    if dial.count():
        by.step_to(int(count or 1), lambda: int(dial.get_by_role("status").inner_text()), dial)


def patterns(by: Speaker, move: str, view: Any) -> None:
    if move == "X":
        by.press("patterns X")
    elif move.startswith("A"):  # the tile for the beginner
        mine = view["beginner"] == view["to_move"]
        tile = move[1] if mine else next(one for one in view["left_over"] if one != move[1])
        by.press("patterns left", colour=tile)
        by.press("patterns own bowl")
    else:
        by.press("patterns field", place=move[1:])
        ways = by.find("group", "patterns choose", place=move[1:])
        if ways.count():
            by.press(f"patterns {move[0]}", among=ways)


def flowers(by: Speaker, move: str, view: Any) -> None:
    if move.startswith("T"):
        tile = view["mandalas"][view["resolving"] - 1]["tiles"][{"D": "dark", "L": "light"}[move[1]]]
        by.press("flowers take", colour=tile[0], place=tile[1:].replace("x", "×"))
    elif move.startswith("P") and len(move) > 1:
        by.press("flowers stack", colour=move[2])
        by.press("flowers P", colour=move[2], place=move[1])
        dial = by.find("spinbutton", "flowers count", colour=move[2])
        if dial.count():
            by.turn_to(int(move[3:]), dial)
    else:
        by.press("flowers pass")


SPOKEN_MOVE: dict[str, Callable[[Speaker, str, Any], None]] = {
    "mandala": mandala,
    "patterns": patterns,
    "flowers": flowers,
}


def finish_by_names(one: BrowserTab, by: Speaker, random: Random) -> None:
    """Play to the end with random moves."""
    for _ in range(_LONGEST_GAME):
        one.wait_for_turn()
        if one.is_over:
            return
        number = one.state["number"]
        SPOKEN_MOVE[one.game](by, random.choice(one.legal), one.state["view"])
        by.press("confirm")
        one.wait_until(lambda number=number: one.state["number"] > number)
    raise AssertionError("the game does not end")
