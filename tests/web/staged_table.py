"""A table page with a position of our choice: the page is real, the server's messages are staged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import WebSocketRoute
from web.browser_tab import BrowserTab

from sandmandala.records import Game

_WEB = Path(__file__).parents[2] / "web" / "src"
_PROTOCOL = int(
    re.findall(r"PROTOCOL = (\d+)", (_WEB / "generated" / "protocol.ts").read_text(encoding="utf-8"))[0]
)
_LOGGED = 20  # entries of the log
_NAMES = ("Anna", "Maximiliane-Charlotte", "Cem", "Wolfgang Amadeus M.")


def positions_of(game: str) -> list[dict[str, Any]]:
    """The positions of the gallery of boards."""
    found: list[dict[str, Any]] = json.loads((_WEB / "games" / game / "positions.json").read_text())
    return found


def position_of(game: Game, seat: int | None) -> dict[str, Any]:
    """A game as a seat sees it, in the form of the gallery's positions."""
    return {
        "seats": len(game.scores()),
        "seat": seat,
        "view": game.view(seat),
        "ply": game.ply,
        "legal": game.legal_moves() if game.to_move == seat else [],
        "previews": {},
        "mover": game.mover(game.ply) if game.ply else 0,
        "last_events": game.events(game.ply, seat) if game.ply else [],
    }


class StagedTable:
    """`show` draws another position without reloading the page."""

    def __init__(self, one: BrowserTab) -> None:
        self.page = one.page
        self._socket: WebSocketRoute | None = None
        self._number = 0
        self._position: dict[str, Any] = {}
        self._clock = False
        one.page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._receive)
        self._send({"type": "welcome", "protocol": _PROTOCOL, "version": "", "you": None})

    def _send(self, message: dict[str, Any]) -> None:
        if self._socket:
            self._socket.send(json.dumps(message))

    def _receive(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "watch":
            self._send(self._state())
            self._send(
                {"type": "presence", "table": "staged", "here": [True] * 4, "replaceable_in": [None] * 4}
            )
        elif message["type"] == "hint":
            hint = {"type": "hint", "table": "staged", "number": self._number, "why": "", "line": []}
            self._send(hint | {"move": self._position["legal"][0], "candidates": []})
        elif message["type"] == "preview" and (found := self._position["previews"].get(message["move"])):
            self._send(
                {
                    "type": "previewed",
                    "table": "staged",
                    "number": self._number,
                    "move": message["move"],
                    **found,
                }
            )

    def _state(self) -> dict[str, Any]:
        position = self._position
        seats, seat = position["seats"], position["seat"]
        mover = position["view"]["to_move"]
        last = {
            "number": self._number,
            "seat": position.get("mover", (mover or 0) + 1),
            "events": position["last_events"],
        }
        before = [{**last, "number": self._number - back} for back in range(_LOGGED, 1, -1)]
        before.append({"number": self._number - 1, "seat": mover, "events": []})
        clock = {"type": "game", "seconds": 600} if self._clock else {"type": "none"}
        return {
            "type": "state",
            "table": "staged",
            "number": self._number,
            "ply": position["ply"],
            "info": {
                "id": "staged",
                "spec": {"game": position["view"]["game"], "seats": seats, "clock": clock, "rated": False},
                "status": "playing",
                "host": "0",
                "sitting": [
                    {"seat": at, "bot": None, "person": {"id": str(at), "name": _NAMES[at], "level": None}}
                    for at in range(seats)
                ],
                "created": 0,
                "moves": position["ply"],
                "commitment": "",
                "rules": 1,
            },
            "seats": [] if seat is None else [seat],
            "changes": [*before, last] if position["ply"] else [],
            "view": position["view"],
            "legal": position["legal"],
            **({"clock": {"left": [599_000] * seats}} if self._clock else {}),
        }

    def show(self, position: dict[str, Any], *, clock: bool = False) -> None:
        self._position, self._clock = position, clock
        self._number += _LOGGED + 1
        if self._socket:
            self._send(self._state())
        else:
            self.page.goto("/table/staged")
        self.page.locator(f'.board[data-number="{self._number}"]').wait_for()

    def reload(self) -> None:
        """Reload for another language or theme."""
        self._socket = None
        self.page.reload()
        self.page.locator(f'.board[data-number="{self._number}"]').wait_for()
