"""Writes the web app's types from the server's, and tables from the rules: `make web-types`; `--check` only
checks that they are current."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec

from sandmandala.editor.description import EditorInfo
from sandmandala.games.manifest import manifests
from sandmandala.games.palette import ColourLetter
from sandmandala.games.rules import Rules, rules_of
from sandmandala.games.sand_colours import COLOUR_LETTERS
from sandmandala.learn.data_file import LANGUAGES
from sandmandala.learn.glossary import glossary_of
from sandmandala.review.facts import facts_of
from sandmandala.review.types import Advice, JudgedMove, Review
from sandmandala.server import messages, refusal, spec
from sandmandala.server import ratings as rating_figures
from sandmandala.server.api import (
    accounts,
    editor,
    history,
    learning,
    repetition,
    sessions,
    tables,
    tried_move,
    tutorials,
)
from sandmandala.server.api.form_modules import FORM_MODULES
from sandmandala.server.messages import from_server, table_info
from sandmandala.server.messages.from_client import FromClient
from sandmandala.server.messages.from_server import FromServer
from sandmandala.server.relations.mutes import Mutes
from sandmandala.server.relations.privacy import Privacy
from sandmandala.server.tempos import BLITZ_BELOW, MOVES_OF_A_GAME, RAPID_BELOW, TEMPOS

_GENERATED = Path(__file__).parent.parent / "web" / "src" / "generated"
_HEAD = "// Written by tools/web_types.py from the server's types; do not edit.\n"
_CONSTANTS = {
    "PROTOCOL": messages.PROTOCOL_VERSION,
    "LISTED_AFTER": rating_figures.LISTED_AFTER,
    "FIRM_AFTER": rating_figures.FIRM_AFTER,
    "MOVES_OF_A_GAME": MOVES_OF_A_GAME,
    "BLITZ_BELOW": BLITZ_BELOW,
    "RAPID_BELOW": RAPID_BELOW,
}
# Fields whose types depend on the game.
_FROM_GAMES = {"view": "AnyView", "views": "AnyView[]", "events": "AnyEvent[]", "reason": "AnyReason"}
_IMPORTS = (
    "import type { AnyEvent, AnyReason, AnyView } from './games.ts';\n"
    "import type { Advice, Difference, Reason, Review } from './review.ts';\n"
)
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def _protocol() -> dict[str, Any]:
    roots = [FromClient, FromServer, spec.TableSpec, refusal.Problem, Privacy, Mutes, EditorInfo]
    for module in FORM_MODULES:
        roots += [kind for kind in vars(module).values() if _is_own_struct(kind, module)]
    return {"FromClient": FromClient, "FromServer": FromServer} | {
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


def _interface(name: str, schema: dict[str, Any], sent: bool, known: dict[str, str]) -> str:
    """`sent`: a client sends it, and may leave out fields with a default, as may some of the server's types.
    `known`: fields with a narrower type than in the schema."""
    struct = (vars(from_server) | vars(table_info)).get(name)
    sent = sent or (struct is not None and struct.__struct_config__.omit_defaults)
    needed = set(schema.get("required", ()))
    lines = [f"export interface {name} {{"]
    for field, inner in schema["properties"].items():
        # The server sends all fields, unless the type omits defaults.
        there = field in needed or ("default" in inner and not sent)
        lines.append(f"  {field}{'' if there else '?'}: {known.get(field) or type_text(inner)};")
    return "\n".join([*lines, "}", ""])


def _colour_fields(kind: Any) -> dict[str, str]:
    """The fields of an event that are colours."""
    hints = get_type_hints(kind, include_extras=True)
    return {field: "Colour" for field, hint in hints.items() if ColourLetter in (hint, *get_args(hint))}


def module_text(
    roots: dict[str, Any],
    sent_from: tuple[Any, ...] = (),
    known: dict[str, dict[str, str]] | None = None,
    imported: tuple[Any, ...] = (),
) -> str:
    """One file: an interface for each structure, a type for each named union. `known`: see _interface().
    `imported`: structures that another file has, with all that are in them."""
    names = list(roots)
    outer, parts = msgspec.json.schema_components(list(roots.values()), ref_template="#/{name}")
    _, of_client = msgspec.json.schema_components(list(sent_from), ref_template="#/{name}")
    _, elsewhere = msgspec.json.schema_components(list(imported))
    texts = [_HEAD]
    for name, schema in parts.items():
        if name in elsewhere:
            continue
        if "properties" in schema:
            texts.append(_interface(name, schema, name in of_client, (known or {}).get(name, {})))
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
    forms = (
        *(tables.JoinForm, accounts.PasswordForm, accounts.RecoveryCodeForm, accounts.DeletionForm),
        *(sessions.TokenForm, learning.TutorialProgressForm, repetition.ReviewSeenForm),
        *(editor.PositionForm, editor.PositionTableForm),
    )
    passing_on = (
        from_server.State,
        from_server.Change,
        from_server.Previewed,
        from_server.Refused,
        history.Ply,
        tutorials.StepInfo,
    )
    of_games = {kind.__name__: _FROM_GAMES for kind in passing_on}
    of_games[tried_move.TriedMove.__name__] = _FROM_GAMES | {"reason": "AnyReason | null"}
    of_games[editor.PositionCheck.__name__] = dict.fromkeys(("view", "open_view"), "AnyView | null")
    protocol = module_text(_protocol(), (FromClient, spec.TableSpec, *forms), of_games, (Review, Advice))
    files = {
        "protocol.ts": "".join(
            [
                protocol.replace(_HEAD, f"{_HEAD}\n{_IMPORTS}", 1),
                "\n",
                *(f"export const {name} = {value};\n" for name, value in _CONSTANTS.items()),
                f"export const TEMPOS = {json.dumps(msgspec.to_builtins(TEMPOS))} as const;\n",
            ]
        ),
        "colours.ts": f"{_HEAD}\nexport const COLOURS = {json.dumps(list(COLOUR_LETTERS))} as const;\n",
        "review.ts": module_text({"Review": Review, "JudgedMove": JudgedMove, "Advice": Advice}),
        "games.ts": games_text({name: one.seat_counts for name, one in manifests().items()}),
    }
    for name in manifests():
        files[f"{name}.ts"] = game_text(name)
    return files


def games_text(seat_counts: dict[str, tuple[int, ...]]) -> str:
    """The names of the games, how many can play, and what the server sends for each."""
    names = list(seat_counts)
    fields = "view: {0}.View; event: {0}.GameEvent; reason: {0}.IllegalMove"
    return "\n".join(
        [
            _HEAD,
            *(f"import type * as {name} from './{name}.ts';" for name in names),
            "",
            f"export const GAMES = {json.dumps(names)} as const;",
            "export type GameName = (typeof GAMES)[number];",
            "",
            "/** How many can play, in ascending order. */",
            f"export const SEAT_COUNTS: Record<string, readonly number[]> = {json.dumps(seat_counts)};",
            "",
            "export interface GameTypes {",
            *(f"  {name}: {{ {fields.format(name)} }};" for name in names),
            "}",
            "",
            *(
                f"export type Any{kind.title()} = GameTypes[GameName]['{kind}'];"
                for kind in ("view", "event", "reason")
            ),
            "",
        ]
    )


def game_text(name: str) -> str:
    """What the app knows of a game: view, events, reasons of illegal moves, facts, glossary and tables."""
    view, event_types, of_rules = (
        import_module(f"sandmandala.games.{name}.{part}") for part in ("view", "event_types", "tables")
    )
    events = {one.__name__: one for one in get_args(event_types.AnyEvent)}
    colours = {name: _colour_fields(event) for name, event in events.items()}
    union = f"export type GameEvent = {' | '.join(events)};\n"
    tables_text = [table_text(*table) for table in of_rules.TABLES.items()]
    types = module_text({"View": view.View, **events}, known=colours)
    names = " | ".join(f"'{fact.name}'" for fact in facts_of(name))
    facts = f"export type ReviewFact = {names or 'never'};\n"
    parts = [types, union, reasons_text(rules_of(name)), facts, glossary_text(name), *tables_text]
    return "\n".join(parts)


def glossary_text(name: str) -> str:
    """The terms of a game, and what they mean in each language."""
    terms = glossary_of(name).terms
    names = " | ".join(f"'{term}'" for term in terms) or "never"
    entry = "{ word: string; meaning: string; rule: string }"
    lines = [
        f"export type Term = {names};\n",
        f"export const glossary: Record<{' | '.join(map(repr, LANGUAGES))}, Record<Term, {entry}>> = {{",
    ]
    for language in LANGUAGES:
        lines.append(f"  {language}: {{")
        for key, term in terms.items():
            said = {part: getattr(getattr(term, part), language) for part in ("word", "meaning")}
            lines.append(f"    {key}: {json.dumps(said | {'rule': term.rule}, ensure_ascii=False)},")
        lines.append("  },")
    return "\n".join([*lines, "};\n"])


def reasons_text(rules: Rules) -> str:
    """Why a move can be illegal: for each code, the facts of its sentence."""
    kinds = {"colour": "Colour", "number": "number", "text": "string"}
    letters = " | ".join(f"'{one}'" for one in rules.palette.letters)
    lines = [f"type Colour = {letters};", "", "export interface IllegalMoves {"]
    for code in rules.reasons.sentences:
        facts = "; ".join(f"{name}: {kinds[kind]}" for name, kind in rules.reasons.fact_kinds(code).items())
        lines.append(f"  {code}: {{ {facts} }};" if facts else f"  {code}: object;")
    tagged = "{ [Code in keyof IllegalMoves]: { code: Code } & IllegalMoves[Code] }[keyof IllegalMoves]"
    return "\n".join([*lines, "}", "", f"export type IllegalMove = {tagged};", ""])


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
