"""The network in PyTorch, with the same layers as bots/networks/forward.py; a test compares both."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor, nn

from ..bots.networks import Network, Weights
from ..games.rules import MOST_SEATS
from .batches import Batch

_IMPOSSIBLE = -1e9


class TorchNetwork(nn.Module):
    """A network whose weights can be trained."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.weights = nn.ParameterDict({name: torch.zeros(shape) for name, shape in network.shapes.items()})

    def start(self, generator: torch.Generator) -> None:
        """Random layers with zero output: wins as in the evaluation, all moves equally likely."""
        for name, weight in self.weights.items():
            if weight.dim() == 2 and name != "judge":
                with torch.no_grad():
                    weight.normal_(0.0, math.sqrt(1.0 / weight.shape[0]), generator=generator)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of who wins and margins, by seat in turn order, and logits of moves."""
        w = self.weights
        colour_1 = torch.relu(torch.from_numpy(batch.colours) @ w["colour_1"] + w["colour_1_bias"])
        pooled = [colour_1.mean(dim=1), colour_1.amax(dim=1), torch.from_numpy(batch.table)]
        table = torch.relu(torch.cat(pooled, dim=1) @ w["table"] + w["table_bias"])
        to_colour = (table @ w["table_to_colour"] + w["colour_2_bias"]).unsqueeze(1)
        colour_2 = torch.relu(colour_1 @ w["colour_2"] + to_colour)
        judged = torch.cat([colour_2.mean(dim=1), table], dim=1) @ w["judge"] + w["judge_bias"]
        win = torch.from_numpy(batch.formula) + judged[:, :MOST_SEATS]
        win = win.masked_fill(~torch.from_numpy(batch.seated), _IMPOSSIBLE)
        moves = (table @ w["table_to_move"]).unsqueeze(1) + w["kind"][torch.from_numpy(batch.kind)]
        moves = moves + torch.from_numpy(batch.moves) @ w["move"]
        by_colour = colour_2 @ w["colour_to_move"]
        width = moves.shape[2]
        for which in range(self.network.move_colours):
            colour = torch.from_numpy(batch.colour[:, :, which])
            part = by_colour[:, :, which * width : (which + 1) * width]
            chosen = part.gather(1, colour.clamp(min=0).unsqueeze(2).expand(-1, -1, width))
            moves = moves + chosen * (colour >= 0).unsqueeze(2)
        policy = torch.relu(moves) @ w["policy"]
        policy = policy.masked_fill(~torch.from_numpy(batch.legal), _IMPOSSIBLE)
        return win, judged[:, MOST_SEATS:], policy

    def to_weights(self) -> Weights:
        """The weights for compiled code."""
        weights = self.network.new_weights()
        for name, weight in self.weights.items():
            weights[name][0] = weight.detach().numpy()
        return weights

    def take_weights(self, weights: Weights) -> None:
        with torch.no_grad():
            for name, weight in self.weights.items():
                weight.copy_(torch.from_numpy(np.ascontiguousarray(weights[name][0])))
