"""Compiles at the first start on a machine: once, in several processes, with a progress bar."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from ..games.compile_state import compile_alone, drop_old_caches, is_compiled
from ..games.rules import all_games
from .compile_pool import CompilePool, CompilerDiedError, Job, compile_here
from .compile_progress import shown_progress

_FOR_COMMANDS = ("rules", "bots", "tools")
_FOR_SERVERS = ("rules", "bots", "review")
_PATIENCE = 0.5  # seconds
_compiling = threading.Event()  # set while `compile_meanwhile` is active


def compile_once(parts: Sequence[str] = _FOR_COMMANDS) -> None:
    """Compile whatever is not in the cache yet."""
    if not _missing(parts):
        return
    with compile_alone():
        jobs = _missing(parts)  # another process may have compiled it in the meantime
        try:
            with shown_progress(jobs) as progress:
                CompilePool().compile(jobs, progress, _processes())
        except CompilerDiedError as error:
            click.echo(f"A process that compiled the {error} has died; continuing without it.", err=True)
            jobs = _missing(parts)
            with shown_progress(jobs) as progress:
                compile_here(jobs, progress)
        drop_old_caches()


@contextmanager
def compile_meanwhile() -> Iterator[None]:
    """Compile what a server needs in other processes, while this one serves (see server/compile_wait.py)."""
    if _compiling.is_set() or not _missing(_FOR_SERVERS):
        yield
        return
    _compiling.set()
    pool, begun = CompilePool(), threading.Event()
    thread = threading.Thread(target=_compile_for_servers, args=(pool, begun), daemon=True)
    thread.start()
    begun.wait(_PATIENCE)  # not longer: tables also wait if another process compiles
    try:
        yield
    finally:
        pool.stop()
        thread.join(_PATIENCE)
        _compiling.clear()


def _compile_for_servers(pool: CompilePool, begun: threading.Event) -> None:
    with compile_alone():
        begun.set()
        jobs = _missing(_FOR_SERVERS)
        if not jobs:  # another process has compiled it, or another thread of this one
            return
        try:
            with shown_progress(jobs) as progress:
                pool.compile(jobs, progress, _processes())
        except CompilerDiedError as error:
            click.echo(f"A process that compiled the {error} has died: first moves may be slow.", err=True)
        drop_old_caches()


def _missing(parts: Sequence[str]) -> list[Job]:
    jobs = [Job(part, game) for part in parts for game in all_games()]
    return [job for job in jobs if not is_compiled(job.mark)]


def _processes() -> int:
    return os.cpu_count() or 1
