"""The OpenAPI description: as JSON, and as a plain page without external resources."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any

import msgspec
from litestar import Request, Router
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from ..refusal import Problem
from .form_modules import FORM_MODULES

_STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif }
code, h2 { font-family: ui-monospace, monospace }
h2 { font-size: 1rem; margin: 2rem 0 0 }
p, ul { margin: 0.3rem 0 }
@media (prefers-color-scheme: dark) { body { background: #1b1917; color: #eee } a { color: #fb8 } }
"""


def docs_router() -> Router:
    """Return the router of the description. Litestar adds a handler for each format."""
    return Router("/api/docs", route_handlers=[], include_in_schema=False, before_request=_render_in_thread)


async def _render_in_thread(request: Request[Any, Any, Any]) -> None:
    """Render in a thread: Litestar would block the event loop for the first request."""
    await asyncio.to_thread(_render, request)


def _render(request: Request[Any, Any, Any]) -> None:
    litestar_plugin: Any = request.app.plugins.get("OpenAPIPlugin")
    schema, config = litestar_plugin.provide_openapi_schema(), request.app.openapi_config
    for form in config.render_plugins if config else ():
        form.render(request, schema)


class Description(JsonRenderPlugin):
    """Litestar's JSON with schemas from msgspec: Litestar's own leave some limits out."""

    _body = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        self._body = self._body or self.render_json(request, with_own_schemas(openapi_schema))
        return self._body


def with_own_schemas(openapi_schema: dict[str, Any]) -> dict[str, Any]:
    """Return the description with msgspec's schemas in place of Litestar's."""
    roots: list[Any] = [Problem]
    for module in FORM_MODULES:
        roots += [kind for kind in vars(module).values() if _is_structure(kind) and _is_sent(kind)]
    _, parts = msgspec.json.schema_components(roots, ref_template="#/components/schemas/{name}")
    components = openapi_schema["components"]
    return {**openapi_schema, "components": {**components, "schemas": {**components["schemas"], **parts}}}


def _is_structure(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct


def _is_sent(kind: Any) -> bool:
    """Whether a structure could be sent: some hold objects of the server."""
    try:
        msgspec.json.schema_components([kind])
    except TypeError:
        return False
    return True


class DescriptionPage(OpenAPIRenderPlugin):
    """A page with requests, responses and refusals. openapi.json has the rest."""

    _body = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        self._body = self._body or self._page(openapi_schema)
        return self._body

    @staticmethod
    def _page(openapi_schema: dict[str, Any]) -> bytes:
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
