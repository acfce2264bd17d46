"""Compiling ahead: in separate processes, everything that is needed, even if something fails."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli import called_functions
from thorough_cases import rest_thorough

from sandmandala.cli import warmup
from sandmandala.cli.compile_parts import PARTS
from sandmandala.cli.compile_pool import CompilePool, CompilerDiedError, Job
from sandmandala.games import compile_state, compiling
from sandmandala.games.rules import all_games

JOB = Job("rules", "patterns")


class Told:
    """Records progress reports."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.shares: list[float] = []
        self.niceness: list[int] = []

    def began(self, job: Job) -> None:
        self.jobs.append(job)

    def went_on(self, job: Job, share: float) -> None:
        self.shares.append(share)
        self.niceness += [
            os.getpriority(os.PRIO_PROCESS, one.pid) for one in multiprocessing.active_children() if one.pid
        ]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compile_state, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compile_state, "INTERPRETED", False)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("game", rest_thorough(all_games()))
@pytest.mark.parametrize("part", ["rules", "bots"])
def test_what_tables_call_is_compiled_ahead(part: str, game: str) -> None:
    done = subprocess.run(
        [sys.executable, called_functions.__file__, part, game],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_a_server_compiles_all_that_it_waits_for(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the first review would be compiled in the server, and everybody would wait."""
    compiled: list[str] = []
    monkeypatch.setattr(
        CompilePool, "compile", lambda pool, jobs, *rest: compiled.extend(job.mark for job in jobs)
    )
    with warmup.compile_meanwhile():
        pass
    assert compiled == [f"{part} {game}" for part in ("rules", "bots", "review") for game in all_games()]


@pytest.mark.thorough
@pytest.mark.slow
def test_processes_compile_and_report_progress() -> None:
    told = Told()
    CompilePool().compile([JOB], told, processes=2)
    assert told.jobs == [JOB]
    assert told.shares == sorted(told.shares)
    assert told.shares.count(1.0) == 1
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert min(told.niceness) > ours, "the server and the build of the page come first"
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_a_process_that_dies_is_noticed(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CompilerDiedError, match="nonsense of Patterns"):
        CompilePool().compile([Job("nonsense", "patterns")], Told(), processes=1)
    assert "KeyError: 'nonsense'" in capfd.readouterr().err
    assert multiprocessing.active_children() == []


def test_compiling_can_be_stopped() -> None:
    pool, told = CompilePool(), Told()
    pool.stop()
    pool.compile([JOB], told, processes=1)
    assert told.shares == []
    assert multiprocessing.active_children() == []


def test_without_its_processes_the_command_compiles_itself(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def die(*_: object) -> None:
        raise CompilerDiedError("rules of Patterns")

    def run(job: Job, tell: Callable[[float], None]) -> None:
        compile_state.mark_compiled(job.mark)
        tell(1.0)

    monkeypatch.setattr(CompilePool, "compile", die)
    monkeypatch.setattr(Job, "run", run)
    warmup.compile_once(PARTS)
    assert "the rules of Patterns has died; continuing without it" in capsys.readouterr().err
    assert len(list(cache.glob("done *"))) == len(PARTS) * len(all_games())
    warmup.compile_once(PARTS)
    assert capsys.readouterr().err == "", "nothing is left to compile"


def test_one_process_compiles_at_a_time(cache: Path) -> None:
    assert not compile_state.somebody_compiles()
    with compile_state.compile_alone():
        assert compile_state.somebody_compiles()
    assert not compile_state.somebody_compiles()


def test_a_cache_that_cannot_be_written_is_replaced_for_all_our_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SANDMANDALA_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    folder = compiling.cache_folder.__wrapped__()
    assert folder.is_dir()
    assert folder.parent == Path(os.environ["SANDMANDALA_CACHE"])
    assert compiling.cache_folder.__wrapped__() == folder
