"""Puzzles in a real browser: solved, failed, hinted, given up; by keyboard alone, and by touch in German."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect, sync_playwright
from server.in_process_server import InProcessServer
from server.test_history import finished
from server.test_puzzles import wrong_move
from thorough_cases import rest_thorough
from web.board_input import press
from web.browser_tab import BrowserTab, OpenTab
from web.conftest import launch
from web.spoken_input import SPOKEN_MOVE, Speaker
from web.test_learn import CONFIRM, PHONE, tap
from web.test_pages import AXE, VIOLATIONS
from web.test_review import state_of

from sandmandala.puzzles.library import shipped_puzzles
from sandmandala.puzzles.puzzle import Puzzle
from sandmandala.puzzles.solving import game_before
from sandmandala.server import server_time

HOUR = 3_600_000
GAMES = ("mandala", "patterns", "flowers")
every_game = pytest.mark.parametrize("game", GAMES)
SAYS = {
    "en": {"hint": "Hint", "give_up": "Show the solution", "solved": "Solved!", "next": "Next puzzle"},
    "de": {"hint": "Tipp", "give_up": "Lösung zeigen", "solved": "Gelöst!", "next": "Nächstes Rätsel"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    """In this process, so that its clock can be moved."""
    server = InProcessServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser(server: InProcessServer) -> Iterator[Browser]:
    """After the server: no event loop can start beside Playwright's."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def speakable(game: str) -> list[Puzzle]:
    """Puzzles whose right and wrong moves the tests can make by accessible names; longer lines first."""
    found = [one for one in shipped_puzzles(game).values() if one.seats == 2]
    return sorted(found, key=lambda one: (-len(one.solution), one.id))


class Solver:
    """Solves by accessible names, and hears what a screen reader announces."""

    def __init__(self, one: BrowserTab, language: str, go_and_press: Callable[[Locator, str], None]) -> None:
        self.one, self.language, self.go_and_press = one, language, go_and_press
        self.speaker = Speaker(one.page, language, go_and_press)
        self.said = one.page.locator('.panel [aria-live="polite"]')

    def press(self, name: str) -> None:
        self.go_and_press(self.one.button(name), "Enter")

    def make(self, puzzle: Puzzle, turn: int, move: str) -> None:
        view = game_before(puzzle, turn).view(puzzle.side)
        SPOKEN_MOVE[puzzle.game](self.speaker, move, view)
        self.press(CONFIRM[self.language])

    def solve(self, puzzle: Puzzle) -> None:
        for turn, part in enumerate(puzzle.solution):
            expect(self.one.button(CONFIRM[self.language])).to_have_attribute("aria-disabled", "true")
            self.make(puzzle, turn, part.right[0])
            if turn + 1 < len(puzzle.solution):
                expect(self.said).to_contain_text(
                    {"en": "Right! And now?", "de": "Richtig! Und nun?"}[self.language]
                )

    def check_access(self) -> None:
        self.one.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert self.one.page.evaluate(VIOLATIONS, None) == []


@pytest.mark.thorough
@every_game
def test_by_keyboard_alone(open_tab: OpenTab, game: str) -> None:
    """In English, on a desktop: one solved, one failed and then found, one with hints, one given up."""
    one = open_tab(viewport={"width": 1280, "height": 800})
    solver = Solver(one, "en", press)
    puzzles = speakable(game)
    one.visit(f"/puzzle/{puzzles[0].id}")
    expect(solver.said).to_contain_text("You are to move.")
    solver.check_access()
    solver.solve(puzzles[0])
    expect(solver.said).to_contain_text("Solved!")
    expect(solver.said).to_contain_text(re.compile(r"Rating 1333 → \d+"))
    solver.press("I like this puzzle")
    expect(one.button("I like this puzzle")).to_have_attribute("aria-pressed", "true")
    solver.press("One move back")
    if not puzzles[0].is_exact:
        solver.press("How it may end")
        expect(one.page.locator("figure figcaption")).to_have_count(1)
    solver.check_access()

    one.visit(f"/puzzle/{puzzles[1].id}")
    wrong = wrong_move(puzzles[1])
    solver.make(puzzles[1], 0, wrong)
    expect(solver.said).to_contain_text("is not it. Try another move.")
    expect(one.button("I like this puzzle")).to_have_count(0)
    solver.check_access()
    solver.solve(puzzles[1])
    expect(solver.said).to_contain_text("Found it.")
    expect(solver.said).to_contain_text("It comes back in four hours")

    one.visit(f"/puzzle/{puzzles[2].id}")
    for number in (1, 2, 3):
        solver.press("Hint")
        expect(solver.said).to_contain_text(f"Hint {number} of 3.")
    expect(one.button("Hint")).to_be_disabled()
    solver.check_access()
    solver.solve(puzzles[2])
    expect(solver.said).to_contain_text("Solved, with a little help.")

    one.visit(f"/puzzle/{puzzles[3].id}")
    solver.press("Show the solution")
    expect(solver.said).to_contain_text("This is the solution.")
    solver.press("Try it again")
    expect(solver.said).to_contain_text("You are to move.")


@pytest.mark.parametrize("game", rest_thorough(GAMES))
def test_by_touch_on_a_phone(open_tab: OpenTab, game: str) -> None:
    """In German, the endless puzzles."""
    one = open_tab(viewport=PHONE, has_touch=True, locale="de-DE")
    solver = Solver(one, "de", tap)
    one.visit(f"/puzzles/{game}")
    seen = []
    for way in ("solve", "fail", "hint", "give up"):
        expect(solver.said).to_contain_text("Du bist am Zug.")
        puzzle = shown_puzzle(one, game)
        assert puzzle.id not in seen
        seen.append(puzzle.id)
        if way == "fail":
            solver.make(puzzle, 0, wrong_move(puzzle))
            expect(solver.said).to_contain_text("Das ist es nicht.")
        if way == "hint":
            solver.press("Tipp")
            expect(solver.said).to_contain_text("Tipp 1 von 3.")
        if way == "give up":
            solver.press("Lösung zeigen")
            expect(solver.said).to_contain_text("Das ist die Lösung.")
            solver.check_access()
            break
        solver.solve(puzzle)
        done = {"solve": "Gelöst!", "fail": "Gefunden.", "hint": "Gelöst, mit etwas Hilfe."}[way]
        expect(solver.said).to_contain_text(done)
        solver.press("Nächstes Rätsel")


def shown_puzzle(one: BrowserTab, game: str) -> Puzzle:
    """The puzzle on the page, by what the server has sent about it."""
    found = one.page.evaluate(
        """async (game) => {
          const last = performance.getEntriesByType('resource').map(({ name }) => name)
            .findLast((name) => name.includes('/puzzles/next'));
          return (await (await fetch(last)).json()).puzzle.id;
        }""",
        game,
    )
    return shipped_puzzles(game)[found]


@pytest.mark.thorough
def test_what_was_missed_comes_back_on_the_first_page(
    open_tab: OpenTab, server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = open_tab()
    solver = Solver(one, "en", press)
    first, second = speakable("patterns")[:2]
    for puzzle in (first, second):
        one.visit(f"/puzzle/{puzzle.id}")
        solver.press("Show the solution")
        expect(solver.said).to_contain_text("This is the solution.")
    one.visit("/repeat")
    expect(one.page.get_by_text("Nothing to repeat right now.")).to_be_visible()
    monkeypatch.setattr(server_time, "_start", server_time._start + 5 * HOUR * 1_000_000)
    one.visit("/")
    one.page.get_by_role("link", name="Today: 2 to repeat").click()
    expect(solver.said).to_contain_text("You are to move.")
    expect(one.page.get_by_text("To repeat: 1 of 2")).to_be_visible()
    due = [
        item["puzzle"]
        for item in one.page.evaluate("fetch('/api/v1/me/repetition').then((a) => a.json())")["items"]
    ]
    by_id = {puzzle.id: puzzle for puzzle in (first, second)}
    solver.solve(by_id[due[0]])
    expect(solver.said).to_contain_text("Solved!")
    solver.press("Next")
    expect(one.page.get_by_text("To repeat: 2 of 2")).to_be_visible()
    solver.press("Show the solution")
    solver.press("Finish")
    expect(one.page.get_by_text("You remembered 1 of 2.")).to_be_visible()
    one.visit("/repeat")
    expect(one.page.get_by_text(re.compile("The next one comes (today|tomorrow) at"))).to_be_visible()
    solver.check_access()


@pytest.mark.thorough
def test_ones_own_mistake_comes_back(open_tab: OpenTab, server: InProcessServer) -> None:
    """On a phone, in German. The server judges as a review would."""
    table, (anna, _) = finished(server, "patterns")
    record = anna.http.get(f"/tables/{table}/record").json()
    seat = next(at for at, one in enumerate(record["players"]) if one == "Anna")
    plies = anna.http.get(f"/tables/{table}/replay", params={"seat": seat}).json()["plies"]
    ply = [one["ply"] for one in plies if one["seat"] == seat][2]  # a game by chance may be short
    legal = anna.http.get(f"/tables/{table}/line", params={"ply": ply - 1}).json()["legal"]
    worth = {
        move: anna.http.get(f"/tables/{table}/judgement", params={"ply": ply, "move": move}).json()
        for move in legal[:1]
    }
    best = worth[legal[0]]["better"]
    items = [(f"mistake:{table}:{ply}", "patterns")]
    server.do(server._app.state.learning.repetitions.add(anna.me["id"], items, 1000))
    one = open_tab(viewport=PHONE, has_touch=True, locale="de-DE", storage_state=state_of(anna))
    solver = Solver(one, "de", tap)
    one.visit("/repeat")
    expect(solver.said).to_contain_text("Hier hast du einen Fehler gemacht.")
    solver.check_access()
    view = plies[ply - 1]["view"]
    SPOKEN_MOVE["patterns"](solver.speaker, best, view)
    solver.press("Bestätigen")
    # The game is another one each time: in some, the judge finds a second move that is as good.
    expect(solver.said).to_contain_text(re.compile("Ja! Das ist (der beste Zug|gut)"))
    expect(solver.said).to_contain_text("Es kommt in 1 Tag wieder.")
    solver.press("Fertig")
    expect(one.page.get_by_text("1 von 1 hast du noch gewusst.")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "locale", "title"),
    rest_thorough([(320, "de-DE", "Rätsel"), (360, "en-GB", "Puzzles"), (1280, "en-GB", "Puzzles")]),
)
def test_the_page_to_come_back_to(open_tab: OpenTab, width: int, locale: str, title: str) -> None:
    """Everything is there at 320 pixels, nothing leaves the page, and axe finds nothing."""
    one = open_tab(viewport={"width": width, "height": 640}, locale=locale, plain=False)
    one.visit("/puzzles")
    expect(one.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(one.page.locator(".three .drawing .board")).to_have_count(3)
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    Solver(one, locale[:2], press).check_access()
    one.visit("/")
    one.page.locator(".today").first.scroll_into_view_if_needed()
    expect(one.page.locator(".today .drawing")).to_be_visible()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
