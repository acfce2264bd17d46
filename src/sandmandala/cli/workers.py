"""The options `--workers` and `--ray`: which processes play."""

from __future__ import annotations

import os

from ..arena.ray_workers import RayWorkers
from ..arena.workers import LocalWorkers, Workers


def choose_workers(count: int | None, ray: str | None) -> Workers:
    if ray:
        return RayWorkers(ray, count)
    return LocalWorkers(count or os.cpu_count() or 1)
