"""What `import sandmandala` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import sandmandala
from sandmandala import IllegalMoveError, SandmandalaError


def test_the_package_offers_the_names_it_lists() -> None:
    for name in sandmandala.__all__:
        assert getattr(sandmandala, name).__name__ == name
    assert issubclass(IllegalMoveError, SandmandalaError)
    with pytest.raises(AttributeError, match="has no attribute 'Board'"):
        sandmandala.Board  # noqa: B018


@pytest.mark.slow
def test_importing_the_package_does_not_load_numba() -> None:
    code = """if True:
        import sys, sandmandala
        assert "numba" not in sys.modules
        sandmandala.Game
        assert "numba" in sys.modules
    """
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
