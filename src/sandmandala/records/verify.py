"""Was a recorded game fair? Every draw from the secret, every move legal, the result as it says."""

from __future__ import annotations

from dataclasses import dataclass

from ..games import chance
from ..games.errors import SandmandalaError
from ..games.rules import RULES_VERSION
from .game import Game
from .record import Record, Result


@dataclass(frozen=True)
class Check:
    """One thing that was checked: `ok` is None where the record has nothing to check."""

    name: str
    ok: bool | None
    says: str


def verify(record: Record) -> list[Check]:
    """All checks, in order. A record is good if none of them failed.

    >>> game = Game.new("patterns")
    >>> all(check.ok for check in verify(game.record()) if check.ok is not None)
    True
    """
    checks = [_commitment(record), _version(record)]
    if checks[-1].ok is False:
        return checks
    try:
        game = Game.from_record(record)
    except SandmandalaError as error:
        return [*checks, Check("moves", False, str(error))]
    checks.append(Check("moves", True, f"All {len(record.moves)} moves are legal."))
    checks.append(_draws(record, game))
    checks.append(_result(record, game))
    return checks


def is_good(checks: list[Check]) -> bool:
    return all(check.ok is not False for check in checks)


def _commitment(record: Record) -> Check:
    if chance.commitment(bytes.fromhex(record.secret)) == record.commitment:
        return Check("commitment", True, "The secret is the one that was committed to before the game.")
    return Check("commitment", False, "The secret is not the one that was committed to before the game.")


def _version(record: Record) -> Check:
    if record.rules == RULES_VERSION:
        return Check("rules", True, f"Played by version {RULES_VERSION} of the rules.")
    says = f"Played by version {record.rules} of the rules; this program has version {RULES_VERSION}."
    return Check("rules", False, says)


def _draws(record: Record, game: Game) -> Check:
    if record.trace is None:
        return Check("draws", None, "The record has no trace to compare the draws with.")
    if record.trace == game.trace():
        return Check("draws", True, "Every draw follows from the secret.")
    return Check("draws", False, "The recorded positions do not follow from the secret: a draw was bent.")


def _result(record: Record, game: Game) -> Check:
    if record.result is None:
        if game.is_over:
            return Check("result", None, "The game is over, but the record gives no result.")
        return Check("result", None, "The game is not over.")
    if not game.is_over:
        return Check("result", False, "The record gives a result, but the game is not over.")
    if record.result == Result(tuple(game.scores()), tuple(game.winners())):
        return Check("result", True, f"The scores are right: {', '.join(map(str, record.result.scores))}.")
    return Check("result", False, "The scores or winners are not those of the game.")
