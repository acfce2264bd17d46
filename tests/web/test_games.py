"""Whole games in a real browser, as people play them."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect
from thorough_cases import rest_thorough
from web.board_input import tap
from web.browser_tab import BrowserTab, OpenTab
from web.sample_pages import GAMES as TITLES

GAMES = list(TITLES.values())

# A line about the tie-break may come first.
_VERDICT = re.compile(r"^(?!A tie|Equal points: )(?!Before).*\b(wins?|draw)\b.*[.!?]$")


def see_the_end(one: BrowserTab) -> None:
    """Check what a player sees when the game is over."""
    page, result = one.page, one.info["result"]
    board = page.locator(".board").bounding_box()
    scoring = page.get_by_role("dialog", name="Scoring")
    for _ in range(20):  # step by step, and the winner with the last one
        expect(scoring.get_by_text(_VERDICT)).to_have_count(0)
        one.touch(scoring.get_by_role("button", name="Next"))
        if not scoring.get_by_role("button", name="Next").count():
            break
    expect(scoring.get_by_text(_VERDICT)).to_be_visible()
    for points in result["scores"]:
        expect(scoring.get_by_text(str(points), exact=True).first).to_be_visible()
    one.touch(scoring.get_by_role("button", name="Start over"))
    expect(scoring.get_by_text(_VERDICT)).to_have_count(0)
    one.touch(scoring.get_by_role("button", name="Skip"))

    won = one.info["sitting"][result["winners"][0]]["person"]["level"] is None
    title = "share the win" if len(result["winners"]) > 1 else "You won!" if won else "won this time"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.locator("canvas.sand")).to_have_count(0)  # nothing moves with reduced motion
    one.touch(one.button("Look at the board"))
    expect(page.get_by_role("heading", name=title)).to_have_count(0)
    one.touch(one.button("Result"))
    one.touch(page.get_by_role("button", name="Verify that nobody chose the deal"))
    expect(page.get_by_text("Verified: the secret matches the fingerprint")).to_be_visible()
    expect(page.get_by_text(one.info["secret"])).to_be_visible()
    assert page.locator(".board").bounding_box() == board, "the board never jumps"
    page.reload()
    expect(page.get_by_role("heading", name=title)).to_be_visible()  # at once, without the scoring


# Patterns is the shortest, and on the phone it is Flowers.
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "Patterns" else pytest.mark.thorough) for game in GAMES]
)
def test_a_whole_game_against_a_bot_by_mouse(open_tab: OpenTab, game: str) -> None:
    one = open_tab(viewport={"width": 1280, "height": 900})
    one.play_now(game)
    expect(one.page).to_have_title(f"● Your turn · {game} · Sandmandala")
    one.finish(Random(1))
    see_the_end(one)


@pytest.mark.thorough
def test_a_whole_game_on_a_phone(open_tab: OpenTab) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    one = open_tab(**phone, device_scale_factor=2)
    one.touch = tap
    one.play_now("Flowers")
    one.finish(Random(3))
    see_the_end(one)


def test_a_card_is_dragged_to_its_place_or_returns(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Mandala")
    move = next(move for move in one.legal if move.startswith("M"))
    card = one.page.locator(f'[data-drop="hand:{move[2]}"]')
    mountain = one.page.locator(f'.mountain[data-place="mountain:m{move[1]}"]')
    for onto, expected in ((one.page.locator("header"), 0), (mountain, 1)):
        start, end = card.bounding_box(), onto.bounding_box()
        assert start
        assert end
        one.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        one.page.mouse.down()
        one.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
        one.page.mouse.up()
        expect(one.button("Confirm")).to_have_count(expected)
    number = one.state["number"]
    one.button("Confirm").click()
    one.wait_until(lambda: one.state["number"] > number)


def test_an_illegal_attempt_is_explained_with_its_rule(open_tab: OpenTab) -> None:
    one, random = open_tab(), Random(4)
    one.play_now("Mandala")
    shut = one.page.locator('.target[aria-disabled="true"]')
    for _ in range(40):
        one.wait_for_turn()
        if one.state["view"]["phase"] == "playing":
            for colour in one.state["view"]["players"][one.state["view"]["seat"]]["hand"]:
                one.page.locator(f'[data-drop="hand:{colour}"]').click()
                if shut.count():
                    number = one.state["number"]
                    shut.first.click(
                        force=True
                    )  # it is marked as impossible, and can be clicked to learn why
                    said = re.compile(r"already lies in|You must keep at least one card")
                    expect(one.page.locator(".refused strong")).to_have_text(said)
                    one.page.get_by_role("link", name="Rule M").click()
                    expect(one.page.get_by_role("region", name="Rules")).to_be_visible()
                    assert one.state["number"] == number
                    return
                one.page.keyboard.press("Escape")
        one.make(random.choice(one.legal))
    raise AssertionError("everything was legal all the time")


def test_moves_need_no_confirmation_if_it_is_off(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/settings")
    one.page.get_by_label("Confirm each move").uncheck()
    one.play_now("Patterns")
    number = one.state["number"]
    move = next(move for move in one.legal if move[0] in "OA")
    one.pick(move)
    one.wait_until(lambda: one.state["number"] > number)


def test_a_hint_is_given_with_reasons_and_shown_on_the_board(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Flowers")
    one.button("Hint").click()
    expect(one.page.get_by_text("Hint: ")).to_be_visible()
    expect(one.page.get_by_text(re.compile(r"Expected: about \d+% to win"))).to_be_visible()
    one.button("Show on the board").click()
    expect(one.button("Confirm")).to_be_visible()


def test_a_move_against_a_bot_is_taken_back_at_once(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Patterns")
    one.make(one.legal[0])
    one.wait_for_turn()
    ply = one.state["ply"]
    one.button("Take back").click()
    one.wait_until(lambda: one.state["ply"] < ply)
    expect(one.page.get_by_text("The last move was taken back.")).to_be_visible()


def test_resigning_asks_first(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Patterns")
    one.button("Resign").click()
    assert not one.is_over
    one.button("Yes, resign").click()
    expect(one.page.get_by_text("Decided by resignation.")).to_be_visible()
    before = one.page.url
    one.button("Rematch").click()  # a bot agrees at once, and nobody has to click again
    one.wait_until(lambda: one.page.url != before and one.info.get("status") == "playing")


@pytest.mark.parametrize("game", rest_thorough(GAMES, keep=["Mandala"]))
def test_the_last_move_is_highlighted_even_after_a_reload(open_tab: OpenTab, game: str) -> None:
    one = open_tab()
    one.play_now(game)
    one.make(next(move for move in one.legal if not move.startswith("D")))
    one.wait_for_turn()
    marks = one.page.locator(".board .highlighted")
    expect(marks.first).to_be_visible()
    told, marked = one.page.get_by_role("log").inner_text(), marks.count()
    one.page.reload()
    one.wait_for_turn()
    expect(marks).to_have_count(marked)
    expect(one.page.get_by_role("log")).to_have_text(told, use_inner_text=True)


def test_sounds_play_until_they_are_turned_off(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.add_init_script("""
      window.heard = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { window.heard++; start.apply(this, when); };
    """)
    one.play_now("Mandala")
    one.make(one.legal[0])
    one.wait_for_turn()
    assert one.page.evaluate("window.heard") > 0
    one.button("Sound off").click()
    before = one.page.evaluate("window.heard")
    one.make(one.legal[0])
    one.wait_for_turn()
    assert one.page.evaluate("window.heard") == before
    one.page.reload()
    expect(one.button("Sound on")).to_be_visible()


def test_a_notification_announces_the_turn_if_it_is_on(open_tab: OpenTab) -> None:
    one = open_tab(permissions=["notifications"])
    one.page.add_init_script("""
      window.told = [];
      window.Notification = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title, how) { window.told.push([title, how.body]); }
        close() {}
      };
      window.away = false;
      Object.defineProperty(document, 'hidden', { get: () => window.away });
    """)
    one.page.goto("/settings")
    one.page.get_by_label("Notify me when it is my turn").check()
    one.play_now("Flowers")
    assert one.page.evaluate("window.told") == []  # not for a visible page
    one.page.evaluate("window.away = true")
    one.make(one.legal[0])
    one.wait_for_turn()
    one.wait_until(lambda: one.page.evaluate("window.told.length"))
    assert one.page.evaluate("window.told") == [
        ["Your turn · Flowers", "Choose a colour from your hand, then a mandala."]
    ]


@pytest.mark.thorough
def test_a_move_shows_in_the_next_frame_after_the_answer(open_tab: OpenTab) -> None:
    """Each state that answers a move of ours is drawn before the browser paints again."""
    one = open_tab(reduced_motion="no-preference")
    one.page.add_init_script("""
      window.frames_late = [];
      window.WebSocket = class extends WebSocket {
        constructor(...how) {
          super(...how);
          this.addEventListener('message', ({ data }) => {
            const told = JSON.parse(data);
            const mine = told.type === 'state' && told.changes?.every((change) => change.seat === 0);
            if (mine && told.changes.length === 1)
              requestAnimationFrame(() => {
                const shown = document.querySelector('.board[data-number]')?.dataset.number;
                window.frames_late.push([told.number, Number(shown)]);
              });
          });
        }
      };
    """)
    one.play_now("Mandala")  # Patterns can end within three turns
    for _ in range(3):
        one.make(one.legal[0])
        one.wait_for_turn()
    seen = one.page.evaluate("window.frames_late")
    assert len(seen) >= 3
    assert all(shown >= told for told, shown in seen), seen
