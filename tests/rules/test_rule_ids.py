"""Every rule of the docs has a test named after it, and every error cites a rule of the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandmandala.games.manifest import manifests

ROOT = Path(__file__).resolve().parents[2]
GAMES = manifests()


def documented(game: str) -> list[str]:
    """The ids of a game's page, from lines such as `- **M5 Golden rule.** …`."""
    page = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*([A-Z]\d+)\b", page, re.MULTILINE)


def rules_with_tests() -> set[str]:
    """The ids that tests are named after, such as `test_m5_golden_rule`."""
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "rules").glob("test_*.py"))
    return {
        found.upper() for source in sources for found in re.findall(r"^def test_([a-z]\d+)_", source, re.M)
    }


def cited(game: str) -> set[str]:
    source = (ROOT / "src" / "sandmandala" / "games" / game / "illegal_moves.py").read_text(encoding="utf-8")
    return set(re.findall(rf"\b{GAMES[game].last_rule[0]}\d+\b", source))


@pytest.mark.parametrize("game", GAMES)
def test_the_docs_have_all_rules_in_order(game):
    letter, count = GAMES[game].last_rule[0], int(GAMES[game].last_rule[1:])
    assert documented(game) == [f"{letter}{number}" for number in range(1, count + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game):
    untested = [rule for rule in documented(game) if rule not in rules_with_tests()]
    assert not untested, f"rules of {game} without a test named after them: {', '.join(untested)}"


@pytest.mark.parametrize("game", GAMES)
def test_errors_cite_rules_of_the_docs(game):
    assert cited(game), f"found no rule id at all in illegal_moves.py of {game}"
    unknown = sorted(cited(game) - set(documented(game)))
    assert not unknown, f"errors of {game} cite ids that its page lacks: {', '.join(unknown)}"
