"""Writes the web app's types from the server's, and tables from the rules: `make web-types`; `--check` says
whether they are true."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec

from sandmandala.games.manifest import manifests
from sandmandala.games.sand import COLOUR_LETTERS
from sandmandala.server import messages, refusal, spec
from sandmandala.server.api import history, people, sessions, tables

_GENERATED = Path(__file__).parent.parent / "web" / "src" / "generated"
_HEAD = "// Written by tools/web_types.py from the server's types; do not edit.\n"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def _protocol() -> dict[str, Any]:
    roots = [messages.FromClient, messages.FromServer, spec.TableSpec, refusal.Problem]
    for module in (tables, people, sessions, history):
        roots += [kind for kind in vars(module).values() if _is_own_struct(kind, module)]
    return {"FromClient": messages.FromClient, "FromServer": messages.FromServer} | {
        f"_{number}": root for number, root in enumerate(roots)
    }


def _is_own_struct(kind: Any, module: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__


def type_text(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(type_text(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"'{one}'" if isinstance(one, str) else str(one) for one in schema["enum"])
    if "const" in schema:
        return f"'{schema['const']}'"
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(type_text(one) for one in schema["prefixItems"]) + "]"
        inner = type_text(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_text(values) if isinstance(values, dict) else 'unknown'}>"
    return _PLAIN[str(kind)] if kind else "unknown"


def _interface(name: str, schema: dict[str, Any], sent: bool) -> str:
    """`sent`: by a client, who may leave out what has a default, as some of the server's own may."""
    struct = getattr(messages, name, None)
    sent = sent or (struct is not None and struct.__struct_config__.omit_defaults)
    needed = set(schema.get("required", ()))
    lines = [f"export interface {name} {{"]
    for field, inner in schema["properties"].items():
        # What the server sends is there, unless it is left out on purpose.
        there = field in needed or ("default" in inner and not sent)
        lines.append(f"  {field}{'' if there else '?'}: {type_text(inner)};")
    return "\n".join([*lines, "}", ""])


def module_text(roots: dict[str, Any], sent_from: tuple[Any, ...] = ()) -> str:
    """One file: an interface for each structure, a type for each named union."""
    names = list(roots)
    outer, parts = msgspec.json.schema_components(list(roots.values()), ref_template="#/{name}")
    _, of_client = msgspec.json.schema_components(list(sent_from), ref_template="#/{name}")
    texts = [_HEAD]
    for name, schema in parts.items():
        if "properties" in schema:
            texts.append(_interface(name, schema, name in of_client))
        else:
            texts.append(f"export type {name} = {type_text(schema)};\n")
    for name, schema in zip(names, outer, strict=True):
        if not name.startswith("_") and name not in parts:
            texts.append(f"export type {name} = {type_text(schema)};\n")
    return "\n".join(texts)


def table_text(name: str, table: Any) -> str:
    return f"export const {name}: {_type_of(table)} = {json.dumps(table, ensure_ascii=False)};\n"


def _type_of(table: Any) -> str:
    if isinstance(table, list):
        return f"ReadonlyArray<{_type_of(table[0])}>"
    if isinstance(table, dict):
        return f"Readonly<Record<string, {_type_of(next(iter(table.values())))}>>"
    return "string" if isinstance(table, str) else "number"


def all_files() -> dict[str, str]:
    forms = (tables.JoinForm, people.PasswordForm, people.RecoveryCodeForm, sessions.TokenForm)
    protocol = module_text(_protocol(), (messages.FromClient, spec.TableSpec, *forms))
    files = {
        "protocol.ts": f"{protocol}\nexport const PROTOCOL = {messages.PROTOCOL_VERSION};\n",
        "colours.ts": f"{_HEAD}\nexport const COLOURS = {json.dumps(list(COLOUR_LETTERS))} as const;\n",
        "games.ts": f"{_HEAD}\nexport const GAMES = {json.dumps(list(manifests()))} as const;\n",
    }
    for name in manifests():
        files[f"{name}.ts"] = game_text(name)
    return files


def game_text(name: str) -> str:
    """The view, the events and the tables of a game."""
    view, event_types, of_rules = (
        import_module(f"sandmandala.games.{name}.{part}") for part in ("view", "event_types", "tables")
    )
    events = {one.__name__: one for one in get_args(event_types.AnyEvent)}
    union = f"export type AnyEvent = {' | '.join(events)};\n"
    tables_text = [table_text(*table) for table in of_rules.TABLES.items()]
    return "\n".join([module_text({"View": view.View, **events}), union, *tables_text])


def main() -> None:
    stale = []
    _GENERATED.mkdir(parents=True, exist_ok=True)
    for name, text in all_files().items():
        file = _GENERATED / name
        if not file.exists() or file.read_text() != text:
            stale.append(name)
            if "--check" not in sys.argv:
                file.write_text(text)
    if stale and "--check" in sys.argv:
        sys.exit(f"web/src/generated is out of date ({', '.join(stale)}): run `make web-types` and commit.")


if __name__ == "__main__":
    main()
