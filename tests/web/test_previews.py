"""Previews: what a picked move would do, shown before it is confirmed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from thorough_cases import rest_thorough
from web.browser_tab import BrowserTab, OpenTab

# A move with an interesting preview, the text of the bar, and the ghosts on the board.
LOOKS: dict[str, tuple[str, str | re.Pattern[str], str]] = {
    "Mandala": ("M", "You draw three cards.", ".mountain .ghost"),
    "Patterns": ("O", "It gets marker 1.", "[data-drop^=field] .ghost + .marker"),
    "Flowers": ("P", re.compile(r"It lies face (up|down)\."), ".petal .ghost"),
}


def pick_one(one: BrowserTab, start: str) -> str:
    """Pick a move with this prefix; other moves may be necessary first."""
    while not any(move.startswith(start) for move in one.legal):
        one.make(one.legal[0])
        one.wait_for_turn()
    move = next(move for move in one.legal if move.startswith(start))
    one.pick(move)
    return move


@pytest.mark.parametrize("game", rest_thorough(LOOKS, keep=["Flowers"]))
def test_a_picked_move_shows_what_it_would_do(open_tab: OpenTab, game: str) -> None:
    one, (start, said, ghost) = open_tab(), LOOKS[game]
    one.play_now(game)
    pick_one(one, start)
    expect(one.page.locator(".preview span", has_text=said)).to_be_visible()
    expect(one.page.locator(f".board {ghost}").first).to_be_visible()
    one.button("Cancel").click()
    expect(one.page.locator(".preview, .board .ghost")).to_have_count(0)


def test_a_preview_is_fetched_before_the_move_is_picked(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Mandala")
    move = next(move for move in one.legal if move.startswith("M"))
    one.page.locator(f'[data-drop="hand:{move[2]}"]').click()
    one.page.locator(f'[data-drop="{move[:2]}"]').hover()
    one.wait_until(lambda: any('"previewed"' in heard and f'"{move}"' in heard for heard in one.heard))
    expect(one.button("Confirm")).to_have_count(0)


@pytest.mark.parametrize("game", rest_thorough(LOOKS, keep=["Patterns"]))
def test_a_move_needs_no_preview(open_tab: OpenTab, game: str) -> None:
    """A late or missing answer delays nobody."""
    one, (start, _, _) = open_tab(), LOOKS[game]
    one.page.add_init_script("""
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (data) {
        if (JSON.parse(data).type !== 'preview') send.call(this, data);
      };
    """)
    one.play_now(game)
    pick_one(one, start)
    expect(one.page.locator(".board .ghost").first).to_be_visible()
    expect(one.page.locator(".preview span")).to_have_count(1)
    number = one.state["number"]
    one.button("Confirm").click()
    one.wait_until(lambda: one.state["number"] > number)


@pytest.mark.thorough
def test_a_hint_says_what_its_move_would_do(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Flowers")
    one.button("Hint").click()
    expect(one.page.locator(".hint span", has_text=re.compile(r"^(It lies|They lie) face"))).to_be_visible()
