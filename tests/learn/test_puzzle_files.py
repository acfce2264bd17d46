"""Files of puzzles: malformed ones are refused with the place; making goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs

from sandmandala.cli import main
from sandmandala.games.rules import RULES_VERSION
from sandmandala.learn.errors import DataFileError
from sandmandala.puzzles.finder import Quarry
from sandmandala.puzzles.library import FILE_NAME, shipped_puzzles
from sandmandala.puzzles.maker import PuzzleMaker
from sandmandala.puzzles.puzzle import Measured, Puzzle, Turn, id_of
from sandmandala.puzzles.puzzle_file import read_puzzles, written_puzzles
from sandmandala.puzzles.rechecking import check_form

FIRST, SECOND = list(shipped_puzzles("mandala").values())[:2]
GOOD = written_puzzles("mandala", RULES_VERSION, [FIRST, SECOND])
assert isinstance(FIRST.proof, Measured)
SECOND_BEST = FIRST.proof.second.move
HEAD, LINE, OTHER = GOOD.splitlines(keepends=True)


def with_content(puzzle: Puzzle, **changes: object) -> Puzzle:
    """Changed on purpose, with the id of the new content."""
    changed = structs.replace(puzzle, **changes)
    content = (changed.game, changed.position, changed.ask, changed.solution)
    return structs.replace(changed, id=id_of(*content))


def test_a_file_comes_back_as_it_was_written() -> None:
    assert read_puzzles(GOOD, "mine") == (FIRST, SECOND)
    assert b"CC0" in HEAD
    assert GOOD.count(b"\n") == 3, "one puzzle a line"
    assert written_puzzles("mandala", RULES_VERSION, [SECOND, FIRST]) == GOOD, "in the order of ids"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", "mine, line 1: This is not JSON"),
        (b"\xff\xfe", "mine, line 1: "),
        (HEAD.replace(b'"format":1', b'"format":9'), "mine, line 1, format: This file has format 9"),
        (HEAD.replace(b'"mandala"', b'"chess"'), "mine, line 1, game: There is no game 'chess'"),
        (HEAD.replace(b'"CC0-1.0"', b'"MIT"'), "mine, line 1, licence: "),
        (HEAD + b"\n" + LINE, "mine, line 2: This is not JSON"),
        (HEAD + LINE + OTHER[:-40], "mine, line 3: This is not JSON"),
        (HEAD + LINE + LINE, "mine, line 3: This is the puzzle of line 2 again"),
        (HEAD + LINE.replace(b'"side":', b'"sied":'), "mine, line 2: Object contains unknown field `sied`"),
        (HEAD + LINE.replace(b'"side":', b'"side":7'), "mine, line 2, side: There is no seat 7"),
        (HEAD + LINE.replace(b'"seats":2', b'"seats":3'), "mine, line 2, seats: Mandala cannot be played by"),
        (HEAD + LINE.replace(b'"game":"mandala"', b'"game":"flowers"'), "mine, line 2, game: "),
        (HEAD + LINE.replace(b'"ask":"best"', b'"ask":"guess"'), "mine, line 2, ask: "),
        (HEAD + LINE.replace(b'"ask":"best"', b'"ask":"win"'), "mine, line 2, proof: "),
        (HEAD + LINE.replace(b'"rating":', b'"rating":-'), "mine, line 2, difficulty.rating: "),
        (HEAD + LINE.replace(b"turn=", b"Turn="), "mine, line 2, id: The id of this content is"),
        (HEAD + LINE.replace(b'{"right"', b'{"answers":["DR1"],"right"'), "mine, line 2, solution: "),
        (HEAD + b"[" * 100_000, "mine, line 2: "),
    ],
)
def test_malformed_files_are_refused_with_the_place(content: bytes, place: str) -> None:
    with pytest.raises(DataFileError) as caught:
        read_puzzles(content, "mine")
    assert str(caught.value).startswith(place)


@pytest.mark.parametrize(
    ("puzzle", "place"),
    [
        (with_content(FIRST, position="turn=0"), "mine, line 2, position: "),
        (with_content(FIRST, side=1 - FIRST.side), "mine, line 2, solution, turn 1: Seat"),
        (
            with_content(FIRST, solution=(Turn(("M1Z",)),)),
            "mine, line 2, solution, turn 1, right: Cannot read",
        ),
        (with_content(FIRST, options={}), "mine, line 2, options: "),
    ],
)
def test_puzzles_that_the_rules_do_not_allow_are_refused(puzzle: Puzzle, place: str) -> None:
    with pytest.raises(DataFileError) as caught:
        check_form(read_puzzles(written_puzzles("mandala", RULES_VERSION, [puzzle]), "mine"), "mine")
    assert str(caught.value).startswith(place)


def test_look_alikes_are_refused() -> None:
    """The same position with black and red exchanged."""
    swapped = FIRST.position.translate(str.maketrans("RK", "KR"))
    move = FIRST.solution[0].right[0].translate(str.maketrans("RK", "KR"))
    twin = with_content(FIRST, position=swapped, solution=(Turn((move,)),))
    assert twin.id != FIRST.id
    with pytest.raises(DataFileError, match="This is like the puzzle"):
        check_form([FIRST, twin], "mine")


def test_the_command_checks_files(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(GOOD)
    bad.write_bytes(HEAD + LINE[:-9])
    done = CliRunner().invoke(main, ["puzzles", "check", "--form", str(good)])
    assert (done.exit_code, done.output) == (0, f"ok  {good}: 2 puzzles\n")
    done = CliRunner().invoke(main, ["puzzles", "check", str(bad), "--workers", "1"])
    assert done.exit_code == 1
    assert done.output.startswith(f"BAD {bad}, line 2: This is not JSON")


@pytest.mark.thorough
@pytest.mark.slow
def test_the_command_finds_a_wrong_solution(tmp_path: Path) -> None:
    wrong = with_content(FIRST, solution=(Turn((SECOND_BEST,)),))
    file = tmp_path / "wrong.jsonl"
    file.write_bytes(written_puzzles("mandala", RULES_VERSION, [wrong]))
    done = CliRunner().invoke(main, ["puzzles", "check", str(file), "--workers", "1"])
    assert done.exit_code == 1
    assert (
        f"BAD {file}, puzzle {wrong.id}: The lead over {FIRST.solution[0].right[0]} is only -" in done.output
    )
    assert "0 of 1 proven again" in done.output


class StopError(Exception):
    pass


class OutOfOrder:
    """Workers of which one is always ahead of the other."""

    def run(self, job: Any, tasks: Any) -> Generator[Any, None, None]:
        for first, second in zip(tasks[::2], tasks[1::2], strict=True):
            for task in (second, first):
                yield task, job.run(task, lambda seat: None)


@pytest.mark.thorough
@pytest.mark.slow
def test_making_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    quarry = Quarry("patterns", 2, seed=5, bot="net:20")
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    PuzzleMaker(quarry, whole).make(2, OutOfOrder())
    seen: list[int] = []

    def stop(games: int, puzzles: int) -> None:
        seen.append(puzzles)
        if puzzles >= 1:
            raise StopError

    with pytest.raises(StopError):
        PuzzleMaker(quarry, parts).make(2, 1, stop)
    assert len(read_puzzles(parts.read_bytes(), "parts")) == seen[-1] < 2
    options = ["--count", "2", "--seed", "5", "--bot", "net:20", "--workers", "1", "--out", str(parts)]
    done = CliRunner().invoke(main, ["puzzles", "make", "patterns", *options])
    assert done.exit_code == 0
    assert done.output == f"{parts} has 2 puzzles.\n"
    assert parts.read_bytes() == whole.read_bytes(), "whoever makes it, however often interrupted"
    found = read_puzzles(whole.read_bytes(), "whole")
    check_form(found, "whole")
    assert {puzzle.source.bot for puzzle in found} == {"net:20"}


def test_making_refuses_what_cannot_work(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(HEAD + LINE[:-9])
    command = ["puzzles", "make", "mandala", "--out", str(broken)]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 2
    assert f"{broken}, line 2: This is not JSON" in done.output
    assert broken.read_bytes() == HEAD + LINE[:-9]
    done = CliRunner().invoke(main, [*command[:-1], str(tmp_path / "nowhere" / FILE_NAME)])
    assert done.exit_code == 2
    assert "does not exist" in done.output
    done = CliRunner().invoke(main, [*command, "--seats", "3"])
    assert done.exit_code == 2
    assert "Mandala" in done.output


def play(progress: Path, *arguments: str, answers: str) -> str:
    done = CliRunner().invoke(
        main, ["puzzles", "play", "mandala", "--progress", str(progress), *arguments], input=answers
    )
    assert done.exit_code == 0, done.output
    return done.output


def test_puzzles_are_solved_in_the_terminal(tmp_path: Path) -> None:
    progress = tmp_path / "folder" / "progress.json"
    right, second = FIRST.solution[0].right[0], SECOND_BEST
    said = play(progress, "--id", FIRST.id, answers=f"hint\nF1Z9\n{second}\n{right}\n")
    assert f"Theme: {FIRST.themes[0]}" in said
    assert "That does not work." in said
    assert f"No. {second} loses" in said
    assert "Right: solved." in said
    assert "How games may end" in said
    assert "hidden" in said, "the opponent's hand"
    assert "Solved at the first try: 0 of 1." in said
    said = play(progress, "--id", SECOND.id, answers=f"{SECOND.solution[0].right[0]}\n")
    assert "Solved at the first try: 1 of 1." in said
    said = play(progress, "--id", FIRST.id, answers=f"{right}\n")
    assert "Solved at the first try: 0 of 1." in said, "only the first try counts"
    assert f"Puzzle {SECOND.id}" not in play(progress, answers="quit\n")


def test_themes_are_listed_and_unknown_ones_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["puzzles", "play", "mandala", "--themes"])
    assert done.exit_code == 0
    assert FIRST.themes[0] in done.output
    done = CliRunner().invoke(main, ["puzzles", "play", "mandala", "--theme", "chess"])
    assert done.exit_code == 2
    assert FIRST.themes[0] in done.output
    damaged = tmp_path / "progress.json"
    damaged.write_text("[")
    done = CliRunner().invoke(main, ["puzzles", "play", "mandala", "--progress", str(damaged)])
    assert done.exit_code == 2
    assert "Cannot read your progress" in done.output
    assert damaged.read_text() == "["
