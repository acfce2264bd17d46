"""A person with a browser: a real tab, connected to a real server."""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect
from server.running_server import PATIENCE, RunningServer
from web.board_input import PICK_MOVE, Touch, click

_PATIENCE_MS = PATIENCE * 1000  # machines may be busy
_LOADING = re.compile("One moment …|Einen Moment …")
# Painting them takes almost half of a browser's time; none of them changes what is where.
_PLAIN = """
  const plain = new CSSStyleSheet();
  plain.replaceSync(`*, ::before, ::after {
    background-image: none !important; box-shadow: none !important;
    filter: none !important; text-shadow: none !important;
  }`);
  document.adoptedStyleSheets.push(plain);
"""
QUIET = 1.5  # seconds
expect.set_options(timeout=_PATIENCE_MS)


class BrowserTab:
    """One tab. `state` is the latest from the server, so that a test knows the legal moves.

    A plain tab draws no gradients, shadows and grains of sand.
    """

    plain = True

    def __init__(
        self, browser: Browser, server: RunningServer, *, plain: bool | None = None, **context: Any
    ) -> None:
        # test_offline.py tests the cached copy of the app.
        settings = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", **context}
        self.context = browser.new_context(base_url=server.address, **settings)
        self.context.set_default_timeout(_PATIENCE_MS)
        if self.plain if plain is None else plain:
            self.context.add_init_script(_PLAIN)
        self.complaints: list[str] = []
        self.touch: Touch = click
        self.open_page()

    def open_page(self) -> None:
        self.state: dict[str, Any] = {}
        self.info: dict[str, Any] = {}
        self.heard: deque[str] = deque(maxlen=8)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._read_console)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        self.unanswered: set[Request] = set()
        self.last_asked = 0.0
        self.page.on("request", self._ask)
        self.page.on("requestfinished", lambda asked: self.unanswered.discard(asked))
        self.page.on("requestfailed", lambda asked: self.unanswered.discard(asked))

    def _read_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} {message.location['url']}")

    def _ask(self, request: Request) -> None:
        self.unanswered.add(request)
        self.last_asked = time.monotonic()

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.heard.append(str(frame)[:400])
        if message["type"] != "state":
            return
        self.info = message.get("info", self.info)
        same = message["table"] == self.state.get("table")
        if same and "view" not in message and message["number"] == self.state["number"]:
            return  # for example, only a name is new
        if not same or message["number"] >= self.state["number"]:  # otherwise from an abandoned socket
            self.state = message

    def close(self) -> None:
        self.context.close()
        assert self.complaints == [], f"the browser's console has errors: {self.complaints}"

    # --- reading

    @property
    def game(self) -> str:
        return str(self.info["spec"]["game"])

    @property
    def legal(self) -> list[str]:
        assert self.state.get("legal"), "not our turn; heard last:\n" + "\n".join(self.heard)
        return list(self.state["legal"])

    @property
    def is_over(self) -> bool:
        return self.info.get("status") == "over"

    def wait_until(self, found: Any) -> None:
        """Wait until a condition is true, while the page keeps running."""
        deadline, pause = time.monotonic() + PATIENCE, 10.0
        while not found():
            assert time.monotonic() < deadline, f"waited in vain; last state: {self.state}"
            self.page.wait_for_timeout(pause)
            pause = min(1.5 * pause, 100)  # looking takes a fifth of a processor if it is done every 20 ms

    def wait_for_answers(self) -> None:
        """Wait until nothing is being loaded: whoever signs out before that is refused what was asked for.

        Parts of a page ask one after the other, so nothing must have been asked for a moment."""
        self.wait_until(lambda: not self.unanswered and time.monotonic() - self.last_asked > QUIET)

    def wait_for_number(self, number: int) -> None:
        self.wait_until(lambda: self.state.get("number", -1) >= number)

    def wait_for_status(self, status: str) -> None:
        self.wait_until(lambda: self.info.get("status") == status)

    def wait_for_turn(self) -> None:
        """Wait until it is our turn and the board shows it, or the game is over."""
        self.wait_until(lambda: self.is_over or self.state.get("legal"))
        self.page.locator(f'.board[data-number="{self.state["number"]}"]').wait_for(state="attached")

    def visit(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("main :is(h1, h2)").first.wait_for(state="attached")
        expect(self.page.get_by_text(_LOADING)).to_have_count(0)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    # --- playing

    def play_now(self, game: str) -> None:
        """At most three clicks; here it is one on the first page."""
        self.page.goto("/")
        self.state, self.info = {}, {}
        self.page.get_by_role("region", name=game).get_by_role("button").click()
        self.wait_for_turn()

    def pick(self, move: str) -> None:
        """Prepare a move by touching what a person would touch."""
        PICK_MOVE[self.game](self.page, move, self.state["view"], self.touch)

    def make(self, move: str) -> None:
        """Prepare a move and confirm it."""
        number = self.state["number"]
        self.pick(move)
        self.touch(self.button("Confirm"))
        self.wait_until(lambda: self.state["number"] > number)

    def finish(self, random: Random, most: int = 400) -> int:
        """Play to the end with random moves. Returns their number."""
        for made in range(most):
            self.wait_for_turn()
            if self.is_over:
                return made
            self.make(random.choice(self.legal))
        raise AssertionError("the game does not end")


OpenTab = Callable[..., BrowserTab]
