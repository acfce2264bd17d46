"""Extras: the base works without them, and commands that need one say which."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from cli import without_extras
from click.testing import CliRunner
from thorough_cases import rest_thorough

from sandmandala.cli import main
from sandmandala.records import Game

GAME = Game.new("patterns", secret=bytes(32))
EXTRAS = {
    "serve": "server",
    "admin": "server",
    "train": "train",
    "review": "review",
    "position": "review",
    "tutorials": "learn",
    "puzzles": "learn",
}
Answer = tuple[int, str, str, str]


def run_without(missing: list[str], *commands: tuple[list[str], str]) -> list[Answer]:
    done = subprocess.run(
        [sys.executable, without_extras.__file__, *missing],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    answers: list[Answer] = json.loads(done.stdout)
    return answers


def leaves(command: click.Command, *path: str) -> Iterator[list[str]]:
    """All commands below this one, as they are typed."""
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            yield from leaves(one, *path, name)
    else:
        yield [*path]


@pytest.mark.slow
def test_the_base_runs_every_command_that_needs_no_extra(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(GAME.record().to_text())
    arguments = {
        "play": ["patterns", "--secret", "00" * 32],
        "replay": [str(record)],
        "review": [str(record)],
        "position": ["patterns"],
        "tutorials": [str(record)],
        "puzzles": ["patterns"],
        "puzzles check": [],
        "verify": [str(record)],
        "perft": ["mandala", "--depth", "1"],
        "bench": ["--seconds", "0.1"],
        "arena": ["patterns", "random", "greedy", "--games", "2", "--workers", "1"],
        "engine": [],
        "train": ["patterns", "--folder", str(tmp_path / "run")],
        "compile": [],
    }
    commands = [*leaves(main)]
    given = [arguments.get(" ".join(path), arguments.get(path[0], [])) for path in commands]
    answers = run_without(
        ["base"], *((path + more, "quit\n") for path, more in zip(commands, given, strict=True))
    )
    for path, (code, output, error, exception) in zip(commands, answers, strict=True):
        if path[0] in EXTRAS:
            assert (code, output) == (3, "")
            assert error.count("\n") == 1
            assert f"sandmandala {path[0]} needs more packages" in error
            assert f"pip install 'sandmandala[{EXTRAS[path[0]]}]'" in error
        else:
            assert (code, exception) in [(0, "None"), (0, "SystemExit(0)")], f"{path}: {error}{exception}"


@pytest.mark.slow
def test_help_needs_no_extra() -> None:
    whole, play, serve = run_without(["base"], (["--help"], ""), (["play", "-h"], ""), (["serve", "-h"], ""))
    assert (whole[0], play[0], serve[0]) == (0, 0, 3)
    assert all(f"\n  {name} " in whole[1] for name in main.commands)


@pytest.mark.slow
@pytest.mark.parametrize("package", rest_thorough(["litestar", "uvloop"]))
def test_a_single_missing_package_is_named(package: str, tmp_path: Path) -> None:
    ((code, _, error, _),) = run_without([package], (["serve", "--port", "0", "--data", str(tmp_path)], ""))
    assert code == 3
    assert f"({package} is missing): pip install 'sandmandala[server]'" in error


@pytest.mark.thorough
@pytest.mark.slow
def test_postgresql_and_redis_name_their_extras(tmp_path: Path) -> None:
    one, other = run_without(
        ["asyncpg", "redis"],
        (["serve", "--port", "0", "--database", "postgresql://me@127.0.0.1:1/name"], ""),
        (["serve", "--port", "0", "--data", str(tmp_path), "--redis", "redis://127.0.0.1:1"], ""),
    )
    assert (one[0], other[0]) == (2, 2)
    assert "pip install 'sandmandala[postgresql]'" in one[2]
    assert "pip install 'sandmandala[redis]'" in other[2]


def test_our_own_import_errors_are_not_taken_for_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sandmandala.cli.serve", None)
    result = CliRunner().invoke(main, ["serve"])
    assert isinstance(result.exception, ModuleNotFoundError)
