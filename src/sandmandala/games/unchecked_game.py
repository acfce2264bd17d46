"""A game driven move by move from Python, as fast as possible: for experiments, not for untrusted input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from . import entry_points
from .action_list import new_action_list
from .chance import stream_from_seed
from .compiling import specialize
from .options import checked_options, template
from .rules import rules_of


class UncheckedGame:
    """Deals and plays. Actions are not checked: choose only from `legal`.

    >>> game = UncheckedGame("patterns", seed=1)
    >>> count = game.deal()
    >>> while count:  # the first legal action, until there is none
    ...     count = game.play(int(game.legal[0]))
    >>> entry_points.winners_of(game.states[1])
    [0]
    """

    def __init__(
        self, name: str, seats: int | None = None, options: Mapping[str, object] | None = None, seed: int = 0
    ) -> None:
        rules = rules_of(name)
        seats = min(rules.seat_counts) if seats is None else seats
        self.states = template(rules, seats, checked_options(rules, seats, options or {}), count=2)
        self.stream = stream_from_seed(seed)
        self.legal = new_action_list(rules.action_count)
        given = (self.states, 1, self.stream, self.legal)
        self._play: Callable[[int], int] = partial(specialize(entry_points.play_and_list, *given, 0), *given)

    @property
    def play(self) -> Callable[[int], int]:
        """Play an action. Returns the new number of legal actions, 0 when the game is over.

        A loop that looks this method up only once saves a tenth of its time.
        """
        return self._play

    def deal(self) -> int:
        """Start a new game. Returns the number of legal actions in `legal`."""
        self.states[1] = self.states[0]
        entry_points.set_up(self.states, 1, self.stream)
        return entry_points.list_legal(self.states, 1, self.legal)
