"""`sandmandala engine`: the line protocol, command by command, and as a real process."""

from __future__ import annotations

import io
import json
import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from cli.command_runner import run_alone
from records.random_games import CASES, random_game

from sandmandala import Game, __version__
from sandmandala.cli.engine import Session, run
from sandmandala.games.rules import rules_of

every_case = pytest.mark.parametrize(("name", "seats"), CASES)
ZEROS = "0" * 64
PAGE = Path(__file__).resolve().parents[2] / "docs" / "engine-protocol.md"
COMMANDS = (
    "about, new, load, position, legal, play, undo, state, view, events, scores, "
    "go, hint, record, reset, quit"
)


def _ask(session: Session, line: str) -> dict[str, Any]:
    answer = session.answer(line.encode())
    assert answer is not None
    return json.loads(json.dumps(answer))


def _good(session: Session, line: str) -> dict[str, Any]:
    answer = _ask(session, line)
    assert answer.pop("ok") is True, answer
    return answer


def _playing(name: str, seats: int, moves: int = 0) -> tuple[Session, Game]:
    """A session, and a game with the same moves to compare."""
    session, game = Session(), Game.new(name, seats, secret=bytes(32))
    _good(session, f"new {name} seats={seats} secret={ZEROS}")
    for _ in range(moves):
        move = game.legal_moves()[-1]
        game.play(move)
        _good(session, f"play {move}")
    return session, game


# --- each command


def test_about() -> None:
    about = _good(Session(), "about")
    games = about.pop("games")
    assert about == {
        "name": "sandmandala", "version": __version__, "protocol": 1, "record_format": 3, "rules": 1,
    }  # fmt: skip
    assert games["flowers"] == {
        "seats": [2, 3, 4],
        "options": {key: list(values) for key, values in rules_of("flowers").options.items()},
        "actions": 273,
    }
    assert list(games) == ["mandala", "patterns", "flowers"]


@every_case
def test_new(name: str, seats: int) -> None:
    game = Game.new(name, seats, {"beginner": 1}, bytes(32))
    answer = _good(Session(), f"new {name} beginner=1  seats={seats} secret={ZEROS}")
    assert answer == {
        "game": name,
        "seats": seats,
        "options": game.options,
        "commitment": game.commitment,
        "ply": 0,
        "to_move": game.to_move,
        "over": False,
    }


def test_new_needs_only_a_name() -> None:
    first, second = (_good(Session(), "new flowers") for _ in range(2))
    assert first["seats"] == 2
    assert first["options"] == {"beginner": "lot", "final_mandalas": "all", "memory_aid": "off"}
    assert first["commitment"] != second["commitment"]


@every_case
def test_legal_play_and_undo(name: str, seats: int) -> None:
    session, game = _playing(name, seats)
    for _ in range(8):
        moves = _good(session, "legal")["legal"]
        assert moves == game.legal_moves()
        events = game.play(moves[0])
        assert _good(session, f"play {moves[0]}") == {
            "move": moves[0],
            "ply": game.ply,
            "to_move": game.to_move,
            "over": game.is_over,
            "events": events,
        }
    move = game.take_back()
    assert _good(session, "undo") == {"undone": move, "ply": 7, "to_move": game.to_move}


@every_case
def test_state_view_events_scores_and_record(name: str, seats: int) -> None:
    session, game = _playing(name, seats, 10)
    assert _good(session, "state") == {"state": game.open_view()}
    assert _good(session, "position") == {"position": game.position()}
    for seat in range(seats):
        assert _good(session, f"view {seat}") == {"view": game.view(seat)}
        assert _good(session, f"events 3 {seat}") == {"ply": 3, "events": game.events(3, seat)}
    assert _good(session, "view spectator") == {"view": game.view(None)}
    assert _good(session, "events") == {"ply": 10, "events": game.events(10)}
    assert _good(session, "events 3") == {"ply": 3, "events": game.events(3)}
    assert _good(session, "events 3 spectator") == {"ply": 3, "events": game.events(3, None)}
    assert _good(session, "scores") == {"scores": game.scores(), "winners": [], "over": False}
    assert _good(session, "record") == {"record": json.loads(game.record().to_json())}
    assert _good(session, "record text") == {"text": game.record().to_text()}


@every_case
def test_load_continues_where_the_record_ends(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=9)
    session = Session()
    answer = _good(session, f"load {game.record().to_json()}")
    assert (answer["ply"], answer["to_move"], answer["game"]) == (9, game.to_move, name)
    move = game.legal_moves()[0]
    assert _good(session, f"play {move}")["events"] == game.play(move)
    assert _good(session, "record")["record"] == json.loads(game.record().to_json())


@every_case
def test_position(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=9)
    session = Session()
    answer = _good(session, f"position {name} {game.position()}")
    assert (answer["ply"], answer["to_move"], answer["seats"]) == (0, game.to_move, seats)
    assert _good(session, "legal")["legal"] == game.legal_moves()
    assert _good(session, "position")["position"] == game.position()
    assert _good(session, "record")["record"]["start"] == game.position()


@every_case
def test_a_whole_game(name: str, seats: int) -> None:
    session = Session()
    over = _good(session, f"new {name} seats={seats}")["over"]
    while not over:
        over = _good(session, f"play {_good(session, 'legal')['legal'][-1]}")["over"]
    assert _good(session, "legal") == {"legal": []}
    scores = _good(session, "scores")
    assert scores["over"]
    assert scores["winners"]
    result = _good(session, "record")["record"]["result"]
    assert result == {"scores": scores["scores"], "winners": scores["winners"]}
    assert _ask(session, "play X")["ok"] is False


def test_new_takes_contributions() -> None:
    given = [bytes([seat] * 16) for seat in range(3)]
    session, game = Session(), Game.new("flowers", 3, {}, bytes(32), given)
    _good(session, f"new flowers seats=3 secret={ZEROS} contributions={','.join(one.hex() for one in given)}")
    assert _good(session, "record")["record"] == json.loads(game.record().to_json())


def test_reset() -> None:
    session, _ = _playing("mandala", 2)
    assert _good(session, "reset") == {}
    assert _ask(session, "legal")["message"].startswith("There is no game yet")


# --- errors

NO_GAME_NEEDED = [
    ("dance", f"There is no command 'dance'. The commands are {COMMANDS}."),
    ("LEGAL", "There is no command 'LEGAL'."),
    ("about us", "about takes no arguments, but got 'us'."),
    ("new", "new needs a game: mandala, patterns, flowers."),
    ("new chess", "There is no game 'chess'."),
    ("new mandala 2", "Write '2' as name=value, for example seats=3."),
    ("new mandala seats=", "seats must be a number, not ''."),
    ("new mandala seats=٢", "seats must be a number, not '٢'."),
    ("new mandala seats=3", "Mandala has 2 seats, not 3."),
    ("new mandala secret=xyz", "secret must be 64 hexadecimal digits in lower case."),
    ("new mandala secret=00", "secret must be 64 hexadecimal digits in lower case."),
    ("new mandala contributions=00,00", "A contribution must be 32 hexadecimal digits in lower case."),
    (f"new mandala contributions={ZEROS[:32]}", "Contributions are 16 bytes for each of the 2 seats."),
    ("new mandala beginner=2", "The option 'beginner' is 'lot' or a seat from 0 to 1, not 2."),
    ("new mandala pace=quick", "Mandala has no option 'pace'."),
    ("load", "This is not a record"),
    ("load {}", "The record needs 'format', as int."),
    ("load {", "This is not JSON: "),
    ("position chess", "There is no game 'chess'."),
    ("position mandala", "The position lacks the word 'mandala1'."),
]
GAME_NEEDED = [
    ("legal 1", "legal takes no arguments, but got '1'."),
    ("play", "Cannot read the move ''."),
    ("play Ke2", "Cannot read the move 'Ke2'."),
    ("undo 2", "undo takes no arguments, but got '2'."),
    ("state all", "state takes no arguments, but got 'all'."),
    ("view", "the seat must be a number, not ''."),
    ("view -1", "the seat must be a number, not '-1'."),
    ("view 2", "There is no seat 2; the seats go from 0 to 1."),
    ("events 0", "There is no move 0; the moves go from 1 to 2."),
    ("events 3", "There is no move 3; the moves go from 1 to 2."),
    ("events x", "ply must be a number, not 'x'."),
    ("events 1 2", "There is no seat 2; the seats go from 0 to 1."),
    ("events 1 1 1", "events takes a move number and a seat, both of which may be left out."),
    ("scores now", "scores takes no arguments, but got 'now'."),
    ("record pdf", "record takes no arguments, but got 'pdf'."),
    ("reset all", "reset takes no arguments, but got 'all'."),
    ("quit now", "quit takes no arguments, but got 'now'."),
]


@pytest.mark.parametrize(("line", "said"), NO_GAME_NEEDED + GAME_NEEDED)
def test_unreadable_lines(line: str, said: str) -> None:
    session, _ = _playing("mandala", 2, 2)
    before = _good(session, "record")
    answer = _ask(session, line)
    assert (answer["ok"], answer["error"]) == (False, "unreadable")
    assert answer["message"].startswith(said)
    assert _good(session, "record") == before


@pytest.mark.parametrize(
    "command", ["legal", "play M1R", "undo", "state", "view 0", "events", "scores", "record"]
)
def test_commands_that_need_a_game(command: str) -> None:
    answer = _ask(Session(), command)
    message = "There is no game yet: start one with new, load or position."
    assert answer == {"ok": False, "error": "unreadable", "message": message}


def test_the_other_kinds_of_error() -> None:
    session, game = _playing("mandala", 2)
    reason = "no mandala is being shared out now"
    assert _ask(session, "play TR") == {
        "ok": False, "error": "illegal_move", "message": f"M10: {reason}", "rule": "M10",
        "reason": {"code": "nothing_shared_out"},
    }  # fmt: skip
    assert _ask(session, "undo") == {
        "ok": False,
        "error": "illegal_move",
        "message": "take-back: no move has been made yet",
        "rule": "take-back",
    }
    answer = _ask(session, f"position mandala {game.position()} idle=7")
    assert (answer["ok"], answer["error"]) == (False, "impossible_position")
    assert "'idle' must be from 0 to 0, not 7." in answer["message"]
    assert _good(session, "record")["record"] == json.loads(game.record().to_json())


@pytest.mark.parametrize("line", [b"", b"\n", b"  \t \r\n"])
def test_empty_lines_get_no_answer(line: bytes) -> None:
    assert Session().answer(line) is None


def test_bytes_that_are_not_text() -> None:
    answer = {"ok": False, "error": "unreadable", "message": "The line is not valid UTF-8."}
    assert Session().answer(b"play \xff\n") == answer
    answer["message"] = "A line may have at most 1000000 bytes."
    assert Session().answer(b"x" * 1_000_001) == answer


def test_run_writes_a_line_for_each_answer_until_quit() -> None:
    out = io.BytesIO()
    run(io.BytesIO(b"about\n\ndance\r\nquit\nabout\n"), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[2] == {"ok": True, "bye": True}


@pytest.mark.parametrize("too_much", [2, 65_535, 65_536, 65_537, 65_538, 3_000_000])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_that_is_too_long_is_refused_once(too_much: int, end: bytes) -> None:
    out = io.BytesIO()
    longest = b"about".ljust(999_999) + b"\n"
    run(io.BytesIO(longest + b"x" * (999_999 + too_much) + end + b"about\n" * bool(end)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True][: 3 if end else 2]
    assert answers[1]["message"] == "A line may have at most 1000000 bytes."


class Endless(io.RawIOBase):
    """A line of 100 MB that repeats a few bytes."""

    left = 100_000_000

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), self.left)
        buffer[:size] = b"x" * size
        self.left -= size
        return size


def test_a_line_without_end_is_not_kept_in_memory() -> None:
    source, out = Endless(), io.BytesIO()
    tracemalloc.start()
    run(io.BufferedReader(source), out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (source.left, out.getvalue().count(b"\n")) == (0, 1)
    assert peak < 10_000_000


# --- bots


@every_case
def test_go_and_hint(name: str, seats: int) -> None:
    session = Session()
    _good(session, f"new {name} seats={seats} secret={ZEROS}")
    legal = _good(session, "legal")["legal"]
    answer = _good(session, "go bot=search:200 seed=3")
    assert answer == _good(session, "go seed=3 bot=search:200"), "the same seed, the same answer"
    assert answer["simulations"] == sum(one["visits"] for one in answer["candidates"]) == 200
    assert answer["move"] == answer["line"][0] == answer["candidates"][0]["move"]
    assert {one["move"] for one in answer["candidates"]} <= set(legal)
    hint = _good(session, "hint bot=search:200 seed=3")
    assert hint["move"] == answer["move"]
    assert hint["why"].startswith(f"{answer['move']} wins about ")
    assert _good(session, "legal")["legal"] == legal, "nothing was played"


def test_go_with_nonsense() -> None:
    session = Session()
    assert "There is no game yet" in _ask(session, "go")["message"]
    _good(session, "new patterns")
    assert _ask(session, "go bot=deep")["message"].startswith("There is no bot 'deep'.")
    assert _ask(session, "hint deep")["message"] == "hint takes bot=NAME and seed=NUMBER, not 'deep'."
    while not _good(session, "scores")["over"]:
        _good(session, f"play {_good(session, 'legal')['legal'][0]}")
    assert _ask(session, "go")["message"] == "The game is over: there is no move to choose."


# --- the page


def test_the_page_lists_the_commands() -> None:
    page = PAGE.read_text(encoding="utf-8")
    listed = dict.fromkeys(re.findall(r"^\| `(\w+)", page, re.MULTILINE))  # position is there twice
    assert ", ".join(listed) == COMMANDS


def test_the_session_on_the_page_is_true() -> None:
    spoken = PAGE.read_text(encoding="utf-8").partition("## A session")[2]
    session = Session()
    lines = re.findall(r"^    > (.*)\n    < (.*)$", spoken, re.MULTILINE)
    for line, written in lines:
        answer = json.dumps(session.answer(line.encode()), separators=(",", ":"))
        assert re.fullmatch(re.escape(written).replace("…", ".*"), answer)
    assert len(lines) == 5


# --- as a process


def _spoken(typed: bytes) -> list[dict[str, Any]]:
    result = run_alone("engine", typed=typed)
    assert result.returncode == 0
    assert result.stderr == b"" or result.stderr.startswith(b"Compiling the rules"), "nothing else to say"
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.slow
def test_the_whole_protocol_in_a_process() -> None:
    record = random_game("patterns", 2, moves=5).record().to_json()
    position = random_game("flowers", 4, moves=5).position()
    lines = [
        b"about", b"legal", f"new mandala secret={ZEROS} beginner=0".encode(), b"legal", b"play M1R",
        b"play \xff\xfe", b"x" * 2_000_000, b"play nonsense", b"play TR", b"events", b"events 1 1",
        b"view 0", b"view spectator", b"state", b"scores", b"record", b"record text", b"undo", b"undo",
        b"", f"load {record}".encode(), b"scores", f"position flowers {position}".encode(), b"view 3",
        b"reset", b"state",
    ]  # fmt: skip
    good = [answer["ok"] for answer in _spoken(b"\n".join(lines))]
    refused = [i for i, ok in enumerate(good) if not ok]
    assert len(good) == len(lines) - 1, "one answer for each line that is not empty"
    assert refused == [1, 5, 6, 7, 8, 18, 24]


@pytest.mark.thorough
@pytest.mark.slow
def test_the_process_ends_with_its_input_or_by_quit() -> None:
    assert _spoken(b"") == []
    assert _spoken(b"\n\n") == []
    assert _spoken(b"quit\nabout\n") == [{"ok": True, "bye": True}]
