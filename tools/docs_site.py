"""Hooks for MkDocs (mkdocs.yml): add the pages generated from other files, and fix links to them.

So the README, the app's rules, the REST API and the example programs are on the site without a second copy in
docs/.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from module_list import FOLDERS, modules

from sandmandala.games.rules import all_games, rules_of
from sandmandala.server.api.docs_page import with_own_schemas
from sandmandala.server.app import create_app
from sandmandala.server.settings import Settings

_ROOT = Path(__file__).parent.parent
# Pages of the site that lie elsewhere in the repository.
_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "LICENSE": "licence.md",
}
# Folders whose files the site shows on one page each.
_FOLDERS = {
    "examples": "Example programs\n\nCopy one and change it. Each begins with the command that runs it.",
    "deploy": "Deployment files\n\nStart from these files to [host a server](../self-hosting.md).",
}
_LANGUAGES = {".py": "python", ".mjs": "javascript", ".conf": "nginx", ".service": "ini"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    pages = {site: (_ROOT / source).read_text() for source, site in _PAGES.items()}
    pages["licence.md"] = f"# Licence\n\n```text\n{pages['licence.md']}```\n"
    for folder, about in _FOLDERS.items():
        pages[f"{folder}/index.md"] = _folder_page(_ROOT / folder, about)
    pages["modules.md"] = _modules_page()
    pages["rules/index.md"] = _rules_index()
    for game in all_games():
        for language in _TITLES:
            pages[f"rules/{game}.{language}.md"] = _rules_page(game, language)
    document = with_own_schemas(create_app(Settings()).openapi_schema.to_schema())
    pages["api/rest.md"] = _rest_page(document)
    pages["api/openapi.json"] = json.dumps(document, indent=1)
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(_ROOT / "web/public/icon.svg")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links are written for readers of the repository. Point them to the same pages on the site."""
    here = page.file.src_uri
    at_home = next((source for source, site in _PAGES.items() if site == here), f"docs/{here}")

    def follow(match: re.Match[str]) -> str:
        target, _, anchor = match[1].partition("#")
        if not target or ":" in target:
            return match[0]
        found = _on_site(posixpath.normpath(posixpath.join(posixpath.dirname(at_home), target)))
        if found is None:
            return match[0]
        link = posixpath.relpath(found, posixpath.dirname(here) or ".")
        return f"]({link}#{anchor})" if anchor else f"]({link})"

    return re.sub(r"\]\(([^)\s]+)\)", follow, markdown)


def _on_site(path: str) -> str | None:
    """Where the site shows a file or folder of the repository."""
    if path in _PAGES:
        return _PAGES[path]
    folder, _, name = path.partition("/")
    if folder in _FOLDERS:
        return f"{folder}/index.md#{_anchor(name)}" if name else f"{folder}/index.md"
    if rules := re.fullmatch(r"web/src/games/(\w+)/rules\.(\w+)\.ts", path):
        return f"rules/{rules[1]}.{rules[2]}.md"
    return name if folder == "docs" else None


def _anchor(name: str) -> str:
    return name.replace(".", "-").lower()


def _folder_page(folder: Path, about: str) -> str:
    parts = [f"# {about}"]
    for path in sorted(folder.iterdir()):
        if path.is_file():
            language = _LANGUAGES.get(path.suffix, "text")
            code = path.read_text().rstrip()
            parts += [f"## {path.name} {{#{_anchor(path.name)}}}", f"````{language}\n{code}\n````"]
    return "\n\n".join(parts)


def _modules_page() -> str:
    """Every module with the sentence that its file begins with."""
    parts = [
        "# Modules",
        "Find the file to read or change. [Architecture](architecture.md) says how they fit together.",
    ]
    for folder in FOLDERS:
        parts.append(f"## {folder}")
        at = ""
        for path, about in modules(folder):
            if path.parent.as_posix() != at:
                at = path.parent.as_posix()
                parts.append(f"{'' if at == folder else f'### {at}'}\n\n| file | contents |\n|---|---|")
            parts[-1] += f"\n| `{path.name}` | {about.replace('|', '&#124;')} |"
    return "\n\n".join(parts)


# --- the rules, in the app's words

_TITLES = {"en": "Rules of {}", "de": "Regeln von {}"}
_RULING = {"en": "Decided here", "de": "Hier so entschieden"}  # our decision where the rulebook is silent
_OTHER = {"en": "[Auf Deutsch]({}.de.md)", "de": "[In English]({}.en.md)"}
_TEXT = re.compile(r"(\w+):\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\")")


def read_rules(source: str) -> list[dict[str, str]]:
    """The rules in a rules.en.ts or rules.de.ts: objects whose fields are all plain strings."""
    body = source[source.index("= [") + 3 : source.rindex("]")]
    if left := re.sub(r"[\s{},]", "", _TEXT.sub("", body)):
        raise ValueError(f"cannot read this part of the rules: {left[:80]}")
    return [
        {name: re.sub(r"\\(.)", r"\1", single or double) for name, single, double in _TEXT.findall(rule)}
        for rule in re.split(r"\n  \},", body)
        if _TEXT.search(rule)
    ]


def _rules_page(game: str, language: str) -> str:
    parts = [f"# {_TITLES[language].format(rules_of(game).title)}", _OTHER[language].format(game)]
    for rule in read_rules((_ROOT / f"web/src/games/{game}/rules.{language}.ts").read_text()):
        parts += [f"## {rule['id']} {rule['title']} {{#{rule['id'].lower()}}}", rule["text"]]
        if "ruling" in rule:
            parts.append(f'!!! note "{_RULING[language]}"\n    {rule["ruling"]}')
    text = "\n\n".join(parts)
    return text if language == "en" else f'<div lang="{language}" markdown>\n\n{text}\n\n</div>'


def _rules_index() -> str:
    lines = ["# Rules", "", "Learn a game here; the app shows the same texts.", ""]
    for game in all_games():
        title = rules_of(game).title
        lines.append(f"- {title}: [in English]({game}.en.md), [auf Deutsch]({game}.de.md)")
    lines += ["", "Programmers find moves, positions, views and events as text in the reference:"]
    links = (f"[{rules_of(game).title}](../{game}.md)" for game in all_games())
    return "\n".join([*lines, "", f"{', '.join(links)}."])


# --- the REST API


def _rest_page(document: dict[str, Any]) -> str:
    parts = [
        "# REST API",
        "Open accounts and tables, list games and download records. To play at a table, use the "
        "[live protocol](../protocol.md).",
        "Every server describes its own API under `/api/docs`. "
        "[openapi.json](openapi.json) has all types, for generators of clients.",
    ]
    for path, item in sorted(document["paths"].items()):
        for method, operation in sorted(item.items()):
            parts += _operation(f"{method.upper()} {path}", operation)
    return "\n\n".join(parts)


def _operation(name: str, operation: dict[str, Any]) -> list[str]:
    lines = []
    for parameter in operation.get("parameters", ()):
        about = parameter.get("description", "")
        lines.append(f"- `{parameter['name']}` ({parameter['in']}): {about or _type(parameter['schema'])}")
    for body in operation.get("requestBody", {}).get("content", {}).values():
        lines.append(f"- Body: {_type(body['schema'])}")
    for status, answer in sorted(operation["responses"].items()):
        types = " or ".join(_type(body.get("schema", {})) for body in answer.get("content", {}).values())
        about = answer["description"] if int(status) >= 400 else ""
        lines.append(f"- {status}: {about or types or 'no content'}")
    return [f"## `{name}`", operation.get("description") or operation["summary"], "\n".join(lines)]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2].rpartition('_')[2]}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    return str(schema.get("type", "anything"))
