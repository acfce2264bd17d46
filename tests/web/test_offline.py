"""The app without a connection, and a new version of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest
from playwright.sync_api import expect
from server.running_server import PATIENCE, RunningServer
from web.browser_tab import BrowserTab, OpenTab


def wait_until_kept(tab: BrowserTab) -> None:
    tab.wait_until(lambda: tab.page.evaluate("!!navigator.serviceWorker.controller"))


def wait_for_copies(tab: BrowserTab, *names: str) -> None:
    """Wait until the browser has exactly these caches."""
    tab.wait_until(lambda: sorted(tab.page.evaluate("caches.keys()")) == sorted(names))


def test_without_a_connection_the_rules_can_be_read(open_tab: OpenTab) -> None:
    one = open_tab(service_workers="allow")
    one.visit("/")
    wait_until_kept(one)
    one.context.set_offline(True)
    one.page.goto("/rules/flowers")  # never visited before
    expect(one.page.get_by_text("You are offline.")).to_be_visible()
    expect(one.page.locator("#F6").get_by_role("heading")).to_be_attached()
    one.page.goto("/")
    expect(one.page.get_by_role("region", name="Mandala")).to_be_visible()
    one.complaints.clear()  # the console tells of requests that failed
    one.context.set_offline(False)  # and the page recovers by itself
    expect(one.page.get_by_text("You are offline.")).to_be_hidden()
    one.play_now("Patterns")  # and a game works from the cached copy
    one.make(one.legal[0])


@dataclass
class Deployment:
    """The server's pages at another address; `worker` and `page` are served under these versions."""

    address: str = ""
    worker: bytes = b"old"
    page: bytes = b"old"

    def rename(self, body: bytes) -> bytes:
        body = re.sub(rb"(?<=const VERSION = ')\w+", self.worker, body, count=1)
        return re.sub(rb'(?<=<meta name="version" content=")\w+', self.page, body, count=1)


@pytest.fixture
def deployment(server: RunningServer) -> Iterator[Deployment]:
    served = Deployment()
    app = httpx.Client(base_url=server.address, timeout=PATIENCE, verify=False)  # certificates load slowly

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            cookie = {"Cookie": self.headers.get("Cookie", "")}
            answer = app.get(self.path, headers=cookie)
            body = served.rename(answer.content)
            self.send_response(answer.status_code)
            for name in ("content-type", "cache-control"):
                self.send_header(name, answer.headers[name])
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    pages = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    Thread(target=pages.serve_forever, daemon=True).start()
    served.address = f"http://127.0.0.1:{pages.server_port}"
    yield served
    pages.shutdown()
    pages.server_close()
    app.close()


@pytest.mark.thorough
def test_a_new_version_is_offered_and_not_forced(open_tab: OpenTab, deployment: Deployment) -> None:
    one = open_tab(service_workers="allow")
    one.page.goto(deployment.address)
    wait_until_kept(one)
    offer = one.page.get_by_text("There is a new version.")
    one.page.reload()
    expect(one.page.get_by_role("region", name="Mandala")).to_be_visible()
    expect(offer).to_be_hidden()
    deployment.worker = b"new"  # just after the page was loaded
    one.page.goto(f"{deployment.address}/rules/mandala")  # browsers look for a new version when a page opens
    expect(offer).to_be_visible()
    expect(one.page).to_have_url(re.compile("/rules/mandala$"))
    deployment.page = b"new"
    with one.page.expect_event("load"):
        one.button("Load it").click()
    expect(one.page.get_by_role("heading", level=1)).to_be_visible()
    expect(offer).to_be_hidden()
    one.complaints.clear()  # this address serves only pages, no sockets


@pytest.mark.thorough
def test_a_page_of_the_new_version_offers_no_update(open_tab: OpenTab, deployment: Deployment) -> None:
    one = open_tab(service_workers="allow")
    one.page.goto(deployment.address)
    wait_until_kept(one)
    one.page.evaluate("caches.open('of-another-app')")
    deployment.worker = deployment.page = b"new"
    one.page.goto(f"{deployment.address}/rules/mandala")  # it comes from the server, and is new
    wait_for_copies(one, "of-another-app", "sandmandala-new")
    expect(one.page.get_by_text("There is a new version.")).to_be_hidden()
    one.complaints.clear()  # this address serves only pages, no sockets


@pytest.mark.thorough
def test_a_tab_of_the_old_version_keeps_its_files(open_tab: OpenTab, deployment: Deployment) -> None:
    one = open_tab(service_workers="allow")
    old = one.page
    old.goto(f"{deployment.address}/rules")
    wait_until_kept(one)
    deployment.worker = deployment.page = b"new"
    one.open_page()
    one.page.goto(f"{deployment.address}/rules/mandala")
    expect(old.get_by_text("There is a new version.")).to_be_visible()
    expect(one.page.get_by_text("There is a new version.")).to_be_hidden()
    wait_for_copies(one, "sandmandala-new", "sandmandala-old")
    with old.expect_event("load"):
        old.get_by_role("button", name="Load it").click()
    wait_for_copies(one, "sandmandala-new")
