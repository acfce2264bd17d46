"""The position editor: set up by mouse and by keyboard, in both languages; shared, judged, played on."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from server.running_server import RunningServer
from server.test_history import finished
from web.board_input import press
from web.browser_tab import OpenTab
from web.editor_input import EditorInput, Keyboard, Mouse
from web.test_learn import PHONE
from web.test_pages import LOOK
from web.test_review import state_of

from sandmandala.puzzles.library import shipped_puzzles

DESKTOP = {"width": 1280, "height": 800}
# Seat 1 is to act; c8 and d8 show red and orange.
PATTERNS = "board=royg/pkroyg/pkrprooR/yypgoggk/rkgypopk/yoKKrgro/grpoyg/pkpk markers=c3/h6 bowls=Y/Y turn=1"


def address(game: str, position: str) -> str:
    return f"/editor/{game}?{urlencode({'position': position})}"


def mandala(by: EditorInput) -> list[str]:
    by.cards("mandala1/1", "R", 2)
    by.add("river/0", "G")
    by.add("river/0", "R")
    by.cards("hand/1", "?", 5)
    by.cards("discard", "P", 3)
    return ["mandala1=K2/R2/-", "river=GR/-", "hand=R1O2Y1G2/?5", "discard=P3"]


def patterns(by: EditorInput) -> list[str]:
    by.paint("c8", "o")
    by.paint("d8", "r")
    return ["board=oryg/pkroyg/pkrprooR/yypgoggk/rkgypopk/yoKKrgro/grpoyg/pkpk"]


def flowers(by: EditorInput) -> list[str]:
    by.choose("mandala1/0", "R2")
    by.cards("mandala1/3:0", "Y", 1)
    by.cards("mandala1/4:1", "?", 2)
    by.choose("mandala1/2", "0")
    return ["mandala1=R2/G7/0/Y1:-/-:?2"]


SET_UP: dict[str, Callable[[EditorInput], list[str]]] = {
    "mandala": mandala,
    "patterns": patterns,
    "flowers": flowers,
}
START = {
    "mandala": "/editor/mandala",
    "patterns": address("patterns", PATTERNS),
    "flowers": "/editor/flowers",
}
every_game = pytest.mark.parametrize("game", SET_UP)


def games(*, thorough: set[str]) -> pytest.MarkDecorator:
    """All games; `make test` leaves these to `make proof`."""
    marks = {game: pytest.mark.thorough if game in thorough else () for game in SET_UP}
    return pytest.mark.parametrize("game", [pytest.param(game, marks=marks[game]) for game in SET_UP])


@games(thorough={"mandala", "patterns"})
def test_by_mouse_on_a_desktop(open_tab: OpenTab, game: str) -> None:
    """In English: set up, shared, seen by somebody else as it is, and the best move in it."""
    one = open_tab(viewport=DESKTOP)
    by = Mouse(one, "en")
    one.visit(START[game])
    by.check_access()
    by.wait_for(*SET_UP[game](by))
    expect(by.status).to_contain_text("The position is valid.")

    by.press("Share")
    link = one.page.get_by_role("dialog").locator("a").inner_text()
    other = open_tab(viewport=DESKTOP)
    other.visit(link)
    friend = Mouse(other, "en")
    assert friend.position == by.position
    expect(other.page.get_by_role("alert")).to_have_count(0)
    friend.press("Best move")
    advice = other.page.get_by_role("region", name="Best move")
    expect(advice).to_contain_text("Best move: ")
    expect(advice).to_contain_text(re.compile(r"about \d+% to win"))
    friend.check_access()


@pytest.mark.thorough
@every_game
def test_by_keyboard_alone_on_a_phone(open_tab: OpenTab, game: str) -> None:
    """In German: set up, the best move in it, then played on from it against a bot."""
    one = open_tab(viewport=PHONE, locale="de-DE")
    by = Keyboard(one, "de")
    one.visit(START[game])
    by.wait_for(*SET_UP[game](by))
    expect(by.status).to_contain_text("Die Stellung ist gültig.")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    by.check_access()
    by.press("Bester Zug")
    expect(one.page.get_by_role("region", name="Bester Zug")).to_contain_text("Bester Zug: ")

    by.press("Weiterspielen")
    dialog = one.page.get_by_role("dialog")
    by.turn_to(dialog.get_by_label("Stufe"), "1")
    press(dialog.get_by_role("button", name="Los"))
    one.wait_for_turn()
    expect(one.page.get_by_text("Übung", exact=True)).to_be_visible()
    number = one.state["number"]
    one.pick(one.legal[0])
    press(one.button("Bestätigen"))
    one.wait_until(lambda: one.state["number"] > number)
    one.page.go_back()
    expect(one.page.get_by_role("heading", level=1)).to_contain_text("Stellungseditor")
    expect(by.status).to_contain_text("Die Stellung ist gültig.")
    assert by.position, "it can be played again"


MALFORMED = {
    "mandala": ("mandala1=R1/-/- mandala2=K1/-/- hand=R9/?5 dealt=R2/?2 turn=0", "Hand"),
    "patterns": (PATTERNS.replace("royg", "rroyg", 1), "Board"),
    "flowers": ("seats=9 mandala1=R2", None),
}


@games(thorough={"patterns", "flowers"})
def test_a_malformed_address_loads_nothing(open_tab: OpenTab, game: str) -> None:
    """It gets a clear error that names the place, and an editor that works."""
    position, place = MALFORMED[game]
    one = open_tab()
    one.visit(address(game, position))
    by = Mouse(one, "en")
    alert = one.page.get_by_role("alert")
    expect(alert).to_contain_text("You see the starting position instead.")
    if place:
        expect(alert).to_contain_text(f"{place}: ")
    expect(by.status).to_contain_text("The position is valid.")
    expect(one.page.locator(".room .board")).to_be_visible()
    by.check_access()
    other = address(game, "nonsense")
    one.page.evaluate(
        "(to) => { history.pushState(null, '', to); dispatchEvent(new Event('popstate')); }", other
    )
    expect(alert).to_contain_text("nonsense")
    expect(by.status).to_contain_text("The position is valid.")


def test_what_is_wrong_is_said_beside_its_place(open_tab: OpenTab) -> None:
    one = open_tab(viewport={"width": 320, "height": 640})
    by = Keyboard(one, "en")
    one.visit("/editor/mandala")
    by.cards("mandala2/1", "K", 1)  # black lies in the mountain, too
    expect(by.status).to_contain_text("This position is not possible:")
    expect(by.status).to_contain_text("The board shows the last valid position.")
    expect(one.page.locator(".room.old")).to_be_visible()
    for name in ("Best move", "Play on", "Share"):
        expect(one.button(name)).to_be_disabled()
    assert "mandala2" not in by.position, "the address keeps the last good position"
    by.check_access()
    by.press("Rule M5")
    expect(one.page.get_by_role("region", name="Rules")).to_be_visible()
    by.press("Close")
    press(by.status.get_by_role("button", name="Go to Mandala 2"))
    expect(one.page.locator(":focus")).to_have_attribute("id", re.compile("^place-mandala2"))
    expect(one.page.locator(".place.wrong, .problem").first).to_be_visible()
    by.press("Undo")
    expect(by.status).to_contain_text("The position is valid.")
    by.press("Redo")
    expect(by.status).to_contain_text("This position is not possible:")
    by.press("Starting position")
    expect(by.status).to_contain_text("The position is valid.")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_from_an_empty_table_and_from_text(open_tab: OpenTab) -> None:
    """Cards as they lie at home: the table is cleared, and each place filled; or experts paste words."""
    one = open_tab(viewport=DESKTOP)
    by = Mouse(one, "en")
    one.visit("/editor/mandala")
    by.press("Clear the table")
    expect(by.status).to_contain_text("This position is not possible:")
    for place, colour, count in (
        ("mandala1/0", "R", 2),
        ("mandala2/0", "K", 1),
        ("hand/0", "G", 3),
        ("dealt/0", "Y", 2),
    ):
        by.cards(place, colour, count)
    by.wait_for("mandala1=R2/-/-", "mandala2=K1/-/-", "hand=G3/?6", "dealt=Y2/?2")
    one.page.get_by_text("As text", exact=True).click()
    words = one.page.get_by_role("textbox", name="As text")
    expect(words).to_have_value(by.position)
    good = by.position
    words.fill(good.replace("hand=G3", "hand=G30"))
    by.press("Load")
    expect(one.page.get_by_role("alert")).to_contain_text("the position is unchanged.")
    assert by.position == good
    words.fill(good.replace("hand=G3", "hand=G1P2"))
    by.press("Load")
    by.wait_for("hand=G1P2/?6")
    expect(one.page.get_by_role("alert")).to_have_count(0)
    by.check_access()


@pytest.mark.thorough
def test_with_a_friend(open_tab: OpenTab) -> None:
    """A second browser joins by the link, and both play from the position."""
    anna = open_tab(viewport=DESKTOP)
    anna.visit(address("patterns", PATTERNS))
    by = Mouse(anna, "en")
    by.press("Play on")
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label("Against").select_option(label="a friend, by a link")
    dialog.get_by_label("Your seat").select_option("1")
    by.check_access()
    dialog.get_by_role("button", name="Get the link").click()
    link = anna.page.locator(".invite a").inner_text()
    ben = open_tab(viewport=DESKTOP)
    ben.visit(link)
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.page.locator("main form button.main").click()
    anna.wait_for_turn()
    assert anna.state["view"]["fields"]["d3"] == "K0", "the black group is there"
    move = Random(1).choice(anna.legal)
    anna.make(move)
    ben.wait_for_turn()
    expect(anna.page.get_by_text("Practice", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_a_fair_game_needs_unknown_cards(open_tab: OpenTab) -> None:
    one = open_tab(viewport=DESKTOP)
    one.visit("/editor/mandala")
    by = Mouse(one, "en")
    by.press("Play on")
    dialog = one.page.get_by_role("dialog")
    expect(dialog).to_contain_text("8 unknown cards are dealt at the start.")
    dialog.get_by_label("Against").select_option(label="a friend, by a link")
    expect(dialog.get_by_role("note")).to_have_count(0)
    dialog.get_by_role("button", name="Cancel").click()
    by.cards("hand/1", "?", 0)
    by.cards("hand/1", "P", 2)
    by.wait_for("hand=R1O2Y1G2/P2")
    by.press("Play on")
    dialog.get_by_label("Against").select_option(label="a friend, by a link")
    expect(dialog.get_by_role("note")).to_contain_text("Leave them unknown for a fair game.")


def test_without_a_connection_changes_wait(open_tab: OpenTab) -> None:
    one = open_tab()
    one.visit("/editor/mandala")
    by = Mouse(one, "en")
    one.context.set_offline(True)
    by.cards("discard", "R", 1)
    expect(by.status).to_contain_text("Your last changes could not be checked.")
    expect(one.button("Best move")).to_be_disabled()
    one.context.set_offline(False)
    by.wait_for("discard=R1")
    one.complaints.clear()  # the console tells of requests that failed


@pytest.mark.thorough
@every_game
def test_everything_fits_at_320_pixels(open_tab: OpenTab, game: str) -> None:
    one = open_tab(viewport={"width": 320, "height": 640}, locale="de-DE", plain=False)
    one.visit(START[game])
    one.page.get_by_text("Selten nötig", exact=True).click()
    for head in one.page.locator(".places button[aria-expanded]").all():
        head.click()
        assert one.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert one.page.evaluate(LOOK) == []


@pytest.mark.thorough
def test_from_the_page_learn(open_tab: OpenTab) -> None:
    one = open_tab()
    one.visit("/learn")
    one.page.get_by_role("link", name="Position editor").click()
    one.page.get_by_role("link", name=re.compile("^Set up a position.*Flowers")).click()
    expect(one.page.get_by_role("heading", level=1)).to_have_text("Position editor: Flowers")
    one.page.get_by_label("Players", exact=True).select_option("4")
    by = Mouse(one, "en")
    by.wait_for("seats=4")
    expect(one.page.locator(".room")).to_contain_text("Player 4")
    one.page.go_back()
    expect(one.page.get_by_role("heading", level=1)).to_have_text("Position editor")
    one.visit("/editor/chess")
    expect(one.page.get_by_text("There is no such game.")).to_be_visible()


@pytest.mark.thorough
def test_from_a_finished_game_and_a_puzzle(open_tab: OpenTab, server: RunningServer) -> None:
    """A replay leads to the position as a seat knew it, or with all cards open; a puzzle once it is over."""
    table, (anna, _) = finished(server, "mandala")
    one = open_tab(viewport=PHONE, storage_state=state_of(anna))
    by = Mouse(one, "en")
    one.visit(f"/table/{table}/replay?ply=3&seat=1")
    one.page.get_by_role("link", name="Edit", exact=True).click()
    expect(one.page.get_by_role("heading", level=1)).to_have_text("Position editor: Mandala")
    assert re.search(r"hand=\?\d/[A-Z]", by.position), "the cards of the other seat are unknown"
    expect(one.page.get_by_role("alert")).to_have_count(0)
    one.page.go_back()
    expect(one.page.get_by_role("link", name="Edit", exact=True)).to_be_visible()
    one.visit(f"/table/{table}/replay?ply=3")
    one.page.get_by_role("link", name="Edit", exact=True).click()
    expect(one.page.get_by_label("Seen by").locator("option")).to_have_count(2)
    assert "?" not in by.position

    puzzle = next(iter(shipped_puzzles("patterns")))
    one.visit(f"/puzzle/{puzzle}")
    by.press("Show the solution")
    one.page.get_by_role("link", name="Edit this position").click()
    expect(one.page.get_by_role("heading", level=1)).to_have_text("Position editor: Patterns")
    expect(by.status).to_contain_text("The position is valid.")
    one.page.goto(f"/editor/tables/{table}?ply=999")
    expect(one.page.get_by_role("alert")).to_be_visible()
    one.complaints.clear()  # the console tells of the refusal
