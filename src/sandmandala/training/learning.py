"""Learning from positions: AdamW, with a rate that rises and falls once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from ..bots.networks import Network, Weights
from .batches import Batch, batch_of
from .self_play import Positions
from .torch_network import TorchNetwork

_BATCH = 512
_MOST_RATE = 2e-3
_DECAY = 1e-4
_MARGIN_WEIGHT = 0.5
# One in this many positions is held out to measure the loss: those of the last games, since positions of a
# game are similar.
_HELD_OUT = 20


@dataclass(frozen=True)
class Loss:
    """The mean errors of a network; smaller is better."""

    win: float
    policy: float
    margin: float


def learn(
    network: Network,
    weights: Weights | None,
    positions: Positions,
    epochs: int,
    seed: int,
    on_batch: Callable[[float], None] = lambda share: None,
) -> tuple[Weights, Loss]:
    """Continue from these weights, or from new ones. Returns the new weights and their loss on held-out
    positions.

    The same arguments give the same weights, on the same machine and version of PyTorch.
    """
    torch.set_num_threads(1)  # more are not faster for small networks, and would change the order of sums
    generator = torch.Generator().manual_seed(seed)
    model = TorchNetwork(network)
    if weights is None:
        model.start(generator)
    else:
        model.take_weights(weights)
    order = np.random.default_rng(seed)
    train, test = np.split(np.arange(len(positions)), [len(positions) - max(1, len(positions) // _HELD_OUT)])
    steps = epochs * max(1, len(train) // _BATCH)
    optimizer = torch.optim.AdamW(model.parameters(), lr=_MOST_RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _MOST_RATE, total_steps=steps)
    done = 0
    for _ in range(epochs):
        mixed = order.permutation(train)
        for part in np.array_split(mixed, max(1, len(train) // _BATCH)):
            win, policy, margin = _losses(model, batch_of(network, positions, part))
            optimizer.zero_grad()
            torch.autograd.backward(win + policy + _MARGIN_WEIGHT * margin)
            optimizer.step()
            schedule.step()
            done += 1
            on_batch(done / steps)
    return model.to_weights(), measure(model, positions, test)


def measure(model: TorchNetwork, positions: Positions, chosen: np.ndarray) -> Loss:
    totals = np.zeros(3)
    with torch.no_grad():
        for part in np.array_split(chosen, -(-len(chosen) // _BATCH)):
            losses = _losses(model, batch_of(model.network, positions, part))
            totals += np.array([float(loss) for loss in losses]) * len(part)
    return Loss(*(totals / len(chosen)).tolist())


def _losses(model: TorchNetwork, batch: Batch) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    win, margin, policy = model(batch)
    seated = torch.from_numpy(batch.seated)
    miss = (torch.tanh(margin) - torch.tanh(torch.from_numpy(batch.margin))) ** 2 * seated
    return (
        functional.cross_entropy(win, torch.from_numpy(batch.won)),
        functional.cross_entropy(policy, torch.from_numpy(batch.policy)),
        miss.sum() / seated.sum(),
    )
