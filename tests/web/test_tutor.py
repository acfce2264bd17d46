"""The tutor in a real browser: its switch, and the three answers to its question."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from web.board_input import press
from web.browser_tab import BrowserTab, OpenTab
from web.test_pages import AXE

PHONE = {"width": 390, "height": 664}
REASON = {"fact": "your_points", "unit": "amount", "played": 11.0, "better": 15.5, "explained": 0.8}


class StagedTutor:
    """Answers in place of the server, which objects to the first legal move only."""

    def __init__(self, one: BrowserTab) -> None:
        self.one, self.levels, self.moves = one, list[str](), list[str]()
        self.staged = True
        one.page.route_web_socket("**/live", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "move":
                self.moves.append(said["move"])
            if said["type"] == "tutor" and self.staged:
                self.levels.append(said["level"])
                route.send(json.dumps(self._answer(said)))
            else:
                server.send(message)

        route.on_message(send)

    def _answer(self, said: dict[str, Any]) -> dict[str, Any]:
        legal = self.one.legal
        loss = {"win": 0.23, "win_error": 0.01, "points": 4.0, "points_error": 0.2}
        advice = {"move": said["move"], "better": legal[1], "loss": loss, "mark": "blunder", "line": []}
        bad = said["move"] == legal[0]
        answer = {"type": "tutored", "table": said["table"], "number": said["after"], "move": said["move"]}
        return answer | {"advice": advice | {"reason": REASON} if bad else None}


def test_the_three_answers_with_mouse_and_keyboard(open_tab: OpenTab) -> None:
    one = open_tab()
    tutor = StagedTutor(one)
    one.play_now("Mandala")
    first = one.legal[0]
    one.make(first)  # the tutor is off
    assert (tutor.levels, tutor.moves) == ([], [first])
    one.wait_for_turn()
    one.button("Tutor").click()
    one.page.get_by_label("serious mistakes").check()
    one.button("Close").click()

    question = one.page.get_by_role("alertdialog")
    bad, better = one.legal[:2]
    number = one.state["number"]
    one.pick(bad)
    one.page.keyboard.press("Enter")
    expect(question).to_be_visible()
    expect(question).to_contain_text("loses about 23% of your chance to win")
    expect(question).to_contain_text("11.0 after this move, 15.5 after the better one")
    expect(one.button("Think again")).to_be_focused()
    one.page.keyboard.press("Enter")  # the key that confirmed the move does not play it
    expect(question).to_be_hidden()
    expect(one.button("Confirm")).to_be_hidden()
    assert tutor.levels == ["serious"]

    one.pick(bad)
    one.button("Confirm").click()
    one.button("Show me").click()
    expect(question).to_contain_text("Better:")
    assert tutor.moves == [first], "nothing has been sent"
    assert tutor.levels == ["serious"], "the second time, the answer was known"
    one.button("Confirm").click()
    one.wait_for_number(number + 1)
    assert tutor.moves == [first, better]

    one.wait_for_turn()
    number, bad = one.state["number"], one.legal[0]
    one.pick(bad)
    one.button("Confirm").click()
    press(one.button("Play anyway"))
    one.wait_for_number(number + 1)
    assert tutor.moves == [first, better, bad], "sent once"
    expect(question).to_be_hidden()

    one.wait_for_turn()
    one.button("Take back").click()
    one.wait_until(lambda: one.state["ply"] < number + 1)
    one.wait_for_turn()
    tutor.staged = False  # now the server judges
    number = one.state["number"]
    one.pick(one.legal[-1])
    one.button("Confirm").click()
    one.wait_until(lambda: one.state["number"] > number or question.is_visible())
    if question.is_visible():
        one.button("Play anyway").click()
        one.wait_for_number(number + 1)


@pytest.mark.thorough
def test_on_a_phone_in_german(open_tab: OpenTab) -> None:
    one = open_tab(viewport=PHONE, has_touch=True, locale="de-DE")
    tutor = StagedTutor(one)
    one.page.goto("/settings")
    one.page.get_by_label("Gegen Bots fragt der Tutor nach vor").select_option("all")
    one.play_now("Flowers")
    one.pick(one.legal[0])
    one.button("Bestätigen").tap()
    question = one.page.get_by_role("alertdialog", name="Noch einmal nachdenken?")
    expect(question).to_contain_text("Das kostet dich etwa 23 % Gewinnchance.")
    assert tutor.levels == ["all"]
    for name in ("Trotzdem ziehen", "Zeig es mir", "Nachdenken"):
        box = one.button(name).bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= PHONE["width"]
    one.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = one.page.evaluate("axe.run('.tutor', { resultTypes: ['violations'] })")
    assert [(rule["id"], rule["nodes"]) for rule in found["violations"]] == []
    one.button("Zeig es mir").tap()
    expect(one.page.get_by_role("alertdialog", name="Besser:")).to_be_visible()
    one.button("Schließen").tap()
    expect(question).to_be_hidden()
    one.button("Tutor").tap()
    one.page.get_by_label("nichts (aus)").check()
