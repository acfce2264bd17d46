"""One browser for all tests of a process, one server for all of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from server.running_server import RunningServer
from web.screen import Screen, Screens

# Chromium must not talk to the world; as root it needs to run without its own sandbox.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def screen(browser: Browser, server: RunningServer) -> Iterator[Screens]:
    """Opens screens; `screen(locale="de-DE")`, `screen(viewport=…)`."""
    opened: list[Screen] = []

    def open_screen(**context: Any) -> Screen:
        opened.append(Screen(browser, server, **context))
        return opened[-1]

    yield open_screen
    for one in opened:
        one.close()
