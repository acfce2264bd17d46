"""examples/openspiel_evaluation.py, with few games."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_evaluation.py"


@pytest.mark.slow
@pytest.mark.thorough
def test_the_searches_of_openspiel_beat_chance(
    capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [EXAMPLE.name, "2", "15"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    won = {
        line.partition(": ")[0]: float(re.findall(r"[+-]\d\.\d+", line)[0])
        for line in lines
        if "random" in line
    }
    assert len(lines) == 5
    assert won.keys() == {"Patterns", "Mandala", "Flowers"}
    assert sum(won.values()) > 0
