"""Pictures of every page, in both themes and three widths, and of the documentation: `make screenshots`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright
from rich.progress import track
from server.running_server import RunningServer
from web.browser_tab import BrowserTab
from web.conftest import launch
from web.documentation_pictures import write_documentation_pictures
from web.sample_pages import GAMES, SamplePages

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1440, 900)}
FOLDER = Path(__file__).parents[2] / "screenshots"
MIDDLE = 14  # moves into a game
IN_PLAY = ("playing", "middle", "four")


def middle_of_games(browser: Browser, server: RunningServer, pages: SamplePages) -> None:
    """A game of each kind that has got somewhere."""
    one, random = BrowserTab(browser, server, storage_state=pages.state), Random(8)
    for game, title in GAMES.items():
        one.play_now(title)
        for _ in range(MIDDLE):
            if one.is_over:
                one.play_now(title)
            plays = [move for move in one.legal if not move.startswith("D")]
            one.make(random.choice(plays or one.legal))
            one.wait_for_turn()
        pages.addresses[f"{game}-middle"] = one.page.url
    one.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        server = RunningServer(Path(folder))
        try:
            write_documentation_pictures(browser, server)
            pages = SamplePages(browser, server)
            middle_of_games(browser, server, pages)
            for size, theme in track([(size, theme) for size in SIZES for theme in ("light", "dark")]):
                width, height = SIZES[size]
                look = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
                one = BrowserTab(browser, server, storage_state=pages.state, **look)
                for name, address in pages.addresses.items():
                    one.visit(address)
                    whole = not name.endswith(IN_PLAY)  # a board is seen as it is played, above the strip
                    one.page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png", full_page=whole)
                one.close()
        finally:
            server.stop()
        browser.close()


if __name__ == "__main__":
    main()
