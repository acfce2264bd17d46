"""The engine gives one answer to any line, and an error changes nothing."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from records.mutated_texts import SIGNS, fuzz, good_positions, mutated
from records.random_games import CASES, random_game

from sandmandala.cli.engine import Answer, Session
from sandmandala.games.rules import all_games

ERRORS = {"unreadable", "impossible_position", "illegal_move"}
ZEROS = "0" * 64


@cache
def _good_lines() -> tuple[str, ...]:
    lines = ["about", "legal", "undo", "state", "scores", "record", "reset", "quit", "view", "events"]
    lines += [
        "view 0",
        "view 1",
        "view spectator",
        "events 1",
        "events 2 0",
        "events 1 spectator",
        "record text",
    ]
    lines += [f"new {name} seats={seats} secret={ZEROS} beginner=1" for name, seats in CASES]
    lines += ["new mandala memory_aid=on", "new flowers seats=3 final_mandalas=tiles_out_only"]
    lines += [f"position {name} {good_positions(name)[4]}" for name in all_games()]
    lines += [f"load {random_game(name, seats, moves=6).record().to_json()}" for name, seats in CASES]
    lines += ["play M1R", "play DR1", "play AR", "play Od4", "play X", "play P1R1", "play TD", "play -"]
    return tuple(lines)


def _snapshot(session: Session) -> str:
    """Everything that the engine says about the game."""
    return json.dumps([session.answer(line) for line in (b"record", b"state", b"legal")])


def _ask(session: Session, line: bytes) -> Answer | None:
    before = _snapshot(session)
    answer = session.answer(line)
    if answer is None:
        assert not line.decode().strip()
        assert _snapshot(session) == before
        return None
    written = json.dumps(answer)
    assert "\n" not in written
    assert json.dumps(json.loads(written)) == written
    if answer["ok"] is not True:
        assert answer["ok"] is False
        assert answer["error"] in ERRORS
        assert answer["message"]
        assert ("rule" in answer) == (answer["error"] == "illegal_move")
        assert _snapshot(session) == before
    return answer


@st.composite
def _lines(draw: st.DrawFn) -> bytes:
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(st.binary(max_size=40))
    if kind == 1:
        return draw(st.text(SIGNS, max_size=40)).encode()
    if kind <= 4:
        return draw(mutated(_good_lines())).encode()
    if kind == 5:
        words = st.sampled_from([word for line in _good_lines()[:24] for word in line.split()])
        return " ".join(draw(st.lists(words, max_size=4))).encode()
    return draw(st.sampled_from(_good_lines())).encode()


@pytest.mark.slow
@fuzz(250)
@given(lines=st.lists(_lines(), max_size=8))
@example([b"new mandala beginner=" + b"9" * 5000])
@example([b"load " + b"[" * 100_000, b"load {" + b"[" * 100_000, b'load {"a":' + b"[" * 100_000])
@example([b"new mandala secret=" + "٣".encode() * 64])
@example([b"\x00", b"\xff\xfe", b"\xc2\xa0", b"\x1c", b"new\xc2\xa0mandala"])
def test_any_lines(lines: list[bytes]) -> None:
    session = Session()
    for line in lines:
        _ask(session, line)
    about = session.answer(b"about")
    assert about is not None
    assert about["ok"]


@pytest.mark.slow
@fuzz(120)
@given(data=st.data())
def test_a_game_among_nonsense(data: st.DataObject) -> None:
    """Legal moves are accepted, whatever was sent in between."""
    session = Session()
    name, seats = data.draw(st.sampled_from(CASES))
    _ask(session, f"new {name} seats={seats} secret={ZEROS}".encode())
    for ply in range(1, data.draw(st.integers(2, 13))):
        nonsense = data.draw(
            st.sampled_from(("play ?", "play M9R", "new chess", "load {}", "undo 3", "view 9"))
        )
        refused = _ask(session, nonsense.encode())
        assert refused is not None
        assert not refused["ok"]
        legal = _ask(session, b"legal")
        assert legal is not None
        if not legal["legal"]:
            break
        played = _ask(session, f"play {data.draw(st.sampled_from(legal['legal']))}".encode())
        assert played is not None
        assert played["ply"] == ply
