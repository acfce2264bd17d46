"""Rate limits by address and by account cannot be evaded."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from argon2 import extract_parameters
from server.running_server import PATIENCE, RunningServer

from sandmandala.server.accounts import passwords
from sandmandala.server.security import RateLimiter

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with its limits on."""
    server = RunningServer(tmp_path_factory.mktemp("strict"), limits="1")
    yield server
    server.stop()


def sign_in_as(server: RunningServer, clients: list[str]) -> list[httpx.Response]:
    """Attempts that cost the server nothing, so that they are faster than the limit recovers."""
    with server.http() as client:
        return [client.post("/sign-in", json={}, headers={"X-Forwarded-For": one}) for one in clients]


def test_clients_are_rate_limited(strict: RunningServer) -> None:
    answers = sign_in_as(strict, ["203.0.113.1"] * 30)
    assert [answer.status_code for answer in answers[:5]] == [400] * 5
    (refused, *_) = [answer for answer in answers if answer.status_code == 429]
    assert "Wait a moment" in refused.json()["why"]
    assert refused.json()["code"] == "too_fast"


def test_spellings_of_a_path_share_a_limit(strict: RunningServer) -> None:
    paths = ["/api/v1/sign-in", "/api/v1/sign-in/", "//api/v1/sign-in", "/api/v1//sign-in"]
    headers = {"X-Forwarded-For": "203.0.113.2"}
    came: dict[str, set[int]] = {path: set() for path in paths}
    for path in paths * 6:
        came[path].add(httpx.post(strict.address + path, json={}, headers=headers).status_code)
    assert came == {path: {400, 429} for path in paths}


def test_addresses_of_one_network_share_a_limit(strict: RunningServer) -> None:
    """An IPv6 host has 2**64 addresses to choose from."""
    near = sign_in_as(strict, [f"2001:db8::{number:x}" for number in range(30)])
    assert {answer.status_code for answer in near} == {400, 429}
    far = sign_in_as(strict, [f"2001:db8:0:{number:x}::1" for number in range(1, 30)])
    assert {answer.status_code for answer in far} == {400}


@pytest.mark.thorough
def test_guesses_from_many_addresses_are_limited_by_account(strict: RunningServer) -> None:
    """Strangers then have to wait; a browser that has signed in before does not."""
    anna = strict.client("Anna", {"X-Forwarded-For": "203.0.113.3"})
    form = {"login": "anna", "password": "correct horse"}
    assert anna.http.post("/me/password", json=form).status_code == 204
    codes = [guess(strict, number, {**form, "password": "wrong"}) for number in range(12)]
    assert codes == ["wrong_password"] * 10 + ["too_fast"] * 2
    assert guess(strict, 12, form) == "too_fast", "a stranger, even with the right password"
    assert anna.http.post("/sign-in", json=form).is_success


def guess(server: RunningServer, number: int, form: dict[str, str]) -> str:
    headers = {"X-Forwarded-For": f"198.51.100.{number}"}
    answer = httpx.post(server.address + "/api/v1/sign-in", json=form, headers=headers, timeout=PATIENCE)
    return str(answer.json()["code"])


def test_a_stolen_cookie_cannot_guess_the_password(strict: RunningServer) -> None:
    anna = strict.client("Anna", {"X-Forwarded-For": "203.0.113.4"})
    form = {"login": "guarded", "password": "correct horse"}
    assert anna.http.post("/me/password", json=form).status_code == 204
    guesses = [
        ("/me/password", {**form, "old_password": "a guess"}),
        ("/me/recovery", {"password": "a guess"}),
    ]
    codes = []
    for number in range(12):
        path, body = guesses[number % 2]
        headers = {"X-Forwarded-For": f"192.0.2.{number}"}
        codes.append(anna.http.post(path, json=body, headers=headers).json()["code"])
    assert codes == ["wrong_password"] * 10 + ["too_fast"] * 2


def test_a_flood_of_new_keys_resets_no_exhausted_one() -> None:
    bucket = RateLimiter(3, 0.01, clock=lambda: 100.0)
    assert [bucket.take("attacker") for _ in range(4)] == [True, True, True, False]
    assert all(bucket.take(f"address {number}") for number in range(25_000))
    assert not bucket.take("attacker")


def test_a_bucket_refills_and_accepts_returns() -> None:
    moment = 0.0
    bucket = RateLimiter(2, 0.5, clock=lambda: moment)
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]
    bucket.give_back("a")
    assert [bucket.take("a"), bucket.take("a")] == [True, False]
    moment = 2.0
    assert [bucket.take("a"), bucket.take("a")] == [True, False]
    moment = 1000.0
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]


def test_behind_a_proxy_each_visitor_has_separate_limits(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    visitors = [f"203.0.113.{number}" for number in range(30)]
    for proxies in ("127.0.0.1", "192.0.2.7"):
        server, believed = (
            RunningServer(tmp_path_factory.mktemp("proxied"), limits="1", proxies=proxies),
            "127" in proxies,
        )
        try:
            came = {answer.status_code for answer in sign_in_as(server, visitors)}
            assert came == ({400} if believed else {400, 429})
            answer = httpx.post(
                server.address + "/api/v1/me",
                json={"name": "Anna"},
                headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.99"},
            )
            assert ("Secure" in answer.headers.get("set-cookie", "")) == believed
        finally:
            server.stop()


def test_an_unknown_account_costs_as_much_as_a_known_one() -> None:
    assert extract_parameters(passwords._NOBODY) == extract_parameters(passwords._hasher.hash("any"))
