"""The description of the interface: for programs, and as a plain page that fetches nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from ..refusal import Problem
from . import history, people, sessions, tables

_STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif }
code, h2 { font-family: ui-monospace, monospace }
h2 { font-size: 1rem; margin: 2rem 0 0 }
p, ul { margin: 0.3rem 0 }
@media (prefers-color-scheme: dark) { body { background: #1b1917; color: #eee } a { color: #fb8 } }
"""


class Description(JsonRenderPlugin):
    """Litestar's, with msgspec's own account of our structures: Litestar's leaves some limits out."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return self.render_json(request, with_own_schemas(openapi_schema))


def with_own_schemas(openapi_schema: dict[str, Any]) -> dict[str, Any]:
    """The description with msgspec's schemas in place of Litestar's."""
    roots: list[Any] = [Problem]
    for module in (people, sessions, tables, history):
        roots += [kind for kind in vars(module).values() if _is_structure(kind)]
    _, parts = msgspec.json.schema_components(roots, ref_template="#/components/schemas/{name}")
    components = openapi_schema["components"]
    return {**openapi_schema, "components": {**components, "schemas": {**components["schemas"], **parts}}}


def _is_structure(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct


class DescriptionPage(OpenAPIRenderPlugin):
    """What can be asked for, what comes back, and what is refused; all the rest is in openapi.json."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        parts = [
            "<!doctype html><html lang=en><meta charset=utf-8>",
            f"<title>{_text(openapi_schema, 'title')}</title>",
            f"<meta name=viewport content='width=device-width'><style>{_STYLE}</style>",
            f"<h1>{_text(openapi_schema, 'title')}</h1><p>{_text(openapi_schema, 'description')}</p>",
            "<p>For programs: <a href='/api/docs/openapi.json'>openapi.json</a></p>",
        ]
        for path, item in sorted(openapi_schema["paths"].items()):
            parts += [_operation(path, method, item[method]) for method in sorted(item) if method in _METHODS]
        return "\n".join(parts).encode()


_METHODS = {"get", "post", "patch", "put", "delete"}


def _text(document: dict[str, Any], name: str) -> str:
    return escape(document["info"].get(name, ""))


def _operation(path: str, method: str, about: dict[str, Any]) -> str:
    parts = [f"<h2>{method.upper()} {escape(path)}</h2>"]
    parts.append(f"<p>{escape(about.get('description') or about['summary'])}</p><ul>")
    for parameter in about.get("parameters", ()):
        note = parameter.get("description", "")
        parts.append(
            f"<li><code>{escape(parameter['name'])}</code> in the {parameter['in']}. {escape(note)}</li>"
        )
    for kind, body in about.get("requestBody", {}).get("content", {}).items():
        parts.append(f"<li>takes <code>{_name(body['schema'])}</code> as {escape(kind)}</li>")
    for status, answer in sorted(about["responses"].items()):
        kinds = [
            f"<code>{_name(body.get('schema', {}))}</code>" for body in answer.get("content", {}).values()
        ]
        parts.append(f"<li>{status}: {escape(answer['description'])} {' or '.join(kinds)}</li>")
    return "".join([*parts, "</ul>"])


def _name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return escape(schema["$ref"].rpartition("/")[2].rpartition("_")[2])
    inner = schema.get("items")
    return f"list of {_name(inner)}" if inner else escape(str(schema.get("type", "anything")))
