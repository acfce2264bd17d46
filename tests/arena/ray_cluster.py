"""A Ray cluster of several nodes on this machine, for tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# Read when Ray is imported: everything stays at 127.0.0.1, and nothing calls out.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
_TESTS = str(Path(__file__).parents[1])

_NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80 * 2**20}
_HEAD = {
    **_NODE,
    "include_dashboard": False,
    "include_log_monitor": False,
    # A node that was killed refuses connections at once; one that is only slow has ten seconds to answer.
    # Ray lowers the priority of workers, so that on a busy machine they would hardly run.
    "_system_config": {"health_check_period_ms": 500, "worker_niceness": 0},
}
_TRIES = 3  # Ray gives a node thirty seconds to start, which may not suffice on a busy machine


@contextmanager
def started_cluster(nodes: int) -> Iterator[Any]:
    """A cluster of a head and other nodes with a processor each. The driver is connected to the head."""
    import ray
    from ray.cluster_utils import Cluster

    os.environ["PYTHONPATH"] = os.pathsep.join(
        [_TESTS, os.environ.get("PYTHONPATH", "")]
    )  # for bots of tests
    for tries_left in reversed(range(_TRIES)):
        cluster = Cluster()
        try:
            cluster.add_node(**_HEAD)
            for _ in range(nodes - 1):
                cluster.add_node(**_NODE)
            break
        except Exception:
            cluster.shutdown()
            if not tries_left:
                raise
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()
