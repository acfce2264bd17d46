"""Origins, sizes, headers, and access to metrics."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from server.running_server import PATIENCE, RunningServer
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin


def test_pages_of_other_sites_change_nothing(server: RunningServer) -> None:
    anna = server.client("Anna")
    for nonsense in ("http://[::1", "null", "//"):
        answer = anna.http.post("/tables", json={"game": "patterns"}, headers={"Origin": nonsense})
        assert answer.status_code == 403
    foreign = {"Origin": "https://elsewhere.example"}
    assert anna.http.post("/tables", json={"game": "patterns"}, headers=foreign).status_code == 403
    assert anna.http.get("/me", headers=foreign).is_success, "reading is for the browser to forbid"
    own = {"Origin": server.address}
    assert anna.http.post("/tables", json={"game": "patterns"}, headers=own).is_success


def test_sockets_of_other_sites_are_refused(server: RunningServer) -> None:
    address = server.address.replace("http", "ws") + "/live"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin=Origin("https://elsewhere.example"))
    with connect(address, origin=Origin(server.address)) as socket:
        assert "welcome" in str(socket.recv(PATIENCE))


@pytest.mark.slow
def test_an_allowed_origin_is_accepted(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = RunningServer(
        tmp_path_factory.mktemp("named"), origins="https://play.example, https://other.example/"
    )
    try:
        with server.http() as client:
            for origin, status in (
                ("https://play.example", 201),
                ("https://other.example", 201),
                (server.address, 403),
            ):
                answer = client.post("/me", json={"name": "Anna"}, headers={"Origin": origin})
                assert answer.status_code == status
    finally:
        server.stop()


def test_security_headers(server: RunningServer) -> None:
    headers = httpx.get(server.address + "/healthz").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_long_bodies_are_not_read(server: RunningServer) -> None:
    anna = server.client("Anna")
    answer = anna.http.patch("/me", json={"name": "x" * 50_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def chunks() -> Iterator[bytes]:
        for _ in range(60):
            yield b" " * 1000

    answer = anna.http.patch("/me", content=chunks(), headers={"Content-Type": "application/json"})
    assert answer.status_code >= 400
    assert anna.http.get("/me").json()["name"] == "Anna"


def test_private_answers_are_not_cached(server: RunningServer) -> None:
    anna = server.client("Anna")
    private = anna.post("/tables", game="mandala", bots=[None, 1], public=False)
    table = f"/tables/{private['table']['id']}"
    paths = ["/me", "/me/sessions", table, f"{table}/record", f"{table}/replay?seat=0", "/nowhere"]
    answers = [anna.http.get(path) for path in paths] + [httpx.get(server.address + "/metrics")]
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


def test_metrics_and_health(server: RunningServer) -> None:
    assert httpx.get(server.address + "/healthz").json()["status"] == "ok"
    text = httpx.get(server.address + "/metrics").text
    assert "sandmandala_sockets" in text
    assert "sandmandala_store_seconds" in text


def test_an_internal_error_reveals_no_details(server: RunningServer) -> None:
    for path in (
        "/api/v1/nowhere",
        "/assets/nothing.js",
        "/api/v1/tables/%00",
        "/api/v1/leaders/mandala/x",
        "/api/v1/tables?most=x",
    ):
        answer = httpx.get(server.address + path)
        assert 400 <= answer.status_code < 500
        assert "Traceback" not in answer.text
        assert ".py" not in answer.text


def test_metrics_are_only_for_the_host(server: RunningServer) -> None:
    """A proxy on this machine forwards the client's address."""
    for client, status in (("127.0.0.1", 200), ("203.0.113.5", 403), ("nonsense", 403)):
        headers = {"X-Forwarded-For": client}
        for path in ("/metrics", "/metrics/", "//metrics", "/metrics//", "/./metrics"):
            answer = httpx.get(server.address + path, headers=headers)
            assert answer.status_code == status or "sandmandala_" not in answer.text, path
        assert httpx.get(server.address + "/metrics", headers=headers).status_code == status
    lied = {"X-Forwarded-For": "127.0.0.1, 203.0.113.5"}  # the first address is what the visitor claims
    assert httpx.get(server.address + "/metrics", headers=lied).status_code == 403


def test_deep_links_open_the_web_app(server: RunningServer) -> None:
    """Its assets may be cached forever; the page itself is always revalidated."""
    start = httpx.get(server.address + "/")
    assert start.headers["content-type"] == "text/html; charset=utf-8"
    assert start.headers["cache-control"] == "no-cache"
    assert httpx.get(server.address + "/table/abc/replay").content == start.content
    again = httpx.get(server.address + "/", headers={"If-None-Match": start.headers["etag"]})
    assert again.status_code == 304
    script = re.search(r'src="(/assets/[^"]+\.js)"', start.text)
    assert script
    answer = httpx.get(server.address + script[1])
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert "unsafe" not in start.headers["content-security-policy"]
