"""Several people: two browsers, and one screen for two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect
from server.running_server import RunningServer
from web.browser_tab import BrowserTab, OpenTab
from web.people import two


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that a test may kill."""
    server = RunningServer(tmp_path)
    yield server
    server.stop()


def play_on(tabs: list[BrowserTab], random: Random, moves: int) -> None:
    for _ in range(moves):
        tabs[0].wait_until(lambda: tabs[0].is_over or any(one.state.get("legal") for one in tabs))
        for one in tabs:
            one.page.wait_for_timeout(1)  # let it receive updates
        if tabs[0].is_over:
            return
        mover = next(one for one in tabs if one.state.get("legal"))
        mover.wait_for_turn()
        mover.make(random.choice(mover.legal))
        number = mover.state["number"]
        for one in tabs:
            one.wait_for_number(number)


@pytest.mark.thorough
def test_two_browsers_with_a_reload_and_a_lost_connection(
    browser: Browser, own_server: RunningServer
) -> None:
    anna, ben = two(lambda: BrowserTab(browser, own_server))
    random = Random(5)
    play_on([anna, ben], random, 4)  # too few for a game to end

    anna.page.reload()  # nothing is lost, and the last move is still marked
    anna.wait_for_number(ben.state["number"])
    expect(anna.page.get_by_role("log").get_by_role("listitem")).to_have_count(4)
    expect(anna.page.locator(".board .highlighted").first).to_be_visible()
    play_on([anna, ben], random, 2)

    before = ben.state["number"]
    own_server.kill()
    for one in (anna, ben):
        expect(one.page.get_by_text("Connection lost.")).to_be_visible()
        one.state = {}
    own_server.start()
    for one in (anna, ben):
        expect(one.page.get_by_text("Connection lost.")).to_be_hidden()
        one.wait_for_number(before)
        one.complaints.clear()  # the console tells of the lost connection
    play_on([anna, ben], random, 400)
    anna.button("Skip").click()
    expect(anna.page.locator("#end-title")).to_have_text(re.compile("won|share the win"))
    anna.close()
    ben.close()


@pytest.mark.thorough
def test_a_move_is_taken_back_and_a_rematch_played_if_the_other_agrees(open_tab: OpenTab) -> None:
    anna, ben = two(open_tab)
    watching = open_tab()
    watching.page.goto(anna.page.url)
    play_on([anna, ben], Random(7), 3)
    ply = anna.state["ply"]
    anna.button("Take back").click()
    expect(ben.page.get_by_text("Anna would like to take back a move.")).to_be_visible()
    ben.button("Yes").click()
    anna.wait_until(lambda: anna.state["ply"] < ply)
    expect(ben.page.get_by_text("The last move was taken back.")).to_be_visible()
    first = anna.info["id"]
    ben.button("Resign").click()
    ben.button("Yes, resign").click()
    expect(anna.page.get_by_role("heading", name="You won!")).to_be_visible()
    anna.button("Rematch").click()
    expect(ben.page.get_by_text("Anna would like a rematch.")).to_be_visible()
    ben.button("Yes").click()
    for one in (anna, ben):  # without another click
        one.wait_until(lambda one=one: one.info.get("status") == "playing" and one.info["id"] != first)
        expect(one.page).to_have_url(re.compile(anna.info["id"] + r"\?key="))
    watching.page.get_by_role("link", name="Go to the rematch").click()  # they are not redirected
    expect(watching.page.get_by_text("You are watching.")).to_be_visible()
    assert watching.info["id"] == anna.info["id"]


def open_shared_table(one: BrowserTab, game: str) -> None:
    """For Player 1 and Omar."""
    one.page.goto(f"/new?game={game}")
    one.page.get_by_label("All at this screen").check()
    one.page.get_by_label("Player 2: name").fill("Omar")
    one.button("Play now").click()
    one.wait_until(lambda: one.state.get("legal"))


def test_one_screen_for_two_with_a_handover_between(open_tab: OpenTab) -> None:
    one = open_tab()
    open_shared_table(one, "mandala")
    open_cards = one.page.locator('[data-place^="hand:"] [data-piece]:not([data-piece="?"])')
    for _ in range(4):
        seat = one.state["view"]["to_move"]
        name, other = ("Player 1", "Omar") if seat == 0 else ("Omar", "Player 1")
        expect(one.page.get_by_text(f"It is {name}’s turn.")).to_be_visible()
        expect(open_cards).to_have_count(0)  # the board is there, and no hand
        expect(one.page.locator('[data-place="mountain:m1"]')).to_be_visible()
        expect(one.button("Hint")).to_be_disabled()
        one.button(f"I am {name}: show my hand").click()
        expect(one.page.locator('[data-drop^="hand:"]').first).to_be_visible()
        one.make(next(move for move in one.legal if move[0] in "MD"))
        hand = one.state["views"][seat]["players"][seat]["hand"]  # with what was just drawn
        expect(open_cards).to_have_count(sum(hand.values()))
        for colour, count in hand.items():
            shown = one.page.locator(f'[data-place="hand:{seat}:{colour}"] [data-piece="{colour}"]')
            expect(shown).to_have_count(count)
        expect(one.page.locator(".target")).to_have_count(0)
        one.button(f"Hand over to {other}").click()
    one.page.reload()  # after a reload, the player must say who they are
    expect(one.page.get_by_role("button", name="show my hand")).to_be_visible()
    expect(open_cards).to_have_count(0)


def test_a_shared_screen_needs_no_handover_without_hidden_hands(open_tab: OpenTab) -> None:
    one = open_tab()
    open_shared_table(one, "patterns")
    for _ in range(3):
        one.wait_for_turn()
        one.make(one.legal[0])
    expect(one.page.get_by_role("button", name=re.compile("Hand over|show my hand"))).to_have_count(0)


def test_the_bar_says_what_the_player_at_the_screen_may_do(open_tab: OpenTab) -> None:
    one = open_tab(viewport={"width": 390, "height": 664})
    open_shared_table(one, "mandala")
    expect(one.page.get_by_text("All hands are hidden.")).to_be_in_viewport(ratio=1)
    one.page.get_by_role("button", name=re.compile("show my hand")).click()
    expect(one.page.get_by_text("Play a card to a mountain")).to_be_visible()


def test_a_refusal_is_seen_while_the_screen_is_handed_over(open_tab: OpenTab) -> None:
    one = open_tab()
    open_shared_table(one, "mandala")
    one.button("Take back").focus()  # there is nothing to take back yet
    one.page.keyboard.press("Enter")
    why = one.page.get_by_text("You have not moved yet.")
    expect(why).to_be_in_viewport(ratio=1)
    one.page.get_by_role("button", name=re.compile("show my hand")).click()
    expect(why).to_have_count(0)


def test_a_replay_as_each_seat_and_with_open_hands(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Mandala")
    one.make(one.legal[0])
    one.wait_for_turn()
    one.button("Resign").click()
    one.button("Yes, resign").click()
    one.page.get_by_role("link", name="Replay").click()
    expect(one.page.get_by_text("Move 0 of")).to_be_visible()
    one.page.keyboard.press("End")
    plies = one.page.get_by_role("slider").get_attribute("max")
    expect(one.page.get_by_text(f"Move {plies} of {plies}")).to_be_visible()
    one.page.keyboard.press("ArrowLeft")
    expect(one.page.get_by_text(f"Move {int(plies or 0) - 1} of {plies}")).to_be_visible()
    backs = one.page.locator('[data-place="hand:1"] [data-colour="?"]')
    expect(backs).to_have_count(0)  # all hands are open, and announced to screen readers
    expect(one.page.get_by_role("group", name=re.compile(r"Hand of Sprout: \d+ \w+"))).to_be_visible()
    one.page.get_by_label("View as").select_option("0")
    expect(one.page.get_by_text("? points")).to_be_visible()
    expect(backs.first).to_be_visible()
    one.page.reload()
    expect(one.page.get_by_label("View as")).to_have_value("0")
    expect(one.page.get_by_text(f"Move {int(plies or 0) - 1} of {plies}")).to_be_visible()


def test_the_app_in_german(open_tab: OpenTab) -> None:
    one = open_tab(locale="de-DE")
    one.page.goto("/")
    one.page.get_by_role("region", name="Mandala").get_by_role("button").click()
    one.wait_for_turn()
    expect(one.page).to_have_title("● Du bist dran · Mandala · Sandmandala")
    expect(one.page.locator("html")).to_have_attribute("lang", "de")
    one.pick(next(move for move in one.legal if move.startswith("M")))
    one.button("Bestätigen").click()
    expect(one.page.get_by_role("log")).to_contain_text("Karte")
    one.page.goto("/settings")
    one.page.get_by_label("Sprache").select_option("en")
    expect(one.page.get_by_role("heading", name="Settings")).to_be_visible()
    one.page.reload()
    expect(one.page.get_by_role("heading", name="Settings")).to_be_visible()
