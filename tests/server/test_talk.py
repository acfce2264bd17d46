"""Phrases and free text at tables; blocks; reports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from server.conftest import Storage
from server.mail_service import MailService, mail_service, part
from server.running_server import Client, RunningServer, Socket
from server.test_friends import befriend, friends_of, secured, standing

from sandmandala.cli import main
from sandmandala.server.refusal import RefusalError
from sandmandala.server.social import reports, talk
from sandmandala.server.social.word_filter import WordFilter


class WritingServer(RunningServer):
    """A server that allows free text, and mails its host."""

    def __init__(self, folder: Path, mails: MailService, **storage: str) -> None:
        (folder / "words.txt").write_text("# unkind\nnincompoop\nsour grape\n")
        self.folder, self.mails, self.database = folder, mails, storage.get("database", "")
        host = {"contact": "mailto:host@mail.example", "mail_from": "mandala@mail.example"}
        mail = {"smtp": mails.address, "origins": "https://play.example", **host}
        words = {"free_text": "1", "forbidden_words": str(folder / "words.txt")}
        super().__init__(folder, **words, **mail, **storage)

    def admin(self, *command: str) -> str:
        """What an admin command prints."""
        where = ["--database", self.database] if self.database else ["--data", str(self.folder)]
        return CliRunner().invoke(main, ["admin", *command, *where], catch_exceptions=False).output


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> Iterator[WritingServer]:
    with mail_service() as mails:
        server = WritingServer(tmp_path_factory.mktemp("written"), mails, **storage())
        yield server
        server.stop()


def at_a_table(server: RunningServer, **spec: Any) -> tuple[str, Client, Client]:
    anna, ben = secured(server, "Anna"), secured(server, "Ben")
    table = anna.open_table(**{"game": "mandala", **spec})["table"]["id"]
    ben.join(table)
    return table, anna, ben


def said_before(tab: Socket) -> list[Any]:
    """Everything that was said until a ping comes back."""
    tab.send("ping")
    tab.next("pong")
    return [message for text in tab.traffic if (message := json.loads(text))["type"] == "said"]


def block(one: Client, other: Client) -> None:
    assert one.http.put(f"/me/blocked/{other.me['id']}").json()["blocked"]


def test_everybody_at_the_table_hears_a_phrase_and_nobody_keeps_it(server: RunningServer) -> None:
    table, anna, ben = at_a_table(server)
    carl = server.client("Carl")
    with anna.socket() as annas, ben.socket() as bens, carl.socket() as carls:
        for tab in (annas, bens, carls):
            tab.watch(table)
        annas.send("say", table=table, phrase="good_luck")
        expected = {"type": "said", "table": table, "seat": 0, "person": anna.me["id"], "phrase": "good_luck"}
        assert all(tab.next("said") == expected for tab in (annas, bens, carls))
        carls.send("say", table=table, phrase="hello")
        assert carls.next("refused")["code"] == "not_a_player"
        for message in (
            {"phrase": "I have three red cards"},
            {"phrase": "hello", "text": "more"},
            {"text": "hello"},
        ):
            bens.send("say", table=table, **message)
            assert bens.next("refused")["code"] == "unreadable"
        bens.send("write", table=table, text="hello")
        assert bens.next("refused")["code"] == "no_free_text"
        bens.send("say", table="nowhere", phrase="hello")
        assert bens.next("refused")["code"] == "no_such_table"
        assert said_before(annas) == [expected]
        with ben.socket() as later:
            later.watch(table)
            assert said_before(later) == []
    assert anna.http.get("/about").json()["free_text"] is False


def test_phrases_have_a_pace(server: RunningServer) -> None:
    table, anna, _ = at_a_table(server)
    with anna.socket() as tab:
        tab.watch(table)
        for _ in range(talk.AT_ONCE + 1):
            tab.send("say", table=table, phrase="smile")
        refused = tab.next("refused")
        assert (refused["code"], refused["table"]) == ("too_much_said", table)
        assert len(said_before(tab)) == talk.AT_ONCE


def test_spectators_hear_nothing_where_they_see_nothing(server: RunningServer) -> None:
    table, anna, _ = at_a_table(server, spectators="none")
    carl = server.client("Carl")
    with anna.socket() as annas, carl.socket() as carls:
        annas.watch(table)
        carls.watch(table)
        annas.send("say", table=table, phrase="think")
        annas.next("said")
        assert said_before(carls) == []


def test_a_block_silences_both_and_tells_nobody(server: RunningServer) -> None:
    table, anna, ben = at_a_table(server)
    befriend(anna, ben)
    carl = server.client("Carl")
    with anna.socket() as annas, ben.socket() as bens, carl.socket() as carls:
        for tab in (annas, bens, carls):
            tab.watch(table)
        before = bens.traffic[:]
        block(anna, ben)
        bens.send("say", table=table, phrase="hello")
        assert bens.next("said")["phrase"] == "hello", "Ben is not told"
        carls.next("said")
        annas.send("say", table=table, phrase="hello")
        annas.next("said")
        carls.next("said")
        assert [one["person"] for one in said_before(annas)] == [anna.me["id"]]
        assert [one["person"] for one in said_before(bens)] == [ben.me["id"]]
        assert not [text for text in bens.traffic[len(before) :] if "block" in text]
    assert standing(ben, anna) == {"friend": "none", "blocked": False}
    assert friends_of(ben)["friends"] == []
    # A request looks as always, and never arrives.
    assert ben.http.put(f"/me/friends/{anna.me['id']}").json() == {"friend": "asked", "blocked": False}
    assert len(friends_of(ben)["asked"]) == 1
    assert friends_of(anna)["requests"] == []
    assert standing(anna, ben) == {"friend": "none", "blocked": True}
    assert anna.http.put(f"/me/friends/{ben.me['id']}").json()["code"] == "unblock_first"
    assert [one["person"]["name"] for one in anna.http.get("/me/blocked").json()] == ["Ben"]
    assert ben.http.get("/me/blocked").json() == []
    assert anna.http.delete(f"/me/blocked/{ben.me['id']}").status_code == 204
    assert anna.http.delete(f"/me/blocked/{ben.me['id']}").status_code == 404
    assert friends_of(anna)["requests"] == [], "what came while Ben was blocked stays away"
    assert ben.http.put(f"/me/friends/{anna.me['id']}").json()["friend"] == "asked"
    assert len(friends_of(anna)["requests"]) == 1


def test_the_games_of_blocked_people_go_on_and_they_meet_at_no_new_table(server: RunningServer) -> None:
    table, anna, ben = at_a_table(server)
    open_table = anna.open_table(game="mandala")["table"]["id"]
    bens_table = ben.open_table(game="mandala")["table"]["id"]
    private = anna.open_table(game="mandala", public=False)
    block(anna, ben)
    with anna.socket() as tab:
        tab.watch(table)
        tab.send("resign", table=table, after=0)
        assert tab.next("state", "refused")["info"]["status"] == "over"
    assert ben.refused(f"/tables/{open_table}/join")["code"] == "cannot_join"
    assert anna.refused(f"/tables/{bens_table}/join")["code"] == "you_blocked"
    ben.join(private["table"]["id"], key=private["key"])


def test_bad_blocks(server: RunningServer) -> None:
    anna = server.client("Anna")
    for id, code in ((anna.me["id"], "that_is_you"), ("bot-2", "not_a_person"), ("nobody", "not_found")):
        assert anna.http.put(f"/me/blocked/{id}").json()["code"] == code
    assert anna.http.get("/me/blocked").json() == []


# --- free text


def test_players_read_what_players_write(written: WritingServer) -> None:
    table, anna, ben = at_a_table(written)
    carl = written.client("Carl")
    assert anna.http.get("/about").json()["free_text"] is True
    with anna.socket() as annas, ben.socket() as bens, carl.socket() as carls:
        for tab in (annas, bens, carls):
            tab.watch(table)
        annas.send("write", table=table, text="  Hello\u202e\n Ben \0! ")
        assert bens.next("said")["text"] == "Hello Ben !"
        carls.send("write", table=table, text="I watch")
        assert carls.next("refused")["code"] == "not_a_player"
        assert said_before(carls) == [], "only players read it"
        for text, code in (
            ("you N1ncömpooop", "word_refused"),
            ("sour, GRAPE", "word_refused"),
            (" \u200b ", "unreadable"),
            ("x" * 201, "unreadable"),
            ("", "unreadable"),
        ):
            bens.send("write", table=table, text=text)
            assert bens.next("refused")["code"] == code, text
        block(anna, ben)
        bens.send("write", table=table, text="do you hear me")
        bens.next("said")
        assert [one["text"] for one in said_before(annas)] == ["Hello Ben !"]


def test_the_filter_knows_words_not_parts_of_words() -> None:
    words = WordFilter(["ass", "Sour Grape", "#"])
    assert words.checked("a class of passing assets") == "a class of passing assets"
    for text in ("ASS!", "4ss", "a sour  grape", "aß".upper()):
        with pytest.raises(RefusalError):
            words.checked(text)


# --- reports


def test_the_host_reads_a_report_with_the_record_and_closes_it(written: WritingServer) -> None:
    table, anna, ben = at_a_table(written)
    with ben.socket() as tab:
        tab.watch(table)
        tab.send("write", table=table, text="You are slow")
        tab.next("said")
    form = {"person": ben.me["id"], "reason": "words", "text": "He is\nunkind.", "table": table}
    id = anna.post("/reports", **form)["id"]
    to, mail = written.mails.next()
    assert to == ["host@mail.example"]
    assert id in part(mail, "plain")
    assert not [word for word in ("Anna", "Ben", "unkind") if word in mail.as_string()], "it stays here"
    assert id in written.admin("reports")
    shown = written.admin("report", id)
    for words in (
        "Anna",
        f"Ben ({ben.me['id']})",
        "words",
        "He is unkind.",
        table,
        "mandala",
        "You are slow",
    ):
        assert words in shown, words
    attached = json.loads(written.admin("report", id, "--record"))
    assert "secret" not in attached["game"], "the game goes on, and the host may play, too"
    assert attached["game"]["players"] == ["Anna", "Ben"]
    assert "You are slow" in written.admin("messages", "--table", table)
    assert "You are slow" not in written.admin("messages", "--person", anna.me["id"])
    assert anna.refused("/reports", **form)["code"] == "already_reported"
    # The reporter's account may go; the report stays.
    assert anna.http.request("DELETE", "/me", json={}).status_code == 204
    assert "somebody who is gone" in written.admin("report", id)
    assert "is closed" in written.admin("close-report", id, "--note", "talked to Ben")
    assert id not in written.admin("reports")
    assert "talked to Ben" in written.admin("report", id)
    assert id in written.admin("reports", "--all")
    assert "no open report" in written.admin("close-report", id)
    assert "no report" in written.admin("report", "none")


def test_a_finished_game_is_attached_whole(written: WritingServer) -> None:
    table, anna, ben = at_a_table(written)
    with ben.socket() as tab:
        tab.watch(table)
        tab.send("resign", table=table, after=0)
        tab.next("state")
    carl = written.client("Carl")
    id = carl.post("/reports", person=anna.me["id"], reason="cheating", table=table)["id"]
    attached = json.loads(written.admin("report", id, "--record"))
    record = anna.http.get(f"/tables/{table}/record").json()
    assert attached["game"]["secret"] == record["secret"]
    assert attached["people"] == [anna.me["id"], ben.me["id"]]


def test_bad_reports(server: RunningServer) -> None:
    table, anna, ben = at_a_table(server)
    carl = server.client("Carl")
    private = anna.open_table(game="mandala", public=False)
    form = {"person": ben.me["id"], "reason": "stalling"}
    for other, code in (
        ({"person": anna.me["id"]}, "that_is_you"),
        ({"person": "bot-1"}, "not_a_person"),
        ({"person": "nobody"}, "not_found"),
        ({"reason": "ugly"}, "unreadable"),
        ({"text": "x" * (reports.LONGEST_REPORT + 1)}, "unreadable"),
        ({"person": carl.me["id"], "table": table}, "not_at_table"),
        ({"table": "nowhere"}, "no_such_table"),
        ({"more": 1}, "unreadable"),
    ):
        assert anna.refused("/reports", **{**form, **other})["code"] == code
    hidden = {"person": anna.me["id"], "reason": "name", "table": private["table"]["id"]}
    assert carl.refused("/reports", **hidden)["code"] == "private_table"
    assert carl.post("/reports", **hidden, key=private["key"])
    with server.http() as visitor:
        assert visitor.post("/reports", json=form).status_code == 401
    for number in range(reports.REPORTS_A_DAY):
        anna.post("/reports", person=server.client(f"Guest {number}").me["id"], reason="other")
    assert anna.refused("/reports", **form)["code"] == "too_many"


def test_an_unreadable_list_of_words_stops_the_server(tmp_path: Path) -> None:
    from sandmandala.server.settings import UnusableSettingError

    with pytest.raises(UnusableSettingError, match="FORBIDDEN_WORDS"):
        WordFilter.from_file(str(tmp_path / "missing"))
