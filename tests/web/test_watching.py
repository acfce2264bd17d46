"""Watching in a real browser: the page of live games, the featured board, and the match of bots."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect
from server.running_server import RunningServer
from thorough_cases import rest_thorough
from web.browser_tab import OpenTab
from web.test_pages import AXE, VIOLATIONS

PHONE = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("server"), bot_match="1")
    yield server
    server.stop()


def no_violations(page: Page) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS, None) == []


@pytest.mark.thorough
def test_bots_play_until_people_do(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab(viewport=PHONE)
    page = one.page
    page.goto("/")
    page.locator(".featured").scroll_into_view_if_needed()  # nothing of it is loaded before
    board = page.get_by_role("region", name="Bot match")
    expect(board).to_contain_text("two bots are playing for you")
    picture = board.get_by_role("img", name=re.compile("The board"))
    number = picture.locator("[data-number]")
    expect(number).to_have_attribute("data-number", re.compile("[1-9]"))  # it lives
    no_violations(page)
    pause = board.get_by_role("button", name="Pause")
    pause.focus()
    page.keyboard.press("Enter")
    expect(board).to_contain_text("Paused")
    before = number.get_attribute("data-number")
    watched = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert watched, "nothing is wider than a phone"

    people = [server.client("Anna"), server.client("Ben")]
    assert people[0].post("/me/bot")["bot"]
    table = people[0].open_table(game="patterns")["table"]["id"]
    people[1].join(table)
    assert number.get_attribute("data-number") == before, "it stays as it was"
    board.get_by_role("link", name="All live games").click()
    expect(page.get_by_role("heading", name="Watch games")).to_be_visible()
    rows = page.get_by_role("region", name="Live now").get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Anna (bot) and Ben")
    expect(rows).to_contain_text("nobody is watching yet")
    no_violations(page)
    page.get_by_role("button", name="Mandala").click()
    expect(page.get_by_text("No public game of Mandala")).to_be_visible()
    page.get_by_role("button", name="Highest rated").click()
    page.get_by_role("button", name="Patterns").click()
    expect(page).to_have_url(re.compile("order=rated&game=patterns"))
    other = open_tab()
    other.page.goto(f"/table/{table}")
    expect(rows).to_contain_text("1 person is watching")
    expect(other.page.locator(".who", has_text="Anna").first).to_contain_text("bot")
    rows.get_by_role("link", name=re.compile("Watch")).press("Enter")
    expect(page).to_have_url(re.compile(f"/table/{table}"))
    page.goto("/")
    page.locator(".featured").scroll_into_view_if_needed()
    expect(page.get_by_role("region", name="Featured game")).to_contain_text("Anna (bot) and Ben")


@pytest.mark.parametrize(
    "viewport", rest_thorough([PHONE, {"width": 1280, "height": 800}]), ids=["phone", "desktop"]
)
def test_cards_of_the_first_page_arrive_without_a_jump(open_tab: OpenTab, viewport: dict[str, int]) -> None:
    """They are loaded once they are in view; until then empty cards keep their places."""
    one = open_tab(viewport=viewport)
    page, held = one.page, list[Route]()
    page.route(re.compile("/assets/(TodayCard|Featured)-.*js$"), lambda route: held.append(route))
    page.goto("/")
    expect(page.get_by_role("heading", name="New here?")).to_be_visible()
    for number, place in enumerate((".today", ".featured"), 1):
        page.locator(place).scroll_into_view_if_needed()
        one.wait_until(lambda number=number: len(held) >= number)
    heights = "['.today', '.featured'].map((place) => document.querySelector(place).offsetHeight)"
    before = page.evaluate(heights)
    for file in held:
        file.continue_()
    expect(page.locator(":is(.today, .featured) .drawing .board")).to_have_count(2)
    assert page.evaluate(heights) == pytest.approx(before, abs=10)


def test_the_page_says_when_there_is_no_connection(open_tab: OpenTab) -> None:
    one = open_tab(locale="de-DE")
    one.page.route_web_socket(re.compile("/live$"), lambda socket: socket.close())
    one.page.goto("/watch")
    expect(one.page.get_by_role("main")).to_contain_text("Die Liste braucht eine Verbindung.")
    expect(one.page.get_by_text("Die Verbindung ist weg")).to_be_visible()
