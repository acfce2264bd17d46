"""What stands between the world and the server."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from server.house import PATIENCE, House
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin


def test_pages_of_other_sites_change_nothing(house: House) -> None:
    anna = house.visitor("Anna")
    for nonsense in ("http://[::1", "null", "//"):
        answer = anna.http.post("/tables", json={"game": "patterns"}, headers={"Origin": nonsense})
        assert answer.status_code == 403
    foreign = {"Origin": "https://elsewhere.example"}
    assert anna.http.post("/tables", json={"game": "patterns"}, headers=foreign).status_code == 403
    assert anna.http.get("/me", headers=foreign).is_success, "reading is for the browser to forbid"
    own = {"Origin": house.address}
    assert anna.http.post("/tables", json={"game": "patterns"}, headers=own).is_success


def test_sockets_of_other_sites_are_refused(house: House) -> None:
    address = house.address.replace("http", "ws") + "/live"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin=Origin("https://elsewhere.example"))
    with connect(address, origin=Origin(house.address)) as socket:
        assert "welcome" in str(socket.recv(PATIENCE))


@pytest.mark.slow
def test_a_named_origin_is_let_in(tmp_path_factory: pytest.TempPathFactory) -> None:
    house = House(tmp_path_factory.mktemp("named"), origins="https://play.example, https://other.example/")
    try:
        with httpx.Client(base_url=house.address + "/api/v1", timeout=PATIENCE) as client:
            for origin, status in (
                ("https://play.example", 201),
                ("https://other.example", 201),
                (house.address, 403),
            ):
                answer = client.post("/me", json={"name": "Anna"}, headers={"Origin": origin})
                assert answer.status_code == status
    finally:
        house.stop()


def test_browsers_are_told_to_be_strict(house: House) -> None:
    headers = httpx.get(house.address + "/healthz").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_long_bodies_are_not_read(house: House) -> None:
    anna = house.visitor("Anna")
    answer = anna.http.patch("/me", json={"name": "x" * 50_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def chunks() -> Iterator[bytes]:
        for _ in range(60):
            yield b" " * 1000

    answer = anna.http.patch("/me", content=chunks(), headers={"Content-Type": "application/json"})
    assert answer.status_code >= 400
    assert anna.http.get("/me").json()["name"] == "Anna"


def test_private_answers_are_not_kept_by_caches(house: House) -> None:
    anna = house.visitor("Anna")
    private = anna.post("/tables", game="mandala", bots=[None, 1], public=False)
    table = f"/tables/{private['table']['id']}"
    paths = ["/me", "/me/sessions", table, f"{table}/record", f"{table}/replay?seat=0", "/nowhere"]
    answers = [anna.http.get(path) for path in paths] + [httpx.get(house.address + "/metrics")]
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


def test_metrics_and_health(house: House) -> None:
    assert httpx.get(house.address + "/healthz").json()["status"] == "ok"
    text = httpx.get(house.address + "/metrics").text
    assert "sandmandala_sockets" in text
    assert "sandmandala_store_seconds" in text


def test_a_fault_tells_nobody_how(house: House) -> None:
    for path in (
        "/api/v1/nowhere",
        "/assets/nothing.js",
        "/api/v1/tables/%00",
        "/api/v1/leaders/mandala/x",
        "/api/v1/tables?most=x",
    ):
        answer = httpx.get(house.address + path)
        assert 400 <= answer.status_code < 500
        assert "Traceback" not in answer.text
        assert ".py" not in answer.text


def test_metrics_are_for_the_host_alone(house: House) -> None:
    """A proxy on this machine says for whom it asks."""
    for client, status in (("127.0.0.1", 200), ("203.0.113.5", 403), ("nonsense", 403)):
        headers = {"X-Forwarded-For": client}
        for path in ("/metrics", "/metrics/", "//metrics", "/metrics//", "/./metrics"):
            answer = httpx.get(house.address + path, headers=headers)
            assert answer.status_code == status or "sandmandala_" not in answer.text, path
        assert httpx.get(house.address + "/metrics", headers=headers).status_code == status
    lied = {"X-Forwarded-For": "127.0.0.1, 203.0.113.5"}  # what the visitor claims comes first
    assert httpx.get(house.address + "/metrics", headers=lied).status_code == 403


def test_the_web_app_has_addresses_of_its_own(house: House) -> None:
    """A deep link gets the app; what it loads may be kept for ever, the app itself is asked for each time."""
    start = httpx.get(house.address + "/")
    assert start.headers["content-type"] == "text/html; charset=utf-8"
    assert start.headers["cache-control"] == "no-cache"
    assert httpx.get(house.address + "/table/abc/replay").content == start.content
    again = httpx.get(house.address + "/", headers={"If-None-Match": start.headers["etag"]})
    assert again.status_code == 304
    script = re.search(r'src="(/assets/[^"]+\.js)"', start.text)
    assert script
    answer = httpx.get(house.address + script[1])
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert "unsafe" not in start.headers["content-security-policy"]
