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
from .game_runner import GameResult
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
    ) -> Match:
        """A match in which every bot plays this many games against every other, or against its neighbours."""
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
        return cls(MatchSetup(game, names, seats, checked, games, seed, move_time, ladder), entrants, sprt)

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
            with closing(crew.run(MatchJob(self.setup, self.entrants), left)) as results:
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
        verdict = sprt([score_of_round(games) for games in whole[:gap]], *self.test, self.setup.seats)
        return whole[: verdict.rounds]

    def scores(self, pairing: tuple[int, int]) -> list[float]:
        return [score_of_round(games) for games in self.rounds(pairing)]

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
) -> Match:
    """Play a match to its end.

    >>> match = play_match("flowers", ["greedy", "random"], games=2)
    >>> [result.bots for _, result in sorted(match.results.items())]
    [['greedy', 'random'], ['random', 'greedy']]
    """
    match = Match.between(game, bots, games, seats, options, seed, move_time, sprt, ladder)
    match.play(workers, out)
    return match
