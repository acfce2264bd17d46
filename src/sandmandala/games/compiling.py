"""How rules are compiled: one decorator, one cache folder, one way to create states.

Numba's cache checks only the file that holds a function, not the files it calls. So our cache folder is named
after a hash of all sources with compiled code: a changed rule never runs stale machine code. Numba also
checks the path and time of the file. The hash includes both; otherwise another copy of the same sources would
find a folder that is marked as complete but has nothing for it.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

States = npt.NDArray[np.void]
Actions = npt.NDArray[np.int16]
Stream = npt.NDArray[np.int64]

INTERPRETED = bool(numba.config.DISABLE_JIT)

_PACKAGE = Path(__file__).resolve().parents[1]
_WITH_COMPILED_CODE = (
    "games",
    "bots",
    "envs/batch_kernels.py",
    "review/continuations.py",
    "review/facts",
    "review/policy.py",
    "training/batches.py",
    "training/self_play.py",
)

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def cache_folder() -> Path:
    """The folder for compiled code: below $SANDMANDALA_CACHE, or the user's cache folder."""
    digest = hashlib.sha256()
    digest.update(f"{_PACKAGE} boundscheck {numba.config.BOUNDSCHECK}".encode())
    for place in _WITH_COMPILED_CODE:
        for source in sorted((_PACKAGE / place).rglob("*.py")) or [_PACKAGE / place]:
            digest.update(f"{source.relative_to(_PACKAGE)} {source.stat().st_mtime_ns}".encode())
            digest.update(source.read_bytes())
    chosen = os.environ.get("SANDMANDALA_CACHE")
    if chosen:
        root = Path(chosen)
    elif sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "sandmandala"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sandmandala"
    name = f"compiled-{digest.hexdigest()[:16]}"
    if not _is_usable(root / name):
        # Compile at every start, into a temporary folder that child processes share.
        root = Path(tempfile.mkdtemp(prefix="sandmandala-"))
        os.environ["SANDMANDALA_CACHE"] = str(root)
        (root / name).mkdir()
    return root / name


def _is_usable(folder: Path) -> bool:
    """Numba refuses to cache anything in a folder that it cannot write to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def compiled(function: Function) -> Function:
    """Compile a function of the rules: without Python objects, without the GIL, cached on disk."""
    before = numba.config.CACHE_DIR
    # Numba reads this when it decorates, so other users of Numba in this process keep their own folder.
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        # Only C would call through the wrapper that is left out; it takes a tenth of the time to compile.
        return cast(Function, numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True)(function))
    finally:
        numba.config.CACHE_DIR = before


def inlined(function: Function) -> Function:
    """Compile a function as part of its only caller.

    LLVM optimises a compiled function again in everything that calls it, directly or not. So a function that
    plays moves or asks a network costs seconds for each function between it and the outermost one.
    """
    return cast(Function, numba.njit(inline="always")(function))


def interpreted(function: Function) -> Function:
    """The same function in plain Python, with all that it calls: for tables built at import.

    The first call of compiled code takes half a second to load Numba, and `sandmandala serve` should not wait
    for it.
    """
    plain: Any = getattr(function, "py_func", function)
    used = {name: plain.__globals__.get(name) for name in plain.__code__.co_names}
    called = {name: interpreted(value) for name, value in used.items() if hasattr(value, "py_func")}
    return cast(Function, FunctionType(plain.__code__, {**plain.__globals__, **called}))


def specialize(function: Function, *arguments: Any) -> Function:
    """A compiled function for arguments of exactly these types.

    It skips the look-up of types at each call, which takes longer than a move. In return, arguments of other
    types are not rejected and corrupt memory.
    """
    if INTERPRETED:
        return function
    return cast(Function, function.compile(tuple(map(numba.typeof, arguments))))  # type: ignore[attr-defined]


def layout(fields: list[Any]) -> np.dtype[np.void]:
    """The layout of a record with these fields, without padding, which copies would not overwrite.

    Compiled code takes plain structured arrays ten times faster than record arrays; interpreted code
    needs np.record for `state.hand`.
    """
    found = scratch_layout(fields)
    assert found.itemsize == np.dtype(fields).itemsize, "fill the gaps: equal states must have equal bytes"
    return found


def scratch_layout(fields: list[Any]) -> np.dtype[np.void]:
    """The same for records that are never compared: they may have padding."""
    plain = np.dtype(fields, align=True)
    return np.dtype((np.record, plain)) if INTERPRETED else plain


def new_states(layout: np.dtype[np.void], count: int) -> States:
    """An array of empty states."""
    return np.zeros(count, dtype=layout)


def state_from(layout: np.dtype[np.void], record: bytes) -> States:
    """An array of one state, from its bytes: NumPy's own copies go field by field, twenty times slower."""
    return np.frombuffer(bytearray(record), dtype=layout)
