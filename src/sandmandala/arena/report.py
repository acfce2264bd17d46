"""The results of a match as tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import pvariance

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .game_runner import FINISHED, GameResult
from .match import Match, score_of_round
from .ratings import LOWER, UPPER, Estimate, estimate, ladder

_LONGEST_NAME = 40


def print_report(match: Match, console: Console) -> None:
    """All tables."""
    games = counted_games(match)
    if not games:
        console.print("No round has been played to its end.")
        return
    console.print(_pairings(match))
    console.print(_seats(match))
    console.print(_bots(match, games))
    if len(match.setup.names) > 2:
        console.print(_ladder(match))
    if match.setup.is_luck_adjusted:
        console.print(luck_line(match), soft_wrap=True)
    for line in faults(games):
        console.print(escape(line), soft_wrap=True)
    if match.test:
        console.print(verdict_line(match), soft_wrap=True)


def counted_games(match: Match) -> list[GameResult]:
    """The games of complete rounds: only these count."""
    return [result for pairing in match.setup.pairings for games in match.rounds(pairing) for result in games]


def rungs(match: Match) -> list[tuple[str, Estimate]]:
    """All bots with their Elo, the strongest first."""
    rounds = {pairing: match.scores(pairing) for pairing in match.setup.pairings}
    elos = ladder(len(match.setup.names), rounds, match.setup.seats)
    return sorted(zip(match.setup.names, elos, strict=True), key=lambda rung: -rung[1].elo)


def _pairings(match: Match) -> Table:
    adjusted = ("without luck",) if match.setup.is_luck_adjusted else ()
    columns = ("won/drawn/lost", "score", *adjusted, "margin", "Elo", "95 % interval")
    table = _table("First against second bot", "bots", *columns)
    for pairing in match.setup.pairings:
        games = [result for games in match.rounds(pairing) for result in games]
        if not games:
            continue
        won = sum(result.score == 1 for result in games)
        lost = sum(result.score == 0 for result in games)
        elo = estimate(match.scores(pairing), match.setup.seats)
        table.add_row(
            _against(match, pairing),
            f"{won}/{len(games) - won - lost}/{lost}",
            _percent([result.score for result in games]),
            *(_percent([result.score_without_luck for result in games]) for _ in adjusted),
            _mean([result.margin for result in games if result.ended == FINISHED]),
            _elo(elo.elo),
            interval(elo),
        )
    return table


def _seats(match: Match) -> Table:
    """How much the seat matters: the first bot's score on each seat, and the beginner's score."""
    seats = range(match.setup.seats)
    columns = [f"on seat {seat}" for seat in seats]
    table = _table("Score of the first bot by seat", "bots", *columns, "beginner wins")
    for pairing in match.setup.pairings:
        games = [result for games in match.rounds(pairing) for result in games]
        by_seat = [[result.score for result in games if result.first_seat == seat] for seat in seats]
        began = [
            (result.beginner in result.winners) / len(result.winners)
            for result in games
            if result.ended == FINISHED
        ]
        table.add_row(_against(match, pairing), *map(_percent, by_seat), _percent(began))
    return table


def _bots(match: Match, games: Sequence[GameResult]) -> Table:
    table = _table("Time", "bot", "moves", "moves a second", "ms a move", "lost by faults")
    for name in match.setup.names:
        thought = [
            (made, seconds)
            for result in games
            for bot, made, seconds in zip(result.bots, result.made, result.seconds, strict=True)
            if bot == name
        ]
        moves, spent = sum(made for made, _ in thought), sum(seconds for _, seconds in thought)
        speed = (f"{moves / spent:,.0f}", f"{1000 * spent / moves:.2f}") if moves and spent else ("–", "–")
        at_fault = sum(result.loser == name for result in games)
        table.add_row(_name(name), f"{moves:,}", *speed, str(at_fault))
    return table


def _ladder(match: Match) -> Table:
    table = _table(f"Elo, from {_name(match.setup.names[0])} = 0", "bot", "Elo", "95 % interval")
    for name, elo in rungs(match):
        anchor = name == match.setup.names[0]
        table.add_row(_name(name), _elo(elo.elo), "" if anchor else interval(elo))
    return table


def faults(games: Sequence[GameResult]) -> list[str]:
    """A line for each bot that lost by crashes, illegal moves or time: how often, and the first message."""
    counts = Counter((result.loser, result.ended) for result in games if result.loser)
    said: dict[tuple[str | None, str], GameResult] = {}
    for result in games:
        said.setdefault((result.loser, result.ended), result)
    return [
        f"{loser} lost {count} game{'s' * (count > 1)} by {_FAULTS[ended]}, first in game "
        f"{said[loser, ended].number}: {said[loser, ended].error}"
        for (loser, ended), count in counts.items()
    ]


_FAULTS = {"crash": "a crash", "illegal": "an illegal move", "time": "exceeding its time"}


def verdict_line(match: Match) -> str:
    verdict = match.verdict
    assert verdict is not None
    assert match.test is not None
    elo0, elo1 = match.test
    stands = f"log-likelihood ratio {verdict.ratio:.2f} of [{LOWER:.2f}, {UPPER:.2f}]"
    tested = f"SPRT, Elo {elo0:g} against {elo1:g}, after {verdict.rounds} rounds: {stands}. "
    if verdict.holds is None:
        return escape(tested + "Undecided.")
    said = "the first bot is stronger" if verdict.holds == elo1 else "it is not"
    return escape(tested + f"Decided for Elo {verdict.holds:g}: {said} by as much as asked.")


def luck_line(match: Match) -> str:
    """How much smaller the variance of rounds is without luck."""
    plain, adjusted = 0.0, 0.0
    for pairing in match.setup.pairings:
        rounds = match.rounds(pairing)
        if len(rounds) > 1:
            plain += pvariance([score_of_round(games) for games in rounds])
            adjusted += pvariance(match.scores(pairing))
    said = "Elo, intervals and the test are adjusted for the luck of draws."
    if not plain:
        return said
    return f"{said} The variance of a round is {adjusted / plain:.2f} times that of the plain scores."


def interval(elo: Estimate) -> str:
    return f"{_elo(elo.low)} to {_elo(elo.high)}"


def _elo(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "−∞"


def _percent(scores: Sequence[float]) -> str:
    return f"{100 * sum(scores) / len(scores):.1f} %" if scores else "–"


def _mean(margins: Sequence[int]) -> str:
    return f"{sum(margins) / len(margins):+.1f}" if margins else "–"


def _against(match: Match, pairing: tuple[int, int]) -> str:
    return " – ".join(_name(match.setup.names[bot]) for bot in pairing)


def _name(name: str) -> str:
    return escape(name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…")


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        is_name = column in ("bots", "bot")
        table.add_column(column, justify="left" if is_name else "right", no_wrap=not is_name)
    return table
