"""How to set up a position in the editor: with a mouse, or with the keyboard alone."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, expect
from web.board_input import press
from web.browser_tab import BrowserTab
from web.spoken_input import COLOURS
from web.test_pages import AXE, VIOLATIONS

WORDS = {
    "en": {"more": "One more {}: ", "fewer": "One fewer {}: ", "add": "Add {}", "unknown": "unknown"},
    "de": {
        "more": "Einmal {} mehr: ",
        "fewer": "Einmal {} weniger: ",
        "add": "{} hinzufügen",
        "unknown": "unbekannt",
    },
}
SIDES = {"en": ("{}, front up", "{}, back up"), "de": ("{}, Vorderseite", "{}, Rückseite")}


class EditorInput(ABC):
    """Changes places of a position, and reads what the page says about it."""

    def __init__(self, one: BrowserTab, language: str) -> None:
        self.one, self.page, self.language = one, one.page, language

    @abstractmethod
    def touch(self, what: Locator) -> None:
        """Press something."""

    @abstractmethod
    def cards(self, place: str, face: str, count: int) -> None:
        """So many cards of a colour, or unknown ones, in a place."""

    @abstractmethod
    def choose(self, place: str, value: str) -> None:
        """One of several things."""

    @abstractmethod
    def paint(self, field: str, letter: str) -> None:
        """A tile on a field: a small letter shows its front."""

    def add(self, place: str, colour: str) -> None:
        """A colour at the end of a list."""
        panel = self.opened(place)
        name = WORDS[self.language]["add"].format(COLOURS[self.language][colour])
        self.touch(panel.get_by_role("button", name=name, exact=True))

    def opened(self, place: str) -> Locator:
        """The controls of a place, which is opened if it is not."""
        head = self.page.locator(f"#{anchor(place)}")
        if head.get_attribute("aria-expanded") == "false":
            self.touch(head)
        return self.page.locator(f"#{anchor(place)}-panel")

    def face(self, face: str) -> str:
        return WORDS[self.language]["unknown"] if face == "?" else COLOURS[self.language][face]

    def button(self, name: str) -> Locator:
        return self.one.button(name)

    def press(self, name: str) -> None:
        self.touch(self.button(name))

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def position(self) -> str:
        """As the address says it."""
        return parse_qs(urlsplit(self.page.url).query).get("position", [""])[0]

    def wait_for(self, *words: str) -> None:
        """Wait until the address holds these words of a position."""
        self.one.wait_until(lambda: set(words) <= set(self.position.split()))

    def check_access(self) -> None:
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(VIOLATIONS, None)
        assert not found, [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


class Mouse(EditorInput):
    def touch(self, what: Locator) -> None:
        what.click()

    def cards(self, place: str, face: str, count: int) -> None:
        panel = self.opened(place)
        number = panel.get_by_role("spinbutton", name=re.compile(f"^{re.escape(self.face(face))}, "))
        shown = int(number.get_attribute("aria-valuenow") or 0)
        name = WORDS[self.language]["more" if shown < count else "fewer"].format(self.face(face))
        for _ in range(abs(count - shown)):
            panel.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).click()
        expect(number).to_have_attribute("aria-valuenow", str(count))

    def choose(self, place: str, value: str) -> None:
        self.page.locator(f"#{anchor(place)}").select_option(value)

    def paint(self, field: str, letter: str) -> None:
        panel = self.opened("board")
        side = SIDES[self.language][letter.isupper()]
        name = side.format(COLOURS[self.language][letter.upper()].capitalize())
        panel.get_by_role("button", name=name, exact=True).click()
        panel.get_by_role("button", name=re.compile(f"^{field}: ")).click()


class Keyboard(EditorInput):
    def touch(self, what: Locator) -> None:
        press(what)

    def cards(self, place: str, face: str, count: int) -> None:
        number = self.opened(place).get_by_role(
            "spinbutton", name=re.compile(f"^{re.escape(self.face(face))}, ")
        )
        press(number, str(count))
        expect(number).to_have_attribute("aria-valuenow", str(count))

    def choose(self, place: str, value: str) -> None:
        self.turn_to(self.page.locator(f"#{anchor(place)}"), value)

    def turn_to(self, select: Locator, value: str) -> None:
        """Go through the options of a list with the arrow keys."""
        values = select.locator("option").evaluate_all("all => all.map((one) => one.value)")
        steps = values.index(value) - values.index(select.input_value())
        for _ in range(abs(steps)):
            press(select, "ArrowDown" if steps > 0 else "ArrowUp")
        expect(select).to_have_value(value)

    def paint(self, field: str, letter: str) -> None:
        press(self.opened("board").get_by_role("button", name=re.compile(f"^{field}: ")), letter)


def anchor(place: str) -> str:
    """The id of a place on the page."""
    return "place-" + re.sub("[^a-z0-9]", "-", place)
