"""Results, ratings, profiles and accounts, as people see them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, expect
from server.running_server import A_DAY, RunningServer
from server.table_services import table_services
from server.test_ratings import play
from server.tied_games import TIES, tied_game
from thorough_cases import rest_thorough
from web.browser_tab import BrowserTab, OpenTab

from sandmandala.server.ratings import LISTED_AFTER
from sandmandala.server.settings import Settings

LONG_NAME = "Maximiliane-Charlotte W."


def come_in(one: BrowserTab, name: str) -> str:
    """Become a guest with this name. Returns the id."""
    one.context.add_init_script("localStorage.setItem('sandmandala-known', 'yes')")
    return str(one.page.request.post("/api/v1/me", data={"name": name}).json()["id"])


def sit_down(anna: BrowserTab, ben: BrowserTab, **spec: object) -> str:
    """Seat both at a new table. Returns its address."""
    table = anna.page.request.post("/api/v1/tables", data=spec).json()["table"]["id"]
    assert ben.page.request.post(f"/api/v1/tables/{table}/join", data={}).ok
    for one in (anna, ben):
        one.state, one.info = {}, {}
        one.page.goto(f"/table/{table}")
    for one in (anna, ben):
        one.wait_for_status("playing")
    return f"/table/{table}"


def resign(one: BrowserTab) -> None:
    one.button("Resign").click()
    one.button("Yes, resign").click()


def test_a_rated_game_shows_rating_changes(open_tab: OpenTab) -> None:
    anna, ben = open_tab(), open_tab()
    me = come_in(anna, "Anna")
    come_in(ben, "Ben")
    table = sit_down(anna, ben, game="patterns", rated=True, clock=A_DAY)
    for one in (anna, ben):
        expect(one.page.get_by_text("Rated", exact=True).first).to_be_visible()
    resign(ben)
    expect(anna.page.get_by_role("heading", name="You won!")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="Anna won this time.")).to_be_visible()
    ben.page.reload()  # it is stored
    changes = {"anna": re.compile(r"1333 → \d+.*\(\+\d+\).*provisional"), "ben": re.compile(r"\(−\d+\)")}
    for one, names in ((anna, ["You", "Ben"]), (ben, ["Anna", "You"])):
        end = one.page.get_by_role("region", name=re.compile("won"))
        rows = end.get_by_role("listitem")
        expect(rows).to_have_text([re.compile(name) for name in names])  # the winner first
        expect(rows.nth(0)).to_contain_text(changes["anna"])
        expect(rows.nth(1)).to_contain_text(changes["ben"])
        expect(end.get_by_text("Rated", exact=True)).to_be_visible()
        expect(end.get_by_role("button", name="Rematch")).to_be_visible()
        expect(end.get_by_role("link", name="Another game")).to_be_visible()
        expect(end.get_by_role("button", name=re.compile("bot"))).to_have_count(0)
    expect(ben.page.get_by_role("log")).to_contain_text("You resigned.")
    expect(anna.page.get_by_role("log")).to_contain_text("Ben resigned.")

    anna.page.goto(f"{table}/replay")
    expect(anna.page.get_by_role("heading", name="Replay: Patterns Rated")).to_be_visible()
    expect(anna.page.get_by_label("View as").get_by_role("option")).to_have_text(["All hands", "You", "Ben"])
    anna.page.goto("/games")
    game = anna.page.get_by_role("listitem")
    expect(game).to_contain_text("Rated")
    expect(game).to_contain_text("You and Ben")
    expect(game).to_contain_text(re.compile(r"You won! · Rating \d+ \(\+\d+\)"))

    anna.page.get_by_role("link", name="Anna: your profile").click()
    expect(anna.page).to_have_url(re.compile(f"/people/{me}$"))
    line = anna.page.get_by_role("img", name=re.compile(r"Patterns: from 1333 to \d+ in 1 rated game"))
    expect(line).to_be_visible()
    anna.page.get_by_text("As a table").click()
    expect(anna.page.get_by_role("table", name="The latest 1 rated game").get_by_role("row")).to_have_count(2)
    against = anna.page.get_by_role("table", name="By opponent").get_by_role("row").nth(1)
    expect(against).to_have_text(re.compile(r"Ben\s*1\s*0\s*0"))
    by_game = anna.page.get_by_role("table", name="By game").get_by_role("row").nth(1)
    expect(by_game).to_have_text(re.compile(r"Patterns\s*1\s*0\s*0"))


def test_the_leaderboard_has_ranks_and_marks_my_own(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab()
    one.visit("/leaders?game=patterns&players=2")
    expect(one.page.get_by_text(f"Nobody is listed yet: it takes {LISTED_AFTER} rated games")).to_be_visible()
    winner, loser = server.client("Wanda"), server.client("Leo")
    cookie = loser.http.cookies["sandmandala"]
    one.context.add_init_script("localStorage.setItem('sandmandala-known', 'yes')")
    one.context.add_cookies([{"name": "sandmandala", "value": cookie, "url": server.address}])
    play(winner, loser)
    one.visit("/leaders?game=patterns&players=2")
    expect(one.page.get_by_text("You are listed after 2 more rated games.")).to_be_visible()
    expect(one.page.get_by_role("table")).to_have_count(0)
    play(winner, loser, LISTED_AFTER - 1)
    one.page.reload()
    rows = one.page.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_have_text(re.compile(r"1\s*Wanda\s*Challenge: Wanda\s*\d+\s*provisional\s*3"))
    expect(rows.nth(2)).to_have_text(re.compile(r"2\s*You\s*\d+\s*provisional\s*3"))
    expect(one.page.locator("tr.mine")).to_have_text(re.compile("You"))


def test_the_lobby_says_how_strong_a_host_is(open_tab: OpenTab, server: RunningServer) -> None:
    one, host = open_tab(), server.client("Hanna")
    play(host, server.client("Leo"))
    one.page.goto("/")
    host.open_table(game="patterns", rated=True, clock=A_DAY, public=True)  # seen without reloading
    row = one.page.get_by_role("listitem").filter(has_text="Hanna")
    expect(row).to_contain_text(re.compile(r"Hanna: rating 1[3-9]\d\d"))
    for text in ("Rated", "1 day per move", "1 of 2 seats taken"):
        expect(row).to_contain_text(text)


def test_after_a_game_a_stronger_or_weaker_bot_is_offered(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Patterns")
    resign(one)
    expect(one.button("Weaker bot: Seed")).to_be_visible()
    before = one.page.url
    one.button("Stronger bot: Bud").click()
    expect(one.page).not_to_have_url(before)
    one.wait_until(lambda: one.info.get("sitting", [{}, {}])[1].get("person", {}).get("level") == 3)
    expect(one.page.get_by_text("bot, level 3").first).to_be_attached()


@pytest.fixture(scope="module")
def ties(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[RunningServer, dict[str, str]]]:
    """A finished game of each kind with equal points: its table, by game."""
    folder = tmp_path_factory.mktemp("ties")

    async def prepare() -> dict[str, str]:
        async with table_services(Settings(data=str(folder)).database_url()) as (service,):
            return {game: (await tied_game(service, game)).id for game in TIES}

    with ThreadPoolExecutor(1) as pool:  # in this thread, Playwright has its own event loop
        tables = pool.submit(asyncio.run, prepare()).result()
    server = RunningServer(folder)
    yield server, tables
    server.stop()


@pytest.mark.parametrize(
    ("game", "locale", "headline", "reason"),
    rest_thorough(
        [
            (
                "flowers",
                "de-DE",
                "Anna hat gewonnen.",
                "also gewinnen mehr Karten auf der Hand: Anna 16, Ben 6.",
            ),
            ("mandala", "en-GB", "Ben won.", "Equal points, so fewer cards in the cup win: Anna 11, Ben 10."),
            (
                "patterns",
                "en-GB",
                "Anna and Ben share the win.",
                "Equal points are a draw: nothing else decides.",
            ),
        ]
    ),
)
def test_a_tie_break_is_explained(
    browser: Browser,
    ties: tuple[RunningServer, dict[str, str]],
    game: str,
    locale: str,
    headline: str,
    reason: str,
) -> None:
    server, tables = ties
    one = BrowserTab(browser, server, locale=locale)
    one.page.goto(f"/table/{tables[game]}")
    end = one.page.get_by_role("region", name=headline)
    expect(end).to_contain_text(reason)
    rule = {"mandala": "M18", "patterns": "P12", "flowers": "F17"}[game]
    expect(end.get_by_role("link", name=re.compile(rule))).to_be_visible()
    first = {"mandala": "Ben", "patterns": "Anna", "flowers": "Anna"}[game]
    expect(end.get_by_role("listitem").first).to_contain_text(first)
    one.close()


def test_a_guest_is_asked_before_losing_the_account(open_tab: OpenTab) -> None:
    one = open_tab()
    come_in(one, "Gast")
    one.page.goto("/settings")
    this_browser = one.page.get_by_role("button", name=re.compile("Sign out ?: Chrome on Linux"))
    for button in (one.button("Sign out"), this_browser):
        button.click()
        question = one.page.get_by_role("dialog", name="Leave this account for good?")
        expect(question).to_contain_text("your name, your ratings and your list of games would be lost")
        one.page.keyboard.press("Escape")
        expect(question).to_be_hidden()
    one.button("Sign out").click()
    one.button("Keep this account").click()
    expect(one.page.get_by_label("Login")).to_be_focused()
    one.button("Sign out").click()
    one.button("Sign out anyway").click()
    expect(one.page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_signing_in_is_linked_from_the_header(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/")
    one.page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    expect(one.page.get_by_role("heading", name="Sign in", level=1)).to_be_visible()
    one.page.get_by_label("Name").fill("Dora")
    one.button("Save").click()
    profile = one.page.get_by_role("banner").get_by_role("link", name="Dora: your profile")
    profile.click()
    expect(one.page.get_by_text("You are a guest")).to_be_visible()
    one.page.get_by_role("link", name="Keep this account").click()
    one.page.get_by_label("Login").fill("dora@example")
    one.page.get_by_label("Password").fill("a long password")
    one.button("Set password").click()
    expect(one.page.get_by_text("Saved.")).to_be_visible()
    one.wait_for_answers()
    one.button("Sign out").click()  # no question: the person can sign in again
    one.page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    one.page.get_by_label("Login").fill("dora@example")
    one.page.get_by_label("Password").fill("a long password")
    one.button("Sign in").click()
    expect(profile).to_be_visible()
    expect(one.page.get_by_role("heading", name="Dora")).to_be_visible()
    expect(one.page.get_by_text("You are a guest")).to_have_count(0)


@pytest.mark.thorough
def test_deleting_an_account_asks_for_its_password(open_tab: OpenTab) -> None:
    one = open_tab()
    come_in(one, "Emil")
    form = {"login": "emil@example", "password": "a long password"}
    assert one.page.request.post("/api/v1/me/password", data=form).ok
    one.page.goto("/settings")
    one.button("Delete my data").click()
    password = (
        one.page.locator("form").filter(has_text="Yes, delete everything").get_by_label("Current password")
    )
    password.fill("a wrong password")
    one.button("Yes, delete everything").click()
    expect(one.page.get_by_text("That password is wrong.")).to_be_visible()
    one.wait_for_answers()
    one.complaints.clear()  # the console tells of every refusal
    password.fill(form["password"])
    one.button("Yes, delete everything").click()
    expect(one.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    one.complaints.clear()  # the socket may report it first; then the page asks the server who is signed in


@pytest.mark.thorough
def test_long_names_are_shortened_and_can_be_read_in_full(open_tab: OpenTab) -> None:
    anna, ben = open_tab(viewport={"width": 360, "height": 740}), open_tab()
    come_in(anna, "Anna")
    come_in(ben, LONG_NAME)
    sit_down(anna, ben, game="flowers", seats=4, bots=[None, 2, None, 3])
    name = anna.page.locator(f'[data-name="{LONG_NAME}"]').first
    expect(name).to_have_attribute("title", LONG_NAME)  # only where it is cut off
    expect(name).to_have_text(LONG_NAME)  # for screen readers
    name.focus()
    shown = name.evaluate("node => getComputedStyle(node, '::after').content")
    assert LONG_NAME in shown
    wide = ben.page.locator(f'[data-name="{LONG_NAME}"]')
    expect(wide).to_have_count(0)  # there it is “You”
