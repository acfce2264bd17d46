"""A Griffe extension for the documentation (mkdocs.yml): show doctests in docstrings as code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

# A prompt and its output, up to an empty line or the end.
_DOCTEST = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(Extension):
    """Markdown would take `>>>` for a quotation."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        if obj.docstring:
            text = _DOCTEST.sub(lambda match: f"\n```pycon\n{match[0]}\n```", obj.docstring.value)
            obj.docstring.value = text
