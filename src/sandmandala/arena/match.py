"""Matches: play the games that are left on all cores, until the match is over or decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from ..bots import Bot, check_game
from ..games.errors import UnreadableError
from ..games.options import checked_options
from ..games.rules import rules_of
from .entrants import Entrant, read_entrants
from .game_runner import GameResult, MeasureLuck
from .match_job import MatchJob
from .ratings import Verdict, sprt
from .results_file import ResultsFile
from .schedule import MatchSetup, Task, tasks_of
from .workers import Workers, workers_of

_BETWEEN_LOOKS = 10  # games; checking a test goes through all of them


@dataclass
class Match:
    """A match and its results so far."""

    setup: MatchSetup
    entrants: tuple[Entrant, ...]
    test: tuple[float, float] | None = None  # elo0 and elo1 of a sequential test
    results: dict[int, GameResult] = field(default_factory=dict)
    measure_luck: MeasureLuck | None = None  # if given, ratings and tests are adjusted for luck

    @classmethod
    def between(
        cls,
        game: str,
        bots: Sequence[str | Bot | Entrant],
        games: int = 100,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        move_time: float = 30.0,
        sprt: tuple[float, float] | None = None,
        ladder: bool = False,
        measure_luck: MeasureLuck | None = None,
    ) -> Match:
        """A match in which every bot plays this many games against every other, or against its neighbours.

        `measure_luck` is a function such as `sandmandala.review.luck.luck_of_game`, or None.
        """
        rules = rules_of(game)
        seats = min(rules.seat_counts) if seats is None else seats
        checked = checked_options(rules, seats, options or {})
        entrants = read_entrants(bots, game)
        for entrant in entrants:
            check_game(entrant.bot, rules)
        if len(entrants) < 2:
            raise UnreadableError("A match needs two bots or more.")
        if games < 1:
            raise UnreadableError(f"A match needs a game or more, not {games}.")
        if not move_time > 0:
            raise UnreadableError(f"The time for a move must be more than 0 seconds, not {move_time:g}.")
        if sprt is not None:
            _check_test(sprt, len(entrants))
        names = tuple(entrant.name for entrant in entrants)
        is_adjusted = measure_luck is not None
        setup = MatchSetup(game, names, seats, checked, games, seed, move_time, ladder, is_adjusted)
        return cls(setup, entrants, sprt, measure_luck=measure_luck)

    def play(
        self,
        workers: int | Workers = 1,
        out: Path | None = None,
        on_result: Callable[[GameResult], None] = lambda result: None,
    ) -> None:
        """Play the games that the file does not have yet. After Ctrl-C, `results` has those played so far."""
        crew = workers_of(workers)
        with ResultsFile(out, self.setup) as file:
            for task in self.tasks:
                if known := file.results.get(task.number):
                    self.results[task.number] = known
                    on_result(known)
            left = [task for task in self.tasks if task.number not in self.results]
            if self.is_decided:
                return
            with closing(crew.run(MatchJob(self.setup, self.entrants, self.measure_luck), left)) as results:
                for _, result in results:
                    file.add(result)
                    self.results[result.number] = result
                    on_result(result)
                    if len(self.results) % _BETWEEN_LOOKS == 0 and self.is_decided:
                        return

    @property
    def tasks(self) -> list[Task]:
        return tasks_of(self.setup)

    def rounds(self, pairing: tuple[int, int]) -> list[list[GameResult]]:
        """The complete rounds of a pairing in order, up to the one that decided a test.

        The order is that of the tasks, not of time, so the number of workers does not matter.
        """
        found: dict[int, list[GameResult]] = {}
        names = [self.setup.names[bot] for bot in pairing]
        for _, result in sorted(self.results.items()):
            if result.pairing == names:
                found.setdefault(result.round, []).append(result)
        whole = [found[number] for number in sorted(found) if len(found[number]) == self.setup.seats]
        if self.test is None:
            return whole
        # A test may only use rounds without a gap before them.
        gap = next((i for i, games in enumerate(whole) if games[0].round != i), len(whole))
        verdict = sprt([self._score(games) for games in whole[:gap]], *self.test, self.setup.seats)
        return whole[: verdict.rounds]

    def scores(self, pairing: tuple[int, int]) -> list[float]:
        """Of the first bot in each round; without its luck if that was measured."""
        return [self._score(games) for games in self.rounds(pairing)]

    def _score(self, games: Sequence[GameResult]) -> float:
        if not self.setup.is_luck_adjusted:
            return score_of_round(games)
        return sum(game.score_without_luck for game in games) / len(games)

    @property
    def verdict(self) -> Verdict | None:
        """The state of the sequential test, if there is one."""
        return sprt(self.scores((0, 1)), *self.test, self.setup.seats) if self.test else None

    @property
    def is_decided(self) -> bool:
        verdict = self.verdict
        return verdict is not None and verdict.holds is not None


def score_of_round(games: Sequence[GameResult]) -> float:
    return sum(game.score for game in games) / len(games)


def _check_test(test: tuple[float, float], bots: int) -> None:
    if bots != 2:
        raise UnreadableError(f"A sequential test is between two bots, not {bots}.")
    if not test[0] < test[1]:
        raise UnreadableError("The first Elo of a sequential test must be below the second.")


def play_match(
    game: str,
    bots: Sequence[str | Bot | Entrant],
    games: int = 100,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    move_time: float = 30.0,
    sprt: tuple[float, float] | None = None,
    workers: int | Workers = 1,
    out: Path | None = None,
    ladder: bool = False,
    measure_luck: MeasureLuck | None = None,
) -> Match:
    """Play a match to its end.

    >>> match = play_match("flowers", ["greedy", "random"], games=2)
    >>> [result.bots for _, result in sorted(match.results.items())]
    [['greedy', 'random'], ['random', 'greedy']]
    """
    match = Match.between(game, bots, games, seats, options, seed, move_time, sprt, ladder, measure_luck)
    match.play(workers, out)
    return match
