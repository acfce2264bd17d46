"""Sessions: a stolen cookie or token works only until its owner ends it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from itsdangerous import URLSafeSerializer
from server.running_server import PATIENCE, Client, RunningServer, Socket
from sqlalchemy import text
from sqlalchemy.engine import Connection
from thorough_cases import rest_thorough
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandmandala.server import storage as storage_package
from sandmandala.server.accounts.identity import Identity, hash_of
from sandmandala.server.accounts.sessions import Sessions
from sandmandala.server.live.connection import SESSION_ENDED
from sandmandala.server.messages.table_info import Person
from sandmandala.server.storage import Writer, migrate, open_database
from sandmandala.server.storage.accounts import AccountStore

PASSWORD = "correct horse"
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def anna(server: RunningServer) -> Client:
    """Somebody with a password."""
    anna = server.client("Anna")
    assert anna.http.post("/me/password", json=login(anna)).status_code == 204
    return anna


def login(anna: Client) -> dict[str, str]:
    return {"login": anna.me["id"], "password": PASSWORD}


def copy_of(anna: Client) -> Client:
    """A client with a copy of the cookie."""
    anna.server.clients.append(Client.known(anna.server, anna))
    return anna.server.clients[-1]


def without_cookie(anna: Client) -> Client:
    """The same person, not signed in yet."""
    other = copy_of(anna)
    other.http.cookies.clear()
    return other


def elsewhere(anna: Client) -> Client:
    """The same person in a second browser."""
    other = without_cookie(anna)
    other.http.headers["User-Agent"] = LINUX
    other.post("/sign-in", **login(anna))
    return other


def with_token(anna: Client) -> Client:
    program = without_cookie(anna)
    program.http.headers["Authorization"] = "Bearer " + anna.post("/me/tokens", label="bot")["code"]
    return program


def is_in(client: Client) -> bool:
    return client.http.get("/me").status_code == 200


def test_a_signed_out_cookie_is_invalid(anna: Client) -> None:
    thief = copy_of(anna)
    assert anna.http.post("/sign-out").status_code == 204
    assert not is_in(thief)


def test_a_new_password_needs_the_old_one(anna: Client) -> None:
    thief = copy_of(anna)
    stolen = {"login": "thief", "password": "stolen horse"}
    assert thief.refused("/me/password", **stolen)["code"] == "wrong_password"
    assert thief.refused("/me/password", **stolen, old_password="a guess")["code"] == "wrong_password"
    assert thief.refused("/me/recovery")["code"] == "wrong_password", "a code would open the account, too"
    assert anna.post("/me/recovery", password=PASSWORD)["code"]


def test_a_token_cannot_take_an_account_over(server: RunningServer) -> None:
    program = with_token(server.client("Anna"))
    assert program.refused("/me/password", **login(program))["code"] == "forbidden"
    assert program.refused("/me/recovery")["code"] == "forbidden"


@pytest.mark.parametrize("delete_tokens", rest_thorough([False, True], keep=[True]))
def test_a_new_password_ends_all_other_sessions(anna: Client, delete_tokens: bool) -> None:
    other, program = elsewhere(anna), with_token(anna)
    new = {"login": anna.me["id"], "password": "better horse", "old_password": PASSWORD}
    with other.socket() as gone, anna.socket() as kept:
        answer = anna.http.post("/me/password", json={**new, "delete_tokens": delete_tokens})
        assert answer.status_code == 204
        assert closed(gone)
        kept.send("ping")
        assert kept.next("pong")
    assert is_in(anna)
    assert not is_in(other)
    assert is_in(program) is not delete_tokens
    assert other.refused("/sign-in", **login(anna))["code"] == "wrong_password"


def test_recovery_locks_a_thief_out(anna: Client) -> None:
    code = anna.post("/me/recovery", password=PASSWORD)["code"]
    thief, program = elsewhere(anna), with_token(anna)
    owner = without_cookie(anna)
    with thief.socket() as gone:
        assert owner.post("/recover", code=code)["id"] == anna.me["id"]
        assert closed(gone)
    assert [is_in(one) for one in (owner, thief, program, anna)] == [True, False, False, False]
    assert thief.refused("/sign-in", **login(anna))["code"] == "wrong_password"
    account = owner.http.get("/me/account").json()
    assert account == {"login": anna.me["id"], "has_password": False, "has_recovery_code": False}
    assert owner.http.post("/me/password", json=login(anna)).status_code == 204, "no old one is needed"


def test_of_ten_recoveries_at_once_one_succeeds(anna: Client) -> None:
    code = anna.post("/me/recovery", password=PASSWORD)["code"]

    def use(_: int) -> httpx.Response:
        return httpx.post(f"{anna.server.address}/api/v1/recover", json={"code": code}, timeout=PATIENCE)

    with ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(use, range(10)))
    assert sorted(answer.status_code for answer in answers) == [200] + [403] * 9
    assert {answer.json()["code"] for answer in answers if answer.status_code == 403} == {"unknown_code"}


def closed(socket: Socket) -> bool:
    """Waits until the server has closed a socket because its session has ended."""
    try:
        while True:
            socket.connection.recv(timeout=PATIENCE)
    except ConnectionClosed as end:
        return end.rcvd is not None and end.rcvd.code == SESSION_ENDED


@contextmanager
def token_socket(program: Client) -> Iterator[Socket]:
    headers = {"Authorization": program.http.headers["Authorization"]}
    with connect(
        program.server.address.replace("http", "ws") + "/live", additional_headers=headers
    ) as opened:
        yield Socket(opened)


ENDINGS: dict[str, Callable[[Client], httpx.Response]] = {
    "sign-out": lambda anna: anna.http.post("/sign-out"),
    "end-session": lambda anna: anna.http.delete(f"/me/sessions/{current(anna)['id']}"),
    "delete-account": lambda anna: anna.http.request("DELETE", "/me", json={"password": PASSWORD}),
}


@pytest.mark.parametrize("how", list(ENDINGS))
def test_open_sockets_end_with_their_session(anna: Client, how: str) -> None:
    with copy_of(anna).socket() as stolen:
        assert ENDINGS[how](anna).status_code == 204
        assert closed(stolen)


def test_sockets_of_a_token_end_with_it(anna: Client) -> None:
    program = with_token(anna)
    (token,) = anna.http.get("/me/tokens").json()
    with token_socket(program) as opened, anna.socket() as mine:
        assert opened.next("welcome")["you"]["id"] == anna.me["id"]
        assert anna.http.delete(f"/me/tokens/{token['id']}").status_code == 204
        assert closed(opened)
        mine.send("ping")
        assert mine.next("pong"), "other sockets stay open"


def current(client: Client) -> Any:
    (mine,) = [one for one in client.http.get("/me/sessions").json() if one["current"]]
    return mine


def test_sessions_are_listed_and_ended_by_their_owner(anna: Client) -> None:
    other, ben = elsewhere(anna), anna.server.client("Ben")
    listed = anna.http.get("/me/sessions").json()
    assert sorted(one["label"] for one in listed) == ["Firefox on Linux", "python-httpx"]
    assert {one["id"] for one in listed} == {current(anna)["id"], current(other)["id"]}
    assert all(one["seen"] >= one["created"] > 0 for one in listed)
    assert other.http.cookies["sandmandala"] not in str(listed)
    theirs = f"/me/sessions/{current(other)['id']}"
    assert ben.http.delete(theirs).status_code == 404
    assert anna.http.delete(theirs).status_code == 204
    assert anna.http.delete(theirs).status_code == 404
    assert [is_in(one) for one in (anna, other, ben)] == [True, False, True]


def test_a_socket_that_is_being_opened_closes_when_its_session_ends() -> None:
    told: list[tuple[str, set[str] | None]] = []
    sessions = Sessions(AccountStore(None, None))  # it stores nothing here
    sessions.ended.append(lambda person, ids: told.append((person, ids)))

    def opening(session: str, at: float = 1.0) -> Identity:
        return Identity(Person("anna", "Anna"), session, False, at)

    assert not sessions.has_ended(opening("a"))
    sessions.tell("anna", {"a"})
    assert sessions.has_ended(opening("a"))
    assert not sessions.has_ended(opening("b"))
    sessions.tell("anna", None, skip=sessions.ended[0])
    assert sessions.has_ended(opening("b"))
    assert not sessions.has_ended(opening("c", at=float("inf"))), "a session that was started afterwards"
    assert told == [("anna", {"a"})]


def in_store(url: str, work: Callable[[AccountStore], Any]) -> None:
    async def run() -> None:
        engine = open_database(url)
        await migrate(engine)
        writer = Writer(engine)
        await work(AccountStore(engine, writer))
        await writer.finish()
        await engine.dispose()

    asyncio.run(run())


def test_changes_fail_if_the_session_ended_since_the_password_check(url: str) -> None:
    """Checking a password takes a while, and the owner may end all sessions in the meantime."""

    async def work(store: AccountStore) -> None:
        row = {"label": "", "created": 1, "seen": 1}
        await store.add_guest({"id": "a", "name": "A", "created": 1, "seen": 1}, {"hash": "s" * 64, **row})
        mine = ("a", "s" * 16)
        assert await store.set_login(*mine, "a", None, "hash", False) == ("done", set())
        assert not await store.start_session("a", "old hash", {"hash": "t" * 64, **row}, 0)
        assert await store.start_session("a", "hash", {"hash": "t" * 64, **row}, 0)
        assert await store.set_login(*mine, "a", "old hash", "new", False) == ("changed", set())
        assert await store.set_recovery(*mine, None, "code") == "changed"
        assert await store.end_session(*mine)
        assert await store.set_login(*mine, "a", "hash", "new", False) == ("ended", set())
        assert await store.set_recovery(*mine, "hash", "code") == "ended"
        assert await store.add_token(mine[1], 20, {"hash": "u" * 64, "person": "a", **row}) == "ended"
        assert (await store.person("a")).recovery is None

    in_store(url, work)


def test_browsers_stay_signed_in_through_the_upgrade(url: str) -> None:
    """Their cookies were signed, and no session was stored for them."""
    key = b"k" * 32
    signer = URLSafeSerializer(key, salt="identity", signer_kwargs={"digest_method": hashlib.sha256})

    def before(connection: Connection) -> None:
        config = Config()
        folder = Path(storage_package.__file__).parent / "migrations"
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO keepsakes VALUES ('cookies', :key)"), {"key": key})
        people = "INSERT INTO people (id, name, level, generation, created, seen)"
        people += " VALUES (:id, 'X', :level, 2, 1, 5)"
        token = "INSERT INTO tokens (hash, person, label, created) VALUES ('t', 'anna', 'bot', 1)"
        for id, level in (("anna", None), ("bot-1", 1)):
            connection.execute(text(people), {"id": id, "level": level})
        connection.execute(text(token))

    async def prepare() -> None:
        engine = open_database(url)
        async with engine.begin() as connection:
            await connection.run_sync(before)
        await engine.dispose()

    async def work(store: AccountStore) -> None:
        cookie, earlier, bot = (signer.dumps(value) for value in (["anna", 2], ["anna", 1], ["bot-1", 2]))
        found = await store.person_of_session(hash_of(str(cookie)), 0)
        assert (found.id, found.last) == ("anna", 5)
        assert await store.person_of_session(hash_of(str(earlier)), 0) is None
        assert await store.person_of_session(hash_of(str(bot)), 0) is None
        assert await store.person_of_token("t") is not None
        assert await store.server_secret("cookies", b"fresh") == key

    asyncio.run(prepare())
    in_store(url, work)
