"""Alerts in a real browser: the settings, the service worker, the badge, and the way to the next game.

Chromium cannot reach a push service here. So the subscription is a stub with keys of ours.
What the service worker does with a message is real.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from server.mail_service import MailService, mail_service, part
from server.push_service import Browser, PushService, push_service
from server.running_server import RunningServer
from web.browser_tab import BrowserTab, OpenTab
from web.people import named, two

STUB = """
  (() => {
    let subscribed = localStorage.getItem('stub') ? form() : null;
    function form() {
      const { endpoint, p256dh, auth } = FORM;
      return {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => { localStorage.removeItem('stub'); subscribed = null; return true; },
      };
    }
    PushManager.prototype.getSubscription = async () => subscribed;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      window.subscribedWith = applicationServerKey;
      localStorage.setItem('stub', 'yes');
      return (subscribed = form());
    };
    let permission = localStorage.getItem('permission') ?? PERMISSION;
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      localStorage.setItem('permission', ANSWER);
      return (permission = ANSWER);
    };
    navigator.setAppBadge = async (count) => { window.badge = count; };
    navigator.clearAppBadge = async () => { window.badge = 0; };
  })();
"""


@pytest.fixture(scope="module")
def pushed() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(scope="module")
def mails() -> Iterator[MailService]:
    with mail_service() as service:
        yield service


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, pushed: PushService, mails: MailService
) -> Iterator[RunningServer]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = RunningServer(
        tmp_path_factory.mktemp("server"),
        local_push="1",
        smtp=mails.address,
        mail_from="alerts@play.example",
        port=str(port),
        origins=f"http://127.0.0.1:{port}",
    )
    yield server
    server.stop()


def with_stub(
    tab: BrowserTab, browser: Browser, permission: str = "default", answer: str = "granted"
) -> BrowserTab:
    values = {"FORM": browser.form, "PERMISSION": permission, "ANSWER": answer}
    script = STUB
    for name, value in values.items():
        script = script.replace(name, json.dumps(value))
    tab.page.add_init_script(script)
    return tab


def section(tab: BrowserTab) -> Any:
    return tab.page.get_by_role("region", name=re.compile("Alerts|Benachrichtigungen"))


def test_this_browser_is_turned_on_tried_and_turned_off(open_tab: OpenTab, pushed: PushService) -> None:
    browser = Browser(pushed, "tab")
    tab = named(with_stub(open_tab(service_workers="allow"), browser), "Anna")
    alerts = section(tab)
    expect(alerts.get_by_text("Off", exact=True)).to_be_visible()
    alerts.get_by_role("button", name="Turn on").click()
    expect(alerts.get_by_text("On: this browser tells you.")).to_be_visible()
    alerts.get_by_role("button", name="Send a test").click()
    expect(alerts.get_by_text("Sent.")).to_be_visible()
    message = browser.decrypt(arrived := pushed.next())
    assert message["title"] == "Alerts work"
    browser.check_signature(arrived, tab.page.evaluate("window.subscribedWith"))

    box = alerts.get_by_label("Game over: Notification")
    expect(box).to_be_checked()
    box.uncheck()
    alerts.get_by_label("Quiet hours").check()
    with tab.page.expect_response(lambda answer: "510" in (answer.request.post_data or "")):  # 8:30
        alerts.get_by_label("Until").fill("08:30")
    tab.page.reload()
    expect(section(tab).get_by_label("Game over: Notification")).not_to_be_checked()
    expect(section(tab).get_by_label("Until")).to_have_value("08:30")
    expect(section(tab).get_by_text("On: this browser tells you.")).to_be_visible()
    tab.page.get_by_label("Language").select_option("de")
    section(tab).get_by_role("button", name="Ausschalten").click()
    expect(section(tab).get_by_text("Aus", exact=True)).to_be_visible()


def test_an_old_answer_does_not_undo_what_was_chosen_since(open_tab: OpenTab, pushed: PushService) -> None:
    tab = named(with_stub(open_tab(service_workers="block"), Browser(pushed, "slow")), "Anna")
    over = section(tab).get_by_label("Game over: Notification")
    rematch = section(tab).get_by_label("A rematch is offered: Notification")
    expect(rematch).to_be_checked()
    held: list[tuple[Any, Any]] = []

    def hold(route: Any) -> None:
        if route.request.method == "GET":
            held.append((route, route.fetch()))
        else:
            route.continue_()

    tab.page.route("**/api/v1/me/alerts", hold)
    over.uncheck()
    tab.wait_until(lambda: len(held) == 1)  # what is stored now
    rematch.uncheck()
    held[0][0].fulfill(response=held[0][1])
    tab.wait_until(lambda: len(held) == 2)
    held[1][0].fulfill(response=held[1][1])
    for box in (over, rematch):
        expect(box).not_to_be_checked()


@pytest.mark.thorough
def test_the_settings_say_what_to_do_if_the_browser_refuses(open_tab: OpenTab, pushed: PushService) -> None:
    tab = with_stub(open_tab(service_workers="allow"), Browser(pushed, "denied"), "default", "denied")
    alerts = section(named(tab, "Anna"))
    alerts.get_by_role("button", name="Turn on").click()
    expect(alerts.get_by_text("Blocked by the browser")).to_be_visible()
    expect(alerts.get_by_text("open the settings of the page")).to_be_visible()
    expect(alerts.get_by_role("button", name="Turn on")).to_have_count(0)

    without = open_tab()  # no service worker
    without.page.add_init_script("delete globalThis.PushManager")
    expect(
        section(named(without, "Ben")).get_by_text("This browser cannot receive alerts here.")
    ).to_be_visible()


@pytest.mark.thorough
def test_a_mail_address_is_confirmed_by_its_link_and_removed_by_another(
    open_tab: OpenTab, mails: MailService
) -> None:
    tab = named(open_tab(), "Anna")
    section(tab).get_by_label("Mail address").fill("anna@mail.example")
    section(tab).get_by_role("button", name="Send a link").click()
    expect(section(tab).get_by_text("We have sent a link to anna@mail.example")).to_be_visible()
    _, mail = mails.next()
    tab.page.goto(re.search(r"http://127\.0\.0\.1:\d+(/alerts/confirm\S+)", part(mail, "plain"))[1])
    tab.button("Yes, confirm").click()
    expect(tab.page.get_by_text("Confirmed.")).to_be_visible()
    tab.page.goto("/settings")
    expect(section(tab).get_by_text("Mails go to anna@mail.example.")).to_be_visible()
    section(tab).get_by_role("button", name=re.compile("Send a test ?: Mail")).click()
    _, mail = mails.next()
    tab.page.goto(re.search(r"http://127\.0\.0\.1:\d+(/alerts/stop\S+)", part(mail, "plain"))[1])
    expect(tab.page.get_by_text("Shall no more mails")).to_be_visible()
    tab.button("Get no more mail").click()
    expect(tab.page.get_by_text("Done. The address is deleted")).to_be_visible()
    tab.page.goto("/alerts/confirm?token=wrong")
    tab.button("Yes, confirm").click()
    expect(tab.page.get_by_text("This link is too old")).to_be_visible()
    tab.complaints.clear()  # the console tells of the refusal


def test_the_service_worker_shows_a_message_and_its_click_leads_to_the_table(open_tab: OpenTab) -> None:
    """The push event is real. The headless browser shows neither notifications nor badges: both are noted."""
    tab = open_tab(service_workers="allow")
    tab.visit("/settings")
    tab.wait_until(lambda: tab.page.evaluate("!!navigator.serviceWorker.controller"))
    worker = tab.context.service_workers[0]
    worker.evaluate(
        """() => {
          self.shown = [];
          registration.showNotification = async (title, how) => { shown.push({ title, ...how }); };
          navigator.setAppBadge = async (count) => { self.badge = count; };
        }"""
    )
    session = tab.context.new_cdp_session(tab.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    tab.wait_until(lambda: found)
    message = {"title": "Your turn", "body": "Mandala with Ben", "path": "/rules", "tag": "t1", "count": 2}
    delivery = {
        "origin": tab.page.evaluate("location.origin"),
        "registrationId": found[-1],
        "data": json.dumps(message),
    }
    session.send("ServiceWorker.deliverPushMessage", delivery)
    tab.wait_until(lambda: worker.evaluate("self.shown.length"))
    [shown] = worker.evaluate("self.shown")
    assert (shown["title"], shown["body"], shown["tag"]) == ("Your turn", "Mandala with Ben", "t1")
    assert worker.evaluate("self.badge") == 2
    worker.evaluate(
        """(data) => {
          const event = new Event('notificationclick');
          event.notification = { data, close() { self.closed = true; } };
          event.waitUntil = () => {};
          dispatchEvent(event);
        }""",
        shown["data"],
    )
    expect(tab.page).to_have_url(re.compile("/rules$"))
    assert worker.evaluate("self.closed")


@pytest.mark.thorough
def test_the_badge_and_the_title_count_and_the_next_game_is_a_click_away(
    open_tab: OpenTab, pushed: PushService
) -> None:
    anna, ben = two(open_tab, "Patterns")
    first = anna if anna.state.get("legal") else ben
    with_stub(first, Browser(pushed, "badge"))
    table = first.info["id"]
    first.page.goto("/")
    expect(first.page).to_have_title("(1) Sandmandala")
    first.wait_until(lambda: first.page.evaluate("window.badge") == 1)
    first.play_now("Mandala")
    expect(first.page).to_have_title(re.compile(r"^\(1\) .*Mandala"))
    following = first.page.get_by_role("link", name="Next game: Patterns with")
    expect(following).to_be_visible()
    following.click()
    expect(first.page).to_have_url(re.compile(f"/table/{table}"))
    first.wait_for_turn()
    first.make(first.legal[0])
    first.page.goto("/settings")
    first.wait_until(lambda: first.page.evaluate("window.badge") == 1)  # the game with the bot
