"""The board of Flowers in a real browser: everything is visible, even in the fullest positions."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.browser_tab import OpenTab
from web.staged_table import StagedTable, positions_of

SIZES = [(1280, 640), (2560, 1300), (820, 1180), (1180, 820), (844, 390), (390, 664), (360, 640), (667, 375)]
AT_A_GLANCE = 768  # from this width on

# Elements that overflow their container by more than the rim of a card's number.
_STICKS_OUT = """() => {
  const out = [];
  const check = (node, frame, slack) => {
    const [a, b] = [node.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (!a.width || getComputedStyle(node).clipPath !== 'none') return;
    const beyond = Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom);
    if (beyond > slack)
      out.push(`${node.className} of ${frame.className}`);
  };
  const board = document.querySelector('.board');
  for (const node of board.querySelectorAll('.seat, .piles, .hand, .group, .minis, .mandalas'))
    check(node, board, 1);
  for (const mandala of board.querySelectorAll('.mandala'))
    for (const node of mandala.querySelectorAll('.petal, .stack, .label, .centre, .stepper'))
      check(node, mandala, 4);
  for (const seat of board.querySelectorAll('.seat'))
    for (const node of seat.querySelectorAll('.name, .points, .hand, .one, .flower'))
      check(node, seat, 4);
  if (board.scrollWidth > board.clientWidth || board.scrollHeight > board.clientHeight)
    out.push('the board scrolls');
  return out;
}"""

# Cards and names that the tiles to choose from lie upon.
_UNDER_TILES = """() => [...document.querySelectorAll('.mandala:has(.take)')].flatMap((mandala) => {
  const tiles = [...mandala.querySelectorAll('.take [data-piece]')].map((one) => one.getBoundingClientRect());
  return [...mandala.querySelectorAll('.stack, .label .name')].filter((node) => {
    const box = node.getBoundingClientRect();
    return tiles.some((tile) =>
      Math.min(tile.right, box.right) - Math.max(tile.left, box.left) > 3 &&
      Math.min(tile.bottom, box.bottom) - Math.max(tile.top, box.top) > 3);
  }).map((node) => node.textContent || node.dataset.place);
})"""

_SEEN = """selector => {
  const board = document.querySelector('.board').getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect();
    const inside = left >= board.left - 1 && right <= board.right + 1;
    return width && inside && top >= board.top && bottom <= board.bottom;
  }).length;
}"""

# Letters in the hand that another card covers.
_COVERED_LETTERS = """() => [...document.querySelectorAll('.hand .group')].flatMap((group) => {
  const cards = [...group.querySelectorAll(':scope > .card')];
  return cards.slice(1).filter((card, before) => {
    const letter = cards[before].querySelector('.letter');
    const shown = getComputedStyle(letter).visibility === 'visible';
    return shown && letter.getBoundingClientRect().right > card.getBoundingClientRect().left;
  });
}).length"""


def of_seats(seats: int) -> list[dict[str, Any]]:
    """The first and the fullest positions, for this number of players."""
    found = [one for one in positions_of("flowers") if one["seats"] == seats]
    return [found[0], *(one for one in found if one.get("fullest"))]


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


few_seats = pytest.mark.thorough  # with four, a board is fullest


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [pytest.param(2, marks=few_seats), pytest.param(3, marks=few_seats), 4])
def test_all_pieces_are_visible_on_every_screen(open_tab: OpenTab, seats: int) -> None:
    table = StagedTable(open_tab(locale="de-DE"))
    for position in of_seats(seats):
        table.show(position)
        for width, height in SIZES:
            resize(table.page, width, height)
            where = f"move {position['ply']}, {width} × {height}"
            large, small = (table.page.evaluate(_SEEN, f".{name}") for name in ("mandala:not(.gone)", "mini"))
            assert (large, small) == ((3, 0) if width >= AT_A_GLANCE else (1, 3)), where
            assert table.page.evaluate(_STICKS_OUT) == [], where
            assert table.page.evaluate(_UNDER_TILES) == [], where
            assert table.page.evaluate(_COVERED_LETTERS) == 0, where


@pytest.mark.thorough
def test_the_stepper_is_inside_the_mandala_and_covers_no_card(open_tab: OpenTab) -> None:
    table = StagedTable(open_tab())
    position = next(one for one in of_seats(4) if one["ply"] and one["view"]["phase"] == "playing")
    move = position["legal"][0]
    for width, height in SIZES:
        resize(table.page, width, height)
        table.show(position)
        table.page.locator(f'[data-hand="{move[2]}"]').click()
        table.page.locator(f'button[data-mandala="{move[1]}"]').click()
        assert table.page.evaluate(_STICKS_OUT) == [], (width, height)
        stepper = table.page.locator(".stepper").bounding_box()
        assert stepper
        for card in table.page.locator(".petal.asked .stack").all():
            box = card.bounding_box()
            assert box
            apart = (
                box["x"] + box["width"] <= stepper["x"] + 2 or box["y"] + box["height"] <= stepper["y"] + 2
            )
            assert apart, (width, height, box, stepper)


def test_in_the_dark_theme_a_black_light_has_a_solid_bright_rim(open_tab: OpenTab) -> None:
    table = StagedTable(open_tab(color_scheme="dark"))
    position = of_seats(2)[0]
    table.show(position)
    black = table.page.locator(".mandala .light[data-colour=K]")
    for at, mandala in enumerate(position["view"]["mandalas"]):
        there = "K" not in mandala["missing"]
        expect(black.nth(at)).to_have_css("border-top-style", "solid" if there else "dashed")
        bright = "rgb(241, 232, 218)"
        if there:
            expect(black.nth(at)).to_have_css("border-top-color", bright)
        else:
            expect(black.nth(at)).not_to_have_css("border-top-color", bright)
    assert {"K" in mandala["missing"] for mandala in position["view"]["mandalas"]} == {True, False}
