"""Tutorials: the shipped ones fit the rules, and a malformed one is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from learn.tutorial_files import GOOD, spoiled

from sandmandala.cli import main
from sandmandala.games.manifest import manifests
from sandmandala.learn.errors import DataFileError
from sandmandala.learn.glossary import glossary_of
from sandmandala.learn.library import Library
from sandmandala.learn.tutorial import Tutorial, check_tutorial, read_tutorial

SHIPPED = Library()


def load(content: bytes) -> Tutorial:
    return check_tutorial(read_tutorial(content, "mine.toml"), "mine", "mine.toml")


@pytest.mark.parametrize("game", manifests())
def test_every_game_has_a_tutorial_and_a_glossary(game: str) -> None:
    assert game in {file.game for file in SHIPPED.files().values()}
    assert glossary_of(game).terms
    assert SHIPPED.problems == []


@pytest.mark.parametrize("id", SHIPPED.files())
def test_shipped_tutorials_fit_the_rules(id: str) -> None:
    tutorial = SHIPPED.tutorial(id)
    assert SHIPPED.problems == []
    assert tutorial is not None
    assert tutorial.steps[0].question is None or tutorial.file.minutes == 1, "it starts with theme and goal"
    for step in tutorial.steps:
        if not step.question:
            continue
        assert step.game.mover(step.ply + 1) == tutorial.file.seat
        others = set(step.question.legal) - set(step.question.accepted)
        told = set(step.question.ask.answers)
        assert step.question.ask.otherwise or others <= told, f"unanswered moves: {others - told}"


def test_the_steps_follow_the_record() -> None:
    steps = load(GOOD.encode()).steps
    assert [(one.ply, one.until) for one in steps] == [(0, 0), (0, 2), (2, 2)]
    question = steps[1].question
    assert question is not None
    assert list(question.accepted) == ["M1Y"]
    assert "M2Y" in question.legal
    assert "F1R1" not in question.legal


def test_the_last_move_of_a_scene_can_have_alternatives() -> None:
    moves = spoiled('moves = ["M1Y", "F1G1"]', 'moves = ["M1Y"]').decode()
    steps = load(moves.replace("[scenes.steps.ask]", '[scenes.steps.ask]\naccept = ["DG1"]').encode()).steps
    question = steps[1].question
    assert question is not None
    assert {move: game.moves for move, game in question.accepted.items()} == {"M1Y": ["M1Y"], "DG1": ["DG1"]}


SPOILED = {
    "not TOML": ("minutes = 1", "minutes =", "mine.toml: This is not TOML: Invalid value (at line 3"),
    "unknown game": ('game = "mandala"', 'game = "chess"', "mine.toml, game: There is no game 'chess'"),
    "unknown field": (
        "show =",
        "shows =",
        "mine.toml, scene 1, step 1: Object contains unknown field `shows`",
    ),
    "a language is missing": (
        ', de = "Leg Gelb."',
        "",
        "mine.toml, scene 1, step 2, say: Object missing required field `de`",
    ),
    "an empty text": ("Well done.", "", "mine.toml, scene 1, step 3, say.en: Expected `str` of length >= 1"),
    "too long a text": (
        "Well done.",
        "Well! " * 60,
        "scene 1, step 3, say.en: Expected `str` of length <= 300",
    ),
    "no such place": (
        "mountain:m1",
        "mountain:m3",
        "scene 1, step 1, show: The board of Mandala has no place",
    ),
    "no such term": (
        "{mountain}",
        "{hill}",
        "mine.toml, scene 1, step 1, say.de: The glossary has no term 'hill'; it has mountain,",
    ),
    "an open brace": ("{mountain}", "{mountain", "scene 1, step 1, say.de: Write a term as {term}"),
    "no such seat": ("minutes = 1", "minutes = 1\nseat = 2", "mine.toml, seat: Mandala has no seat 2."),
    "an impossible position": (
        "hand=Y2",
        "hand=Y19",
        "mine.toml, scene 1, record: There are 19 yellow cards",
    ),
    "an illegal move": (
        '["M1Y", "F1G1"]',
        '["F1R1", "F1G1"]',
        "mine.toml, scene 1, record: M7: you have no red card in hand (move 1, F1R1)",
    ),
    "an unknown key of the record": (
        "moves = [",
        "move = [",
        "mine.toml, scene 1, record: A record has no 'move'.",
    ),
    "a date in the record": (
        "start =",
        "trace = 2026-01-01\nstart =",
        "mine.toml, scene 1, record: Object of type",
    ),
    "a record of another game": (
        "start =",
        'game = "patterns"\nstart =',
        "mine.toml, scene 1, record: This is a tutorial of mandala, but the record is one of patterns.",
    ),
    "a question too late": (
        "[scenes.steps.ask]",
        "after = 2\n[scenes.steps.ask]",
        "mine.toml, scene 1, step 2, ask: The record has no further move.",
    ),
    "a question to the other player": (
        "[scenes.steps.ask]",
        "after = 1\n[scenes.steps.ask]",
        "mine.toml, scene 1, step 2, ask: Move 2 of the record is not the learner's",
    ),
    "a step too far": (
        "show =",
        "after = 9\nshow =",
        "mine.toml, scene 1, step 1, after: The record has only 2",
    ),
    "a step back": (
        'say = { en = "Well',
        'after = 0\nsay = { en = "Well',
        "mine.toml, scene 1, step 3, after: The step before leads to move 1.",
    ),
    "an answer to the right move": (
        "answers.M2Y",
        "answers.M1Y",
        "mine.toml, scene 1, step 2, ask.answers.M1Y: This move is accepted",
    ),
    "an answer to no move": (
        "answers.M2Y",
        "answers.Z9",
        "mine.toml, scene 1, step 2, ask.answers.Z9: Cannot read the move 'Z9'.",
    ),
    "an alternative too early": (
        "[scenes.steps.ask]",
        '[scenes.steps.ask]\naccept = ["DG1"]',
        "mine.toml, scene 1, step 2, ask.accept: Only the last move of a scene",
    ),
    "nothing after the last question": (
        '[[scenes.steps]]\nsay = { en = "Well done.", de = "Gut gemacht." }',
        "",
        "mine.toml, scene 1, step 2, ask: A scene ends with something to read",
    ),
    "nothing to do": (
        GOOD[GOOD.index("[scenes.steps.ask]") : GOOD.index('[[scenes.steps]]\nsay = { en = "Well')],
        "",
        "mine.toml: The learner makes no move: no step has 'ask'.",
    ),
}


@pytest.mark.parametrize(("old", "new", "said"), SPOILED.values(), ids=SPOILED)
def test_a_malformed_tutorial_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    with pytest.raises(DataFileError) as found:
        load(spoiled(old, new))
    assert said in str(found.value)


def choosing(*options: str) -> bytes:
    """The good tutorial with a question in its first step."""
    written = "".join(f"[[scenes.steps.choose]]\n{option}\n" for option in options)
    return GOOD.replace('show = ["mountain:m1"]\n', f'show = ["mountain:m1"]\n{written}', 1).encode()


WRONG = 'say = { en = "2", de = "2" }\nanswer = { en = "No {cup}.", de = "Kein {cup}." }'
RIGHT = 'say = { en = "3", de = "3" }\nright = true'


def test_a_question_that_is_not_a_move() -> None:
    [first, *_] = load(choosing(WRONG, RIGHT)).steps
    assert [option.right for option in first.step.choose] == [False, True]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((RIGHT,), "scene 1, step 1, choose: A question needs at least two answers, and a right one."),
        ((WRONG, WRONG), "at least two answers, and a right one"),
        ((WRONG.partition("\n")[0], RIGHT), "choose, 1: Say why this answer is wrong"),
        ((WRONG.replace("{cup}", "{jug}"), RIGHT), "choose, 1, answer.en: The glossary has no term 'jug'"),
        ((WRONG,) * 5 + (RIGHT,), "scene 1, step 1, choose"),
    ],
)
def test_a_malformed_question_is_refused_with_its_place(options: tuple[str, ...], said: str) -> None:
    with pytest.raises(DataFileError) as found:
        load(choosing(*options))
    assert said in str(found.value)


def test_a_file_that_is_no_text() -> None:
    with pytest.raises(DataFileError, match=r"mine\.toml: This is not a text in UTF-8\."):
        load(b"\xff\xfe")
    with pytest.raises(DataFileError, match="more than 200000 bytes"):
        load(b"#" * 200_001)


def test_a_malformed_tutorial_of_a_host_does_not_load_and_others_do(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "form.toml").write_bytes(spoiled("{mountain}", "{hill}"))
    (tmp_path / "rules.toml").write_bytes(spoiled('["M1Y", "F1G1"]', '["TR"]'))
    (tmp_path / "mandala.toml").write_text(GOOD)
    (tmp_path / "No Name.toml").write_text(GOOD)
    (tmp_path / "notes.txt").write_text("not a tutorial")
    library = Library(tmp_path)
    assert set(library.files()) - set(SHIPPED.files()) == {"good", "rules"}
    assert library.tutorial("good") is not None
    assert library.tutorial("rules") is None
    assert "rules" not in library.files()
    assert library.tutorial("nothing") is None
    said = [str(problem) for problem in library.problems]
    assert len(said) == 4
    for name, why in {
        "form": "glossary has no term",
        "rules": "scene 1, record: M10:",
        "mandala": "already a tutorial 'mandala': mandala/mandala.toml",
        "No Name": "lower-case letters",
    }.items():
        assert any(f"{name}.toml" in one and why in one for one in said), name


def test_the_command_names_the_place(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(GOOD)
    bad.write_bytes(spoiled("mountain:m1", "moon"))
    fine = CliRunner().invoke(main, ["tutorials", "check", str(good)])
    assert (fine.exit_code, fine.output) == (0, f"ok  {good}: 3 steps\n")
    both = CliRunner().invoke(main, ["tutorials", "check", str(good), str(bad)])
    assert both.exit_code == 1
    assert f"BAD {bad}, scene 1, step 1, show: The board of Mandala has no place 'moon'." in both.output


def test_the_example_of_the_documentation_is_right() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tutorials.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert len(load(example.encode()).steps) == 3
