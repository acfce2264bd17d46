"""A custom bot at the tables of a server: python examples/table_bot.py http://127.0.0.1:8420 TOKEN [TABLE]

It plays for the person who created the token (POST /api/v1/me/tokens); without TABLE, at any open table."""

import json
import random
import secrets
import sys
import time
from contextlib import suppress
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

address, token, *wanted = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def choose(state):
    """The bot: state["view"] is what its seat sees, state["legal"] are its moves."""
    return random.choice(state["legal"])


def ask(path, data=None):
    """Call the REST API, described at /api/docs."""
    return json.load(urlopen(Request(f"{address}/api/v1{path}", data, headers), timeout=30))


def play(table):
    """Play over the socket (docs/protocol.md) until the game is over."""
    with connect(f"ws{address.removeprefix('http')}/live", additional_headers=headers) as socket:
        socket.send(json.dumps({"type": "watch", "table": table}))
        while True:
            message = json.loads(socket.recv())
            if message.get("info", {}).get("status") in ("over", "dropped"):
                print(table, message["info"]["result"], flush=True)
                return True
            if "legal" in message:
                move = {"type": "move", "table": table, "after": message["number"], "move": choose(message)}
                socket.send(json.dumps(move))


def sit_down():
    for table in wanted or [one["id"] for one in ask("/tables")]:
        with suppress(HTTPError):  # somebody was faster, or the bot already sits there
            form = {"contribution": secrets.token_hex(16)}  # to the deal, so that nobody can choose it
            return ask(f"/tables/{table}/join", json.dumps(form).encode())["id"]
    return wanted[0] if wanted else None


table, over = None, False
while not (over and wanted):
    try:
        table = table or sit_down()
        if table and (over := play(table)):
            table = None
    except (ConnectionClosed, OSError) as error:  # the server is down; it will continue the game
        print(error)
    time.sleep(1)
