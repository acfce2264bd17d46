"""Two people become friends, see each other, talk in two languages, and part."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from server.running_server import RunningServer
from web.browser_tab import BrowserTab, OpenTab
from web.people import named
from web.test_pages import AXE, VIOLATIONS

PHONE = {"width": 390, "height": 664}


def call(tab: BrowserTab, path: str, **form: Any) -> Any:
    """What a script in this browser may do."""
    answer = tab.context.request.post(f"/api/v1{path}", data=form)
    assert answer.ok, answer.text()
    return answer.json()


def person(tab: BrowserTab, name: str) -> str:
    """Give somebody a name and a recovery code, so that they are no guest. Returns their id."""
    named(tab, name)
    call(tab, "/me/recovery")
    return str(tab.context.request.get("/api/v1/me").json()["id"])


def in_german(tab: BrowserTab) -> None:
    tab.page.evaluate("localStorage.setItem('sandmandala', JSON.stringify({ language: 'de' }))")


def check_with_axe(tab: BrowserTab) -> None:
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert tab.page.evaluate(VIOLATIONS, None) == []


@pytest.mark.thorough
def test_two_people_from_the_first_request_to_a_block(open_tab: OpenTab) -> None:
    anna, ben = open_tab(), open_tab(viewport=PHONE)
    annas_id, _ = person(anna, "Anna"), person(ben, "Ben")
    in_german(ben)

    # They become friends.
    ben.page.goto(f"/people/{annas_id}")
    ben.button("Als Freund hinzufügen").click()
    expect(ben.page.get_by_text("Deine Anfrage ist unterwegs.")).to_be_visible()
    check_with_axe(ben)
    anna.page.goto("/")
    anna.page.get_by_role("button", name=re.compile("Accept ?: Ben")).click()
    friends = anna.page.get_by_role("region", name="Friends")
    expect(friends.get_by_text("● here")).to_be_visible()
    check_with_axe(anna)

    # Anna follows a game of Ben's.
    mine = call(ben, "/tables", game="patterns", bots=[None, 1])["table"]["id"]
    ben.page.goto(f"/table/{mine}")
    ben.wait_for_status("playing")
    friends.get_by_role("link", name="Watch: Patterns").click()
    expect(anna.page.get_by_text("You are watching")).to_be_visible()
    expect(anna.button("Say")).to_have_count(0)

    # They talk, each in their own language.
    table = call(anna, "/tables", game="mandala")["table"]["id"]
    call(ben, f"/tables/{table}/join", contribution="00" * 16)
    for one in (anna, ben):
        one.page.goto(f"/table/{table}")
        one.wait_for_status("playing")
    anna.button("Say").click()
    check_with_axe(anna)
    anna.button("Good game!").click()
    expect(ben.page.locator('[data-bubble="0"]')).to_have_text("Gute Partie!")
    expect(ben.page.get_by_role("status").get_by_text("Anna: Gute Partie!")).to_be_attached()
    ben.button("Sagen").press("Enter")
    expect(ben.button("Hallo!")).to_be_focused()
    ben.button("Du lächelst").press("Enter")
    bubble = anna.page.locator('[data-bubble="1"]')
    expect(anna.page.get_by_role("status").get_by_text("Ben smiles")).to_be_attached()

    # Anna mutes Ben with one click, and hears him again.
    bubble.get_by_role("button", name="Mute Ben").click()
    ben.button("Sagen").click()
    ben.button("Hallo!").click()
    anna.wait_until(lambda: any('"hello"' in frame for frame in anna.heard))
    expect(bubble).to_have_count(0)
    # Her other browser knows it, too.
    session: Any = {"cookies": anna.context.cookies(), "origins": []}  # nothing that her browser keeps
    other = open_tab(storage_state=session)
    other.page.goto("/")
    other.page.evaluate("localStorage.setItem('sandmandala-known', 'yes')")
    other.page.goto(f"/table/{table}")
    other.button("Say").click()
    other.button("Hear Ben again").click()
    expect(other.button("Mute Ben")).to_be_visible()
    anna.page.reload()
    anna.button("Say").click()
    expect(anna.button("Mute Ben")).to_be_visible()
    anna.button("Mute everybody").click()
    expect(anna.button("Hear everybody again")).to_be_visible()

    # Anna reports and blocks Ben.
    anna.page.get_by_role("link", name="Profile of Ben").click()
    anna.button("Report").click()
    expect(anna.page.get_by_text("The record of this game is attached.")).to_be_visible()
    anna.page.get_by_label("What is it about?").select_option(label="Unkind words or phrases")
    check_with_axe(anna)
    anna.button("Send the report").click()
    expect(anna.page.get_by_text("Thank you. The host of this server will read it.")).to_be_visible()
    anna.button("Block").click()
    anna.page.get_by_role("alert").get_by_role("button", name="Block").click()
    expect(anna.page.get_by_text("You have blocked this person.")).to_be_visible()
    anna.page.goto("/settings")
    privacy = anna.page.locator("section", has=anna.page.get_by_role("heading", name="Blocked people"))
    expect(privacy.get_by_role("link", name="Ben")).to_be_visible()
    check_with_axe(anna)
    privacy.get_by_role("button", name=re.compile("Unblock ?: Ben")).click()
    expect(privacy.get_by_text("You have blocked nobody.")).to_be_visible()
    assert call_standing(ben, annas_id) == {"friend": "none", "blocked": False}


@pytest.fixture(scope="module")
def writing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, str]]:
    """A server whose host allows free text, and its folder."""
    folder = tmp_path_factory.mktemp("writing")
    (folder / "words.txt").write_text("nincompoop\n")
    server = RunningServer(folder, free_text="1", forbidden_words=str(folder / "words.txt"))
    yield server, str(folder)
    server.stop()


@pytest.mark.thorough
def test_players_write_to_each_other_where_the_host_allows_it(
    browser: Browser, writing_server: tuple[RunningServer, str]
) -> None:
    server, folder = writing_server
    anna, ben = BrowserTab(browser, server), BrowserTab(browser, server, viewport=PHONE)
    for tab, name in ((anna, "Anna"), (ben, "Ben")):
        named(tab, name)
    in_german(ben)
    table = call(anna, "/tables", game="mandala")["table"]["id"]
    call(ben, f"/tables/{table}/join", contribution="00" * 16)
    for tab in (anna, ben):
        tab.page.goto(f"/table/{table}")
        tab.wait_for_status("playing")
    anna.button("Say").click()
    field = anna.page.get_by_role("textbox", name="Write to the players")
    check_with_axe(anna)
    field.fill("What a lovely river")
    field.press("Enter")
    expect(ben.page.locator('[data-bubble="0"]')).to_have_text("What a lovely river")
    expect(ben.page.get_by_role("status").get_by_text("Anna: What a lovely river")).to_be_attached()
    expect(anna.page.get_by_role("list", name="Written so far")).to_contain_text("What a lovely river")
    field.fill("you N1ncompoop")
    field.press("Enter")
    expect(anna.page.get_by_text("Please choose other words.")).to_be_visible()
    assert not any("ompoop" in frame for frame in ben.heard), "nobody reads what is filtered"
    command = [sys.executable, "-m", "sandmandala", "admin", "messages", "--table", table, "--data", folder]
    log = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "What a lovely river" in log
    assert "ompoop" not in log
    for tab in (anna, ben):
        tab.close()


def test_without_the_hosts_choice_there_is_nowhere_to_write(open_tab: OpenTab) -> None:
    anna, ben = open_tab(), open_tab()
    for tab, name in ((anna, "Anna"), (ben, "Ben")):
        named(tab, name)
    table = call(anna, "/tables", game="mandala")["table"]["id"]
    call(ben, f"/tables/{table}/join", contribution="00" * 16)
    anna.page.goto(f"/table/{table}")
    anna.wait_for_status("playing")
    anna.button("Say").click()
    expect(anna.button("Hello!")).to_be_visible()
    anna.page.wait_for_load_state("networkidle")  # the panel asks what the server allows
    expect(anna.page.get_by_role("textbox")).to_have_count(0)


def call_standing(tab: BrowserTab, id: str) -> Any:
    return tab.context.request.get(f"/api/v1/people/{id}/standing").json()
