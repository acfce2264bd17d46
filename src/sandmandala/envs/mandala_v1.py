"""Mandala for PettingZoo: `mandala_v1.env()`. See docs/envs.md."""

from __future__ import annotations

from typing import Any

from .aec import GameEnv, metadata, wrapped


class raw_env(GameEnv):
    """Mandala without guards: illegal actions raise errors."""

    game = "mandala"
    metadata = metadata("mandala_v1")


def env(**settings: Any) -> Any:
    """Mandala with PettingZoo's usual guards."""
    return wrapped(raw_env(**settings))
