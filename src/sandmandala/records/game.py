"""The Python API: a game in play. It looks back at earlier positions by replaying its moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Self

from ..games import chance, entry_points, views
from ..games.action_list import new_action_list
from ..games.compiling import States, new_states, state_from
from ..games.errors import IllegalMoveError, UnreadableError
from ..games.options import Options, checked_options, template
from ..games.rules import OPEN, RULES_VERSION, Event, View, Viewer, checked_seat, rules_of
from ..games.state_reader import StateReader
from ..games.visibility import visible_to
from .record import Record, Result, trace_of
from .replay import events_of, make_moves, positions_of
from .shared_list import appended
from .validation import ChanceSource, checked_action, checked_chance_source, checked_players


class Game:
    """One game of Mandala, Patterns or Flowers.

    >>> game = Game.new("flowers", seats=3, secret=bytes(32))
    >>> game.to_move, game.legal_moves()[:3]
    (2, ['P1R1', 'P1O1', 'P1Y1'])
    >>> [event["event"] for event in game.play("P1Y1")]
    ['play', 'draw', 'majority']
    >>> "hand" in game.view(seat=1)["players"][2]
    False
    >>> game.scores()
    [0, 0, 0]
    >>> game.play("P1O9")
    Traceback (most recent call last):
    sandmandala.games.errors.IllegalMoveError: F4: you have only 1 orange card in hand
    """

    __slots__ = (
        *("contributions", "deal_key", "name", "options", "rules", "seats", "secret"),
        *("_actions", "_dealt", "_last", "_legal", "_moves", "_ply", "_start", "_state", "_to_move"),
    )

    def __init__(self, start: States, name: str, options: Options, source: ChanceSource, dealt: bool) -> None:
        """Use `Game.new`, `Game.from_position` or `Game.from_record`."""
        self.rules = rules_of(name)
        self.name = name
        self.options = options
        self.secret, self.contributions, self.deal_key = source
        self.seats = self.rules.seats_of(start[0])
        self._dealt = dealt
        self._state = start
        self._start = start.tobytes()  # as bytes, positions take half the room of arrays
        self._last: tuple[bytes, ...] = (self._start,)  # after the last move, and before it
        self._ply = 0
        self._actions: list[int] = []  # shared with copies, like the moves: only the first `_ply` are ours
        self._moves: list[str] = []
        self._legal: list[int]
        self._to_move: int | None
        self._refresh()

    @classmethod
    def new(
        cls,
        name: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        secret: bytes | None = None,
        contributions: Sequence[bytes] | None = None,
    ) -> Self:
        """Deal a new game. By default, `seats` is the lowest number allowed and `secret` a random one.

        `contributions` are random numbers of the players, 16 bytes for each seat: with them, the holder of
        the secret cannot choose the deal. The same options, secret and contributions deal the same game.

        >>> Game.new("mandala", options={"beginner": 1}).to_move
        1
        """
        rules = rules_of(name)
        seats = min(rules.seat_counts) if seats is None else seats
        checked = checked_options(rules, seats, options or {})
        source = checked_chance_source(secret, contributions, seats)
        start = template(rules, seats, checked)
        entry_points.set_up(start, 0, chance.stream_for_move(source.key, 0))
        return cls(start, name, checked, source, dealt=True)

    @classmethod
    def from_position(
        cls,
        name: str,
        position: str,
        secret: bytes | None = None,
        contributions: Sequence[bytes] | None = None,
    ) -> Self:
        """A game that starts from a position, written as `position()` writes it.

        >>> text = Game.new("patterns").position()
        >>> Game.from_position("patterns", text).position() == text
        True
        """
        rules = rules_of(name)
        start = new_states(rules.state_dtype, 1)
        rules.text.read_position(position, start[0])
        options: Options = {"beginner": int(start[0]["beginner"]), **rules.options_of(start[0])}
        source = checked_chance_source(secret, contributions, rules.seats_of(start[0]))
        return cls(start, name, options, source, dealt=False)

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Replay a record, exactly. An illegal move raises the same error as in `play`."""
        if record.rules != RULES_VERSION:
            versions = f"version {record.rules} of the rules; this program has version {RULES_VERSION}"
            raise UnreadableError(f"The record was played by {versions}.")
        if record.start is None:
            game = cls.new(record.game, record.seats, record.options, *record.secret_and_contributions)
        else:
            game = cls.from_position(record.game, record.start, *record.secret_and_contributions)
            if (game.seats, game.options) != (record.seats, record.options):
                raise UnreadableError("The start position has other seats or options than the record.")
        make_moves(game.make_move, record.moves)
        return game

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, to publish before the game is over."""
        return chance.commitment(self.secret)

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return self._ply

    @property
    def moves(self) -> list[str]:
        return self._moves[: self._ply]

    @property
    def actions(self) -> list[int]:
        """The moves as numbers of the game's action table."""
        return self._actions[: self._ply]

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return self._to_move

    @property
    def is_over(self) -> bool:
        return self._to_move is None

    def move(self, ply: int) -> str:
        """A move as text."""
        self._check_ply(ply)
        return self._moves[ply - 1]

    def mover(self, ply: int) -> int:
        """The seat that made a move."""
        self._check_ply(ply)
        return entry_points.to_move(self._at(ply - 1), 0)

    def legal_actions(self) -> list[int]:
        """The legal moves as numbers of the game's action table."""
        return list(self._legal)

    def legal_moves(self) -> list[str]:
        """The legal moves as text; none when the game is over."""
        state, move_text = self._read(None), self.rules.text.move_text
        return [move_text(state, action) for action in self._legal]

    def legal_action(self, move: str | int) -> int:
        """The action number of a legal move. Raises the same errors as `play`."""
        return checked_action(self.rules, self._state[0], self._legal, move)

    def play(self, move: str | int) -> list[Event]:
        """Make a move, given as text or as an action number, and return all its events.

        Unreadable text raises UnreadableError, an illegal move IllegalMoveError; the game is then unchanged.
        """
        self.make_move(move)
        return self.events(self.ply)

    def make_move(self, move: str | int) -> str:
        """Make a move like `play`, but return the move in its usual spelling instead of its events."""
        rules, state = self.rules, self._state[0]
        action = checked_action(rules, state, self._legal, move)
        written = rules.text.move_text(state, action)
        self._moves = appended(self._moves, self._ply, written)
        self._actions = appended(self._actions, self._ply, action)
        self._ply += 1
        stream = chance.stream_for_move(self.deal_key, self._ply)
        legal = new_action_list(rules.action_count)
        count, seat = entry_points.play_and_find_mover(self._state, 0, action, stream, legal)
        self._last = (self._last[-1], self._state.tobytes())
        self._legal, self._to_move = legal[:count].tolist(), seat if seat >= 0 else None
        return written

    def take_back(self) -> str:
        """Undo the last move and return it. Playing it again draws the same cards."""
        if not self._ply:
            raise IllegalMoveError("take-back", "no move has been made yet")
        self._last = (self._position(self._ply - 1),)
        self._state = state_from(self.rules.state_dtype, self._last[0])
        self._refresh()
        self._ply -= 1
        return self._moves[self._ply]

    def copy(self) -> Self:
        """An independent copy of the game."""
        copy = type(self).__new__(type(self))
        copy.contributions, copy.deal_key, copy.secret = self.contributions, self.deal_key, self.secret
        copy.name, copy.options, copy.rules, copy.seats = self.name, self.options, self.rules, self.seats
        copy._dealt, copy._start, copy._last = self._dealt, self._start, self._last
        copy._legal, copy._to_move = self._legal, self._to_move  # replaced by a move, never changed
        copy._actions, copy._moves, copy._ply = self._actions, self._moves, self._ply
        copy._state = state_from(self.rules.state_dtype, self._last[-1])
        return copy

    def view(self, seat: Viewer, ply: int | None = None) -> View:
        """What a seat may see, now or after `ply` moves. None is a spectator; OPEN sees everything."""
        seen: View = json.loads(self.view_json(seat, ply))
        return seen

    def open_view(self, ply: int | None = None) -> View:
        """Everything, including hands and piles."""
        return self.view(OPEN, ply)

    def view_json(self, seat: Viewer, ply: int | None = None) -> bytes:
        """A view as JSON, as the server sends it."""
        self._check_viewer(seat)
        return views.view_json(self._state if ply is None else self._at(ply), seat)

    def events(self, ply: int, seat: Viewer = OPEN) -> list[Event]:
        """The events of a move, as a seat may see them; all of them if no seat is given."""
        return deepcopy(self.shared_events(ply, seat))

    def shared_events(self, ply: int, seat: Viewer) -> list[Event]:
        """The same as `events`, without a copy: do not change the list."""
        self._check_viewer(seat)
        self._check_ply(ply)
        if ply == self._ply and len(self._last) == 2:  # the usual case
            before, after = self._last
        else:
            before, after = self._position(ply - 1), self._position(ply)
        events = events_of(self.name, before, self._actions[ply - 1], after)
        return visible_to(seat, events, self.rules, after)

    def sentences(self, ply: int, names: list[str], seat: Viewer = OPEN) -> list[str]:
        """The events of a move in words."""
        return [self.rules.text.sentence(event, names) for event in self.events(ply, seat)]

    def scores(self) -> list[int]:
        """The current points of each seat."""
        return entry_points.scores_of(self._state)[: self.seats]

    def winners(self) -> list[int]:
        """The winning seats: several if the win is shared, none before the end."""
        return entry_points.winners_of(self._state)

    def position(self, ply: int | None = None) -> str:
        """The whole position as text, hidden cards included."""
        return self.rules.text.position_text(self._read(ply))

    def record(self, players: list[str] | None = None, trace: bool = True) -> Record:
        """The game as a record: secret, options and moves. Most of the time goes into the trace."""
        return Record(
            game=self.name,
            seats=self.seats,
            options=dict(self.options),
            secret=self.secret.hex(),
            commitment=self.commitment,
            moves=tuple(self.moves),
            players=checked_players(players, self.seats) if players else None,
            start=None if self._dealt else self.position(0),
            result=Result(tuple(self.scores()), tuple(self.winners())) if self.is_over else None,
            trace=self.trace() if trace else None,
            contributions=tuple(one.hex() for one in self.contributions) if self.contributions else None,
        )

    def trace(self) -> str:
        """A fingerprint of all positions so far. `verify` uses it to detect manipulated draws."""
        return trace_of(self.position(ply) for ply in range(self.ply + 1))

    def state_bytes(self) -> bytes:
        """The bytes of the state."""
        return self._last[-1]

    def state(self, ply: int | None = None) -> States:
        """A copy of the state, as an array of one record that compiled functions accept."""
        return self._at(self.ply if ply is None else ply)

    def _at(self, ply: int) -> States:
        """A copy of a position."""
        return state_from(self.rules.state_dtype, self._position(ply))

    def _read(self, ply: int | None) -> StateReader:
        """A position as plain numbers; the current one by default."""
        return StateReader(self.rules.state_dtype, self._last[-1] if ply is None else self._position(ply))

    def _refresh(self) -> None:
        """Cache what is needed many times between two moves."""
        room = new_action_list(self.rules.action_count)
        self._legal = room[: entry_points.list_legal(self._state, 0, room)].tolist()
        seat = entry_points.to_move(self._state, 0)
        self._to_move = seat if seat >= 0 else None

    def _position(self, ply: int) -> bytes:
        if not 0 <= ply <= self.ply:
            raise UnreadableError(f"There is no position {ply}; they go from 0 to {self.ply}.")
        back = self.ply - ply
        if back < len(self._last):
            return self._last[-1 - back]
        return positions_of(self.name, self._start, self.deal_key, tuple(self.actions))[ply]

    def _check_ply(self, ply: int) -> None:
        if not 1 <= ply <= self._ply:
            if not self._ply:
                raise UnreadableError("No move has been made yet.")
            raise UnreadableError(f"There is no move {ply}; the moves go from 1 to {self.ply}.")

    def _check_viewer(self, viewer: Viewer) -> None:
        if viewer is not None and viewer is not OPEN:
            checked_seat(viewer, self.seats)
