"""Weights without some of their parts, to measure what each part brings:
`python tools/network_parts.py GAME OUT --without priors`.

Without priors, all moves are alike to the network. Without its value, the evaluation judges who wins. Without
both, it plays like generation 0, before anything was learned.
"""

from __future__ import annotations

from pathlib import Path

import click

from sandmandala.bots.networks.weights_file import load_weights, save_weights, shipped_weights
from sandmandala.games.rules import all_games

# The last weights before each output. If they are 0, so is the output.
PARTS = {"priors": ("policy",), "value": ("judge", "judge_bias")}


@click.command()
@click.argument("game", type=click.Choice(all_games()))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--without", "parts", multiple=True, required=True, type=click.Choice(list(PARTS)))
@click.option("--weights", type=click.Path(path_type=Path, exists=True), help="Default: the package's.")
def main(game: str, out: Path, parts: tuple[str, ...], weights: Path | None) -> None:
    trained = load_weights(weights, game) if weights else shipped_weights(game)
    rest = trained.weights.copy()
    for part in parts:
        for name in PARTS[part]:
            rest[name] = 0.0
    save_weights(out, trained.network, rest, {"without": parts, "of": trained.about["sha256"]})


if __name__ == "__main__":
    main()
