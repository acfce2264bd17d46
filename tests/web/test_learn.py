"""Tutorials from beginning to end, the page Learn, glossaries, and help at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from server.running_server import RunningServer
from thorough_cases import rest_thorough
from web.board_input import press
from web.browser_tab import BrowserTab, OpenTab
from web.spoken_input import SPOKEN_MOVE, Speaker
from web.staged_table import StagedTable, positions_of
from web.test_pages import AXE, LOOK, VIOLATIONS
from web.test_review import state_of

from sandmandala.learn.glossary import glossary_of
from sandmandala.learn.library import Library

TUTORIALS = list(Library().files())


def every_tutorial(*, thorough: set[str]) -> pytest.MarkDecorator:
    marks = {id: pytest.mark.thorough if id in thorough else () for id in TUTORIALS}
    return pytest.mark.parametrize("id", [pytest.param(id, marks=marks[id]) for id in TUTORIALS])


PHONE = {"width": 390, "height": 664}
NEXT = {"en": "Next", "de": "Weiter"}
CONFIRM = {"en": "Confirm", "de": "Bestätigen"}
_TERM = re.compile(r"\{([^{}|]*)(?:\|([^{}|]+))?\}")


def tap(what: Locator, key: str) -> None:
    """With a finger; numbers are turned with the keyboard. On a phone, Flowers has each target twice."""
    if key == "Enter":
        what.last.tap()
    else:
        what.press(key)


class Learner:
    """Plays a tutorial by accessible names, and hears what a screen reader announces."""

    def __init__(self, one: BrowserTab, language: str, go_and_press: Callable[[Locator, str], None]) -> None:
        self.one, self.language, self.go_and_press = one, language, go_and_press
        self.speaker = Speaker(one.page, language, go_and_press)
        self.said = one.page.locator('.panel [aria-live="polite"]')

    checks_access = False

    def open(self, server: RunningServer, id: str) -> Any:
        with server.http() as http:
            tutorial = http.get(f"/tutorials/{id}").raise_for_status().json()
        self.one.visit(f"/learn/{id}")
        return tutorial

    def words(self, text: dict[str, str], game: str) -> str:
        """A text as it is shown."""
        terms = glossary_of(game).terms
        return _TERM.sub(
            lambda term: term[2] or getattr(terms[term[1]].word, self.language), text[self.language]
        )

    def press(self, name: str) -> None:
        self.go_and_press(self.one.button(name), "Enter")

    def pick(self, game: str, move: str, view: Any) -> None:
        SPOKEN_MOVE[game](self.speaker, move, view)

    def try_in_vain(self, step: Any, game: str) -> None:
        """Make a legal move that is not asked for: it is answered, and the position stays."""
        question = step["question"]
        others = (one for one in question["legal"] if one not in question["outcomes"])
        wrong = next((one for one in others if one[0] in "MOPT"), None)
        if wrong is None:
            return
        number = self.one.page.locator(".room .board").get_attribute("data-number")
        self.pick(game, wrong, step["view"])
        self.press(CONFIRM[self.language])
        answer = question["answers"].get(wrong) or question["otherwise"]
        expect(self.said).to_have_text(self.words(answer, game))
        expect(self.one.page.locator(f'.room .board[data-number="{number}"]')).to_be_visible()

    def do(self, number: int, step: Any, game: str) -> None:
        """Hear a step, see what it points at, and do what it asks."""
        said = self.words(step["say"], game)
        expect(self.said).to_contain_text(said)
        for _ in step["show"][:1]:
            expect(self.one.page.locator(".board [data-pointed]").first).to_be_visible()
        if self.checks_access:
            self.one.page.evaluate(AXE.read_text(encoding="utf-8"))
            assert self.one.page.evaluate(VIOLATIONS, None) == [], f"step {number}"
        if step["question"]:
            expect(self.one.button(CONFIRM[self.language])).to_have_attribute("aria-disabled", "true")
            if number % 2:
                self.try_in_vain(step, game)
            self.pick(game, next(iter(step["question"]["outcomes"])), step["view"])
            self.press(CONFIRM[self.language])
        else:
            self.choose(step, game)
            self.press(NEXT[self.language])

    def choose(self, step: Any, game: str) -> None:
        """Answer a question that is not a move: first wrong, then right."""
        for right in (False, True) if step["options"] else ():
            option = next(one for one in step["options"] if one["right"] is right)
            expect(self.one.button(NEXT[self.language])).to_have_attribute("aria-disabled", "true")
            self.press(option["say"][self.language])
            expect(self.said).to_contain_text(self.words(option["answer"], game))

    def finish(self, server: RunningServer, id: str) -> Any:
        tutorial = self.open(server, id)
        for number, step in enumerate(tutorial["steps"]):
            self.do(number, step, tutorial["info"]["game"])
        return tutorial


@every_tutorial(thorough={"mandala", "patterns", "flowers"})
def test_a_tutorial_by_keyboard_alone(open_tab: OpenTab, server: RunningServer, id: str) -> None:
    """In English, on a desktop. It ends with a game of one's own against Seed."""
    one = open_tab(viewport={"width": 1440, "height": 900})
    learner = Learner(one, "en", press)
    tutorial = learner.finish(server, id)
    expect(learner.said).to_contain_text("Well done!")
    learner.press("Play against Seed")
    one.wait_for_turn()
    assert one.game == tutorial["info"]["game"]
    assert [seat["person"]["level"] for seat in one.info["sitting"]][1:] == [1] * (tutorial["seats"] - 1)
    expect(one.button("Tutor")).to_have_attribute("title", re.compile("serious mistakes"))


@pytest.mark.thorough
@pytest.mark.parametrize("id", TUTORIALS)
def test_a_tutorial_by_touch_on_a_phone(open_tab: OpenTab, server: RunningServer, id: str) -> None:
    """In German."""
    one = open_tab(viewport=PHONE, has_touch=True, locale="de-DE")
    learner = Learner(one, "de", tap)
    learner.checks_access = True
    learner.finish(server, id)
    expect(learner.said).to_contain_text("Gut gemacht!")
    one.visit("/learn")
    expect(one.page.locator("li", has_text="Geschafft").get_by_role("link")).to_have_attribute(
        "href", f"/learn/{id}"
    )


@pytest.mark.parametrize(("width", "height"), rest_thorough([(320, 568), (360, 640)]))
def test_tutorials_fit_small_phones(open_tab: OpenTab, width: int, height: int) -> None:
    one = open_tab(viewport={"width": width, "height": height}, has_touch=True, locale="de-DE")
    for id in TUTORIALS:
        one.visit(f"/learn/{id}")
        one.button("Weiter").tap()
        expect(one.page.locator(".buttons .count")).to_contain_text("2/")
        assert one.page.evaluate(LOOK) == [], id


@pytest.mark.thorough
def test_progress_is_kept_with_the_account(open_tab: OpenTab, server: RunningServer) -> None:
    """Begun without a name, continued in another browser of the same person."""
    one = open_tab()
    one.visit("/learn/mandala")
    one.button("Next").click()
    expect(one.page.locator(".buttons .count")).to_contain_text("2/")
    anna = server.client("Anna")
    for tab in (one, open_tab()):
        tab.page.goto("/")
        tab.context.add_cookies(state_of(anna)["cookies"])
        tab.page.evaluate("localStorage.setItem('sandmandala-known', 'yes')")
        tab.visit("/learn")
        expect(tab.page.get_by_role("link", name=re.compile(r"^Go on \(2 of"))).to_be_visible()
    assert anna.http.get("/me/tutorials").json()[0]["step"] == 1


@pytest.mark.thorough
def test_an_illegal_try_is_answered_with_the_rule(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab()
    learner = Learner(one, "en", press)
    steps = learner.open(server, "patterns")["steps"]
    number = next(
        at for at, step in enumerate(steps) if step["question"] and "Sd4" in step["question"]["answers"]
    )
    for at, step in enumerate(steps[:number]):
        learner.do(2 * at, step, "patterns")
    one.page.locator('[data-drop="field:d4"]').click(force=True)  # it says that it is not allowed
    expect(learner.said).to_contain_text("On d4 your tile would touch Seed’s black group on e4.")
    one.page.get_by_role("link", name="Rule P9").click()
    rules = one.page.get_by_role("region", name="Rules")
    expect(rules.locator(".current")).to_have_attribute("data-rule", "P9")
    one.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    expect(learner.said).to_contain_text("Put it on c4.")


def test_a_tutorial_is_taken_up_where_it_was_left(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab()
    learner = Learner(one, "en", press)
    steps = learner.open(server, "mandala")["steps"]
    for number, step in enumerate(steps[:4]):
        learner.do(2 * number, step, "mandala")
    one.page.get_by_role("link", name="Leave the tutorial").click()
    go_on = one.page.get_by_role("link", name=re.compile(rf"^Go on \(5 of {len(steps)}\)"))
    go_on.click()
    expect(learner.said).to_contain_text("golden rule")
    one.page.reload()
    expect(learner.said).to_contain_text("golden rule")
    one.button("One step back").click()
    expect(learner.said).to_contain_text("A card to a mountain brings you three new ones.")


def test_terms_of_a_tutorial_explain_themselves(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab(viewport=PHONE, has_touch=True)
    one.visit("/learn/mandala")
    one.button("Next").tap()
    one.button("mountain").tap()
    expect(one.page.get_by_role("tooltip")).to_contain_text("which both players share")


def test_show_me_picks_the_move(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab()
    one.visit("/learn/mandala")
    for _ in range(2):
        one.button("Next").click()
    one.button("Show me the move").click()
    expect(one.page.locator(".panel .move")).to_have_text("One yellow card to mountain 1")
    one.button("Confirm").click()
    expect(one.page.locator(".panel .said")).to_contain_text("brings you three new ones")


def test_an_unknown_tutorial(open_tab: OpenTab, server: RunningServer) -> None:
    one = open_tab()
    one.visit("/learn/nothing")
    expect(one.page.get_by_text("There is no such tutorial.")).to_be_visible()
    one.complaints.clear()  # the browser logs the answer 404


def test_the_first_visit_offers_tutorials_once(open_tab: OpenTab) -> None:
    one = open_tab()
    one.visit("/")
    offer = one.page.get_by_role("region", name="New here?")
    offer.get_by_role("link", name="Flowers").click()
    expect(one.page.get_by_role("region", name="Flowers")).to_be_in_viewport()
    one.visit("/")
    offer.get_by_role("button", name="No, thank you").click()
    expect(offer).to_have_count(0)
    one.visit("/")
    expect(one.page.get_by_role("region", name="Mandala")).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("language", rest_thorough(["en", "de"]))
def test_the_glossary_has_every_term_of_a_game(open_tab: OpenTab, language: str) -> None:
    one = open_tab(locale={"en": "en-GB", "de": "de-DE"}[language])
    one.visit("/learn")
    card = one.page.get_by_role("region", name="Patterns")
    card.get_by_role("link", name=re.compile("^Gloss")).click()
    terms = glossary_of("patterns").terms
    expect(one.page.get_by_role("term")).to_have_count(len(terms))
    for term in terms.values():
        expect(one.page.get_by_text(getattr(term.meaning, language))).to_be_visible()


# Labels that leave the board or cover one another.
MISPLACED = """() => {
  const room = document.querySelector('.labels').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('.labels button')].map((one) => [
    one.textContent, one.getBoundingClientRect(),
  ]);
  return boxes.flatMap(([name, box], at) => [
    ...(box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 ||
      box.bottom > room.bottom + 1 ? [`${name} leaves the board`] : []),
    ...boxes.slice(at + 1).flatMap(([other, place]) =>
      box.left < place.right && place.left < box.right && box.top < place.bottom && place.top < box.bottom
        ? [`${name} covers ${other}`] : []),
  ]);
}"""
LABELS = {"mandala": 8, "patterns": 5, "flowers": 9}  # at least; some things come later in a game


@pytest.mark.parametrize("game", rest_thorough(LABELS, keep=["patterns"]))
def test_help_names_everything_on_the_board(open_tab: OpenTab, game: str) -> None:
    one = open_tab(plain=False, viewport=PHONE, locale="de-DE")
    middle = [one for one in positions_of(game) if one["legal"] and one["seats"] == 2]
    StagedTable(one).show(middle[len(middle) // 2])
    one.page.keyboard.press("?")
    labels = one.page.get_by_role("group", name="Namen der Dinge auf dem Brett").get_by_role("button")
    expect(labels.first).to_be_focused()
    terms = {term.word.de: term.meaning.de for term in glossary_of(game).terms.values()}
    assert labels.count() >= LABELS[game]
    said = one.page.locator(".said")
    for word in labels.all_inner_texts():
        expect(said).to_contain_text(f"{word}. {terms[word]}")
        one.page.keyboard.press("Tab")
    assert one.page.evaluate(MISPLACED) == []
    one.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert one.page.evaluate(VIOLATIONS, None) == []
    one.page.keyboard.press("Escape")
    expect(labels).to_have_count(0)


@pytest.mark.thorough
def test_help_leads_to_the_rules_beside_the_board(open_tab: OpenTab) -> None:
    one = open_tab(has_touch=True)
    one.play_now("Mandala")
    one.button("Help").tap()
    one.button("River").tap()
    expect(one.page.locator(".said")).to_contain_text(
        "A colour’s place says what its cards in your cup are worth."
    )
    one.page.get_by_role("link", name="Rule M11").tap()
    expect(one.page.get_by_role("region", name="Rules").locator(".current")).to_have_attribute(
        "data-rule", "M11"
    )
    expect(one.button("River")).to_have_count(0)
    one.page.keyboard.press("Escape")
    one.make(one.legal[0])
