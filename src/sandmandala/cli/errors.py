"""User errors, reported in one sentence."""

from __future__ import annotations

from typing import Any

import click


class one_line_errors:
    """Report a user error in one sentence, and exit with code 2.

    User errors are every SandmandalaError, and the other given errors.
    """

    def __init__(self, *others: type[Exception]) -> None:
        self._others = others

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is None:
            return
        from ..games.errors import SandmandalaError

        if isinstance(error, (SandmandalaError, *self._others)):
            raise click.UsageError(str(error)) from None
