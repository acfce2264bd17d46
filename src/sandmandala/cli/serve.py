"""`sandmandala serve`: the server, from the command line."""

from __future__ import annotations

from typing import Any

import click

from ..server.serving import serve
from .settings import chosen_settings, setting_errors
from .warmup import compile_once


def serve_tables(chosen: dict[str, Any]) -> None:
    """Compile what is not compiled yet, before anybody waits for it; then serve."""
    with setting_errors():
        settings = chosen_settings(chosen)
        compile_once()
        serve(settings, lambda address: click.echo(f"Sandmandala is at {address}"))
