"""People: guests, passwords, recovery, tokens, and deletion."""

from __future__ import annotations

from server.running_server import RunningServer


def test_a_guest_has_a_name_and_a_cookie_that_scripts_cannot_read(server: RunningServer) -> None:
    with server.http() as guest:
        assert guest.get("/me").status_code == 401
        answer = guest.post("/me", json={"name": " Anna\tMaria "})
        assert answer.json()["name"] == "Anna Maria"
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=lax" in answer.headers["set-cookie"]
        assert guest.get("/me").json() == answer.json()


def test_a_forged_cookie_is_nobody(server: RunningServer) -> None:
    anna = server.client("Anna")
    signed = anna.http.cookies["sandmandala"]
    other_sign = "A" if signed[-5] != "A" else "B"  # not the last one, which has unused bits
    for forged in (signed[:-5] + other_sign + signed[-4:], "x", "", signed.split(".")[0] + "."):
        with server.http() as other:
            other.cookies.set("sandmandala", forged)
            assert other.get("/me").status_code == 401


def test_an_account_with_a_password(server: RunningServer) -> None:
    anna = server.client("Anna")
    form = {"login": "Anna@home", "password": "correct horse"}
    assert anna.http.post("/me/password", json=form).status_code == 204
    with server.http() as elsewhere:
        wrong = elsewhere.post("/sign-in", json={**form, "password": "wrong horse"})
        unknown = elsewhere.post("/sign-in", json={**form, "login": "nobody"})
        assert wrong.status_code == unknown.status_code == 403
        assert wrong.json() == unknown.json(), "nobody learns which of the two was wrong"
        assert elsewhere.post("/sign-in", json={**form, "login": "ANNA@home"}).json()["id"] == anna.me["id"]
        assert elsewhere.get("/me").json()["id"] == anna.me["id"]
        elsewhere.post("/sign-out")
        assert elsewhere.get("/me").status_code == 401
    ben = server.client("Ben")
    assert ben.refused("/me/password", **form)["code"] == "login_taken"
    assert ben.refused("/me/password", login="ben", password="short") is not None


def test_a_recovery_code_works_once_and_ends_other_sessions(server: RunningServer) -> None:
    anna = server.client("Anna")
    code = anna.post("/me/recovery")["code"]
    with server.http() as elsewhere:
        assert elsewhere.post("/recover", json={"code": code + "0"}).status_code == 403
        assert elsewhere.post("/recover", json={"code": code}).json()["id"] == anna.me["id"]
        assert elsewhere.post("/recover", json={"code": code}).status_code == 403
        assert elsewhere.get("/me").json()["name"] == "Anna"
    assert anna.http.get("/me").status_code == 401


def test_a_token_plays_in_my_name_until_it_is_deleted(server: RunningServer) -> None:
    anna = server.client("Anna")
    token = anna.post("/me/tokens", label="my bot")["code"]
    (about,) = anna.http.get("/me/tokens").json()
    assert about["label"] == "my bot"
    assert token not in str(about)
    with server.http() as program:
        program.headers["Authorization"] = f"Bearer {token}"
        assert program.get("/me").json()["id"] == anna.me["id"]
        assert program.post("/tables", json={"game": "patterns"}).is_success
        assert anna.http.delete(f"/me/tokens/{about['id']}").status_code == 204
        assert program.get("/me").status_code == 401
    assert anna.http.delete(f"/me/tokens/{about['id']}").status_code == 404
    assert server.client("Ben").http.delete(f"/me/tokens/{about['id']}").status_code == 404


def test_text_that_postgresql_rejects(server: RunningServer) -> None:
    """PostgreSQL rejects NUL, which must not become an internal error."""
    anna = server.client("Anna")
    paths = ["/people/%00", "/people/%00/games", "/tables/%00", "/tables/a%00b/record", "/leaders/%00/2"]
    for path in [*paths, "/people/%ED%A0%80"]:
        assert anna.http.get(path).status_code in (200, 400, 404), path
    assert anna.http.delete("/me/tokens/%00").status_code in (400, 404)
    assert anna.refused("/recover", code="\0-\0")["code"] in ("forbidden", "unreadable")
    assert anna.http.post("/me/tokens", json={"label": "my\0bot"}).status_code in (201, 400)
    assert anna.http.patch("/me", json={"name": "An\0na"}).json()["name"] == "Anna"


def test_deleting_an_account_with_a_password_needs_it(server: RunningServer) -> None:
    anna = server.client("Anna")
    form = {"login": "anna@deleted", "password": "correct horse"}
    token = anna.post("/me/tokens", label="my bot")["code"]
    assert anna.http.post("/me/password", json=form).status_code == 204
    for wrong in (None, {}, {"password": "wrong horse"}):
        answer = anna.http.request("DELETE", "/me", json=wrong)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_password")
    with server.http() as program:
        program.headers["Authorization"] = f"Bearer {token}"
        assert program.request("DELETE", "/me", json={"password": form["password"]}).status_code == 403
    assert anna.http.get("/me").json()["name"] == "Anna"
    assert anna.http.request("DELETE", "/me", json={"password": form["password"]}).status_code == 204
    assert anna.http.get("/me").status_code == 401


def test_deleting_my_data(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = anna.open_table(game="patterns")["table"]["id"]
    ben.join(table)
    token = anna.post("/me/tokens", label="my bot")["code"]
    assert anna.http.delete("/me").status_code == 204
    assert anna.http.get("/me").status_code == 401
    with server.http() as program:
        program.headers["Authorization"] = f"Bearer {token}"
        assert program.get("/me").status_code == 401
