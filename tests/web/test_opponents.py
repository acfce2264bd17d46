"""Finding opponents in real browsers: quick match, the offer of a bot, challenges, filters of the lobby."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from server.running_server import RunningServer
from web.browser_tab import BrowserTab, OpenTab
from web.people import named

OFFER = 2  # seconds, instead of twenty
PHONE = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("server"), bot_offer=str(OFFER), challenge_seconds="20")
    yield server
    server.stop()


def choose(page: Page, game: str, tempo: str) -> None:
    page.goto("/")
    form = page.get_by_role("region", name="Find an opponent")
    page.get_by_role("button", name="Find an opponent").click()
    expect(form).to_be_focused()
    form.get_by_role("radio", name=game).check(force=True)
    form.get_by_role("radio", name=tempo).check(force=True)


def search(page: Page, game: str, tempo: str) -> None:
    choose(page, game, tempo)
    page.get_by_role("button", name="Find an opponent").click()


def person_id(tab: BrowserTab) -> str:
    return str(tab.page.evaluate("fetch('/api/v1/me').then((answer) => answer.json())")["id"])


def test_two_people_find_each_other(open_tab: OpenTab) -> None:
    """One at a phone goes on looking around; a reload does not end the search."""
    anna, ben = named(open_tab(viewport=PHONE), "Anna"), named(open_tab(), "Ben")
    search(anna.page, "Patterns", "Rapid")
    expect(anna.page.get_by_text("Looking for an opponent")).to_be_visible()
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    anna.page.reload()
    expect(anna.page.get_by_text("Looking for an opponent")).to_be_visible()
    anna.page.get_by_role("link", name="Learn").first.click()
    notice = anna.page.get_by_role("complementary", name="Looking for an opponent")
    expect(notice.get_by_role("timer")).to_be_visible()
    search(ben.page, "Patterns", "Rapid")
    for tab in (anna, ben):
        tab.wait_for_status("playing")
        expect(tab.page).to_have_url(ben.page.url)
    assert ben.info["spec"]["rated"]
    expect(notice).to_have_count(0)


def test_a_bot_is_offered_and_the_search_can_be_stopped(open_tab: OpenTab) -> None:
    tab = open_tab()
    search(tab.page, "Mandala", "Days")  # without a name: a guest is made
    offer = tab.page.get_by_role("button", name="(bot)")
    expect(offer).to_be_visible()
    tab.page.get_by_role("button", name="Stop searching").click()
    expect(tab.page.get_by_role("button", name="Find an opponent")).to_be_visible()
    expect(tab.page.get_by_role("radio", name="Days")).to_be_checked()
    tab.page.reload()  # who has searched before sees the form at once
    tab.page.get_by_role("button", name="Find an opponent").click()
    offer.click()
    tab.wait_for_status("playing")
    assert tab.info["spec"]["bots"] == [None, 2]


@pytest.mark.thorough
def test_a_challenge_is_accepted_declined_withdrawn_and_expires(open_tab: OpenTab) -> None:
    anna, ben = named(open_tab(), "Anna"), named(open_tab(), "Ben")
    bens = person_id(ben)

    def challenge(tempo: str = "Blitz") -> None:
        anna.page.goto(f"/people/{bens}")
        anna.page.get_by_role("link", name="Challenge").click()
        anna.page.get_by_role("radio", name=tempo).check(force=True)
        anna.page.get_by_role("button", name="Send the challenge").click()
        expect(anna.page.get_by_text("You have challenged Ben")).to_be_visible()

    ben.page.goto("/leaders")
    status = ben.page.get_by_role("status").filter(has_text="Anna challenges you")
    challenge("Days")
    expect(status).to_be_visible()
    anna.page.get_by_role("button", name="Withdraw").click()
    expect(ben.page.get_by_text("Anna has withdrawn the challenge.")).to_be_visible()
    challenge("Days")
    status.get_by_role("button", name="Decline").click()
    status.get_by_role("button", name="Another tempo, please").click()
    expect(anna.page.get_by_text("Ben would like another tempo.")).to_be_visible()
    challenge("Blitz")
    expect(status).to_be_visible()
    expect(anna.page.get_by_text("Ben did not answer your challenge in time.")).to_be_visible(timeout=60_000)
    expect(status).to_have_count(0)
    challenge("Rapid")
    status.get_by_role("button", name="Accept").click()
    anna.page.get_by_role("link", name="Go there").click()
    for tab in (anna, ben):
        tab.wait_for_status("playing")


def test_the_lobby_has_filters_that_are_kept(open_tab: OpenTab, server: RunningServer) -> None:
    hosts = [server.client(name) for name in ("Mona", "Pia", "Flora")]
    with hosts[0].socket() as one, hosts[1].socket() as two, hosts[2].socket() as three:
        clock = {"type": "game", "seconds": 900, "increment": 10}
        specs: tuple[dict[str, Any], ...] = (
            {"game": "mandala", "clock": clock, "rated": True},
            {"game": "patterns"},
            {"game": "flowers", "seats": 3},
        )
        for host, socket, spec in zip(hosts, (one, two, three), specs, strict=True):
            socket.watch(host.open_table(**spec)["table"]["id"])
        tab = open_tab()
        lobby = tab.page.get_by_role("region", name="Open tables")
        tab.page.goto("/")
        for name in ("Mona", "Pia", "Flora"):
            expect(lobby.locator(".names").get_by_text(name)).to_be_visible()

        lobby.get_by_text("Filter").click()
        for label, option, names in (
            ("Game", "Patterns", ["Pia"]),
            ("Tempo", "Rapid", ["Mona"]),
            ("Rated", "Not rated", ["Flora", "Pia"]),  # newest first
            ("Players", "3", ["Flora"]),
        ):
            select = lobby.get_by_role("combobox", name=label, exact=True)
            select.select_option(label=option)
            expect(lobby.locator(".names")).to_have_text(names)
            select.select_option(index=0)
        lobby.get_by_role("combobox", name="Game", exact=True).select_option(label="Patterns")
        tab.page.reload()
        expect(lobby.locator(".names")).to_have_text(["Pia"])
        hosts[1].http.delete(f"/tables/{hosts[1].http.get('/tables').json()[1]['id']}/join")
        expect(lobby.get_by_text("No table fits this filter right now.")).to_be_visible()
        expect(lobby.get_by_role("status")).to_have_text("0 open tables")
        lobby.get_by_role("button", name="Show all tables").click()
        expect(lobby.locator(".names")).to_have_count(2)
