"""Ratings: how strong people and bots are, for each game and number of players."""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import PlackettLuce

from .spec import Result

_model = PlackettLuce()
NEW = (_model.mu, _model.sigma)

Strength = tuple[float, float]  # the mean and its uncertainty
FIRM_AFTER = 10  # rated games of its kind; until then a rating is provisional
LISTED_AFTER = 3  # games, so that one lucky evening is not enough


def ranks_of(result: Result) -> list[int]:
    """Return the rank of each seat: 0 for the winners, then by points, then players who left, earlier ones
    last.

    A seat that a bot finished counts as left.
    """

    def standing(seat: int) -> tuple[int, int]:
        if seat in result.replaced:
            return 2, -len(result.scores)
        if seat in result.lost:
            return 2, -result.lost.index(seat)
        return (0, 0) if seat in result.winners else (1, -result.scores[seat])

    order = sorted({standing(seat) for seat in range(len(result.scores))})
    return [order.index(standing(seat)) for seat in range(len(result.scores))]


def rated(before: Sequence[Strength], result: Result) -> list[Strength]:
    """Return the strengths after a game, by seat.

    >>> up, down = rated([NEW, NEW], Result("finished", (40, 31), (0,)))
    >>> up[0] > NEW[0] > down[0]
    True
    """
    teams = [[_model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = _model.rate(teams, ranks=[float(rank) for rank in ranks_of(result)])
    return [(player.mu, player.sigma) for (player,) in after]


def shown(mu: float, sigma: float) -> int:
    """Return the displayed rating, which is cautious while little is known."""
    return round(1000 + 40 * (mu - 2 * sigma))


def is_provisional(games: int) -> bool:
    """Whether a rating after this many games may still be far off."""
    return games < FIRM_AFTER
