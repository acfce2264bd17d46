"""Animations: each piece moves once, and counts do not change before it arrives."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect
from server.running_server import RunningServer
from thorough_cases import rest_thorough
from web.browser_tab import BrowserTab, OpenTab
from web.staged_table import StagedTable, position_of

from sandmandala.records import Game

# Animations are paused as long as `hold` is true, so that a test can inspect them.
_HOLD = """
  window.held = [];
  window.hold = false;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    if (window.hold) {
      one.pause();
      window.held.push(one);
    }
    return one;
  };
"""
_MIDDLE = """() => {
  for (const one of window.held)
    if (one.playState !== 'idle') one.currentTime = one.effect.getTiming().duration / 2;
}"""
_RELEASE = """() => {
  window.hold = false;
  for (const one of window.held) if (one.playState !== 'idle') one.play();
}"""
# CSS has other animations.
_MOVING = "document.getAnimations().filter((one) => one.constructor === Animation).length"


def find_position(name: str, start: str, seats: int, from_ply: int) -> tuple[Game, str]:
    """A game in which seat 0 has a legal move with this prefix."""
    for number in range(200):
        game, random = Game.new(name, seats, secret=number.to_bytes(32, "big")), Random(number)
        while not game.is_over:
            found = [move for move in game.legal_moves() if move.startswith(start)]
            if found and game.to_move == 0 and game.ply >= from_ply:
                return game, random.choice(found)
            game.play(random.choice(game.legal_moves()))
    raise AssertionError("there is no such position")


# The number of pieces in each place on the board: the number on a stack, or its pieces.
_SHOWN = """(board, places) => places.map((place) => {
  const node = board.querySelector(`[data-place="${CSS.escape(place)}"]`);
  if (!node || getComputedStyle(node).opacity === '0') return 0;
  const number = node.querySelector('.count, .tally');
  if (number) return Number(number.dataset.text ?? number.textContent);
  return node.querySelectorAll('[data-piece]').length || 1;
})"""

# For each place, the number of pieces before a move, while they fly, and after it.
Counts = dict[str, tuple[int, int, int]]
Staged = tuple[Game, str, int, Counts]  # a game, a move, how many pieces fly


def mandala() -> Staged:
    game, move = find_position("mandala", "F1", 2, 8)
    colour, count, view = move[2], int(move[3:]), game.view(0)
    hand = view["players"][0]["hand"][colour]
    lying = view["mandalas"][0]["fields"][0].get(colour, 0)
    counts = {
        f"hand:0:{colour}": (hand, hand - count, hand - count),
        f"field:m1:of0:{colour}": (lying, lying, lying + count),
    }
    return game, move, 1, counts


def patterns() -> Staged:
    game, move = find_position("patterns", "S", 2, 14)
    field, view = move[1:], game.view(0)
    mine, there = view["players"][0]["swap_tile"], view["fields"][field][0]
    counts = {
        f"bowl:0:{mine}": (1, 0, 0),
        f"bowl:0:{there}": (0, 0, 1),
        f"field:{field}:{there}": (1, 0, 0),
        f"field:{field}:{mine}": (0, 0, 1),
    }
    return game, move, 2, counts


def flowers() -> Staged:
    game, move = find_position("flowers", "P", 3, 6)
    number, colour, count = int(move[1]), move[2], int(move[3:])
    then = game.copy()
    events = {event["event"]: event for event in then.play(move)}
    before, after = (one.view(0)["players"][0]["hand"].get(colour, 0) for one in (game, then))
    side = game.view(0)["mandalas"][number - 1]["sides"][0]
    face_up = events["play"]["face_up"]
    lying = side.get("face_up", {}).get(colour, 0) if face_up else side.get("face_down", 0)
    place = f"up:{number}:0:{colour}" if face_up else f"down:{number}:0:?"
    counts = {
        f"hand:0:{colour}": (before, before - count, after),
        place: (lying, lying, lying + count),
    }
    return game, move, 1 + len(events.get("draw", {"cards": {}})["cards"]) + ("majority" in events), counts


@pytest.fixture
def tab(open_tab: OpenTab) -> BrowserTab:
    one = open_tab(reduced_motion="no-preference", viewport={"width": 1280, "height": 800})
    one.page.add_init_script(_HOLD)
    return one


def shown(one: BrowserTab, counts: Counts) -> list[int]:
    found: list[int] = one.page.locator(".board[data-number]").evaluate(_SHOWN, list(counts))
    return found


def play(one: BrowserTab, table: StagedTable, game: Game, move: str) -> None:
    """Make a move whose pieces stay in mid-air."""
    one.page.evaluate("window.hold = true")
    game.play(move)
    table.show(position_of(game, 0))
    one.wait_until(lambda: one.page.evaluate("window.held.length"))
    one.page.evaluate(_MIDDLE)


def wait_for_rest(one: BrowserTab) -> None:
    expect(one.page.locator(".copy")).to_have_count(0)
    one.wait_until(lambda: one.page.evaluate(_MOVING) == 0)


@pytest.mark.parametrize("staged", rest_thorough([mandala, patterns, flowers], keep=[flowers]))
def test_a_piece_is_seen_once_and_counted_where_it_is(tab: BrowserTab, staged: Callable[[], Staged]) -> None:
    game, move, flying, counts = staged()
    table = StagedTable(tab)
    table.show(position_of(game, 0))
    assert shown(tab, counts) == [before for before, _, _ in counts.values()]
    play(tab, table, game, move)
    assert shown(tab, counts) == [meanwhile for _, meanwhile, _ in counts.values()]
    expect(tab.page.locator(".copy")).to_have_count(flying)
    expect(tab.page.locator(".board .highlighted")).to_have_count(0)  # nothing has arrived yet
    tab.page.evaluate(_RELEASE)
    wait_for_rest(tab)
    assert shown(tab, counts) == [after for _, _, after in counts.values()]
    expect(tab.page.locator(".board .highlighted").first).to_be_visible()


def test_neighbours_glide(tab: BrowserTab) -> None:
    """When a stack leaves the hand, the others glide to their new places."""
    game, move, _, _ = mandala()
    while True:  # a move with all cards of its colour
        hand = game.view(0)["players"][0]["hand"]
        found = [one for one in game.legal_moves() if one[0] == "F" and hand.get(one[2]) == int(one[3:])]
        if game.to_move == 0 and found:
            break
        game.play(game.legal_moves()[0])
    table, move = StagedTable(tab), found[0]
    table.show(position_of(game, 0))
    stay = tab.page.locator(f'[data-drop^="hand:"]:not([data-drop="hand:{move[2]}"])').first
    colour = stay.get_attribute("data-drop")

    def left() -> float:
        box = tab.page.locator(f'[data-drop="{colour}"]').bounding_box()
        assert box
        return box["x"]

    before = left()
    play(tab, table, game, move)
    middle = left()
    tab.page.evaluate(_RELEASE)
    wait_for_rest(tab)
    assert min(before, left()) < middle < max(before, left())


def test_the_next_move_or_a_tap_finishes_animations(tab: BrowserTab) -> None:
    game, move, _, counts = mandala()
    table = StagedTable(tab)
    table.show(position_of(game, 0))
    play(tab, table, game, move)
    game.play(game.legal_moves()[0])
    number = tab.page.locator(".board[data-number]").get_attribute("data-number")
    table.show(position_of(game, 0))  # it does not wait for the first one
    assert number != tab.page.locator(".board[data-number]").get_attribute("data-number")
    assert shown(tab, counts)[1] == counts[list(counts)[1]][2]
    assert tab.page.locator(".copy").count() > 0
    tab.page.locator(".board[data-number]").click(position={"x": 2, "y": 2})
    wait_for_rest(tab)


def test_nothing_flies_with_reduced_motion(open_tab: OpenTab) -> None:
    one = open_tab(viewport={"width": 1280, "height": 800})
    one.page.add_init_script("""
      window.animated = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        window.animated++;
        return animate.apply(this, how);
      };
    """)
    game, move, _, counts = mandala()
    table = StagedTable(one)
    table.show(position_of(game, 0))
    game.play(move)
    table.show(position_of(game, 0))
    assert shown(one, counts) == [after for _, _, after in counts.values()]
    assert one.page.evaluate("window.animated") == 0


_GRAINS = """(canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value) => value > 0);
}"""


@pytest.mark.parametrize("wins", rest_thorough([True, False]))
def test_the_winner_sees_a_short_celebration(open_tab: OpenTab, server: RunningServer, wins: bool) -> None:
    one, ben = open_tab(reduced_motion="no-preference"), server.client("Ben")
    one.page.clock.install()
    one.page.goto("/new?game=patterns&with=friend")
    one.button("Open the table").click()
    one.wait_for_status("open")
    ben.join(one.info["id"], key=parse_qs(urlsplit(one.page.url).query)["key"][0])
    one.wait_for_status("playing")
    one.page.locator(".board[data-number]").wait_for()
    one.page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    if wins:
        with ben.socket() as socket:
            socket.send("resign", table=one.info["id"], after=socket.watch(one.info["id"])["number"])
            one.wait_for_status("over")
    else:
        one.button("Resign").click()
        one.button("Yes, resign").click()
        one.wait_for_status("over")
    expect(one.page.get_by_role("heading", name="You won!" if wins else "Ben won this time")).to_be_visible()
    sand = one.page.locator("canvas.sand")
    expect(sand).to_have_count(1 if wins else 0)
    if wins:
        one.page.clock.run_for(900)
        assert sand.evaluate(_GRAINS)
        one.page.clock.run_for(1100)  # two seconds in all
        expect(sand).to_have_count(0)
