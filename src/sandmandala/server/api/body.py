"""Request bodies: unreadable ones are refused instead of failing."""

from __future__ import annotations

from typing import Any

from litestar import Request

from ..refusal import RefusalError


class ApiRequest(Request[Any, Any, Any]):
    """A request that also refuses bodies on which the JSON decoder raises other errors."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise RefusalError("unreadable", "The body is nested too deeply.") from None
        except UnicodeDecodeError:
            raise RefusalError("unreadable", "The body is not valid UTF-8.") from None
