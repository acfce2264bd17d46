"""Complete games only by accessible names, as a screen reader announces them."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect
from web.browser_tab import OpenTab
from web.sample_pages import GAMES
from web.spoken_input import CONFIRM, SPOKEN_MOVE, Speaker

LOCALES = {"en": "en-GB", "de": "de-DE"}
SCORING = {"en": "Scoring", "de": "Wertung"}
SKIP = {"en": "Skip", "de": "Überspringen"}
OUTCOME = {"en": re.compile("You won!|won this time|share the win"), "de": re.compile("gewonnen|den Sieg")}
_MOST = 400


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_names_alone(open_tab: OpenTab, game: str, language: str) -> None:
    one = open_tab(locale=LOCALES[language])
    one.play_now(GAMES[game])
    by, random = Speaker(one.page, language), Random(5)
    for _ in range(_MOST):
        one.wait_for_turn()
        if one.is_over:
            break
        number = one.state["number"]
        SPOKEN_MOVE[game](by, random.choice(one.legal), one.state["view"])
        one.button(CONFIRM[language]).press("Enter")
        one.wait_until(lambda number=number: one.state["number"] > number)
    assert one.is_over
    scoring = one.page.get_by_role("dialog", name=SCORING[language])
    scoring.get_by_role("button", name=SKIP[language]).press("Enter")
    expect(one.page.get_by_role("heading", name=OUTCOME[language])).to_be_visible()
