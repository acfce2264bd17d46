"""Writes docs/observations/ from the games' tables: `make pages`; `--check` only compares them."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from sandmandala.envs.observations import observation_size
from sandmandala.games.rules import Rules, all_games, rules_of

_PAGES = Path(__file__).parent.parent / "docs" / "observations"


def page(rules: Rules) -> str:
    """The page about a game's observations."""
    size = observation_size(rules)
    lines = [
        f"# Observations of {rules.title}",
        "",
        "Look up what each number of an observation means ([environments](../envs.md)).",
        "",
        *_about(rules),
        "",
        f"An observation has {size:,} numbers (`float32`), in this order. Counts are divided by the number",
        "given, so that every number lies between 0 and 1; *yes or no* is 1 or 0. Colours are in the order",
        f"{', '.join(rules.palette.names)}. An action mask has",
        f"{rules.action_count} entries (`int8`), one for each action.",
        "",
        "`make pages` writes this page from the table in the code; do not edit it.",
        "",
        "| from | part | shape | numbers | meaning |",
        "|---|---|---|---|---|",
    ]
    at = 0
    for part in rules.observation_parts:
        shape = " × ".join(map(str, part.shape))
        numbers = "yes or no" if part.scale == 1 else f"count / {part.scale}"
        lines.append(f"| {at} | `{part.name}` | {shape} | {numbers} | {part.meaning} |")
        at += part.size
    return "\n".join([*lines, ""])


def _about(rules: Rules) -> list[str]:
    """The docstring of the game's observation.py, which says how to read the table."""
    words = inspect.getdoc(inspect.getmodule(rules.observe)) or ""
    return words.splitlines()


def main() -> int:
    wrong = []
    for game in all_games():
        path, text = _PAGES / f"{game}.md", page(rules_of(game))
        if "--check" not in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            wrong.append(path.name)
    if wrong:
        print(f"docs/observations: {', '.join(wrong)} differ from the tables in the code. Run: make pages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
