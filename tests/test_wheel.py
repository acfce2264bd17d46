"""The package as people install it: built from this tree, into an empty environment, without Node."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parent.parent
SOURCES = "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "src", "tools", "web"
NOT_COPIED = shutil.ignore_patterns("node_modules", "page", "__pycache__", "*.egg-info")
PATIENCE = 600  # seconds for an installation


def run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
    )


def succeed(*command: object) -> str:
    done = run(*command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # npm and the build write into the tree, which other tests use at the same time.
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=NOT_COPIED)
        else:
            shutil.copy(ROOT / name, tree)
    succeed(sys.executable, "-m", "build", "--outdir", out, tree)
    (found,) = out.glob("*.whl")
    return found


@contextmanager
def serving(command: Path, folder: Path) -> Iterator[str]:
    """The address of a server started by this command."""
    environment = {
        **os.environ,
        "PATH": "",  # no Node
        "SANDMANDALA_CACHE": str(folder / "cache"),
        "SANDMANDALA_DATA": str(folder / "data"),
        "SANDMANDALA_PORT": "0",
        "NUMBA_DISABLE_JIT": "1",  # nobody plays, so there is nothing to compile
    }
    process = subprocess.Popen([command, "serve"], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout
        line = process.stdout.readline()
        assert "Sandmandala is at " in line
        yield line.split()[-1]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.slow
@pytest.mark.thorough
def test_the_wheel_serves_the_web_app(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert "sandmandala/server/page/index.html" in archive.namelist()
        assert "sandmandala/games/mandala/learn/glossary.toml" in archive.namelist()
        assert "sandmandala/games/flowers/learn/flowers-more.toml" in archive.namelist()
        assert not any("node_modules" in name for name in archive.namelist())
    venv.create(tmp_path / "fresh")
    programs = tmp_path / "fresh" / "bin"
    # Python compiles the few modules that it imports by itself.
    install = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        programs / "python",
        "install",
        "--quiet",
        "--no-compile",
        "--constraint",
        ROOT / "constraints.txt",
    )
    succeed(*install, wheel)
    done = run(programs / "sandmandala", "serve", PATH="")
    assert (done.returncode, done.stdout) == (3, "")
    assert "pip install 'sandmandala[server]'" in done.stderr

    succeed(*install, f"{wheel}[server]")
    with (
        serving(programs / "sandmandala", tmp_path) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        page = client.get("/")
        assert page.status_code == 200
        (script,) = re.findall(r'<script [^>]*src="([^"]+)"', page.text)
        assert "javascript" in client.get(script).raise_for_status().headers["content-type"]
        assert client.get("/healthz").json()["status"] == "ok"
        assert client.get("/api/v1/about").raise_for_status().json()["games"]
        assert len(client.get("/api/v1/tutorials").raise_for_status().json()) >= 4
