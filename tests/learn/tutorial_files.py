"""A small tutorial that is right, for tests that spoil it."""

from __future__ import annotations

GOOD = """
game = "mandala"
minutes = 1
title = { en = "Title", de = "Titel" }
about = { en = "About", de = "Darum geht es" }

[[scenes]]
[scenes.record]
start = "mandala1=R1O1/-/- mandala2=P1K1/-/- hand=Y2G1K1/G1R1O1 dealt=R1P1/K1G1 turn=0"
moves = ["M1Y", "F1G1"]

[[scenes.steps]]
say = { en = "This is the {mountain|middle}.", de = "Das ist das {mountain}." }
show = ["mountain:m1"]

[[scenes.steps]]
say = { en = "Play yellow.", de = "Leg Gelb." }
[scenes.steps.ask]
answers.M2Y = { en = "The other one.", de = "Das andere." }
answers.F1R1 = { en = "The golden rule.", de = "Die Goldene Regel." }

[[scenes.steps]]
say = { en = "Well done.", de = "Gut gemacht." }
"""


def spoiled(old: str, new: str) -> bytes:
    assert old in GOOD, f"the tutorial has no {old!r}"
    return GOOD.replace(old, new).encode()
