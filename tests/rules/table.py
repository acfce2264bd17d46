"""A table for scenario tests of any game: set up a position, play moves as text, check the result."""

from __future__ import annotations

from typing import Any

from sandmandala.games import entry_points
from sandmandala.games.action_list import new_action_list
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States, new_states
from sandmandala.games.errors import IllegalMoveError
from sandmandala.games.options import checked_options, template
from sandmandala.games.rules import OPEN, Event, Rules, View, Viewer, rules_of
from sandmandala.games.sand_colours import cards_text
from sandmandala.games.views import view
from sandmandala.games.visibility import visible_events


class Table:
    def __init__(self, game: str, position: str, seed: int = 1) -> None:
        rules = rules_of(game)
        states = new_states(rules.state_dtype, 1)
        rules.text.read_position(position, states[0])
        self._sit_down(rules, states, seed)

    @classmethod
    def deal(cls, game: str, seats: int = 2, seed: int = 1, **options: object) -> Table:
        """A table with a fresh game, set up under these options."""
        rules = rules_of(game)
        table = cls.__new__(cls)
        table._sit_down(rules, template(rules, seats, checked_options(rules, seats, options)), seed)
        entry_points.set_up(table._states, 0, table._stream)
        return table

    def _sit_down(self, rules: Rules, states: States, seed: int) -> None:
        self.rules = rules
        self._states = states
        self._stream = stream_from_seed(seed)
        self._last_move: tuple[Any, int] | None = None

    @property
    def state(self) -> Any:
        return self._states[0]

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        seat = entry_points.to_move(self._states, 0)
        return None if seat < 0 else int(seat)

    @property
    def scores(self) -> list[int]:
        """The points of all seats of the game, as they count now."""
        return entry_points.scores_of(self.state)[: len(self.view(OPEN)["players"])]

    @property
    def winners(self) -> list[int]:
        return entry_points.winners_of(self.state)

    @property
    def position(self) -> str:
        return self.rules.text.position_text(self.state)

    def legal(self, start: str = "") -> list[str]:
        """The legal moves as text, or those with this prefix."""
        moves = [self.rules.text.move_text(self.state, action) for action in self._legal_actions()]
        return [move for move in moves if move.startswith(start)]

    def play(self, *moves: str) -> list[Event]:
        """Play moves, which must be legal. Returns the events of the last one, as OPEN sees them."""
        for move in moves:
            action = self.rules.text.read_move(self.state, move)
            reason = self.rules.why_illegal(self.state, action)
            assert reason is None, f"{move} is refused: {reason}"
            assert action in self._legal_actions(), f"{move} has no reason against it, but is not listed"
            self._last_move = self.state.copy(), action
            entry_points.play(self._states, 0, action, self._stream)
        return self.told(OPEN)

    def refused(self, move: str) -> tuple[str, str]:
        """The rule and the sentence of the refusal of a move, which must be illegal."""
        try:
            action = self.rules.text.read_move(self.state, move)
        except IllegalMoveError as refusal:
            return refusal.rule, refusal.reason
        reason = self.rules.why_illegal(self.state, action)
        assert reason is not None, f"{move} is not refused"
        assert action not in self._legal_actions(), f"{move} is refused ({reason}), but listed as legal"
        return reason.rule, reason.sentence

    def told(self, seat: Viewer) -> list[Event]:
        """The events of the last move that a seat sees; None is a spectator."""
        assert self._last_move is not None, "no move was played yet"
        before, action = self._last_move
        return visible_events(self.rules, before, action, self.state, seat)

    def view(self, seat: Viewer) -> View:
        return view(self.state, seat)

    def cards(self, place: str, *where: int) -> str:
        """The cards of a place as text: `table.cards("hand", 0)` may be `R2K1`."""
        return cards_text(self.state[place][where].tolist())

    def _legal_actions(self) -> list[int]:
        actions = new_action_list(self.rules.action_count)
        return actions[: entry_points.list_legal(self._states, 0, actions)].tolist()
