"""Patterns for PettingZoo: `patterns_v1.env()`. See docs/envs.md."""

from __future__ import annotations

from typing import Any

from .aec import GameEnv, metadata, wrapped


class raw_env(GameEnv):
    """Patterns without guards: illegal actions raise errors."""

    game = "patterns"
    metadata = metadata("patterns_v1")


def env(**settings: Any) -> Any:
    """Patterns with PettingZoo's usual guards."""
    return wrapped(raw_env(**settings))
