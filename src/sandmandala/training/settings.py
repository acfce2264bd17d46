"""The settings of a training run, and the folder that keeps it."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..bots.networks import Network, network_of
from ..games.errors import UnreadableError
from ..games.rules import RULES_VERSION

_FORMAT = 1


@dataclass(frozen=True)
class Settings:
    """Everything that the result of a run depends on, except for the number of generations."""

    game: str
    seed: int = 0
    games: int = 1000  # of self-play in each generation
    simulations: int = 300  # for each of their moves
    seats: tuple[int, ...] | None = None  # of these games, in turn; None for each number that is possible
    window: int = 3  # the number of generations whose games are used for learning
    epochs: int = 20  # how often each position is used
    gate_games: int = 200  # at most, between a new network and the best so far
    gate_simulations: int = 200
    start: str | None = None  # the checksum of generation 0; None for one that has not learned anything

    @property
    def network(self) -> Network:
        network = network_of(self.game)
        if network is None:
            raise UnreadableError(f"There is no network for {self.game} yet: see docs/training.md.")
        return network


class RunFolder:
    """The files of a run. Each is written atomically, so a run can stop at any time."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        given = {
            "training": _FORMAT,
            "rules": RULES_VERSION,
            "layout": settings.network.version,
            **json.loads(json.dumps(asdict(settings))),  # as the file has them, tuples as lists
        }
        try:
            path.mkdir(parents=True, exist_ok=True)
            known = read_json(self._settings_file)
            if known is None:
                write_json(self._settings_file, given)
        except OSError as error:
            raise UnreadableError(f"Cannot write to {path}: {error}.") from None
        for key, value in given.items():
            if known is not None and known.get(key) != value:
                raise UnreadableError(
                    f"{path} holds another run: its {key} is {known.get(key)!r}, not {value!r}. Choose "
                    "another folder, or the same settings to resume that run."
                )

    @property
    def _settings_file(self) -> Path:
        return self.path / "run.json"

    @property
    def best(self) -> Path:
        """The best weights so far."""
        return self.path / "best.npz"

    @property
    def curves(self) -> Path:
        return self.path / "curves.svg"

    def generation(self, number: int) -> Path:
        folder = self.path / f"generation-{number:03}"
        folder.mkdir(exist_ok=True)
        return folder

    def weights(self, number: int) -> Path:
        return self.generation(number) / "weights.npz"

    def chunk(self, number: int, chunk: int) -> Path:
        return self.generation(number) / f"games-{chunk:04}.npz"

    def gate(self, number: int) -> Path:
        return self.generation(number) / "gate.jsonl"

    def summary(self, number: int) -> dict[str, Any] | None:
        return read_json(self.generation(number) / "summary.json")

    def write_summary(self, number: int, summary: dict[str, Any]) -> None:
        write_json(self.generation(number) / "summary.json", summary)

    def summaries(self) -> list[dict[str, Any]]:
        """Of all finished generations, in order."""
        found: list[dict[str, Any]] = []
        while (folder := self.path / f"generation-{len(found) + 1:03}").is_dir():
            summary = read_json(folder / "summary.json")
            if summary is None:
                break
            found.append(summary)
        return found


def read_json(path: Path) -> dict[str, Any] | None:
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise UnreadableError(f"{path} is damaged.")
    return found


def write_json(path: Path, content: dict[str, Any]) -> None:
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    os.replace(partial, path)
