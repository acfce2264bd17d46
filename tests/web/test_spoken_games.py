"""Complete games only by accessible names, as a screen reader announces them."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect
from web.board_input import press
from web.browser_tab import OpenTab
from web.sample_pages import GAMES
from web.spoken_input import Speaker, finish_by_names, jump
from web.test_games import see_the_end

every_game = pytest.mark.parametrize("game", GAMES)
pytestmark = pytest.mark.thorough  # tutorials are played in the same ways: test_learn.py


@every_game
def test_a_whole_game_by_keyboard_and_names_alone(open_tab: OpenTab, game: str) -> None:
    one = open_tab()
    one.touch = press
    one.page.goto("/")
    press(one.page.get_by_role("region", name=GAMES[game]).get_by_role("button"))
    finish_by_names(one, Speaker(one.page, "en", press), Random(2))
    see_the_end(one)


@every_game
def test_a_whole_game_by_german_names_alone(open_tab: OpenTab, game: str) -> None:
    one = open_tab(locale="de-DE")
    one.play_now(GAMES[game])
    finish_by_names(one, Speaker(one.page, "de", jump), Random(5))
    scoring = one.page.get_by_role("dialog", name="Wertung")
    scoring.get_by_role("button", name="Überspringen").press("Enter")
    expect(one.page.get_by_role("heading", name=re.compile("gewonnen|den Sieg"))).to_be_visible()
