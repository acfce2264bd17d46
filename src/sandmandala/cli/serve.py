"""`sandmandala serve`: the server, from the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import click

from ..server.serving import serve
from ..server.settings import read_settings
from .warmup import compile_once


def serve_tables(chosen: Mapping[str, Any]) -> None:
    """Compile what is not compiled yet, before anybody waits for it; then serve."""
    settings = read_settings(os.environ, **chosen)
    compile_once()
    serve(settings, lambda address: click.echo(f"Sandmandala is at {address}"))
