"""Checks whether a recorded game was fair: what a record proves, and what it leaves open.

A record can only be checked against itself, and against what a player noted before the game: the commitment
and her own contribution. A file can contain an invented game, so each check says what it proves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..games import chance
from ..games.errors import SandmandalaError
from ..games.rules import RULES_VERSION, checked_seat
from .game import Game
from .reading import read_hex
from .record import Record, Result


@dataclass(frozen=True)
class Check:
    """The result of one check. `ok` is None if it was not possible; `detail` says why."""

    name: str
    ok: bool | None
    detail: str


def verify(
    record: Record, commitment: str | None = None, contributions: Mapping[int, str] | None = None
) -> list[Check]:
    """All checks, in order. `commitment` and `contributions` (by seat) are what a player noted before the
    game.

    >>> game = Game.new("patterns")
    >>> [check.name for check in verify(game.record(), game.commitment) if check.ok]
    ['commitment', 'noted', 'rules', 'moves', 'deal', 'draws']
    """
    checks = [_commitment(record), _noted(record, commitment), _contributions(record, contributions or {})]
    checks.append(_version(record))
    if checks[-1].ok is False:
        return checks
    try:
        game = Game.from_record(record)
    except SandmandalaError as error:
        return [*checks, Check("moves", False, str(error))]
    checks += [_moves(record, game), _deal(record, game), _draws(record, game), _result(record, game)]
    return [*checks, _players(record)]


def is_good(checks: list[Check]) -> bool:
    """Whether no check failed. Skipped checks do not count as failed."""
    return all(check.ok is not False for check in checks)


def _commitment(record: Record) -> Check:
    if _commitment_of(record) == record.commitment:
        return Check("commitment", True, "The secret belongs to the commitment in the record.")
    return Check("commitment", False, "The secret does not belong to the commitment in the record.")


def _noted(record: Record, commitment: str | None) -> Check:
    if commitment is None:
        detail = (
            "Not checked: that the secret was fixed before the game. A made-up game would pass, too. "
            "Give the commitment that you noted before the game."
        )
        return Check("noted", None, detail)
    read_hex(commitment, "The commitment", chance.SECRET_BYTES)
    if _commitment_of(record) == commitment:
        return Check("noted", True, "The secret has the commitment that you noted: it is the one fixed then.")
    return Check("noted", False, "The secret does not have the commitment that you noted: it was replaced.")


def _commitment_of(record: Record) -> str:
    return chance.commitment(bytes.fromhex(record.secret))


def _contributions(record: Record, noted: Mapping[int, str]) -> Check:
    for seat, number in noted.items():
        checked_seat(seat, record.seats)
        read_hex(number, "A contribution", chance.CONTRIBUTION_BYTES)
    if record.contributions is None:
        if noted:
            return Check("contributions", False, "The record has no contributions: yours was ignored.")
        detail = "There are none: whoever drew the secret could have chosen the deal."
        return Check("contributions", None, detail)
    if not noted:
        detail = "Not checked: that they come from the players. Give the one that you noted for your seat."
        return Check("contributions", None, detail)
    for seat, number in noted.items():
        if record.contributions[seat] != number:
            detail = f"Seat {seat} does not have the contribution that you noted: it was replaced."
            return Check("contributions", False, detail)
    seats = ", ".join(map(str, sorted(noted)))
    return Check("contributions", True, f"The record has what you noted for seat {seats}.")


def _version(record: Record) -> Check:
    if record.rules == RULES_VERSION:
        return Check("rules", True, f"Played by version {RULES_VERSION} of the rules.")
    detail = f"Played by version {record.rules} of the rules; this program has version {RULES_VERSION}."
    return Check("rules", False, detail)


def _moves(record: Record, game: Game) -> Check:
    for number, (written, move) in enumerate(zip(record.moves, game.moves, strict=True), 1):
        if written != move:
            detail = f"Move {number} is written {written!r}; the game writes it {move!r}."
            return Check("moves", False, detail)
    return Check("moves", True, f"All {len(record.moves)} moves are legal.")


def _deal(record: Record, game: Game) -> Check:
    if record.start is None:
        return Check("deal", True, f"The deal follows from {_source(record)}.")
    if record.start != game.position(0):
        return Check("deal", False, "The start position is not written as the game writes it.")
    chosen = "for practice" if record.practice else "that somebody chose"
    detail = f"There was no deal: the game starts from a position {chosen}."
    return Check("deal", None, detail)


def _draws(record: Record, game: Game) -> Check:
    if record.trace is None:
        detail = "Not checked: the record has no trace to compare the deal and the draws with."
        return Check("draws", None, detail)
    if record.trace == game.trace():
        after = "" if record.start is None else " after the start"
        return Check("draws", True, f"Every draw{after} follows from {_source(record)}, as the trace says.")
    detail = f"The trace is not that of this game: it does not follow from {_source(record)} and the moves."
    return Check("draws", False, detail)


def _source(record: Record) -> str:
    return "the secret" if record.contributions is None else "the secret and the contributions"


def _result(record: Record, game: Game) -> Check:
    if record.result is None:
        if game.is_over:
            return Check("result", None, "Not checked: the game is over, but the record gives no result.")
        return Check("result", None, "The game is not over, and the record gives no result.")
    if record.result.is_early:
        return _early_result(record.result, game)
    if not game.is_over:
        return Check("result", False, "The record gives a result, but the game is not over.")
    if record.result == Result(tuple(game.scores()), tuple(game.winners())):
        return Check("result", True, f"The scores are right: {', '.join(map(str, record.result.scores))}.")
    return Check("result", False, "The scores or winners are not those of the game.")


def _early_result(result: Result, game: Game) -> Check:
    """The players ended the game, so the position does not show it."""
    staying = tuple(seat for seat in range(game.seats) if seat not in result.lost)
    fits = result.winners == staying and len(staying) == 1 and result.scores == tuple(game.scores())
    if game.is_over or not fits:
        return Check("result", False, "The record says that the game ended early, which does not fit it.")
    detail = "Not checked: that the game ended early, because somebody resigned or was out of time."
    return Check("result", None, detail)


def _players(record: Record) -> Check:
    if record.players is None:
        return Check("players", None, "Not checked: who played. The record gives no names.")
    return Check("players", None, "Not checked: the names, and that these players made these moves.")
