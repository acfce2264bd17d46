"""The review of a finished game: reading it, trying again, asking for it."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlparse

import msgspec
import pytest
from msgspec import structs
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from server.running_server import Client, RunningServer
from server.test_history import finished
from web.board_input import PICK_MOVE, click
from web.browser_tab import BrowserTab, OpenTab
from web.sample_reviews import sample_review
from web.test_pages import AXE, AXE_RULES, LOOK, VIOLATIONS

from sandmandala.records import read_record
from sandmandala.review.types import Decision, JudgedMove, Reason, Review

_NOTHING = {"depth": "quick", "state": "absent", "done": 0, "total": 0, "code": None, "review": None}
_JUDGEMENT = re.compile(r"/tables/\w+/judgement\?")
_REVIEW = re.compile(r"/tables/\w+/review\?")
_NOTED = re.compile(r"/me/repetition/reviews$")


class ReviewedGame:
    """A finished game whose review is prepared. Anna sits at seat 0."""

    def __init__(self, server: RunningServer, game: str) -> None:
        self.table, (self.anna, _) = finished(server, game)
        record = read_record(self.anna.http.get(f"/tables/{self.table}/record").text)
        self.review: Review = sample_review(record)
        self.mistakes = [one for one in self.review.decisions if one.seat == 0 and one.mark]
        self.noted: list[Any] = []  # what the app sent, so that mistakes come back

    def is_ready(self, page: Page) -> None:
        """From now on the server has the review."""
        answer = {**_NOTHING, "state": "ready", "review": json.loads(self.review.to_json())}
        page.route(_REVIEW, lambda route: route.fulfill(json=answer))
        page.route(_NOTED, self._note)

    def _note(self, route: Route) -> None:
        self.noted.append(route.request.post_data_json)
        route.fulfill(status=204)

    def open(self, open_tab: OpenTab, query: str = "", **context: Any) -> BrowserTab:
        one = open_tab(storage_state=state_of(self.anna), **context)
        self.is_ready(one.page)
        one.visit(f"/review/{self.table}{query}")
        return one


def state_of(person: Client) -> Any:
    """The browser of somebody who is signed in."""
    address = person.server.address
    cookie = {"name": "sandmandala", "value": person.http.cookies["sandmandala"], "url": address}
    known = {"origin": address, "localStorage": [{"name": "sandmandala-known", "value": "yes"}]}
    return {"cookies": [cookie], "origins": [known]}


def _judged(url: str, decision: Decision) -> Any:
    """What the server says about a move that is tried, with invented figures."""
    (move,) = parse_qs(urlparse(url).query)["move"]
    some = decision.evaluation.candidates[-1]
    candidate = structs.replace(some, move=move, loss=structs.replace(some.loss, win=0.12))
    reason = Reason("they_complete", "share", 0.71, 0.34, 0.8)
    return json.loads(msgspec.json.encode(JudgedMove(decision.ply, candidate, decision.best, reason)))


def _view_before(game: ReviewedGame, decision: Decision) -> Any:
    answer = game.anna.http.get(f"/tables/{game.table}/replay", params={"seat": decision.seat})
    return answer.json()["plies"][decision.ply - 1]["view"]


def _unlisted_move(game: ReviewedGame, decision: Decision) -> str:
    answer = game.anna.http.get(f"/tables/{game.table}/line", params={"ply": decision.ply - 1})
    listed = {one.move for one in decision.evaluation.candidates}
    return next(move for move in answer.json()["legal"] if move not in listed)


@pytest.fixture(scope="module")
def game(server: RunningServer) -> ReviewedGame:
    return ReviewedGame(server, "mandala")


def _is_at(page: Page, decision: Decision) -> None:
    expect(page.get_by_role("slider", name="Chances to win")).to_have_attribute(
        "aria-valuenow", str(decision.ply)
    )


def test_a_review_says_what_decided_the_game(open_tab: OpenTab, game: ReviewedGame) -> None:
    page = game.open(open_tab).page
    expect(page.get_by_role("heading", name="Between Bud and Blossom")).to_be_visible()
    lessons = page.get_by_role("region", name="What to take away").get_by_role("listitem")
    expect(lessons).to_have_count(3)
    expect(lessons.first).to_contain_text(
        "Ben completes the next mandala in 71% of the continuations; after the better one, in 34%."
    )
    expect(lessons.nth(1)).to_contain_text("many small things")
    _the_parts_add_up(page)
    lessons.first.get_by_role("button").click()
    costliest = max(game.mistakes, key=lambda one: one.loss.win)
    _is_at(page, costliest)
    expect(page).to_have_url(re.compile(f"ply={costliest.ply}"))
    expect(page.locator(".mark.blunder", has_text="blunder")).to_be_visible()
    expect(page.get_by_text("22.0% (± 0.9%)")).to_be_visible()
    assert {"table": game.table, "depth": "quick"} in game.noted, "one's own mistakes come back"


def _the_parts_add_up(page: Page) -> None:
    """As they are shown, in chances and in points."""
    rows = page.get_by_role("region", name="Where the result came from").get_by_role("row")
    for unit in ("Points", "Chance to win"):
        page.get_by_role("button", name=unit, exact=True).click()
        figures = [
            float(text.replace("−", "-").rstrip("%")) for text in rows.locator(".figure").all_inner_texts()
        ]
        assert sum(figures[:-1]) == pytest.approx(figures[-1]), unit


def test_keys_lead_from_move_to_move_and_from_mistake_to_mistake(
    open_tab: OpenTab, game: ReviewedGame
) -> None:
    page = game.open(open_tab, "?ply=1").page
    chart = page.get_by_role("slider", name="Chances to win")
    chart.focus()
    page.keyboard.press("ArrowRight")
    _is_at(page, game.review.decisions[1])
    first, second = [one for one in game.mistakes if one.ply > 2][:2]
    page.keyboard.press("Shift+ArrowRight")
    _is_at(page, first)
    expect(chart).to_have_attribute("aria-valuetext", re.compile(rf"Move {first.ply} of .* You \d+%, Ben"))
    page.get_by_role("button", name="Next mistake").click()
    _is_at(page, second)
    page.get_by_role("button", name="All moves").click()
    slider = page.get_by_role("slider", name="Mistakes from")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"yours: {len(game.mistakes)}"))
    slider.focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")  # from 4 % to 12 %
    blunders = [one for one in game.mistakes if one.mark == "blunder"]
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"yours: {len(blunders)}"))
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    _is_at(page, blunders[0])
    page.get_by_role("list", name="All moves").locator("[aria-current]").press("ArrowDown")
    _is_at(page, game.review.decisions[blunders[0].ply])


@pytest.mark.thorough
def test_candidates_lines_and_open_cards_are_shown_on_the_board(
    open_tab: OpenTab, game: ReviewedGame
) -> None:
    mistake = game.mistakes[0]
    page = game.open(open_tab, f"?ply={mistake.ply}").page
    board = page.locator(".board")
    expect(board.locator('[data-drop^="hand:"]').first).to_be_visible()  # our own hand
    expect(board.get_by_role("group", name=re.compile(r"Hand of Ben: \d cards?"))).to_be_visible()
    moves = page.locator("ol li", has=page.locator(".bar"))
    expect(moves.filter(has_text="best")).to_have_count(1)
    expect(moves.filter(has_text="played").locator("button").first).to_have_attribute("aria-pressed", "true")
    moves.first.get_by_role("button").first.click()
    page.get_by_role("button", name="Play out the line").click()
    expect(page.get_by_text("Line, step 0 of 1")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Line, step 1 of 1")).to_be_visible()
    expect(board).to_have_attribute("data-number", str(mistake.ply))
    page.get_by_role("button", name="Back to the game").click()
    expect(board).to_have_attribute("data-number", str(mistake.ply - 1))
    page.get_by_role("button", name="With open cards").click()
    known = re.compile("Hand of Ben: .*(red|orange|yellow|green|purple|black)")
    expect(board.get_by_role("group", name=known)).to_be_visible()
    expect(page.get_by_text("No reproach")).to_be_visible()


@pytest.mark.thorough
def test_mistakes_can_be_tried_again(open_tab: OpenTab, game: ReviewedGame) -> None:
    first = game.mistakes[0]
    page = game.open(open_tab).page
    page.route(_JUDGEMENT, lambda route: route.fulfill(json=_judged(route.request.url, first)))
    page.get_by_role("button", name=re.compile(r"Try \d+ mistakes again")).click()
    expect(page).to_have_url(re.compile(rf"ply={first.ply}\b"))
    panel = page.get_by_role("region", name="Find a better move")
    confirm, said = panel.get_by_role("button", name="Confirm"), panel.get_by_role("status")
    choices = panel.get_by_role("listitem").get_by_role("button")
    order = sorted(one.move for one in first.evaluation.candidates)
    expect(choices).to_have_count(len(order))
    choices.nth(order.index(first.move)).click()
    confirm.click()
    expect(said).to_contain_text("is what was played")
    choices.nth(order.index(first.evaluation.candidates[-1].move)).click()
    confirm.click()
    expect(said).to_contain_text("Try another one")
    expect(said).to_contain_text("continuations")
    unlisted = _unlisted_move(game, first)
    PICK_MOVE["mandala"](page, unlisted, _view_before(game, first), click)
    expect(choices).to_have_count(len(order) + 1)
    confirm.click()
    expect(said).to_contain_text("loses 12.0%")
    expect(said).to_contain_text("Ben completes the next mandala in 71% of the continuations")
    choices.nth(order.index(first.best)).click()
    confirm.click()
    expect(said).to_contain_text("is the best move")
    panel.get_by_role("button", name="Next mistake").click()
    expect(page).to_have_url(re.compile(rf"ply={game.mistakes[1].ply}\b"))
    panel.get_by_role("button", name="Show the answer").click()
    panel.get_by_role("button", name="See why").click()
    expect(page.locator("ol li", has_text="best").first).to_be_visible()


@pytest.mark.thorough
def test_playing_on_from_a_position(open_tab: OpenTab, game: ReviewedGame) -> None:
    mistake = game.mistakes[0]
    one = game.open(open_tab, f"?ply={mistake.ply}")
    page = one.page
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("is dealt again")
    expect(dialog.get_by_label("Your seat").locator("option")).to_have_text(["You (to move)", "Ben"])
    dialog.get_by_label("Against").select_option("1")
    dialog.get_by_role("button", name="Start").click()
    one.wait_for_turn()
    expect(page.get_by_text("Practice", exact=True)).to_be_visible()
    assert mistake.move in one.legal, "it is the position before the mistake"
    one.visit("/")
    expect(page.get_by_role("listitem").filter(has_text="Practice")).to_contain_text("Seed (bot)")
    one.visit(f"/table/{game.table}/replay?ply={mistake.ply}")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.get_by_role("dialog").get_by_label("Your seat").select_option(index=1)
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    one.wait_for_turn()
    expect(page.get_by_text("Practice", exact=True)).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "width"),
    [("mandala", 360), ("patterns", 768), ("flowers", 1440)],
)
def test_every_part_is_accessible_and_fits(
    open_tab: OpenTab, server: RunningServer, name: str, width: int
) -> None:
    reviewed = ReviewedGame(server, name)
    viewport = {"width": width, "height": 780}
    one = reviewed.open(open_tab, viewport=viewport, locale="de-DE", color_scheme="light")
    page = one.page
    expect(page.get_by_role("heading", name="Zwischen Knospe und Blüte")).to_be_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    problems: dict[str, Any] = {}
    for section in ("Überblick", "Dieser Zug", "Alle Züge", "Noch einmal versuchen"):
        if section == "Dieser Zug":
            page.get_by_role("button", name="Zum vorigen Fehler").click()
        if section == "Noch einmal versuchen":
            page.get_by_role("button", name="Dieser Zug").click()
        page.get_by_role("button", name=section, exact=True).click()
        for theme, rules in AXE_RULES.items():
            page.emulate_media(color_scheme=theme)
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            for rule in page.evaluate(VIOLATIONS, rules):
                nodes = [(node["html"], node["failureSummary"]) for node in rule["nodes"]]
                problems[f"{section}, {theme}: {rule['id']}"] = nodes[:3]
        if found := page.evaluate(LOOK):
            problems[section] = found
    assert problems == {}, json.dumps(problems, indent=1)


class StagedProgress:
    """A real server, but it is the test that answers requests for reviews."""

    def __init__(self, page: Page, table: str) -> None:
        self.asked: list[str] = []
        self._table, self._sockets = table, list[WebSocketRoute]()
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            kind = json.loads(text)["type"]
            if kind in ("review", "stop_review"):
                self.asked.append(kind)
            else:
                server.send(text)

        socket.on_message(hear)
        self._sockets.append(socket)

    def say(self, state: str, done: int = 0, total: int = 0, code: str | None = None) -> None:
        progress = {"depth": "quick", "state": state, "done": done, "total": total, "code": code}
        self._sockets[-1].send(json.dumps({"type": "review", "table": self._table, **progress}))


def test_from_the_end_of_a_game_one_click_asks_for_its_review(open_tab: OpenTab, game: ReviewedGame) -> None:
    one = open_tab(storage_state=state_of(game.anna))
    page, staged = one.page, StagedProgress(one.page, game.table)
    page.route(_REVIEW, lambda route: route.fulfill(json=_NOTHING))
    one.visit(f"/table/{game.table}/replay")
    expect(page.get_by_role("link", name="Review")).to_be_visible()
    one.visit(f"/table/{game.table}")
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile(f"/review/{game.table}$"))  # a shared link does not ask again
    one.wait_until(lambda: staged.asked == ["review"])
    staged.say("waiting")
    expect(page.get_by_role("heading", name="waits for its turn")).to_be_visible()
    staged.say("running", 12, 48)
    expect(page.get_by_text("12 of 48 steps")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    one.wait_until(lambda: staged.asked[1:] == ["stop_review"])
    page.get_by_role("button", name="Review this game").click()
    one.wait_until(lambda: staged.asked[2:] == ["review"])
    staged.say("failed", code="failed")
    expect(page.get_by_role("alert")).to_contain_text("Something went wrong")
    page.get_by_role("button", name="Try again").click()
    one.wait_until(lambda: staged.asked[-1] == "review" and len(staged.asked) > 3)
    page.unroute(_REVIEW)
    game.is_ready(page)
    staged.say("ready")
    expect(page.get_by_role("heading", name="Between Bud and Blossom")).to_be_visible()


def test_what_cannot_be_reviewed_is_said(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab()
    one.page.goto("/review/nosuchtable")
    expect(one.page.get_by_role("alert")).to_contain_text("This table does not exist.")
    anna = server.client("Anna")
    table = anna.open_table(game="patterns", bots=[None, 1])["table"]["id"]
    one.page.goto(f"/review/{table}")
    expect(one.page.get_by_role("alert")).to_contain_text("The game is not over yet.")
    one.complaints.clear()  # the console tells of refused requests
