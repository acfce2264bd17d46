"""Mandala for PettingZoo: `mandala_v1.env()`. See docs/envs.md."""

from __future__ import annotations

from .aec import environments

raw_env, env = environments(__name__)
