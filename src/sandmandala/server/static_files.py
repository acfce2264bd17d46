"""Serves the web app from the installed package: a few files, kept in memory and compressed once."""

from __future__ import annotations

import gzip
import hashlib
import re
from contextlib import suppress
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Any
from urllib.parse import urlencode

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from .link_previews import open_graph_tags, preferred_language
from .messages.fields import TABLE_ID
from .refusal import RefusalError

_FOLDER = resources.files(__package__) / "page"
_START = "index.html"
_TABLE = re.compile(rf"/(table|review)/({TABLE_ID.strip('^$')})(?=/|$)")
_FOR_EVER = "public, max-age=31536000, immutable"  # a built asset has its hash in its name
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
_NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandmandala</title>
<h1>Sandmandala</h1><p>The server is up, but its web app has not been built: run <code>make web</code> and
start again. The API is described under <a href="/api/docs">/api/docs</a>.</p></html>"""


class _File(Struct, frozen=True):
    body: bytes
    zipped: bytes
    type: str
    tag: str
    cache: str


def _file(name: str, body: bytes) -> _File:
    ending = name[name.rfind(".") :]
    kind = _TYPES.get(ending) or guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or ending in _TYPES
    cache = _FOR_EVER if name.startswith("assets/") else "no-cache"
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return _File(
        body,
        gzip.compress(body, 9, mtime=0) if text else b"",
        kind,  # the framework adds the charset of text
        tag,
        cache,
    )


def _walk(folder: Traversable, prefix: str = "") -> dict[str, _File]:
    found: dict[str, _File] = {}
    for entry in folder.iterdir():
        name = prefix + entry.name
        if entry.is_dir():
            found |= _walk(entry, f"{name}/")
        else:
            found[name] = _file(name, entry.read_bytes())
    return found


class Page:
    """The files of the web app, by name."""

    def __init__(self) -> None:
        self._files = _walk(_FOLDER) if _FOLDER.is_dir() else {}
        self._files.setdefault(_START, _file(_START, _NOT_BUILT))

    def answer(self, path: str, headers: Any) -> Response[bytes]:
        """Return a file, compressed if the client accepts it."""
        found = self._files.get(path.lstrip("/"))
        if found is None:
            raise RefusalError("not_found", "There is no such file.")
        return _answer(found, headers)

    def start(self, tags: str, headers: Any) -> Response[bytes]:
        """Return the page of the app, with these tags in its head."""
        body = self._files[_START].body.replace(b"</head>", tags.encode() + b"</head>", 1)
        return _answer(_file(_START, body), headers)


def _answer(file: _File, headers: Any) -> Response[bytes]:
    given = {"ETag": file.tag, "Cache-Control": file.cache, "Vary": "Accept-Encoding, Accept-Language"}
    if headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=given, media_type=file.type)
    if file.zipped and "gzip" in headers.get("accept-encoding", ""):
        given["Content-Encoding"] = "gzip"
        return Response(file.zipped, headers=given, media_type=file.type)
    return Response(file.body, headers=given, media_type=file.type)


@get(["/", "/{path:path}"], include_in_schema=False)
async def show_page(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
    """Serve the web app, under the addresses of all its pages."""
    if path.startswith("/api/"):
        raise RefusalError("not_found", "There is nothing at this address.")
    page: Page = request.app.state.page
    if "." in path.rsplit("/", 1)[-1]:
        return page.answer(path, request.headers)
    table, invitation, image = _TABLE.match(path), None, "/icon-512.png"
    if table:
        with suppress(
            SQLAlchemyError, OSError
        ):  # without the database the app opens, too, and shows the problem itself
            key = request.query_params.get("key", "")
            invitation = await request.app.state.lists.invitation(table[2], key)
            if invitation and table[1] == "review":
                image = await _picture_of_review(request, table[2], invitation.game, key) or image
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
    language = preferred_language(request.headers.get("accept-language", ""))
    return page.start(open_graph_tags(origin + image, language, invitation), request.headers)


async def _picture_of_review(request: Request[Any, Any, Any], id: str, game: str, key: str) -> str | None:
    """Return the address of the picture of a review that is ready."""
    if not await request.app.state.reviews.is_stored(id, game, "quick"):
        return None
    return f"/api/v1/tables/{id}/review.png" + (f"?{urlencode({'key': key})}" if key else "")
