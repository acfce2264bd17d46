"""A server without a game and without storage: it relays messages of the same number and size.

Its speed is the upper limit of everything on the same network stack.
"""

from __future__ import annotations

import socket
from typing import Any

import msgspec
import uvicorn

_SIZE = 750


class Said(msgspec.Struct):
    type: str
    table: str
    after: int = -1


_read = msgspec.json.Decoder(Said).decode
_tables: dict[str, list[Any]] = {}


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        said = _read(event["text"])
        sitting = _tables.setdefault(said.table, [])
        if said.type == "watch":
            sitting.append(send)
        if len(sitting) == 2:
            for seat, tell in enumerate(sitting):
                await tell({"type": "websocket.send", "text": _state(said, seat)})


def _state(said: Said, seat: int) -> str:
    number = said.after + 1
    state = {"type": "state", "table": said.table, "number": number}
    if number % 2 == seat:
        state["legal"] = ["M1R"]
    text = msgspec.json.encode(state).decode()
    return text[:-1] + ',"view":"' + "." * (_SIZE - len(text)) + '"}'


def main() -> None:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(2048)
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, loop="uvloop", log_config=None
    )
    print(f"The relay is at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
