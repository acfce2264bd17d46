"""The Python code in the documentation runs, and prints what the pages say."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SLOW = ["docs/cookbook/train-on-a-batch.md", "docs/openspiel.md"]
# Several tests run at once: more threads would only wait for each other.
ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def fences(page: str) -> list[tuple[str, str, int]]:
    """Language, text and first line of each block of code."""
    text = (ROOT / page).read_text()
    return [(match[1], match[2], text[: match.start(2)].count("\n")) for match in FENCE.finditer(text)]


def has_python(page: str) -> bool:
    return any(language == "python" for language, _, _ in fences(page))


def run(page: str) -> None:
    """Run the blocks in order. A block of text after one of Python is its expected output."""
    names: dict[str, Any] = {"__name__": "page"}
    blocks = fences(page)
    for number, (language, code, line) in enumerate(blocks):
        if language == "python":
            padded = "\n" * line + code  # so that errors name the line of the page
            with redirect_stdout(io.StringIO()) as printed:
                exec(compile(padded, str(ROOT / page), "exec", dont_inherit=True), names)
            if number + 1 < len(blocks) and blocks[number + 1][0] == "text":
                assert printed.getvalue() == blocks[number + 1][1]


PAGES = [str(path.relative_to(ROOT)) for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]]


@pytest.mark.parametrize("page", [page for page in PAGES if has_python(page) and page not in SLOW])
def test_the_examples_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(page)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("page", SLOW)
def test_the_slow_examples_of_a_page_run(page: str, tmp_path: Path) -> None:
    command = [sys.executable, __file__, page]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | ALONE, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_cookbook_lists_every_recipe() -> None:
    index = (ROOT / "docs/cookbook/index.md").read_text()
    recipes = {path.name for path in ROOT.glob("docs/cookbook/*.md")} - {"index.md"}
    assert recipes == set(re.findall(r"\]\((\S+\.md)\)", index))
    assert all(has_python(f"docs/cookbook/{name}") for name in recipes)


def test_the_readme_has_no_duplicate_and_no_broken_link() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    assert len(links) == len(set(links))
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_tour_of_the_server_names_existing_functions() -> None:
    """`Tables.do` (tables/service.py) and the like, in docs/architecture.md."""
    page = (ROOT / "docs/architecture.md").read_text()
    walk = page.partition("## From a click to the disk and back")[2].partition("\n\nEvery change")[0]
    steps = re.findall(r"^\d+\. ", walk, re.MULTILINE)
    named = re.findall(r"`(\w+)\.(\w+)`(?: \(([\w/]+\.py)\))?", walk)
    assert len(steps) == 12
    assert len(named) >= 14
    server = ROOT / "src/sandmandala/server"
    for owner, function, file in named:
        files = [server / file] if file else [*server.glob("tables/*.py"), *server.glob("live/*.py")]
        sources = [
            path.read_text() for path in files if owner == path.stem or f"class {owner}" in path.read_text()
        ]
        assert any(re.search(rf"def {function}\b", source) for source in sources), f"{owner}.{function}"


def test_pages_name_existing_files() -> None:
    """`live/frame_limit.py` and the like. NAME.py stands for a file of each game."""
    folders = ("src", "tests", "tools", "bench", "examples", "web/src", "web/vite-plugins")
    paths = [path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*.*")]
    pages = [*ROOT.glob("docs/**/*.md"), ROOT / "CONTRIBUTING.md"]
    named = {
        (page.name, file)
        for page in pages
        for file in re.findall(r"(?<![\w/<>.-])(?:[\w-]+/)*[\w.-]+\.(?:py|ts|svelte)\b", page.read_text())
        if "NAME" not in file
    }
    assert len(named) > 100
    assert [one for one in sorted(named) if not any(path.endswith(f"/{one[1]}") for path in paths)] == []


if __name__ == "__main__":
    run(sys.argv[1])
