"""Explanations: whose turn it is, why something is disabled, what words and rules mean."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect
from server.running_server import RunningServer
from server.test_tables import move, my_turn
from thorough_cases import rest_thorough
from web.browser_tab import BrowserTab, OpenTab
from web.staged_table import StagedTable, positions_of

LOCALES = {"en": "en-GB", "de": "de-DE"}
CONFIRM = {"en": "Confirm", "de": "Bestätigen"}
# For each game, a move that is illegal at the start, and its explanation.
ILLEGAL: list[tuple[str, str, dict[str, str], str]] = [
    (
        "Mandala",
        "TR",
        {"en": "No mandala is being shared out now.", "de": "Gerade wird kein Mandala aufgelöst."},
        "M10",
    ),
    (
        "Patterns",
        "X",
        {"en": "You must act as long as you can.", "de": "Solange du etwas tun kannst, musst du."},
        "P4",
    ),
    (
        "Flowers",
        "-",
        {
            "en": "You can play a card, so you may not pass.",
            "de": "Du kannst eine Karte spielen, darum darfst du nicht passen.",
        },
        "F6",
    ),
]


def instead_of_moves(one: BrowserTab, illegal: str) -> None:
    """Send this move instead of any confirmed one: the board itself does not offer it."""

    def swap(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(message: str | bytes) -> None:
            said = json.loads(message)
            server.send(json.dumps(said | {"move": illegal} if said["type"] == "move" else said))

        route.on_message(send)

    one.page.route_web_socket("**/live", swap)


every_language = pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.thorough)])


@every_language
@pytest.mark.parametrize(
    ("game", "illegal", "said", "rule"),
    rest_thorough(ILLEGAL, keep=[ILLEGAL[1]]),
    ids=[one[0] for one in ILLEGAL],
)
def test_an_illegal_move_is_explained_exactly(
    open_tab: OpenTab, game: str, illegal: str, said: dict[str, str], rule: str, language: str
) -> None:
    one = open_tab(locale=LOCALES[language])
    one.play_now(game)
    if one.legal[0].startswith("A"):  # in Patterns the bot may have begun
        one.pick(one.legal[0])
        one.button(CONFIRM[language]).click()
        one.wait_until(lambda: not one.state.get("legal", ["A"])[0].startswith("A"))
        one.wait_for_turn()
    instead_of_moves(one, illegal)
    one.page.reload()
    one.wait_for_turn()
    one.pick(next(move for move in one.legal if move[0] in "MAOP"))
    one.button(CONFIRM[language]).click()
    expect(one.page.locator(".refused strong")).to_have_text(said[language])
    expect(one.page.locator(".refused").get_by_role("link")).to_contain_text(rule)


def test_take_back_says_why_it_is_disabled(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Patterns")
    back = one.button("Take back")
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(back).to_have_accessible_description("You have not moved yet.")
    back.focus()
    one.page.keyboard.press("Enter")
    expect(one.page.locator(".refused strong")).to_have_text("You have not moved yet.")
    one.page.keyboard.press("Escape")
    one.make(one.legal[0])
    one.wait_for_turn()
    expect(back).to_have_attribute("aria-disabled", "false")
    expect(back).to_have_accessible_description("")


# Compares, at every change of the page, the thinking bot with the turn on the board.
WATCH_TURNS = """() => {
  window.untrue = [];
  window.thought = 0;
  new MutationObserver(() => {
    const said = document.querySelector('.said')?.textContent.match(/^(.*) is thinking/);
    if (!said) return;
    window.thought += 1;
    const shown = document.querySelector('.who:has(.chip.turn) .name')?.textContent;
    if (shown !== said[1]) window.untrue.push([said[1], shown]);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.mark.thorough
def test_a_bot_thinks_when_the_board_shows_its_turn(open_tab: OpenTab, server: RunningServer) -> None:
    """Bots move faster than the board shows their moves."""
    anna = server.client("Anna")
    table = anna.open_table(game="flowers", seats=4, bots=[None, 1, 2, 3], options={"beginner": 0})
    id = table["table"]["id"]
    one = open_tab(reduced_motion="no-preference")
    one.visit(f"/table/{id}")
    one.page.evaluate(WATCH_TURNS)
    with anna.socket() as tab:
        state = my_turn(tab, tab.watch(id))
        for _ in range(2):
            state = my_turn(tab, move(tab, state))
    one.page.locator(f'.board[data-number="{state["number"]}"]').wait_for()
    assert one.page.evaluate("window.untrue") == []
    assert one.page.evaluate("window.thought") > 0


def test_a_rule_opens_beside_the_board_and_the_game_stays(open_tab: OpenTab) -> None:
    one = open_tab()
    instead_of_moves(one, "TR")
    one.play_now("Mandala")
    number, address = one.state["number"], one.page.url
    one.pick(next(move for move in one.legal if move[0] == "M"))
    one.button("Confirm").click()
    one.page.get_by_role("link", name="Rule M10").click()
    panel = one.page.get_by_role("region", name="Rules")
    expect(panel.locator('[data-rule="M10"]')).to_be_in_viewport()
    expect(panel.locator(".current")).to_have_attribute("data-rule", "M10")
    expect(panel.locator("figure .drawing .board").first).to_be_attached()
    expect(one.page.locator(f'.room .board[data-number="{number}"]')).to_be_visible()
    assert one.page.url == address
    one.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert one.state["number"] == number


@pytest.mark.thorough
def test_on_a_phone_the_rules_are_a_sheet_under_the_board(open_tab: OpenTab) -> None:
    one = open_tab(viewport={"width": 390, "height": 664})
    instead_of_moves(one, "TR")
    one.play_now("Mandala")
    one.pick(next(move for move in one.legal if move[0] == "M"))
    one.button("Confirm").click()
    one.page.get_by_role("link", name="Rule M10").click()
    panel = one.page.get_by_role("region", name="Rules")
    expect(panel.locator('[data-rule="M10"]')).to_be_in_viewport()
    sheet, board = panel.bounding_box(), one.page.locator(".room").bounding_box()
    assert sheet is not None
    assert board is not None
    assert sheet["y"] > board["y"] + 40, "the board is still in sight"
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)


@every_language
@pytest.mark.parametrize("game", rest_thorough(["mandala", "patterns", "flowers"], keep=["flowers"]))
def test_the_rules_have_pictures_and_a_glossary(open_tab: OpenTab, game: str, language: str) -> None:
    one = open_tab(locale=LOCALES[language])
    one.visit(f"/rules/{game}")
    pictures = one.page.get_by_role("figure")
    expect(pictures.nth(5)).to_be_attached()
    last = pictures.last
    last.scroll_into_view_if_needed()
    expect(last.locator(".board").first).to_be_visible()
    drawing = "Picture for rule" if language == "en" else "Bild zu Regel"
    expect(last.locator(".picture")).to_have_accessible_name(re.compile(drawing))
    assert last.locator("figcaption").inner_text()
    assert one.page.evaluate("document.querySelectorAll('figure :is(button, [tabindex])').length") > 0
    assert (
        last.evaluate(
            "node => { node.querySelector('button, [tabindex]')?.focus(); return "
            "node.contains(document.activeElement); }"
        )
        is False
    ), "nothing in it can be used"
    assert one.page.locator("dl dt").count() >= 7


# Words and signs on the board of each game, and their explanations.
TERMS = {
    "Mandala": [
        (".cup", "Cup", "They are what you score at the end."),
        (".mountain .word", "Mountain", "which both players share"),
        ('.light[tabindex="0"]', "Six lights", "When all six are lit, it is complete."),
    ],
    "Patterns": [(".bowl", "Bowl", "It holds your swap tile")],
    "Flowers": [
        ('[data-place="draw"]', "Draw pile", "you draw up to four"),
        ('.mandala [data-term="marker"]', "Majority marker", "has the most cards at this mandala"),
    ],
}
# All words of Flowers, where most signs are; some are there only late in a game.
FLOWERS_TERMS = {
    "lights": "Six lights",
    "marker": "Majority marker",
    "count": "Cards here",
    "tile": "Flower tile",
    "flower": "Flower",
    "points": "Points so far",
    "up": "Face up",
    "down": "Face down",
    "draw": "Draw pile",
    "discard": "Discard pile",
    "stack": "Stacks of tiles",
}
ONE_STOP = ("lights", "count", "tile", "up", "down")  # there are many of them on a board


def check_term(one: BrowserTab, pointed: Locator, focused: Locator, word: str, meaning: str) -> None:
    """It explains itself on hover, focus and long press, inside the window."""
    bubble = one.page.get_by_role("tooltip")

    def explained() -> None:
        expect(bubble).to_contain_text(word)
        expect(bubble).to_contain_text(meaning)
        box, size = bubble.bounding_box(), one.page.viewport_size
        assert box is not None
        assert size is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]

    pointed.hover()
    explained()
    one.page.mouse.move(0, 0)
    expect(bubble).to_have_count(0)

    one.page.keyboard.press("Tab")
    focused.focus()
    explained()
    expect(focused).to_have_accessible_description(re.compile(meaning))
    one.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)

    finger = {"bubbles": True, "pointerType": "touch", "pointerId": 7, "isPrimary": True}
    pointed.dispatch_event("pointerdown", finger)
    explained()
    pointed.dispatch_event("pointerup", finger)
    one.page.keyboard.press("Escape")


@pytest.mark.parametrize("game", rest_thorough(TERMS, keep=["Flowers"]))
def test_words_on_the_board_explain_themselves(open_tab: OpenTab, game: str) -> None:
    one = open_tab(has_touch=True)
    one.play_now(game)
    for where, word, meaning in TERMS[game]:
        term = one.page.locator(f".board {where}").last
        check_term(one, term, term, word, meaning)


@pytest.mark.thorough
def test_every_word_of_flowers_explains_itself(open_tab: OpenTab) -> None:
    one = open_tab(has_touch=True)
    full = next(
        position for position in positions_of("flowers") if position.get("fullest") and position["legal"]
    )
    StagedTable(one).show(full)
    for term, word in FLOWERS_TERMS.items():
        places = one.page.locator(f'.board [data-term="{term}"]')
        stops = places.and_(one.page.locator('[tabindex="0"]'))
        check_term(one, places.last, stops.first, word, word)
        if term in ONE_STOP:
            expect(stops).to_have_count(1)
            assert places.count() > 1, term


def test_nothing_explains_itself_to_a_mouse_at_rest(open_tab: OpenTab) -> None:
    """After a click on a mandala one of its tiles comes to lie under the mouse."""
    one = open_tab()
    one.page.clock.install()
    one.play_now("Flowers")
    move = next(move for move in one.legal if move.startswith("P"))
    one.pick(move)
    tile = one.page.locator(f'[data-place^="tile:{move[1]}:dark:"]').bounding_box()
    assert tile
    x, y = tile["x"] + tile["width"] * 0.4, tile["y"] + tile["height"] * 0.5
    one.page.mouse.click(x, y)
    number = one.state["number"]
    one.page.keyboard.press("Enter")
    one.wait_until(lambda: one.state["number"] > number)
    one.wait_for_turn()
    expect(one.page.locator(".target")).to_have_count(0)
    tooltip = one.page.get_by_role("tooltip")
    one.page.clock.run_for(700)  # longer than it takes to open
    expect(tooltip).to_have_count(0)
    one.page.mouse.move(x + 1, y)
    expect(tooltip).to_contain_text("Flower tile")


@pytest.mark.parametrize("language", rest_thorough(LOCALES, keep=["de"]))
def test_a_group_of_patterns_says_what_counts(open_tab: OpenTab, language: str) -> None:
    one = open_tab(locale=LOCALES[language])
    full = [one for one in positions_of("patterns") if one.get("fullest")]
    StagedTable(one).show(next(one for one in full if one["view"]["phase"] == "playing"))
    one.page.locator(".field:has(.marker)").first.hover()
    said = {"en": "The one under the marker does not count.", "de": "Das unter dem Marker zählt nicht."}
    expect(one.page.get_by_text(said[language])).to_be_visible()


@pytest.mark.parametrize(
    ("game", "language", "said"),
    rest_thorough(
        [
            ("Mandala", "de", re.compile(r"^\S+ darf .*auf den Ablagestapel\.$")),
            ("Flowers", "en", re.compile(r"^Place \w+: mandala 1, 2 or 3\.$")),
            ("Mandala", "en", re.compile(r"^Place \w+: .*the discard pile\.$")),
            (
                "Patterns",
                "en",
                re.compile(r"^(Place your \w+ tile: open a new|Put the \w+ tile in a bowl)"),
            ),
            (
                "Patterns",
                "de",
                re.compile(r"^Leg (dein|das) \S+ Plättchen(: Eröffne eine| in eine Schale)"),
            ),
        ],
        keep=2,
    ),
)
def test_the_prompt_follows_what_is_lifted(
    open_tab: OpenTab, game: str, language: str, said: re.Pattern[str]
) -> None:
    one = open_tab(locale=LOCALES[language])
    one.play_now(game)
    prompt = one.page.locator(".said")
    before = prompt.inner_text()
    one.page.locator('[data-drop^="hand:"], button.bowl, button[data-place^="left:"]').first.click()
    expect(prompt).to_have_text(said)
    one.page.keyboard.press("Escape")
    expect(prompt).to_have_text(before)


def test_a_hint_says_why_it_is_better_than_the_next_best(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Flowers")
    one.button("Hint").click()
    expect(one.page.locator(".reasons")).to_have_text(
        re.compile(r"Compared with “.*”: .*(likelier to win|Nearly as good)\.")
    )


# The contrast of two CSS colours, from 1 (equal) to 21.
CONTRAST = """([one, other]) => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}"""
# The colour of each arc of a mandala's rim.
ARCS = """(disk) => [0, 1, 2, 3, 4, 5].map((index) => {
  const arc = disk.appendChild(document.createElement('i'));
  arc.style.background = `var(--s${index})`;
  const { backgroundColor } = getComputedStyle(arc);
  arc.remove();
  return backgroundColor;
})"""


@pytest.mark.parametrize("theme", rest_thorough(["light", "dark"], keep=["dark"]))
def test_present_and_missing_arcs_differ(open_tab: OpenTab, theme: str) -> None:
    one = open_tab(color_scheme=theme)
    one.play_now("Mandala")
    found = dict[str, str]()  # the arcs by the names of their colours, and those that are missing
    for index, mandala in enumerate(one.state["view"]["mandalas"]):
        arcs = one.page.locator(".disk").nth(index).evaluate(ARCS)
        lights = one.page.locator(".mandala").nth(index).locator(".light")
        for arc, colour in zip(
            arcs, lights.evaluate_all("all => all.map((one) => one.dataset.colour)"), strict=True
        ):
            found["missing" if colour in mandala["missing"] else colour] = arc
    assert len(found) > 1
    black = one.page.locator(".disk").first.evaluate(
        "disk => getComputedStyle(disk).getPropertyValue('--arc-K') || "
        "getComputedStyle(disk).getPropertyValue('--sand-K')"
    )
    for colour, arc in {**found, "K": black}.items():
        if colour != "missing" and (theme == "dark" or colour == "K"):
            assert one.page.evaluate(CONTRAST, [arc, found["missing"]]) >= 3, colour
