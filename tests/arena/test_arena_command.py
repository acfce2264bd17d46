"""`sandmandala arena` on the command line, and the chart."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.command_runner import COMMAND, PATIENCE, refused, run, run_alone

from sandmandala.arena import chart
from sandmandala.arena.ratings import Estimate


@pytest.mark.thorough
@pytest.mark.slow
def test_a_match_on_two_cores(tmp_path: Path) -> None:
    out, svg = tmp_path / "match.jsonl", tmp_path / "ladder.svg"
    result = run_alone(
        *("arena", "patterns", "search:20", "random", "greedy", "--games", 2, "--workers", 2),
        *("--out", out, "--chart", svg),
    )
    shown = result.stdout.decode()
    assert result.returncode == 0, result.stderr.decode()
    for words in ("search:20", "95 % interval", "beginner wins", "moves a second", "from search:20 = 0"):
        assert words in shown
    assert len(out.read_text().splitlines()) == 7
    texts = "".join(ElementTree.parse(svg).getroot().itertext())
    for name in ("search:20", "random", "greedy"):
        assert name in texts


def test_a_sequential_test() -> None:
    shown = run("arena", "patterns", "search:20", "random", "--sprt", 0, 200, "--workers", 1).stdout
    assert "of [-2.94, 2.94]" in shown
    assert "Decided for Elo 200: the first bot is stronger by as much as asked." in shown
    shown = run("arena", "flowers", "random", "random", "--games", 2, "--sprt", 0, 5, "--workers", 1).stdout
    assert "Undecided." in shown


def test_faults_are_reported_by_name() -> None:
    shown = run("arena", "flowers", "random", "engine:/no/such", "--games", 2, "--workers", 1).stdout
    assert "engine:/no/such lost 2 games by a crash, first in game 0: EngineError: cannot start" in shown


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_keeps_finished_games(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    arguments = ["arena", "flowers", "search:30", "greedy", "--out", str(out)]
    process = subprocess.Popen(
        [COMMAND, *arguments, "--games", "9999", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not (out.exists() and len(out.read_bytes().splitlines()) > 5):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # to the workers as well, as a terminal does
    shown, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said == b""
    assert "Run the same command again to resume it." in shown.decode()
    kept = out.read_bytes()
    assert run(*arguments, "--games", 8, "--workers", 1).exit_code == 0
    assert out.read_bytes().startswith(kept)
    numbers = [json.loads(line)["number"] for line in out.read_text().splitlines()[1:]]
    assert len(numbers) == len(set(numbers))
    assert set(range(8)) <= set(numbers)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mandala", "random"], "two bots or more"),
        (["mandala", "random", "deep thought"], "There is no bot 'deep thought'"),
        (["mandala", "random", "uct:9"], "Take ismcts instead"),
        (["mandala", "random", "greedy", "--seats", 3], "2 seats, not 3"),
        (["mandala", "random", "greedy", "--option", "wind=on"], "no option 'wind'"),
        (["mandala", "random", "greedy", "--sprt", 20, 0], "must be below the second"),
        (["mandala", "random", "greedy", "search:9", "--sprt", 0, 20], "between two bots, not 3"),
        (["mandala", "random", "greedy", "--move-time", 0], "more than 0 seconds"),
        (["mandala", "random", "greedy", "--games", 0], "0 is not in the range"),
        (["chess", "random", "greedy"], "'chess' is not one of"),
        (["mandala", "random", "greedy", "--out", "/no/such/folder/a.jsonl"], "Cannot write to"),
        (["mandala", "random", "greedy", "--chart", "/no/such/folder/a.svg"], "The folder /no/such/folder"),
    ],
)
def test_user_errors_are_one_sentence(arguments: list[object], said: str) -> None:
    assert said in refused("arena", *arguments)


@pytest.mark.parametrize("names", [["a"], ["<&\">'", "b" * 99, "c\x00\ud800"]])
def test_a_chart_shows_every_name(names: list[str]) -> None:
    rungs = [(name, Estimate(50.0 - 90 * i, 20.0 - 90 * i, 80.0 - 90 * i)) for i, name in enumerate(names)]
    root = ElementTree.fromstring(chart("Elo <now>", rungs).encode())
    texts = [text for element in root.iter() for text in [element.text] if text]
    assert "Elo <now>" in texts
    for name in names:
        assert name.replace("\x00", "?").replace("\ud800", "?") in texts, "in full at least as a title"


def test_the_bars_of_a_chart_lie_within_it() -> None:
    rungs = [
        ("up", Estimate(700.0, 300.0, 1100.0)),
        ("zero", Estimate(0, 0, 0)),
        ("down", Estimate(-5, -9, -1)),
    ]
    root = ElementTree.fromstring(chart("Elo", rungs))
    width = float(root.attrib["width"])
    for bar in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert 0 <= float(bar.get("x", 0)) <= float(bar.get("x", 0)) + float(bar.attrib["width"]) <= width
