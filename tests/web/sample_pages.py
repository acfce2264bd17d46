"""Every page of the app, and tables in every state."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Browser
from server.running_server import RunningServer
from server.test_history import finished
from server.test_ratings import play
from web.browser_tab import BrowserTab

from sandmandala.server.ratings import LISTED_AFTER

GAMES = {"mandala": "Mandala", "patterns": "Patterns", "flowers": "Flowers"}
PAGES = {
    "home": "/",
    "new": "/new",
    "new-bots": "/new?game=flowers&with=bots",
    "new-screen": "/new?game=flowers&with=screen",
    "games": "/games",
    "leaders": "/leaders?game=patterns&players=2",
    "watch": "/watch",
    "learn": "/learn",
    "tutorial": "/learn/flowers",
    "glossary": "/glossary/flowers",
    "puzzles": "/puzzles",
    "training": "/puzzles/flowers",
    "repeat": "/repeat",
    "editor": "/editor",
    "editor-mandala": "/editor/mandala",
    "settings": "/settings",
    "sign-in": "/sign-in",
    "nowhere": "/nowhere",
}


class SamplePages:
    """`addresses` by name; `state` is the cookie of a person who may see them all."""

    def __init__(self, browser: Browser, server: RunningServer) -> None:
        self.addresses = dict(PAGES)
        self._one, self._random = BrowserTab(browser, server), Random(6)
        rated = server.client("Wanda")
        self.addresses["rated"] = f"/table/{play(rated, server.client('Leo'), LISTED_AFTER)}"
        self.addresses["ratings"] = f"/people/{rated.me['id']}"
        for game, title in GAMES.items():
            self.addresses[f"{game}-rules"] = f"/rules/{game}"
            over = f"/table/{finished(server, game)[0]}"
            self.addresses[f"{game}-finished"] = over
            self.addresses[f"{game}-replay"] = f"{over}/replay?ply=5"
            self._one.play_now(title)
            self._keep(f"{game}-playing", moves=3)
        self._one.play_now(title)
        self._keep("resigned", moves=0)
        self._one.button("Resign").click()
        self._one.button("Yes, resign").click()
        self._one.wait_for_status("over")
        self.addresses["person"] = f"/people/{self._one.info['sitting'][0]['person']['id']}"
        self._open("open", "open", "friend")
        self._open("four", "playing", "bots", players=4)
        self._one.wait_for_turn()
        self._keep("four", moves=3)
        self._open("handover", "playing", "screen")
        self.state = self._one.context.storage_state()
        self._one.close()

    def _keep(self, name: str, moves: int) -> None:
        """The table, after some moves."""
        for _ in range(moves):
            self._one.make(self._random.choice(self._one.legal))
            self._one.wait_for_turn()
        self.addresses[name] = self._one.page.url

    def _open(self, name: str, status: str, who: str, players: int = 2) -> None:
        """A new table of Flowers, the game with the most players."""
        self._one.state, self._one.info = {}, {}
        self._one.page.goto(f"/new?game=flowers&with={who}")
        self._one.page.get_by_label(str(players), exact=True).check()
        self._one.page.locator("form button.main").click()
        self._one.wait_for_status(status)
        self.addresses[name] = self._one.page.url
