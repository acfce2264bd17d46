"""Moments that no address leads to: questions, dialogs, other people's tables, games as full as they get."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from playwright.sync_api import Browser
from server.running_server import RunningServer
from web.browser_tab import BrowserTab
from web.people import invite, named, two
from web.sample_pages import GAMES
from web.staged_table import StagedTable
from web.test_explanations import instead_of_moves
from web.test_layout import pick, positions
from web.test_review import ReviewedGame
from web.test_together import open_shared_table

Look = dict[str, Any]
Scene = tuple[str, BrowserTab]


def boards(browser: Browser, server: RunningServer, look: Look) -> Iterator[Scene]:
    """Each game at its beginning and as full as it gets, with a move picked."""
    for game, seats in (("mandala", 2), ("patterns", 2), ("flowers", 2), ("flowers", 3), ("flowers", 4)):
        one = BrowserTab(browser, server, **look)  # a table keeps its game
        table = StagedTable(one)
        for name, position in positions(game, seats):
            table.show(position, clock="full" in name)
            yield f"{game}-{seats}-{name.replace(', ', '-').replace(' ', '-')}", one
            pick(table, game, position)
            yield f"{game}-{seats}-{name.replace(', ', '-').replace(' ', '-')}-picked", one
        one.close()


def questions(browser: Browser, server: RunningServer, look: Look) -> Iterator[Scene]:
    """What asks or tells something over the board, and the end of a game."""
    one = BrowserTab(browser, server, **look)
    instead_of_moves(one, "TR")
    one.play_now("Mandala")
    if one.button("Log").count():
        one.button("Log").click()
        yield "log", one
        one.page.keyboard.press("Escape")
    one.button("Resign").click()
    yield "resign", one
    one.page.keyboard.press("Escape")
    one.button("Hint").click()
    one.button("Show on the board").wait_for()
    yield "hint", one
    one.page.keyboard.press("Escape")
    one.pick(next(move for move in one.legal if move[0] == "M"))
    one.button("Confirm").click()
    one.page.get_by_role("link", name="Rule M10").wait_for()
    yield "illegal", one
    one.page.get_by_role("link", name="Rule M10").click()
    one.page.locator("figure .drawing .board").first.wait_for()
    yield "rule", one
    one.close()


def shared_screen(browser: Browser, server: RunningServer, look: Look) -> Iterator[Scene]:
    for game in ("mandala", "flowers"):
        one = BrowserTab(browser, server, **look)
        open_shared_table(one, game)
        yield f"screen-{game}-curtain", one
        one.page.get_by_role("button", name="show my hand").click()
        one.page.locator('[data-drop^="hand:"]').first.wait_for()
        yield f"screen-{game}-hand", one
        one.make(next(move for move in one.legal if move[0] in "MP"))
        one.page.get_by_role("button", name="Hand over").wait_for()
        yield f"screen-{game}-result", one
        one.close()


def people(browser: Browser, server: RunningServer, look: Look) -> Iterator[Scene]:
    """Invitations and absent players; the server must be one that soon lets a bot take a seat."""
    anna, ben = (named(BrowserTab(browser, server, **look), name) for name in ("Anna", "Ben"))
    guest = BrowserTab(browser, server, **look)
    link = invite(anna, "Mandala")
    yield "invite-host", anna
    guest.visit(link)
    yield "invite-guest", guest
    guest.visit(link.partition("?")[0])
    yield "invite-private", guest
    guest.visit(link)
    anna.button("Close the table").click()
    guest.page.get_by_role("heading", name="This table has been closed").wait_for()
    yield "invite-closed", guest
    link = invite(anna, "Flowers", ("3",))
    anna.page.get_by_role("button", name="Add a bot").first.click()
    anna.page.get_by_role("button", name="Remove").wait_for()
    yield "invite-bot", anna
    anna.close()
    ben.close()

    anna, ben = two(lambda: BrowserTab(browser, server, **look))
    table = ben.page.url
    ben.page.goto("/rules")
    anna.button("Let a bot play for Ben").wait_for()
    yield "absent", anna
    anna.button("Let a bot play for Ben").click()
    yield "absent-question", anna
    anna.button("Yes, let a bot play").click()
    ben.page.goto("/")
    ben.page.get_by_text("A bot is playing for you").wait_for()
    yield "absent-home", ben
    ben.page.goto(table)
    ben.button("Take my seat back").wait_for()
    yield "absent-back", ben
    ben.button("Take my seat back").click()
    ben.button("Resign").click()
    ben.button("Yes, resign").click()
    anna.button("Rematch").click()
    yield "rematch-offered", anna
    ben.page.get_by_text("Anna would like a rematch.").wait_for()
    yield "rematch-asked", ben
    anna.close()
    ben.close()

    one = named(BrowserTab(browser, server, **look), "Gil")
    one.button("Set password").wait_for()
    one.button("Sign out").click()
    yield "farewell", one
    one.close()
    guest.close()


def offline(browser: Browser, server: RunningServer, look: Look) -> Iterator[Scene]:
    one = BrowserTab(browser, server, **look, service_workers="allow")
    one.visit("/")
    one.wait_until(lambda: one.page.evaluate("!!navigator.serviceWorker.controller"))
    one.context.set_offline(True)
    one.page.goto("/")
    one.page.get_by_text("You are offline.").wait_for()
    yield "offline-home", one
    one.page.goto("/rules/flowers")
    one.page.get_by_text("You are offline.").wait_for()
    yield "offline-rules", one
    one.complaints.clear()  # the console tells of requests that failed
    one.close()


def endings(browser: Browser, server: RunningServer, look: Look) -> Iterator[Scene]:
    """The scoring of a game that was played to its end, then the result."""
    for game, title in GAMES.items():
        one = BrowserTab(browser, server, **look)
        one.play_now(title)
        one.finish(Random(1))
        scoring = one.page.get_by_role("dialog", name="Scoring")
        scoring.get_by_role("button", name="Next").click()
        yield f"{game}-scoring", one
        scoring.get_by_role("button", name="Skip").click()
        one.page.locator("#end-title").wait_for()
        yield f"{game}-result", one
        one.button("Look at the board").click()
        yield f"{game}-end", one
        one.close()


def reviews(browser: Browser, server: RunningServer, look: Look) -> Iterator[Scene]:
    """Of each game the whole, one move, all moves, and trying again."""
    for game in GAMES:
        reviewed = ReviewedGame(server, game)
        one = reviewed.open(lambda **more: BrowserTab(browser, server, **look, **more))
        yield f"{game}-review", one
        one.button("Previous mistake").click()
        yield f"{game}-review-move", one
        one.button("All moves").click()
        yield f"{game}-review-moves", one
        one.button("This move").click()
        one.button("Try again").click()
        yield f"{game}-review-try", one
        one.close()


ALL = (boards, questions, shared_screen, people, offline, endings, reviews)
# Those that read no English texts.
IN_GERMAN = (boards,)
