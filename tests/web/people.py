"""People who meet at a table, each with a browser."""

from __future__ import annotations

from playwright.sync_api import expect
from web.browser_tab import BrowserTab, OpenTab


def named(tab: BrowserTab, name: str) -> BrowserTab:
    tab.page.goto("/settings")
    tab.page.get_by_label("Name").fill(name)
    tab.button("Save").click()
    expect(tab.page.get_by_role("link", name=name)).to_be_visible()
    return tab


def invite(host: BrowserTab, game: str, choose: tuple[str, ...] = (), spectators: str | None = None) -> str:
    """Go from the first page to the invitation. Returns the link."""
    host.page.goto("/")
    host.page.get_by_role("link", name="Play a friend").click()
    host.page.get_by_label(game).check()
    for label in choose:
        host.page.get_by_label(label, exact=True).check()
    if spectators:
        host.page.get_by_text("More options").click()
        host.page.get_by_label("Spectators see").select_option(label=spectators)
    host.button("Open the table").click()
    host.wait_for_status("open")
    return str(host.page.locator(".link a").get_attribute("href"))


def join(guest: BrowserTab, link: str) -> None:
    guest.page.goto(link)
    guest.button("Join").click()


def two(
    open_tab: OpenTab, game: str = "Patterns", spectators: str | None = None
) -> tuple[BrowserTab, BrowserTab]:
    """Anna and Ben at a private table."""
    anna, ben = named(open_tab(), "Anna"), named(open_tab(), "Ben")
    join(ben, invite(anna, game, spectators=spectators))
    for one in (anna, ben):
        one.wait_for_status("playing")
    return anna, ben
