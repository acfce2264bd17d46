"""How to make a move on each board: what a person touches, in order.

`Touch` says how: with a mouse or a finger.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

Touch = Callable[[Locator], None]
_MOST_KEYS = 150


def click(what: Locator) -> None:
    what.click()


def tap(what: Locator) -> None:
    what.tap()


# The key that moves the focus to a node: arrows in a grid, Tab elsewhere.
_KEY_TO = """node => {
  const here = document.activeElement;
  if (here === node) return '';
  const grid = node.closest('[role=grid]');
  if (!grid?.contains(here))
    return here.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
  const [from, to] = [here.getBoundingClientRect(), node.getBoundingClientRect()];
  if (Math.abs(to.top - from.top) > 2) return to.top > from.top ? 'ArrowDown' : 'ArrowUp';
  return to.left > from.left ? 'ArrowRight' : 'ArrowLeft';
}"""


def press(what: Locator, key: str = "Enter") -> None:
    """Go there with the keyboard only, and press a key."""
    what.wait_for()
    node = what.element_handle()  # looking for a role and name at every key would take most of the time
    for _ in range(_MOST_KEYS):
        way = node.evaluate(_KEY_TO)
        what.page.keyboard.press(way or key)
        if not way:
            return
    raise AssertionError(f"the keyboard does not come to {what}")


def _step_to(page: Page, count: int, touch: Touch) -> None:
    """Choose the number of cards with the stepper at the target; a single card needs none."""
    stepper = page.locator(".stepper")
    if not stepper.count():
        assert count == 1
        return
    for _ in range(20):
        shown = int(stepper.locator("output, [role=spinbutton]").inner_text())
        if shown == count:
            return
        touch(stepper.locator("button").nth(1 if shown < count else 0))
    raise AssertionError(f"the stepper does not come to {count}")


def mandala(page: Page, move: str, view: Any, touch: Touch) -> None:
    if move.startswith("T"):
        touch(page.locator(f'button[data-place="mountain:m{view["resolving"]}:{move[1]}"]'))
        return
    target, colour, count = (move[0], move[1], move[2:]) if move[0] == "D" else (move[:2], move[2], move[3:])
    touch(page.locator(f'[data-drop="hand:{colour}"]'))
    touch(page.locator(f'[data-drop="{target}"]'))
    _step_to(page, int(count or 1), touch)


def patterns(page: Page, move: str, view: Any, touch: Touch) -> None:
    if move == "X":
        touch(page.get_by_role("button", name="Stop flipping"))
    elif move.startswith("A"):
        touch(page.locator(f'button[data-place="left:{move[1]}"]'))
        touch(page.locator(f'button[data-place="bowl:{view["beginner"]}"]'))
    else:
        touch(page.locator(f'button[data-drop="field:{move[1:]}"]'))
        chooser = page.locator(".chooser")
        if chooser.count():
            name = {"F": "Turn it over", "O": "Open", "S": "Put"}[move[0]]
            touch(chooser.get_by_role("button", name=name))


def flowers(page: Page, move: str, view: Any, touch: Touch) -> None:
    if move.startswith("P") and len(move) > 1:
        touch(page.locator(f'button[data-drop="hand:{move[2]}"]'))
        touch(page.locator(f'button[data-mandala="{move[1]}"]'))
        _step_to(page, int(move[3:]), touch)
    elif move.startswith("T"):
        side = {"D": "dark", "L": "light"}[move[1]]
        touch(page.locator(f'[data-place^="tile:{view["resolving"]}:{side}:"] button.take'))
    else:
        touch(page.get_by_role("button", name="Pass"))


PICK_MOVE: dict[str, Callable[[Page, str, Any, Touch], None]] = {
    "mandala": mandala,
    "patterns": patterns,
    "flowers": flowers,
}
