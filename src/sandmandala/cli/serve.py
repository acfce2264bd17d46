"""`sandmandala serve`: the server, from the command line."""

from __future__ import annotations

import click

from ..server.serving import serve
from ..server.settings import Settings
from .warmup import compile_once


def serve_tables(settings: Settings) -> None:
    """Compile what is not compiled yet, before anybody waits for it; then serve."""
    compile_once()
    serve(settings, lambda address: click.echo(f"Sandmandala is at {address}"))
