"""Runs commands, given as JSON, without some packages, and prints the exit code and output of each.

With the argument `base` there are only the packages of every installation; otherwise those given are missing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from typing import Any

# What `pip install sandmandala` brings, with the packages that these need.
BASE = {"click", "llvmlite", "markdown_it", "mdurl", "numba", "numpy", "pygments", "rich", "sandmandala"}


class Missing(MetaPathFinder):
    """Raises the import errors of missing packages."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        package = name.partition(".")[0]
        known = BASE | sys.stdlib_module_names
        if package in self._names or ("base" in self._names and package not in known):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing(sys.argv[1:]))
    from click.testing import CliRunner

    from sandmandala.cli import main

    answers = []
    for arguments, typed in json.load(sys.stdin):
        result = CliRunner().invoke(main, arguments, input=typed)
        answers.append((result.exit_code, result.stdout, result.stderr, repr(result.exception)))
    json.dump(answers, sys.stdout)
