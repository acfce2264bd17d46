"""Link previews in chats, and the HEAD requests with which chats fetch them."""

from __future__ import annotations

import re
from html import unescape

import httpx
from server.running_server import PATIENCE, RunningServer


def tags_of(server: RunningServer, path: str, language: str = "en") -> dict[str, str]:
    answer = httpx.get(server.address + path, headers={"Accept-Language": language}, timeout=PATIENCE)
    assert answer.is_success
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', answer.text)
    return {name: unescape(value) for name, value in found}


def test_a_link_names_game_and_host(server: RunningServer) -> None:
    anna = server.client('Anna "<b>&amp;')
    table = anna.open_table(game="patterns")["table"]["id"]
    tags = tags_of(server, f"/table/{table}")
    name = anna.me["name"]
    assert tags["title"] == f"Patterns with {name}"
    assert tags["description"] == f"{name} invites you to a game of Patterns. Open the link to join."
    assert tags["image"] == server.address + "/icon-512.png"
    assert httpx.get(tags["image"], timeout=PATIENCE).is_success
    german = tags_of(server, f"/table/{table}", "de-AT, en;q=0.5")
    assert german["description"].startswith(f"{name} lädt dich zu einer Partie Patterns ein.")
    server.client("Ben").join(table)
    assert tags_of(server, f"/table/{table}")["description"].startswith(f"{name} is playing Patterns.")
    assert tags_of(server, f"/table/{table}/replay") == tags_of(server, f"/table/{table}")


def test_the_link_of_a_private_table_reveals_nothing_without_its_key(server: RunningServer) -> None:
    made = server.client("Mysterious").open_table(game="mandala", public=False)
    path, general = f"/table/{made['table']['id']}", tags_of(server, "/")
    assert general["title"] == "Sandmandala"
    for stranger in (path, f"{path}?key=", f"{path}?key=wrong", f"{path}?key=%ff%00", "/table/nothing"):
        assert tags_of(server, stranger) == general
    assert tags_of(server, f"{path}?key={made['key']}")["title"] == "Mandala with Mysterious"


def test_head_answers_like_get_without_a_body(server: RunningServer) -> None:
    asset = re.search(r'src="(/assets/[^"]+)"', httpx.get(server.address, timeout=PATIENCE).text)
    assert asset
    for path in (
        "/",
        "/table/nothing",
        asset[1],
        "/icon.svg",
        "/api/v1/about",
        "/api/v1/nothing",
        "/no.file",
    ):
        plain = {"Accept-Encoding": "identity"}
        whole = httpx.get(server.address + path, headers=plain, timeout=PATIENCE)
        head = httpx.head(server.address + path, headers=plain, timeout=PATIENCE)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        assert head.headers["content-length"] == str(len(whole.content)), path
        assert head.headers["content-type"] == whole.headers["content-type"], path
