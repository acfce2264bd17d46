"""Lists of test cases of which `make test` takes some, and `make proof` the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def rest_thorough(cases: Iterable[Any], keep: int | Collection[Any] = 1) -> list[Any]:
    """All but the first cases, or all but those to keep, get the marker `thorough`: they are like them, and
    take long."""
    found = []
    for at, case in enumerate(cases):
        kept = at < keep if isinstance(keep, int) else case in keep
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=() if kept else pytest.mark.thorough))
    return found


def more_players_thorough(cases: Collection[tuple[str, int]]) -> list[Any]:
    """Of games and numbers of players, those with more than two players get the marker `thorough`."""
    return rest_thorough(cases, keep=[case for case in cases if case[1] == 2])
