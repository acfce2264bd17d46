"""Everything a player needs is visible and reachable on every screen, without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from server.running_server import RunningServer
from server.test_history import finished
from thorough_cases import rest_thorough
from web.board_input import PICK_MOVE, press
from web.browser_tab import BrowserTab, OpenTab
from web.staged_table import StagedTable, position_of, positions_of

from sandmandala.records import Game

SIZES = [
    (1280, 640),
    (1366, 657),
    (1440, 900),
    (1920, 1080),
    (2560, 1300),
    (820, 1180),
    (1180, 820),
    (390, 664),
    (390, 844),
    (360, 640),
    (844, 390),
    (667, 375),
]
ZOOMED = [(640, 360), (683, 328), (720, 450), (410, 590)]  # windows of usual sizes at 200 %
LEAST = 40  # pixels to touch
ZOOMED_LEAST = 28
READABLE = 24  # pixels: the least height of a card at a mandala
ZOOMED_READABLE = {"flowers": 18}  # each of them is two on the screen
GLANCE = 768  # from this width on, all mandalas are visible at once

HAND = {
    "mandala": '[data-drop^="hand:"]',
    "patterns": '.own .bowl, button[data-place^="left:"]',
    "flowers": '[data-drop^="hand:"]',
}
SCORE = {"mandala": ".own .points", "patterns": ".own .head .points", "flowers": ".own .points"}
MANDALAS = {
    "mandala": ".mandalas section.mandala",
    "patterns": ".mandala",
    "flowers": ".mandalas .mandala",
}

# On the page of a running game, besides what the game itself needs.
TABLE = {
    "whose turn it is": {"selector": ".own .chip.turn", "touched": False},
    "Confirm": {"selector": ".bar .button.main"},
    # Take back, hint, resign, sound.
    **{f"tool {at}": {"selector": f".tools .tool:nth-of-type({at})"} for at in (1, 2, 3, 4)},
}
REPLAY = {
    "a key": {"selector": ".keys button"},
    "the slider": {"selector": ".bar input"},
    "whose eyes": {"selector": ".tools select"},
    "the way to the result and the review": {"selector": ".tools a.tool"},
    "playing on": {"selector": ".tools button.tool:not(.log-switch *)"},
}

MEASURE = """async ({ needed, least, readable }) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  const [page, board] = [document.scrollingElement, document.querySelector('.board')];
  for (const [name, node] of Object.entries({ page, board }))
    if (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight)
      found.push(`the ${name} scrolls`);
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const size = (box) => `${Math.round(box.width)} × ${Math.round(box.height)}`;
  const outside = (box) =>
    box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  function look(name, { selector, touched = true, whole = false }) {
    const nodes = [...document.querySelectorAll(selector)].filter(seen);
    if (!nodes.length) found.push(`${name} is missing`);
    for (const node of nodes) {
      const box = node.getBoundingClientRect();
      if (outside(box)) found.push(`${name} is off the screen: ${JSON.stringify(box)}`);
      const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!whole && on && !node.contains(on))
        found.push(`${name} is covered by ${on.tagName}.${on.className}`);
      if (touched && Math.min(box.width, box.height) < least - 0.5)
        found.push(`${name} is too small: ${size(box)}`);
    }
  }
  for (const [name, how] of Object.entries(needed)) look(name, how);
  if (!seen(document.querySelector('aside .log')))
    look('the switch of the log', { selector: '.log-switch .tool' });
  for (const node of document.querySelectorAll('.play button, .play a[href]')) {
    const box = node.getBoundingClientRect();
    const name = node.ariaLabel ?? node.textContent.trim();
    if (seen(node) && Math.min(box.width, box.height) < least - 0.5)
      found.push(`to touch, “${name}” is too small: ${size(box)}`);
  }
  for (const node of document.querySelectorAll('.board .who .name, .tools span')) {
    if (!seen(node)) continue;
    const box = node.getBoundingClientRect();
    if (outside(box)) found.push(`the text “${node.textContent}” leaves the window`);
    if (node.closest('.tools') && node.scrollWidth > node.clientWidth)
      found.push(`the tool “${node.textContent}” is cut off`);
  }
  for (const node of document.querySelectorAll('[data-drop^="hand:"] > .card + .card')) {
    const letter = node.previousElementSibling.querySelector('.letter');
    const shown = getComputedStyle(letter).visibility === 'visible';
    if (shown && letter.getBoundingClientRect().right > node.getBoundingClientRect().left + 1)
      found.push(`a card covers the letter ${letter.dataset.text} of the one below`);
  }
  const lights = [...document.querySelectorAll('.mandalas .light')].filter(seen);
  for (const [at, one] of lights.entries())
    for (const other of lights.slice(at + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      if (Math.hypot(a.x - b.x, a.y - b.y) < 0.7 * a.width)
        found.push(`lights lie on one another: ${one.dataset.colour}, ${other.dataset.colour}`);
    }
  const tools = [...document.querySelectorAll('.tools .tool')].filter(seen);
  const [tops, lefts] = ['top', 'left'].map((edge) =>
    tools.map((node) => Math.round(node.getBoundingClientRect()[edge] / 8)),
  );
  const low = innerHeight < 500; // beside the board there is room for two rows
  if (!low && new Set(tops).size > 1 && new Set(lefts).size > 1) found.push('the tools wrap');
  const clocks = [...document.querySelectorAll('.facts :is(.name, .clock)')].filter(seen);
  for (const [at, one] of clocks.entries())
    for (const other of clocks.slice(at + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const [wide, high] = [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      ];
      if (wide > 1 && high > 3) found.push(`“${one.textContent}” lies over “${other.textContent}”`);
    }
  for (const node of document.querySelectorAll('.mandalas .stack > :not(.plus)')) {
    const box = node.getBoundingClientRect();
    if (box.height < readable) found.push(`a card is too small to read: ${size(box)}`);
  }
  return [...new Set(found)];
}"""


def press_quickly(target: Locator) -> None:
    target.evaluate("node => node.click()")


def positions(game: str, seats: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The first position, and the fullest of each phase."""
    all_of_them = [position for position in positions_of(game) if position["seats"] == seats]
    yield "beginning", all_of_them[0]
    for position in all_of_them:
        if position.get("fullest"):
            yield f"fullest, {position['view']['phase']}", position
    if (game, seats) == ("flowers", 4):
        yield "memory aid", with_memory_aid()


def with_memory_aid() -> dict[str, Any]:
    """Four players of Flowers, and many colours in the memory aid."""
    seed, ply = 3, 157
    game = Game.new("flowers", 4, secret=seed.to_bytes(32, "big"), options={"memory_aid": "on"})
    random = Random(seed)
    while game.ply < ply:
        game.play(random.choice(game.legal_moves()))
    return position_of(game, 0)


class Problems:
    def __init__(self, game: str, needed: dict[str, Any] = TABLE) -> None:
        self.game, self.needed, self.found = game, needed, list[str]()

    def measure(
        self,
        page: Page,
        size: tuple[int, int],
        where: str,
        least: int = LEAST,
        readable: int = READABLE,
    ) -> None:
        glance = self.game != "flowers" or size[0] >= GLANCE
        page.set_viewport_size({"width": size[0], "height": size[1]})
        needed = {
            **self.needed,
            "the hand": {"selector": HAND[self.game]},
            "the own score": {"selector": SCORE[self.game], "touched": False},
        }
        if glance:
            needed["a mandala"] = {"selector": MANDALAS[self.game], "touched": False, "whole": True}
        elif self.needed is TABLE:
            picked = ".mandala:is(.laid, :has(.take))"
            needed["the mandala of the move"] = {"selector": picked, "touched": False, "whole": True}
        for what in page.evaluate(MEASURE, {"needed": needed, "least": least, "readable": readable}):
            self.found.append(f"{size[0]} × {size[1]}, {where}: {what}")


LOCALES = ["en-GB", "de-DE"]


def share(sizes: list[tuple[int, int]], view: int, locale: str) -> list[tuple[int, int]]:
    """Every other size; the other language gets the rest, and so does the next view.

    So each pair of size, view and language is measured: all three together would take twice as long.
    """
    return sizes[(view + LOCALES.index(locale)) % 2 :: 2]


@pytest.fixture
def table(browser: Browser, server: RunningServer, locale: str) -> Iterator[StagedTable]:
    one = BrowserTab(browser, server, locale=locale)
    yield StagedTable(one)
    one.close()


def pick(table: StagedTable, game: str, position: dict[str, Any]) -> None:
    """The last move that is more than a button with a word."""
    move = next(move for move in reversed(position["legal"]) if len(move) > 1)
    PICK_MOVE[game](table.page, move, position["view"], press_quickly)
    table.page.locator(".bar .button.main").wait_for()


def in_both_languages(*cases: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [(*case, locale) for case in cases for locale in LOCALES]


@pytest.mark.parametrize(
    ("game", "seats", "locale"),
    rest_thorough(
        in_both_languages(("mandala", 2), ("patterns", 2), ("flowers", 4), ("flowers", 2)),
        keep=[("patterns", 2, "de-DE"), ("flowers", 4, "en-GB")],
    ),
)
def test_everything_needed_is_on_screen(table: StagedTable, game: str, seats: int, locale: str) -> None:
    """In windows of usual sizes, and without a clock also at 200 %."""
    problems, readable = Problems(game), ZOOMED_READABLE.get(game, READABLE)
    for view, (name, position) in enumerate(positions(game, seats)):
        for clock in (False, True):
            table.show(position, clock=clock)
            pick(table, game, position)
            where = f"{name}, {'with a clock' if clock else 'no clock'}"
            if clock or name in ("beginning", "fullest, playing"):
                for size in share(SIZES, view + clock, locale):
                    problems.measure(table.page, size, where)
            if not clock:
                for size in share(ZOOMED, view, locale):
                    problems.measure(table.page, size, where, least=ZOOMED_LEAST, readable=readable)
    assert problems.found == [], "\n".join(problems.found)


# How much of the window the mandalas and the hand take up, and how high a card of the hand is.
USED = """async ({ mandalas, hand }) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const boxes = (which) => [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect());
  const area = ({ width, height }) => width * height;
  const used = [...boxes(mandalas), ...boxes(hand)].reduce((sum, box) => sum + area(box), 0);
  return [used / (innerWidth * innerHeight), Math.min(...boxes(hand).map((box) => box.height))];
}"""


@pytest.mark.parametrize("game", rest_thorough(["mandala", "patterns", "flowers"]))
def test_on_wide_screens_the_board_uses_the_room(open_tab: OpenTab, game: str) -> None:
    one = open_tab()
    StagedTable(one).show(dict(positions(game, 2))["fullest, playing"])
    heights = list[float]()
    for width, height in ((1280, 640), (1440, 900), (1920, 1080), (2560, 1300)):
        one.page.set_viewport_size({"width": width, "height": height})
        used, height_of_card = one.page.evaluate(USED, {"mandalas": MANDALAS[game], "hand": HAND[game]})
        assert used > 0.36, (width, height)
        heights.append(height_of_card)
    assert heights == sorted(heights)
    assert heights[-1] > 1.6 * heights[0]


@pytest.mark.parametrize("size", rest_thorough([((360, 640),), ((667, 375),), ((1280, 640),)]))
def test_questions_and_the_log_open_in_view(open_tab: OpenTab, size: tuple[int, int]) -> None:
    one = open_tab(viewport={"width": size[0], "height": size[1]})
    StagedTable(one).show(dict(positions("mandala", 2))["fullest, playing"])
    board = one.page.locator(".board")
    before = board.bounding_box()
    if one.button("Log").count():
        one.button("Log").click()
    newest = one.page.get_by_role("log").get_by_role("listitem").last
    expect(newest).to_be_in_viewport(ratio=0.95)
    one.page.keyboard.press("Escape")
    one.button("Resign").click()
    expect(one.button("Yes, resign")).to_be_in_viewport(ratio=1)
    one.button("Cancel").click(trial=True)  # nothing covers it
    assert board.bounding_box() == before, "the board jumps"
    one.page.keyboard.press("Escape")
    expect(one.button("Yes, resign")).to_have_count(0)
    one.button("Hint").click()
    expect(one.button("Show on the board")).to_be_in_viewport(ratio=1)
    one.button("Show on the board").click()
    expect(one.button("Confirm")).to_be_in_viewport(ratio=1)
    assert board.bounding_box() == before, "the board jumps"


@pytest.fixture(scope="module")
def replays(server: RunningServer) -> Callable[[str], str]:
    """The address of the replay of a game that is over."""
    return cache(lambda game: f"/table/{finished(server, game)[0]}/replay")


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "locale"), in_both_languages(("mandala",), ("patterns",), ("flowers",)))
def test_a_replay_fits_the_window(
    open_tab: OpenTab, replays: Callable[[str], str], game: str, locale: str
) -> None:
    one, problems, last = open_tab(locale=locale), Problems(game, REPLAY), 0
    for view, part in enumerate((0, 0.5, 0.9)):
        ply = int(part * last)
        one.visit(f"{replays(game)}?ply={ply}")
        one.page.locator(f'.board[data-number="{ply}"]').wait_for()
        last = int(one.page.get_by_role("slider").get_attribute("max") or 0)
        for size in share(SIZES, view, locale):
            problems.measure(one.page, size, f"move {ply}")
    assert problems.found == [], "\n".join(problems.found)


@pytest.mark.parametrize(
    "size", rest_thorough([((390, 664),), ((844, 390),), ((1366, 657),)], keep=[((844, 390),)])
)
def test_a_replay_leads_to_each_move(
    open_tab: OpenTab, replays: Callable[[str], str], size: tuple[int, int]
) -> None:
    one = open_tab(viewport={"width": size[0], "height": size[1]})
    one.visit(replays("mandala"))
    last = int(one.page.get_by_role("slider").get_attribute("max") or 0)
    moves = one.page.get_by_role("list", name="Moves").get_by_role("button")

    def open_list() -> None:
        if one.button("Moves").count():
            one.button("Moves").click()
        expect(moves).to_have_count(last + 1)

    open_list()
    assert all(moves.all_inner_texts()), "each says what it was"
    moves.nth(12).click()
    expect(one.page.get_by_text(f"Move 12 of {last}")).to_be_visible()
    expect(one.page.locator('.board[data-number="12"]')).to_be_visible()
    open_list()  # on a phone it covered the board
    expect(moves.and_(one.page.locator("[aria-current=step]"))).to_have_count(1)
    expect(moves.nth(12)).to_have_attribute("aria-current", "step")
    expect(moves.nth(12)).to_be_in_viewport(ratio=0.95)
    one.page.keyboard.press("End")
    open_list()
    expect(moves.nth(last)).to_be_in_viewport(ratio=0.95)


def test_the_moves_of_a_replay_can_be_selected_by_keyboard(
    open_tab: OpenTab, replays: Callable[[str], str]
) -> None:
    one = open_tab(viewport={"width": 1366, "height": 657})
    one.visit(f"{replays('patterns')}?ply=3")
    moves = one.page.get_by_role("list", name="Moves").get_by_role("button")
    press(moves.nth(3))
    for number, key in ((4, "ArrowDown"), (5, "ArrowDown"), (4, "ArrowUp")):
        one.page.keyboard.press(key)
        expect(moves.nth(number)).to_be_focused()
        expect(moves.nth(number)).to_have_attribute("aria-current", "step")
        expect(one.page.locator(f'.board[data-number="{number}"]')).to_be_visible()
