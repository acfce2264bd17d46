"""Run the quick checks: `make check`, or `python tools/check.py` without make.

With names it runs only those steps, as in `python tools/check.py types tests`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).parent.parent
WINDOWS = sys.platform == "win32"
BIN = Path(sys.executable).parent
PATH = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
PYTHON = [sys.executable]
PYTEST = [
    *PYTHON,
    "-m",
    "pytest",
    "-n",
    "2",
    "--ignore=tests/web",
    "-m",
    "not services and not browser and not slow and not thorough",
]
# The server and OpenSpiel do not run on Windows.
RULES = ["tests/rules", "tests/conformance", "tests/records", "tests/bots"]

STEPS: dict[str, list[list[str]]] = {
    "lint": [[*PYTHON, "-m", "ruff", "check", "."], [*PYTHON, "-m", "ruff", "format", "--check", "."]],
    "types": [[*PYTHON, "-m", "mypy"]],
    "imports": [["lint-imports"]],
    "workflows": [
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", ".github/workflows/checks.yml"],
        ["check-jsonschema", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml"],
        ["zizmor", "--offline", "--quiet", ".github"],
    ],
    "pages": [[*PYTHON, "tools/observation_pages.py", "--check"]],
    "web": [
        [*PYTHON, "tools/web_types.py", "--check"],
        *(["npm", "--prefix", "web", "run", "--silent", script] for script in ("lint", "check", "test")),
    ],
    "tests": [[*PYTHON, "-m", "sandmandala", "compile"], [*PYTEST, *(RULES if WINDOWS else [])]],
}
USUAL = ["lint", "pages", "tests"] if WINDOWS else list(STEPS)


def main(names: list[str]) -> int:
    """Run these steps, or the usual ones. All run, so that one failure does not hide another."""
    if unknown := set(names) - set(STEPS):
        print(f"There is no step {', '.join(sorted(unknown))}; there are: {', '.join(STEPS)}")
        return 2
    chosen, begin, failed = names or USUAL, time.monotonic(), []
    print(f"Checking {', '.join(chosen)} …", flush=True)
    with ThreadPoolExecutor(2) as pool:
        # The longest are the last ones of the list.
        running = {pool.submit(_run, name): name for name in reversed(STEPS) if name in chosen}
        for step in as_completed(running):
            passed, output = step.result()
            print(f"== {running[step]}: {'passed' if passed else 'FAILED'}\n{output}", end="", flush=True)
            if not passed:
                failed.append(running[step])
    outcome = f"Failed: {', '.join(failed)}" if failed else "All is well."
    print(f"{outcome} {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


def _run(step: str) -> tuple[bool, str]:
    """Whether all commands of a step pass, and their output up to the first failure."""
    output = ""
    for command in STEPS[step]:
        program = shutil.which(command[0], path=PATH)
        if program is None:
            return False, f"{output}{command[0]} is not installed: see CONTRIBUTING.md\n"
        ran = subprocess.run(
            [program, *command[1:]],
            cwd=ROOT,
            env={**os.environ, "PATH": PATH},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        output += ran.stdout
        if ran.returncode:
            return False, output
    return True, output


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
