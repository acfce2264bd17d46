"""Prints every module with the line that it begins with: `python tools/module_list.py [FOLDER …]`.

The documentation has the same list as a page.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("src/sandmandala", "web/src", "tests", "tools", "bench", "examples")
# Written by tools, or parts of a database's history.
_LEFT_OUT = re.compile(r"/(page|generated|migrations|template_game|data|node_modules)/|\.test\.ts$")
_SUFFIXES = {".py", ".ts", ".js", ".svelte"}
_SHORT = 30  # a sentence that says little without the next one, such as "Bots."
_COMMENT = re.compile(r"\s*(?:/\*\*(.*?)\*/|<!--(.*?)-->)", re.DOTALL)


def modules(folder: str) -> Iterator[tuple[Path, str]]:
    """The modules under a folder of the project, each with its first sentence, if there is one."""
    for path in sorted((ROOT / folder).rglob("*"), key=lambda path: (path.parent, path.name)):
        name = path.relative_to(ROOT)
        if path.suffix in _SUFFIXES and not _LEFT_OUT.search(f"/{name.as_posix()}"):
            yield name, _first_sentence(path)


def _first_sentence(path: Path) -> str:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        about = ast.get_docstring(ast.parse(source)) or ""
    else:
        found = _COMMENT.match(source)
        about = re.sub(r"^\s*\* ?", "", found[1] or found[2], flags=re.MULTILINE) if found else ""
    paragraph = " ".join(about.strip().partition("\n\n")[0].split())
    first, *others = re.split(r"(?<=[.!?…]) (?=[A-ZÄÖÜ`<])", paragraph)
    return f"{first} {others[0]}" if others and len(first) < _SHORT else first


def main(folders: list[str]) -> None:
    for folder in folders or FOLDERS:
        for path, about in modules(folder):
            print(f"{path.as_posix()}: {about}")


if __name__ == "__main__":
    main(sys.argv[1:])
