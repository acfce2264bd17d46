"""Pictures of every page and of many moments in windows of every size, and of the documentation.

`make screenshots` takes them all, `make screenshots only=flowers` those with this word in their names.
`screenshots/index.html` shows them.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright
from rich.progress import track
from server.running_server import RunningServer
from web.browser_tab import BrowserTab
from web.conftest import launch
from web.documentation_pictures import write_documentation_pictures
from web.sample_pages import GAMES, SamplePages
from web.test_layout import SIZES

from web import sample_scenes

FOLDER = Path(__file__).parents[2] / "screenshots"
MIDDLE = 14  # moves into a game
IN_PLAY = ("playing", "middle", "four")
WIDTHS = (
    (360, 640),
    (820, 1180),
    (1440, 900),
)  # of pages that scroll, and of moments that differ little in height
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"locale": "en-GB", "color_scheme": "light"},
    "dark": {"locale": "de-DE", "color_scheme": "dark"},
}


class Album:
    """Writes pictures, and a page that shows them: a row for each name."""

    def __init__(self, only: str) -> None:
        self._only, self._rows = only, dict[str, list[str]]()
        FOLDER.mkdir(exist_ok=True)

    def take(
        self, one: BrowserTab, name: str, look: str, size: tuple[int, int], *, whole: bool = False
    ) -> None:
        if self._only not in name:
            return
        file = f"{name}-{size[0]}x{size[1]}-{look}.png"
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        one.page.wait_for_timeout(60)  # boards measure themselves, and draw themselves again
        one.page.screenshot(path=FOLDER / file, full_page=whole)
        self._rows.setdefault(name, []).append(file)

    def write(self) -> None:
        rows = "\n".join(
            f"<h2>{escape(name)}</h2>"
            + "".join(
                f'<a href="{escape(one)}"><img src="{escape(one)}" height="300"></a>\n' for one in files
            )
            for name, files in sorted(self._rows.items())
        )
        page = f"<!doctype html><meta charset='utf-8'><title>Sandmandala</title>\n{rows}\n"
        (FOLDER / "index.html").write_text(page, encoding="utf-8")


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


def take_pages(album: Album, browser: Browser, server: RunningServer) -> None:
    pages = SamplePages(browser, server)
    middle_of_games(browser, server, pages)
    for name, look in LOOKS.items():
        one = BrowserTab(browser, server, storage_state=pages.state, **look)
        for page, address in track(pages.addresses.items(), f"pages, {name}"):
            board = page.endswith(IN_PLAY)  # a board is seen as it is played, in one window
            one.visit(address)
            for size in SIZES if board or page.endswith("replay") else WIDTHS:
                album.take(one, page, name, size, whole=not board)
        one.close()


def take_scenes(album: Album, browser: Browser, server: RunningServer) -> None:
    for name, look in LOOKS.items():
        for scenes in sample_scenes.ALL if name == "light" else sample_scenes.IN_GERMAN:
            if scenes is sample_scenes.boards:
                for scene, one in track(scenes(browser, server, look), f"boards, {name}"):
                    for size in SIZES:
                        album.take(one, scene, name, size)
                continue
            for size in track(WIDTHS, scenes.__name__):
                narrow = {"viewport": {"width": size[0], "height": size[1]}}
                for scene, one in scenes(browser, server, look | narrow):
                    album.take(one, scene, name, size)


def main(only: str = "") -> None:
    album = Album(only)
    BrowserTab.plain = False
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        server = RunningServer(Path(folder), absence="2")
        try:
            if not only:
                write_documentation_pictures(browser, server)
            take_pages(album, browser, server)
            take_scenes(album, browser, server)
        finally:
            server.stop()
            album.write()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
