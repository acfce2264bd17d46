"""Every page: accessibility, layout, size, accounts."""

from __future__ import annotations

import gzip
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from server.running_server import RunningServer
from thorough_cases import rest_thorough
from web.browser_tab import BrowserTab, OpenTab
from web.sample_pages import GAMES, PAGES, SamplePages

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
PAGE = Path(__file__).parents[2] / "src" / "sandmandala" / "server" / "page"
WIDTHS = {360: 740, 768: 1024, 1440: 900}
FIRST_LOAD = 120_000
MOST_FONTS = 60_000

# Clickable elements that leave the window or are covered.
LOOK = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  if (document.scrollingElement.scrollWidth > innerWidth + 1)
    found.push(`the page is ${document.scrollingElement.scrollWidth} wide`);
  for (const node of document.querySelectorAll('a[href], button, input, select')) {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    node.scrollIntoView({ block: 'center', inline: 'center' });
    const box = node.getBoundingClientRect();
    if (box.width < 2 || node.closest('.for-screen-readers, .skip, [inert]')) continue;
    const name = `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent.trim()}`;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name} leaves the window`);
    const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (on && !node.contains(on) && !on.contains(node) && !node.labels?.[0]?.contains(on))
      found.push(`${name} is covered by ${on.tagName}.${on.className}`);
    const label = node.closest('label');
    if (label && label.scrollWidth > label.clientWidth + 1) found.push(`the label of ${name} is too wide`);
    const hides = node.clientWidth && getComputedStyle(node).overflowX === 'hidden';
    if (hides && node.scrollWidth > node.clientWidth + 2)
      found.push(`${name} is cut off`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def pages(browser: Browser, server: RunningServer) -> SamplePages:
    return SamplePages(browser, server)


# Two of three games have the same pages. They are a case of their own, since all pages take long.
LIKE_OTHERS = ("mandala-", "patterns-")
all_pages = pytest.mark.parametrize("alike", [False, True])
# Without a game, and each unlike the others. All pages are for `make proof`.
FEW_PAGES = ("home", "new-bots", "leaders", "tutorial", "puzzles", "editor-mandala", "settings", "nowhere")


def addresses_of(pages: SamplePages, alike: bool) -> list[str]:
    """Addresses of the pages that are like others, or of the rest."""
    return [where for name, where in pages.addresses.items() if name.startswith(LIKE_OTHERS) == alike]


# In the dark theme only the rules about colours can give another result; None stands for all rules.
AXE_RULES: dict[Literal["light", "dark"], list[str] | None] = {
    "light": None,
    "dark": ["color-contrast", "link-in-text-block"],
}
VIOLATIONS = """async (rules) => (await axe.run({
  resultTypes: ['violations'],
  ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
})).violations"""


@pytest.mark.thorough
@all_pages
def test_axe_finds_nothing(open_tab: OpenTab, pages: SamplePages, alike: bool) -> None:
    one = open_tab(plain=False, color_scheme="light", storage_state=pages.state)
    axe = AXE.read_text(encoding="utf-8")
    problems: dict[str, Any] = {}
    for address in addresses_of(pages, alike):
        one.visit(address)
        one.page.evaluate(axe)
        for theme, rules in AXE_RULES.items():
            one.page.emulate_media(color_scheme=theme)
            expect(one.page.locator("html")).to_have_attribute("data-theme", theme)
            found = one.page.evaluate(VIOLATIONS, rules)
            if found:
                problems[f"{address}, {theme}"] = [
                    (rule["id"], [(node["html"], node["failureSummary"]) for node in rule["nodes"]][:3])
                    for rule in found
                ]
    assert problems == {}, json.dumps(problems, indent=1)


@pytest.mark.thorough
@all_pages
def test_nothing_is_cut_off_or_covered(open_tab: OpenTab, pages: SamplePages, alike: bool) -> None:
    one = open_tab(storage_state=pages.state, locale="de-DE")
    check_that_all_is_seen(one, addresses_of(pages, alike))


def test_nothing_is_cut_off_or_covered_on_a_few_pages(open_tab: OpenTab) -> None:
    check_that_all_is_seen(open_tab(locale="de-DE"), [PAGES[name] for name in FEW_PAGES])


def check_that_all_is_seen(one: BrowserTab, addresses: list[str]) -> None:
    problems = {}
    for address in addresses:
        one.visit(address)
        for width, height in WIDTHS.items():
            one.page.set_viewport_size({"width": width, "height": height})
            if found := one.page.evaluate(LOOK):
                problems[f"{address}, {width} × {height}"] = found
    assert problems == {}, json.dumps(problems, indent=1)


@pytest.mark.parametrize("game", rest_thorough(GAMES.values()))
def test_the_first_load_is_small(open_tab: OpenTab, game: str) -> None:
    """All that the browser fetches for the first page and a first game, but fonts and answers of the API."""
    one = open_tab()
    fetched: set[str] = set()
    one.page.on("response", lambda answer: fetched.add(urlsplit(answer.url).path.lstrip("/") or "index.html"))
    one.play_now(game)
    sizes = {
        name: len(gzip.compress((PAGE / name).read_bytes(), 9))
        for name in fetched
        if (PAGE / name).is_file() and not name.endswith(".woff2")
    }
    for part in ("index.html", "assets/index-", f"assets/{game.lower()}-"):
        assert any(name.startswith(part) for name in sizes), part
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_fonts_are_small_and_our_own(open_tab: OpenTab) -> None:
    assert 0 < sum(file.stat().st_size for file in (PAGE / "assets").glob("*.woff2")) <= MOST_FONTS
    one = open_tab()
    one.visit("/")
    families = one.page.evaluate(
        """async () => {
          await document.fonts.ready;
          return [...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family);
        }"""
    )
    assert sorted(families) == ["Figtree", "Fraunces"]


def test_the_settings_lead_to_the_licences_of_bundled_software(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/settings")
    with one.page.expect_popup() as opened:
        one.page.get_by_role("link", name="Third-party software and licences").click()
    text = opened.value.locator("body").inner_text()
    fonts = {"@fontsource-variable/figtree", "@fontsource-variable/fraunces"}
    assert {"svelte", "uqr", *fonts} <= set(re.findall(r"^## (\S+) - ", text, re.MULTILINE))
    assert "WITHOUT WARRANTY OF ANY KIND" in text


# Of each link: how many lines its text has, where it begins and ends.
_WORDS = """all => all.map((one) => {
  const text = document.createRange();
  text.selectNodeContents(one.firstChild);
  const { left, right } = one.getBoundingClientRect();
  return [new Set([...text.getClientRects()].map((line) => line.top)).size, left, right];
})"""


@pytest.mark.parametrize("locale", rest_thorough(["en-GB", "de-DE"], keep=["de-DE"]))
def test_the_navigation_is_one_row_on_a_phone(open_tab: OpenTab, locale: str) -> None:
    one = open_tab(viewport={"width": 360, "height": 640}, locale=locale)
    one.play_now("Patterns")  # then a number says that it waits
    one.visit("/rules")
    expect(one.page.locator("nav .awaited")).to_be_visible()
    words = one.page.locator("header nav a, header .links a").evaluate_all(_WORDS)
    assert [lines for lines, _, _ in words[:4]] == [1] * 4, "those with words"
    for (_, _, right), (_, left, _) in pairwise(words):
        assert right <= left
    assert words[-1][2] <= 360


def test_addresses_and_the_back_button(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/")
    one.page.get_by_role("link", name="Leaderboard").click()
    expect(one.page.get_by_role("heading", name="Leaderboard")).to_be_visible()
    expect(one.page).to_have_title("Leaderboard · Sandmandala")
    expect(one.page.get_by_role("main")).to_be_focused()  # announced to screen readers
    one.page.get_by_role("button", name="Patterns").click()
    expect(one.page).to_have_url(re.compile("game=patterns"))
    one.page.reload()
    expect(one.page.get_by_role("button", name="Patterns")).to_have_attribute("aria-pressed", "true")
    one.page.go_back()
    one.page.go_back()
    expect(one.page.get_by_role("region", name="Mandala")).to_be_visible()


def test_a_link_leads_to_a_rule(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/rules/flowers#F6")
    expect(one.page.locator("#F6").get_by_role("heading")).to_be_in_viewport()
    expect(one.page).to_have_title("Rules: Flowers · Sandmandala")


def test_settings_show_that_the_browser_blocks_notifications(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.add_init_script("Notification.requestPermission = async () => 'denied'")
    one.page.goto("/settings")
    one.page.get_by_label("Notify me when it is my turn").click()
    expect(one.page.get_by_text("Your browser blocks notifications here.")).to_be_visible()
    expect(one.page.get_by_label("Notify me when it is my turn")).not_to_be_checked()


def test_it_can_be_installed(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/")
    address = one.page.locator('link[rel="manifest"]').get_attribute("href")
    manifest = one.page.request.get(address or "").json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = one.page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])


def test_an_account_from_guest_to_signing_in_again(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/settings")
    one.page.get_by_label("Name").fill("Cem")
    one.button("Save").click()
    expect(one.button("Set password")).to_be_visible()
    one.page.get_by_label("Login").fill("cem@example")
    one.page.get_by_label("Password").fill("a long password")
    one.button("Set password").click()
    expect(one.page.get_by_text("Saved.")).to_be_visible()
    one.wait_for_answers()
    one.button("Sign out").click()
    one.page.get_by_role("main").get_by_role("link", name="Sign in").click()
    one.page.get_by_label("Login").fill("cem@example")
    one.page.get_by_label("Password").fill("a long password")
    one.button("Sign in").click()
    expect(one.page.get_by_role("heading", name="Cem")).to_be_visible()


@pytest.mark.thorough
def test_a_browser_is_signed_out_from_another(open_tab: OpenTab) -> None:
    """The page in the other browser notices it. A new password signs out all others."""
    one, other = open_tab(), open_tab()
    one.page.goto("/settings")
    one.page.get_by_label("Name").fill("Dana")
    one.button("Save").click()
    expect(one.button("Set password")).to_be_visible()
    one.page.get_by_label("Login").fill("dana@example")
    one.page.get_by_label("Password").fill("a long password")
    one.button("Set password").click()
    expect(one.page.get_by_text("Saved.")).to_be_visible()
    for time in range(2):
        other.page.goto("/sign-in")
        other.page.get_by_label("Login").fill("dana@example")
        other.page.get_by_label("Password").fill("a long password")
        other.button("Sign in").click()
        expect(other.page.get_by_role("heading", name="Dana")).to_be_visible()
        other.play_now("patterns")
        one.page.reload()
        browsers = one.page.get_by_role("listitem").filter(has_text="on Linux")
        expect(browsers).to_have_count(2)
        if time == 0:
            browsers.filter(has_text="last used").get_by_role("button").click()
            expect(browsers).to_have_count(1)
        else:
            one.page.get_by_label("Current password").first.fill("a long password")
            one.page.get_by_label("Password", exact=True).fill("a longer password")
            one.button("Change password").click()
            expect(one.page.get_by_text("Saved.")).to_be_visible()
            expect(browsers).to_have_count(1)
        other.page.get_by_role("link", name="Settings").click()
        expect(other.page.get_by_role("main").get_by_role("link", name="Sign in")).to_be_visible()
    other.complaints.clear()  # the console tells of every refusal


def test_sign_in_errors_are_explained(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/sign-in")
    one.page.get_by_label("Login").fill("nobody")
    one.page.get_by_label("Password").fill("a wrong password")
    one.button("Sign in").click()
    expect(one.page.get_by_role("alert")).to_contain_text("That login and password do not match.")
    one.page.get_by_label("Recovery code").fill("nonsense")
    one.button("Use a recovery code").click()
    expect(one.page.get_by_text("That code is unknown, or was already used.")).to_be_visible()
    one.page.get_by_label("Name").fill("...")
    one.button("Save").click()
    expect(one.page.get_by_text("A name needs a letter or a digit")).to_be_visible()
    one.complaints.clear()  # the console tells of every refusal


def test_a_page_older_than_the_server_offers_an_update(open_tab: OpenTab) -> None:
    one = open_tab()

    def with_a_later_protocol(message: str | bytes) -> str:
        return re.sub(r'"protocol":(\d+)', lambda found: f'"protocol":{int(found[1]) + 1}', str(message))

    def between(tab: WebSocketRoute) -> None:
        server = tab.connect_to_server()
        server.on_message(lambda message: tab.send(with_a_later_protocol(message)))

    one.page.route_web_socket(re.compile("/live$"), between)
    one.play_now("Mandala")
    address = one.page.url
    expect(one.page.get_by_text("There is a new version.")).to_be_visible()
    with one.page.expect_event("load"):  # not without asking: a game is in progress
        one.button("Load it").click()
    assert one.page.url == address
