"""A finished or unfinished game as data: options, secret and moves, as JSON or as short text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..games.options import Options
from ..games.rules import RULES_VERSION

# 2 has contributions, 3 is of a practice game, or of one that ended early. A record is written in the oldest
# format that has all of it, so that older programs can read it.
FORMAT_VERSION = 3
EARLY_ENDS = ("resigned", "time")
HEADER = "Sandmandala record"
_MOVES_IN_A_LINE = 10


@dataclass(frozen=True)
class Result:
    """How a game ended. Early, when all seats but one are `lost`: resigned, or out of time."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str = "finished"
    lost: tuple[int, ...] = ()

    @property
    def is_early(self) -> bool:
        return self.reason != "finished"


@dataclass(frozen=True)
class Record:
    """One game. `start` is a position, for games that did not start with a deal.

    `contributions` are the players' random numbers, by seat; None if all chance comes from the secret.
    `practice` says that the game plays on from a position of another one.
    """

    game: str
    seats: int
    options: Options
    secret: str
    commitment: str
    moves: tuple[str, ...]
    players: tuple[str, ...] | None = None
    start: str | None = None
    result: Result | None = None
    trace: str | None = None
    rules: int = RULES_VERSION
    contributions: tuple[str, ...] | None = None
    practice: bool = False

    @property
    def format(self) -> int:
        if self.practice or (self.result and self.result.is_early):
            return FORMAT_VERSION
        return 1 if self.contributions is None else 2

    @property
    def secret_and_contributions(self) -> tuple[bytes, list[bytes] | None]:
        """The secret and the contributions as bytes, as `Game.new` expects them."""
        given = self.contributions
        return bytes.fromhex(self.secret), None if given is None else [bytes.fromhex(one) for one in given]

    def to_json(self) -> str:
        """One readable JSON object."""
        return json.dumps(self.to_data(), ensure_ascii=False)

    def to_data(self) -> dict[str, Any]:
        """The contents of the JSON object."""
        data: dict[str, Any] = {
            "format": self.format,
            "rules": self.rules,
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "players": list(self.players) if self.players else None,
            "secret": self.secret,
            "commitment": self.commitment,
            "contributions": self.contributions,
            "practice": True,
            "start": self.start,
            "moves": list(self.moves),
            "result": None,
            "trace": self.trace,
        }
        if self.contributions is None:
            del data["contributions"]
        if not self.practice:
            del data["practice"]
        if self.result:
            data["result"] = {"scores": list(self.result.scores), "winners": list(self.result.winners)}
            if self.result.is_early:
                data["result"] |= {"reason": self.result.reason, "lost": list(self.result.lost)}
        return data

    def to_text(self) -> str:
        """A short, readable text: `key: value` lines, then the numbered moves."""
        lines = [f"{HEADER} {self.format}", f"game: {self.game}", f"rules: {self.rules}"]
        lines.append(f"seats: {self.seats}")
        lines += [f"option {name}: {value}" for name, value in self.options.items()]
        lines += [f"player {seat}: {name}" for seat, name in enumerate(self.players or ())]
        lines += [f"secret: {self.secret}", f"commitment: {self.commitment}"]
        lines += [f"contribution {seat}: {number}" for seat, number in enumerate(self.contributions or ())]
        if self.practice:
            lines.append("practice: yes")
        if self.start is not None:
            lines.append(f"start: {self.start}")
        if self.result:
            lines.append(f"scores: {' '.join(map(str, self.result.scores))}")
            lines.append(f"winners: {' '.join(map(str, self.result.winners))}")
            if self.result.is_early:
                lines.append(f"{self.result.reason}: {' '.join(map(str, self.result.lost))}")
        if self.trace is not None:
            lines.append(f"trace: {self.trace}")
        lines.append("")
        for first in range(0, len(self.moves), _MOVES_IN_A_LINE):
            row = self.moves[first : first + _MOVES_IN_A_LINE]
            lines.append(" ".join(f"{first + i}. {move}" for i, move in enumerate(row, 1)))
        return "\n".join(lines) + "\n"


def trace_of(positions: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for position in positions:
        digest.update(position.encode() + b"\n")
    return digest.hexdigest()
