"""`make play` builds the page while the rules are compiled, then serves it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture
def play() -> ModuleType:
    """tools/play.py, which is not in a package."""
    spec = spec_from_file_location("play", Path(__file__).parents[2] / "tools" / "play.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens, in order; nothing is compiled or served."""
    found: list[str] = []

    @contextmanager
    def compile_meanwhile() -> Iterator[None]:
        found.append("compiling begins")
        yield
        found.append("compiling ends")

    def command(arguments: list[str], **_: Any) -> None:
        found.append(" ".join(arguments))

    monkeypatch.setattr("sandmandala.cli.warmup.compile_meanwhile", compile_meanwhile)
    monkeypatch.setattr("sandmandala.cli.main", command)
    return found


def test_the_page_is_built_while_rules_are_compiled(
    play: ModuleType,
    steps: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(play, "BUILD", (sys.executable, "-c", "print('Building')"))
    assert play.main() == 0
    assert steps == ["compiling begins", "serve --next-port", "compiling ends"]
    assert capsys.readouterr().out == "Building\n"


def test_without_a_page_nothing_is_served(
    play: ModuleType, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "BUILD", (sys.executable, "-c", "exit(2)"))
    assert play.main() == 2
    assert steps == ["compiling begins", "compiling ends"]
