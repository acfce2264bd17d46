"""Consistency of the project's own files."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import sandmandala
from sandmandala.games.manifest import manifests

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCK: dict[str, Any] = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]


def test_the_version_has_one_place() -> None:
    project = PROJECT
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "sandmandala.__version__"}
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text())
    assert sandmandala.__version__[0].isdigit()


def test_every_game_is_in_the_contract_between_games() -> None:
    contracts = {one["name"]: one for one in PROJECT["tool"]["importlinter"]["contracts"]}
    packages = {f"sandmandala.games.{name}" for name in manifests()}
    assert set(contracts["Games never import one another"]["modules"]) == packages


def test_every_module_says_what_it_is() -> None:
    command = [sys.executable, str(ROOT / "tools" / "module_list.py")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    about = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert {"src/sandmandala/games/rules.py", "web/src/main.ts", "tests/test_project.py"} <= set(about)
    assert [name for name, sentence in about.items() if not 10 < len(sentence) < 200] == []


@pytest.mark.parametrize(
    "system", ["darwin-arm64", "darwin-x64", "linux-arm64-gnu", "linux-x64-gnu", "win32-x64-msvc"]
)
def test_the_bundler_is_locked_for_every_platform(system: str) -> None:
    assert f"node_modules/@rolldown/binding-{system}" in LOCK
    assert f"node_modules/lightningcss-{system}" in LOCK


def test_the_lock_holds_all_optional_packages_with_hashes_and_no_registry() -> None:
    for path, package in LOCK.items():
        for name in package.get("optionalDependencies", {}):
            assert f"node_modules/{name}" in LOCK, f"{path} may need {name}"
        assert "resolved" not in package
        assert not path or "integrity" in package, path
