"""Weights as files that NumPy can read, with a description. Files that do not fit are rejected.

A file is an .npz with a float32 array for each weight, and `about`, a text in JSON: game, version of the
layout, checksum, licence, and how the weights were trained.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ...games.errors import UnreadableError
from ...games.rules import rules_of
from .network import Network, Weights, network_of

SHIPPED = Path(__file__).parent / "weights"
LICENCE = "CC0-1.0"
_FORMAT = 1


@dataclass(frozen=True, eq=False)
class TrainedNetwork:
    """A network with weights, and how these were trained."""

    network: Network
    weights: Weights
    about: dict[str, Any]


def save_weights(path: Path, network: Network, weights: Weights, story: dict[str, Any]) -> None:
    """Write weights and their description to a file atomically."""
    about = {
        "format": _FORMAT,
        "game": network.game,
        "layout": network.version,
        "sha256": _checksum(network, weights),
        "licence": LICENCE,
        **story,
    }
    arrays: dict[str, Any] = {name: np.ascontiguousarray(weights[name][0]) for name in network.shapes}
    text = np.frombuffer(json.dumps(about, indent=1).encode(), np.uint8)
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, about=text, **arrays)
    partial.replace(path)


def load_weights(path: Path, game: str, content: bytes | None = None) -> TrainedNetwork:
    """Read the weights of a game's network. Raises UnreadableError if anything does not fit."""
    network = network_of(game)
    if network is None:
        raise UnreadableError(f"There is no network for {rules_of(game).title} yet.")
    try:
        opening = path.open("rb") if content is None else io.BytesIO(content)
        with opening as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
            about = json.loads(bytes(arrays.pop("about")))
    except FileNotFoundError:
        raise UnreadableError(f"There is no file {path} with weights.") from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise UnreadableError(f"{path} is not a file with weights: {error}.") from None
    if not isinstance(about, dict) or about.get("format") != _FORMAT:
        raise UnreadableError(f"{path} is not a file with weights of format {_FORMAT}.")
    if about.get("game") != game:
        raise UnreadableError(f"{path} has weights for {about.get('game')}, not for {game}.")
    if about.get("layout") != network.version:
        raise UnreadableError(
            f"{path} has weights for layout {about.get('layout')} of the network of {game}; this version of "
            f"Sandmandala has layout {network.version}."
        )
    weights = network.new_weights()
    if set(arrays) != set(network.shapes):
        raise UnreadableError(f"{path} lacks weights, or has too many.")
    for name, shape in network.shapes.items():
        array = arrays[name]
        if array.dtype != np.float32 or array.shape != shape or not np.isfinite(array).all():
            raise UnreadableError(f"{path}: the weights {name!r} are not {shape} finite float32 numbers.")
        weights[name][0] = array
    if about.get("sha256") != _checksum(network, weights):
        raise UnreadableError(f"{path} is damaged: its checksum is wrong.")
    return TrainedNetwork(network, weights, about)


@cache
def shipped_weights(game: str) -> TrainedNetwork:
    """The weights that come with the package."""
    path = SHIPPED / f"{game}.npz"
    if not path.exists():
        title = rules_of(game).title
        raise UnreadableError(f"The bot net has not learned {title} yet: there are no weights for it.")
    return load_weights(path, game)


def _checksum(network: Network, weights: Weights) -> str:
    digest = hashlib.sha256(f"{network.game} {network.version} {network.shapes}".encode())
    for name in network.shapes:
        digest.update(weights[name][0].astype("<f4").tobytes())
    return digest.hexdigest()
