"""Networks trained by self-play: one file for each game that has one."""

from importlib import import_module
from importlib.util import find_spec

from ...games.rules import all_games
from .network import Level, Network, Scratch, Weights, network_of, register

for _game in all_games():
    if find_spec(f"{__name__}.{_game}"):
        register(import_module(f"{__name__}.{_game}").NETWORK)

__all__ = ["Level", "Network", "Scratch", "Weights", "network_of"]
