"""`sandmandala serve`: the server, from the command line."""

from __future__ import annotations

from typing import Any

import click

from ..server.serving import serve
from .settings import chosen_settings, setting_errors
from .warmup import compile_meanwhile


def serve_tables(chosen: dict[str, Any]) -> None:
    """Serve at once, and compile in the background if needed."""
    with setting_errors():
        settings = chosen_settings(chosen)
        with compile_meanwhile():
            serve(settings, lambda address: click.echo(f"Sandmandala is at {address}"))
