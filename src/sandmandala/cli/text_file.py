"""Reading the files that commands are given."""

from __future__ import annotations

import sys
from pathlib import Path


def read_text(file: Path) -> str:
    """The text of a file, or of standard input for `-`."""
    from ..games.errors import UnreadableError

    try:
        return (sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableError(f"Cannot read {file}: {error}.") from None
