"""Starts a new game from a small complete one: `python tools/new_game.py NAME`.

It copies tools/template_game into the project and replaces `pebbles` by NAME. The command line, environments,
bots, benchmarks and tests then know the game. docs/adding-a-game.md says how to continue.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandmandala.games.manifest import Manifest

_ROOT = Path(__file__).resolve().parent.parent
_TEMPLATE = _ROOT / "tools" / "template_game"
_TEMPLATE_NAME, _TEMPLATE_LETTER, _TEMPLATE_ORDER = "pebbles", "B", "order=99"
_NEXT = """Next:
  write the rules       docs/{name}.md, src/sandmandala/games/{name}/
  write the tests       tests/rules/test_{name}.py, tests/conformance/*_{name}.py
  make golden pages     and read what they write
  draw the board        web/src/games/{name}/ (docs/adding-a-game.md says how)"""


def existing_games() -> list[Manifest]:
    """The games of this tree, even if another one is installed."""
    sys.path.insert(0, str(_ROOT / "src"))
    from sandmandala.games.manifest import manifests

    return list(manifests().values())


def free_letter(name: str, games: list[Manifest]) -> str | None:
    """The letter of the rule ids: the first letter of the name that no other game uses."""
    taken = {game.last_rule[0] for game in games}
    return next((letter for letter in name.upper() if letter.isalpha() and letter not in taken), None)


def new_files(name: str, letter: str, order: int) -> dict[Path, str]:
    """The template with the name and the letter of the new game."""
    files = {}
    for source in sorted(_TEMPLATE.rglob("*")):
        if source.suffix not in (".py", ".md", ".toml"):
            continue
        text = source.read_text(encoding="utf-8").replace(_TEMPLATE_ORDER, f"order={order}")
        text = text.replace(_TEMPLATE_NAME, name).replace(_TEMPLATE_NAME.title(), name.title())
        text = re.sub(rf"\b{_TEMPLATE_LETTER}(\d)\b", rf"{letter}\1", text)
        text = re.sub(rf"\btest_{_TEMPLATE_LETTER.lower()}(\d)_", rf"test_{letter.lower()}\1_", text)
        path = str(source.relative_to(_TEMPLATE)).replace(_TEMPLATE_NAME, name)
        files[_ROOT / path] = text
    return files


def with_contract(name: str) -> str:
    """pyproject.toml, whose contracts for import-linter list the games."""
    text = (_ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contract = r'(name = "Games never import one another"\n.*\nmodules = \[.*)\]'
    changed, found = re.subn(contract, rf'\1, "sandmandala.games.{name}"]', text)
    assert found == 1, "pyproject.toml has a contract that lists the games"
    return changed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", help="lower-case letters and digits")
    parser.add_argument("--letter", help="of its rule ids, upper case; one of the name unless given")
    chosen = parser.parse_args()
    games = existing_games()
    name, letter = chosen.name, chosen.letter or free_letter(chosen.name, games)
    if not re.fullmatch("[a-z][a-z0-9]{1,19}", name):
        parser.error(f"a name has two to twenty lower-case letters and digits, not {name!r}")
    if not letter or not re.fullmatch("[A-Z]", letter):
        parser.error("choose a letter for the rule ids with --letter")
    files = new_files(name, letter, order=max(game.order for game in games) + 1)
    existing = [path for path in (*files, _ROOT / f"src/sandmandala/games/{name}.py") if path.exists()]
    if existing:
        parser.error(f"there is already {existing[0].relative_to(_ROOT)}")
    files[_ROOT / "pyproject.toml"] = with_contract(name)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(_ROOT))
    print(_NEXT.format(name=name))


if __name__ == "__main__":
    main()
