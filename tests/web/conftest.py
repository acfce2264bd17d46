"""One browser and one server for all tests of a file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from server.running_server import RunningServer
from web.browser_tab import BrowserTab, OpenTab

# Chromium must not use the network; as root it needs to run without its own sandbox.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium: the headless shell, or the whole browser if that package is missing."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=program, args=FLAGS)


@pytest.fixture(scope="module")  # other files may need an event loop, and none can start beside Playwright's
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def open_tab(browser: Browser, server: RunningServer) -> Iterator[OpenTab]:
    """Opens tabs; `open_tab(locale="de-DE")`, `open_tab(viewport=…)`."""
    opened: list[BrowserTab] = []

    def open_one(**context: Any) -> BrowserTab:
        opened.append(BrowserTab(browser, server, **context))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()
