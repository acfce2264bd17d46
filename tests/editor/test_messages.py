"""Every sentence about an impossible position has its German, and names places that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sandmandala.editor.editor_game import editor_game
from sandmandala.editor.problems import problem_of
from sandmandala.games.errors import ImpossiblePositionError
from sandmandala.games.rules import all_games, rules_of

# What the names in these sentences stand for; most are numbers.
SAMPLES = {"name": "red", "COLOUR_NAMES[colour]": "red", "should": "is complete and must be resolved"}
described = [name for name in all_games() if editor_game(name).messages]


def sentences(name: str) -> Iterator[str]:
    """Those of the game's text.py, with samples in place of what varies."""
    file = import_module(f"sandmandala.games.{name}.text").__file__
    for node in ast.walk(ast.parse(Path(str(file)).read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ImpossiblePositionError":
            (said,) = node.args
            parts = said.values if isinstance(said, ast.JoinedStr) else [said]
            yield "".join(map(sample_of, parts))


def sample_of(part: ast.expr) -> str:
    if isinstance(part, ast.FormattedValue):
        sample = SAMPLES.get(ast.unparse(part.value), "1")
        return repr(sample) if part.conversion == ord("r") else sample
    assert isinstance(part, ast.Constant)
    return str(part.value)


@pytest.mark.parametrize("name", described)
def test_every_sentence_of_the_rules_has_its_german(name: str) -> None:
    found = list(sentences(name))
    assert found
    for sentence in found:
        problem = problem_of(ImpossiblePositionError(sentence), editor_game(name).messages, ()).problem
        assert problem.why.de != problem.why.en, sentence
        assert "{" not in problem.why.de
        assert problem.rule is None or sentence.startswith(f"{problem.rule}: ")


@pytest.mark.parametrize("name", described)
def test_messages_name_words_of_the_game(name: str) -> None:
    words = {word.key for word in editor_game(name).words(max(rules_of(name).seat_counts))}
    for message in editor_game(name).messages:
        word = re.sub(r"\{\w+\}", "1", message.place.partition("/")[0])
        assert word in {"", "1", *words}, message
