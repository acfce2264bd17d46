"""The pictures in the README and in the pages of the games, each of a real game against the bot Sprout.

A caption says what its picture shows, so a game is played until it matches.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser
from server.running_server import RunningServer
from web.browser_tab import BrowserTab
from web.sample_pages import GAMES

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
_LOOK: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "color_scheme": "light"}
_MOST_GAMES = 40
# Only browsers can write this format here.
_AS_WEBP = """async (png) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}"""

Shown = Callable[[BrowserTab], bool]

# What the picture of each game must show.
SHOWN: Mapping[str, Shown] = {
    # "Mandala 1 is complete, and it is your turn to take a colour."
    "mandala": lambda one: one.state["view"].get("resolving") == 1 and len(one.legal) > 1,
    "patterns": lambda one: one.state["ply"] >= 20,
    "flowers": lambda one: one.state["ply"] >= 16,
}


def write_documentation_pictures(browser: Browser, server: RunningServer) -> None:
    one = BrowserTab(browser, server, **_LOOK)
    blank = browser.new_page()  # our own pages block external pictures
    FOLDER.mkdir(exist_ok=True)
    for game, title in GAMES.items():
        _play_until(one, title, SHOWN[game], Random(game))
        png = base64.b64encode(one.page.screenshot()).decode()
        webp: Any = blank.evaluate(_AS_WEBP, png)
        (FOLDER / f"{game}.webp").write_bytes(base64.b64decode(webp))
    blank.close()
    one.close()


def _play_until(one: BrowserTab, title: str, shown: Shown, random: Random) -> None:
    for _ in range(_MOST_GAMES):
        one.play_now(title)
        while not one.is_over:
            if shown(one):
                return
            plays = [move for move in one.legal if not move.startswith("D")]
            one.make(random.choice(plays or one.legal))
            one.wait_for_turn()
    raise AssertionError(f"no position for the picture of {title} in {_MOST_GAMES} games")
