"""Visitors for `attacks.py`: guests at made-up addresses."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from load import Server
from websockets.asyncio.client import ClientConnection, connect

GIVE_UP = 90.0  # seconds


class Person:
    """A guest at an address, with one socket."""

    def __init__(self, server: Server, address: str, refused: Counter[str]) -> None:
        self._headers = {"X-Forwarded-For": address}
        self.http = httpx.AsyncClient(
            base_url=server.address + "/api/v1", headers=self._headers, timeout=GIVE_UP
        )
        self._live = server.address.replace("http", "ws") + "/live"
        self.refused = refused

    async def come_in(self) -> bool:
        return await self.post("/me", name="Guest") is not None

    async def get(self, path: str) -> Any:
        answer = await self.http.get(path)
        if answer.status_code != 200:
            self.refused[str(answer.status_code)] += 1
        return answer

    async def post(self, path: str, **form: Any) -> Any:
        answer = await self.http.post(path, json=form)
        if answer.is_success:
            return answer.json()
        self.refused[answer.json()["code"]] += 1
        return None

    async def table(self, **spec: Any) -> str | None:
        """Open a table. The game begins at once if bots have the other seats."""
        if made := await self.post("/tables", **spec):
            id = str(made["table"]["id"])
            while not await self.post(f"/tables/{id}/contribution", value="11" * 16):
                await asyncio.sleep(0.5)
            return id
        return None

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {**self._headers, "Cookie": cookie}
        async with connect(self._live, additional_headers=headers, compression=None) as socket:
            yield socket

    async def play(self, socket: ClientConnection) -> None:
        """Answer every state with the first legal move, at once."""
        async for message in socket:
            heard = json.loads(message)
            if heard["type"] == "refused":
                self.refused[heard["code"]] += 1
            elif heard["type"] == "state" and heard.get("legal"):
                await say(socket, "move", table=heard["table"], after=heard["number"], move=heard["legal"][0])


async def say(socket: ClientConnection, type: str, **message: Any) -> None:
    await socket.send(json.dumps({"type": type, **message}))


async def hear(socket: ClientConnection, type: str) -> Any:
    async for message in socket:
        heard = json.loads(message)
        if heard["type"] == type:
            return heard
    raise ConnectionError("the server has ended the connection")


def against(level: int) -> dict[str, Any]:
    return {"game": "flowers", "seats": 2, "bots": [None, level], "options": {"beginner": 0}}
