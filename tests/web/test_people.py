"""Two people become friends, see each other, talk in two languages, and part."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect
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
    anna.button("Say").click()
    anna.button("Hear Ben again").click()
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


def call_standing(tab: BrowserTab, id: str) -> Any:
    return tab.context.request.get(f"/api/v1/people/{id}/standing").json()
