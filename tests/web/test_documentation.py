"""The documentation builds without a warning, and works from a folder without a server or a network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
GAMES = ("mandala", "patterns", "flowers")

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_are_those_of_the_app(site: Path, game: str, language: str) -> None:
    page = (site / f"rules/{game}.{language}.html").read_text()
    source = (ROOT / f"web/src/games/{game}/rules.{language}.ts").read_text()
    ids = re.findall(r"id: '(\w+)'", source)
    assert ids
    assert re.findall(r'<h2 id="(\w+)"', page) == [rule.lower() for rule in ids]
    assert page.count("admonition note") == source.count("ruling:")


def test_the_search_index_has_pages_recipes_rules_and_the_api(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text())
    found = {entry["location"] for entry in index["docs"]}
    assert {"rules/mandala.de.html", "cookbook/write-a-bot.html", "self-hosting.html"} <= found
    assert "api/records.html#sandmandala.records.Game.play" in found
    assert (site / "search/search_index.js").exists()  # used by pages opened from a file


def test_the_rest_api_is_there_for_people_and_programs(site: Path) -> None:
    paths = json.loads((site / "api/openapi.json").read_text())["paths"]
    page = (site / "api/rest.html").read_text()
    assert "/api/v1/tables" in paths
    assert all(path in page for path in paths)


def test_search_works_from_a_file_and_contacts_no_host(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.fill("input.md-search__input", "golden rule")
    page.wait_for_selector(".md-search-result__item >> text=Rules of Mandala")
    page.close()
    assert [url for url in asked if not url.startswith(("file:", "about:", "data:"))] == []
