"""Failures and bad timing: lost requests, late answers, people who have left the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect
from web.browser_tab import OpenTab
from web.people import named, two
from web.test_explanations import instead_of_moves

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.thorough
def test_a_guest_stays_the_same_when_the_server_does_not_answer(open_tab: OpenTab) -> None:
    one = named(open_tab(), "Anna")
    one.page.route("**/api/v1/me", lambda route: route.abort())
    one.page.goto("/")
    one.page.get_by_role("region", name="Patterns").get_by_role("button").click()
    expect(one.page.get_by_role("alert")).to_contain_text("There is no connection to the server")
    one.page.unroute_all()
    one.page.get_by_role("region", name="Patterns").get_by_role("button").click()
    one.wait_for_turn()
    assert one.info["sitting"][0]["person"]["name"] == "Anna"
    expect(one.page.get_by_role("link", name="Anna: your profile")).to_be_visible()
    one.complaints.clear()  # the console tells of requests that failed


@pytest.mark.thorough
def test_a_board_that_could_not_be_loaded_can_be_retried(open_tab: OpenTab) -> None:
    one = open_tab()
    one.play_now("Patterns")
    one.page.route("**/api/v1/about", lambda route: route.abort())
    one.page.reload()
    expect(one.page.get_by_role("alert")).to_contain_text("The board could not be loaded.")
    one.page.unroute_all()
    one.button("Try again").click()
    one.wait_for_turn()
    one.complaints.clear()  # the console tells of requests that failed


def test_rules_work_without_their_pictures(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.route("**/assets/pictures-*", lambda route: route.abort())
    one.page.goto("/rules/mandala#M10")
    expect(one.page.locator("#M10").get_by_role("heading")).to_be_in_viewport()
    expect(one.page.locator("#M1")).to_contain_text("M1")
    one.complaints.clear()  # the console tells of requests that failed


def test_a_rule_stays_in_sight_when_pictures_come_late(open_tab: OpenTab) -> None:
    one = open_tab()
    held: list[Route] = []
    one.page.route("**/assets/pictures-*", lambda route: held.append(route))
    one.page.goto("/rules/mandala#M10")
    rule = one.page.locator("#M10").get_by_role("heading")
    expect(rule).to_be_in_viewport()
    one.wait_until(lambda: held)
    for route in held:
        route.continue_()
    expect(one.page.locator("figure .drawing .board").first).to_be_attached()
    expect(rule).to_be_in_viewport()


@pytest.mark.thorough
def test_a_guest_who_signs_in_elsewhere_is_warned(open_tab: OpenTab) -> None:
    one = named(open_tab(), "Gil")
    warning = one.page.get_by_text("You are playing as Gil, a guest without a password.")
    one.page.goto("/sign-in")  # at once, before the app knows who is here
    expect(warning).to_be_visible()
    one.page.route("**/api/v1/me/account", lambda route: route.abort())
    one.page.reload()
    expect(one.page.get_by_text("Without a password or a recovery code, you cannot come")).to_be_visible()
    one.complaints.clear()  # the console tells of requests that failed


@pytest.mark.thorough
def test_a_guest_is_asked_before_leaving_for_good(open_tab: OpenTab) -> None:
    one = named(open_tab(), "Gil")
    one.page.route("**/api/v1/me/tokens", lambda route: route.abort())  # nor is the account known then
    one.page.reload()
    one.button("Sign out").click()
    expect(one.page.get_by_role("dialog", name="Leave this account for good?")).to_be_visible()
    one.button("Cancel").click()
    expect(one.page.get_by_role("link", name="Gil: your profile")).to_be_visible()
    one.complaints.clear()  # the console tells of requests that failed


def test_a_guest_who_could_not_be_signed_out_is_told(open_tab: OpenTab) -> None:
    one = named(open_tab(), "Gil")
    one.page.route("**/api/v1/sign-out", lambda route: route.abort())
    one.button("Set password").wait_for()  # the account is known
    one.button("Sign out").click()
    question = one.page.get_by_role("dialog", name="Leave this account for good?")
    question.get_by_role("button", name="Sign out anyway").click()
    expect(question.get_by_role("alert")).to_contain_text("There is no connection to the server")
    one.page.unroute_all()
    question.get_by_role("button", name="Sign out anyway").click()
    expect(question).to_have_count(0)
    expect(one.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    one.complaints.clear()  # the console tells of requests that failed


@pytest.mark.thorough
def test_nobody_is_redirected_to_a_rematch_from_another_page(open_tab: OpenTab) -> None:
    anna, ben = two(open_tab)
    ben.button("Resign").click()
    ben.button("Yes, resign").click()
    anna.button("Rematch").click()
    expect(ben.page.get_by_text("Anna would like a rematch.")).to_be_visible()
    anna.page.get_by_role("link", name="Learn", exact=True).click()
    ben.button("Yes").click()
    expect(ben.page.get_by_text("Waiting for Anna to connect")).to_be_visible()
    held: list[Route] = []
    anna.page.route(re.compile(r"/api/v1/tables/\w+\?key="), lambda route: held.append(route))
    anna.page.go_back()  # to the finished game, which asks about its rematch
    anna.wait_until(lambda: held)
    anna.page.get_by_role("link", name="Learn", exact=True).click()
    expect(anna.page).to_have_url(re.compile("/learn$"))
    with anna.page.expect_event("requestfinished", lambda request: "?key=" in request.url):
        held[0].continue_()
    anna.page.evaluate(TWO_FRAMES)
    assert anna.page.url.endswith("/learn")


@pytest.mark.thorough
def test_an_open_rule_is_closed_for_the_next_game(open_tab: OpenTab) -> None:
    one = open_tab()
    instead_of_moves(one, "TR")
    one.play_now("Mandala")
    one.pick(next(move for move in one.legal if move[0] == "M"))
    one.button("Confirm").click()
    one.page.get_by_role("link", name="Rule M10").click()
    expect(one.page.get_by_role("region", name="Rules")).to_be_visible()
    one.page.get_by_role("link", name="Sandmandala").first.click()
    one.page.get_by_role("region", name="Patterns").get_by_role("button").click()
    expect(one.page.locator(".room .board")).to_be_visible()
    expect(one.page.get_by_role("region", name="Rules")).to_have_count(0)


def test_the_beginner_is_one_of_the_players(open_tab: OpenTab) -> None:
    one = open_tab()
    one.page.goto("/new?game=flowers&with=bots")
    one.page.get_by_label("4", exact=True).check()
    one.page.get_by_text("More options").click()
    first = one.page.get_by_label("First player")
    first.select_option(label="The fourth seat")
    one.page.get_by_label("2", exact=True).check()
    expect(first).to_have_value("lot")
    one.button("Play now").click()
    one.wait_for_status("playing")
    assert one.info["spec"]["seats"] == 2
