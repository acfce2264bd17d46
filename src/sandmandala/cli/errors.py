"""User errors, reported in one sentence."""

from __future__ import annotations

from typing import Any

import click


class one_line_errors:
    """Report a user error in one sentence, and exit with code 2."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is None:
            return
        from ..games.errors import SandmandalaError
        from ..server.settings import UnusableSettingError

        if isinstance(error, SandmandalaError | UnusableSettingError):
            raise click.UsageError(str(error)) from None
