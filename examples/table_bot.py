"""A bot account at the tables of a server: python examples/table_bot.py http://127.0.0.1:8420 TOKEN

It accepts challenges and plays all its games at once. The event stream tells it which games begin; the moves
go over the socket. docs/bot-accounts.md says how to get an account and a token, docs/protocol.md what is
sent."""

import json
import random
import secrets
import sys
import threading
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

if len(sys.argv) != 3:
    sys.exit(__doc__)
address, token = sys.argv[1].rstrip("/"), sys.argv[2]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
playing: set[str] = set()  # tables with a thread of their own


def choose(state):
    """The bot: state["view"] is what its seat sees, state["legal"] are its moves."""
    return random.choice(state["legal"])


def ask(path, data=None):
    """Call the REST API, described at /api/docs. Refusals have a code and a sentence."""
    body = None if data is None else json.dumps(data).encode()
    return urlopen(Request(f"{address}/api/v1{path}", body, headers), timeout=60)


def refusal(error):
    return json.load(error).get("why", str(error))


def play(table):
    """Play over the socket until the game is over. After a lost connection, go on where it was."""
    while table in playing:
        try:
            with connect(f"ws{address.removeprefix('http')}/live", additional_headers=headers) as socket:
                socket.send(json.dumps({"type": "watch", "table": table}))
                for message in map(json.loads, socket):
                    if message["type"] == "refused":
                        print(table, message["why"], flush=True)
                    info = message.get("info", {})
                    if info.get("status") in ("over", "dropped"):
                        print(table, json.dumps(info.get("result")), flush=True)
                        playing.discard(table)
                        break
                    if "legal" in message:
                        move = {"table": table, "after": message["number"], "move": choose(message)}
                        socket.send(json.dumps({"type": "move", **move}))
        except (ConnectionClosed, InvalidStatus, OSError) as error:
            print(table, error, flush=True)
            time.sleep(1)


def handle(event):
    match event:
        case {"type": "game_start", "table": {"id": table}} if table not in playing:
            playing.add(table)
            threading.Thread(target=play, args=(table,), daemon=True).start()
        case {"type": "waiting", "table": {"id": table}, "contribute": True}:
            # A random number for the deal, so that nobody can choose it.
            ask(f"/tables/{table}/contribution", {"value": secrets.token_hex(16)})
        case {"type": "challenge", "challenge": {"id": id, "status": "waiting", "by": by}} if by["id"] != me:
            ask(f"/challenges/{id}/accept", {})


me, pause = None, 1
while True:
    try:
        for event in map(json.loads, ask("/me/events")):
            if event["type"] == "hello":
                me, pause = event["you"]["id"], 1
                print("ready as", event["you"]["name"], flush=True)
            try:
                handle(event)
            except HTTPError as error:  # the table or the challenge is gone
                print(refusal(error), flush=True)
    except HTTPError as error:
        if error.code == 401:
            sys.exit("The server does not know this token. It may have been deleted.")
        print(refusal(error), flush=True)
    except OSError as error:  # the server is down; it continues the games when it is back
        print(error, flush=True)
    time.sleep(pause)
    pause = min(30, 2 * pause)
