"""The declaration of a game's network: inputs, weights, and how compiled code finds them.

The network treats all colours alike. Each colour's inputs go through the same weights. The mean and the
maximum over the colours join the inputs of the whole table, and the result goes back to each colour. A move
names one or two colours, and its prior depends on the network's values for these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from ...games.compiling import compiled, layout, scratch_layout
from ...games.rules import MOST_SEATS, rules_of
from ..evaluation import evaluator_of
from .arithmetic import padded

_NOTES = 24
OUTPUTS = 2 * MOST_SEATS  # a win and a margin for each seat, in turn order from the player to move

Weights = npt.NDArray[np.void]
Scratch = npt.NDArray[np.void]


@dataclass(frozen=True)
class Level:
    """The strength of a bot. Weaker ones think less, and look only at moves that come to their minds."""

    simulations: int
    considered: int | None = None  # see NetBot
    intuition: float = 1.0
    uses_solver: bool = False


@dataclass(frozen=True)
class Network:
    """The network of a game.

    `write_inputs(state, seat, out)` describes a world, with all cards open, from the view of the seat to
    move, in `out.colours` and `out.table`, which are 0 before. It gets the features of the evaluation in
    `out.features` and its values in `out.formula`, a row for each seat in turn order from the one to move.
    `write_move(state, seat, action, out, row)` describes a legal move: `out.kind`, `out.colour`, which are -1
    before, and `out.inputs`, which are 0. `write_inputs` can store in `out.notes` what every move needs.
    `version` is raised when inputs change their meaning, or widths: weights fit only one version.
    `levels` are the six strengths that people choose from, weakest first.
    The widths are those of the layers: for each colour, for the table, and for each move. They are multiples
    of 8, and of 16 for moves that name two colours.
    """

    game: str
    version: int
    write_inputs: Callable[[Any, int, Any], None]
    write_move: Callable[[Any, int, int, Any, int], None]
    colour_inputs: int
    table_inputs: int
    move_kinds: int  # each has its own weights
    move_inputs: int
    move_colours: int  # that a move names, 1 or 2
    levels: tuple[Level, ...]
    colour_width: int = 32
    table_width: int = 64
    move_width: int = 32  # shared by the colours that a move names

    @cached_property
    def colours(self) -> int:
        """How many colours the game has."""
        return len(rules_of(self.game).palette.colours)

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of all weights, by name. Matrices are written (from, to)."""
        colour, table, width = self.colour_width, self.table_width, self.move_width // self.move_colours
        return {
            "colour_1": (self.colour_inputs, colour),
            "colour_1_bias": (colour,),
            "table": (2 * colour + self.table_inputs, table),
            "table_bias": (table,),
            "table_to_colour": (table, colour),
            "colour_2": (colour, colour),
            "colour_2_bias": (colour,),
            "judge": (table + colour, OUTPUTS),
            "judge_bias": (OUTPUTS,),
            "colour_to_move": (colour, self.move_width),
            "table_to_move": (table, width),
            "kind": (self.move_kinds, width),
            "move": (self.move_inputs, width),
            "policy": (width,),
        }

    @cached_property
    def weights_dtype(self) -> np.dtype[np.void]:
        return layout([(name, "f4", shape) for name, shape in self.shapes.items()])

    @cached_property
    def scratch_dtype(self) -> np.dtype[np.void]:
        """Room for one evaluation: what goes in, the layers, what comes out."""
        rows, width = padded(rules_of(self.game).action_count), self.move_width // self.move_colours
        colours, colour, table = padded(self.colours), self.colour_width, self.table_width
        features = len(evaluator_of(self.game).weights)
        return scratch_layout(
            [
                ("win", "f8", (MOST_SEATS,)),  # how likely each seat is to win
                ("margin", "f8", (MOST_SEATS,)),  # by how many points it will be ahead, 1 being MARGIN_SCALE
                ("prior", "f8", (rows,)),  # how likely each legal move is; they add up to 1
                ("features", "f8", (MOST_SEATS, features)),
                ("formula", "f8", (MOST_SEATS,)),
                ("notes", "i8", (_NOTES,)),
                ("colours", "f4", (colours, self.colour_inputs)),
                ("table", "f4", (2 * colour + self.table_inputs,)),  # the pooled colours first
                ("colour_1", "f4", (colours, colour)),
                ("table_1", "f4", (table,)),
                ("to_colour", "f4", (colour,)),
                ("colour_2", "f4", (colours, colour)),
                ("judged", "f4", (table + colour,)),
                ("outputs", "f4", (OUTPUTS,)),
                ("to_move", "f4", (width,)),
                ("by_colour", "f4", (colours, self.move_width)),
                ("moves", "f4", (rows, width)),
                ("inputs", "f4", (rows, self.move_inputs)),
                ("kind", "i4", (rows,)),
                ("colour", "i4", (rows, self.move_colours)),
            ]
        )

    def new_weights(self) -> Weights:
        """All zeros: the network then agrees with the evaluation, and all moves are equally likely."""
        return np.zeros(1, self.weights_dtype)

    def new_scratch(self) -> Scratch:
        return np.zeros(1, self.scratch_dtype)


_networks: dict[str, Network] = {}
_by_fields: dict[Any, Network] = {}
_by_type: dict[Any, Network] = {}


def register(network: Network) -> None:
    state_dtype = rules_of(network.game).state_dtype
    _networks[network.game] = network
    _by_fields[state_dtype.names] = network
    _by_type[numba.from_dtype(state_dtype)] = network


def network_of(game: str) -> Network | None:
    """The network of a game; None if it has none."""
    return _networks.get(game)


@compiled
def table_inputs(out: Any) -> Any:
    """The inputs of the table. Before them, `out.table` has room for the pooled colours."""
    return out.table[2 * out.to_colour.shape[0] :]


def describe(state: Any, seat: int, seats: int, out: Any) -> None:
    """Write all inputs but those of moves."""
    _describing(_by_fields[state.dtype.names])(state, seat, seats, out)


def describe_move(state: Any, seat: int, action: int, out: Any, row: int) -> None:
    """Write the inputs of a move."""
    _by_fields[state.dtype.names].write_move(state, seat, action, out, row)


def colour_count(state: Any) -> int:
    """How many colours the game has; compiled, a constant."""
    return _by_fields[state.dtype.names].colours


@overload(colour_count)
def _colour_count(state: Any) -> Any:
    colours = _by_type[state].colours

    def count(state: Any) -> int:
        return colours

    return count


@overload(describe)
def _describe(state: Any, seat: int, seats: int, out: Any) -> Any:
    return _describing(_by_type[state])


@overload(describe_move)
def _describe_move(state: Any, seat: int, action: int, out: Any, row: int) -> Any:
    write_move = _by_type[state].write_move

    def write(state: Any, seat: int, action: int, out: Any, row: int) -> None:
        write_move(state, seat, action, out, row)

    return write


def _describing(network: Network) -> Any:
    evaluator, write_inputs = evaluator_of(network.game), network.write_inputs
    features, weights = evaluator.features, np.array(evaluator.weights)

    def write(state: Any, seat: int, seats: int, out: Any) -> None:
        out.colours[:] = 0.0
        out.table[:] = 0.0
        for place in range(seats):
            row = out.features[place]
            features(state, (seat + place) % seats, row)
            total = 0.0
            for i in range(weights.shape[0]):
                if row[i] != 0.0:  # most are 0, and an addition has to wait for the one before
                    total += weights[i] * row[i]
            out.formula[place] = total
        write_inputs(state, seat, out)

    return write
