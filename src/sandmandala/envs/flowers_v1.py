"""Flowers for PettingZoo: `flowers_v1.env()`. See docs/envs.md."""

from __future__ import annotations

from typing import Any

from .aec import GameEnv, metadata, wrapped


class raw_env(GameEnv):
    """Flowers without guards: illegal actions raise errors."""

    game = "flowers"
    metadata = metadata("flowers_v1")


def env(**settings: Any) -> Any:
    """Flowers with PettingZoo's usual guards."""
    return wrapped(raw_env(**settings))
