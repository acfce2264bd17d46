"""Importing this loads everything that a server needs, for `forked_server.py`."""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads do not survive a fork

import gc
from importlib import import_module

from sandmandala.bots.warmup import bot_steps
from sandmandala.games.rules import all_games
from sandmandala.games.warmup import rule_steps
from sandmandala.records.warmup import game_steps

for name in ("sandmandala.cli.serve", "sandmandala.server.app"):
    import_module(name)
for game in all_games():
    for step in [*rule_steps(game), *game_steps(game), *bot_steps(game)]:
        step()
gc.freeze()  # collecting would copy the pages that the servers share
