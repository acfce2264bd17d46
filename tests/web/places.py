"""Every page of the app, and tables in every state to look at."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Browser
from server.house import House
from web.screen import Screen

GAMES = {"mandala": "Mandala", "patterns": "Patterns", "flowers": "Flowers"}


class Places:
    """`addresses` by name; `state` is the cookie of one who may see them all."""

    def __init__(self, browser: Browser, house: House) -> None:
        one, random = Screen(browser, house), Random(6)
        self.addresses = {
            "home": "/",
            "new": "/new",
            "games": "/games",
            "leaders": "/leaders",
            "rules": "/rules",
            "settings": "/settings",
            "nowhere": "/nowhere",
        }
        for game, title in GAMES.items():
            self.addresses[f"{game}-rules"] = f"/rules/{game}"
            for moves, status in ((5, "over"), (3, "playing")):
                one.play_now(title)
                for _ in range(moves):
                    one.make(random.choice(one.state["legal"]))
                    one.wait_for_turn()
                self.addresses[f"{game}-{status}"] = one.page.url
                if status == "over":
                    self.addresses[f"{game}-replay"] = f"{one.page.url}/replay?ply=5"
                    one.button("Resign").click()
                    one.button("Yes, resign").click()
                    one.wait_for_status("over")
        self.addresses["person"] = f"/people/{one.info['sitting'][0]['person']['id']}"
        one.page.goto("/new")
        one.page.get_by_label("Player 2").select_option(label="Anyone")
        one.button("Open the table").click()
        one.wait_for_status("open")
        self.addresses["open"] = one.page.url
        self.state = one.context.storage_state()
        one.close()
