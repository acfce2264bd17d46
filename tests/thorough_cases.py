"""Lists of test cases of which `make test` takes some, and `make proof` the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def rest_thorough(cases: Iterable[Any], keep: int = 1) -> list[Any]:
    """All but the first cases get the marker `thorough`: they are like the first, and take long."""
    found = []
    for at, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=pytest.mark.thorough if at >= keep else ()))
    return found
