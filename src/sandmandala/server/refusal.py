"""Refusals: a code for programs and a sentence for people. A refused request changes nothing."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from ..games.errors import IllegalMoveError, SandmandalaError

Code = Literal[
    # requests
    "unreadable",
    "illegal_move",
    "sign_in",
    "forbidden",
    "not_found",
    "wrong_password",
    "unknown_code",
    "login_taken",
    "name_refused",
    "too_many_tokens",
    "too_fast",
    "wrong_method",
    "conflict",
    "too_large",
    "too_many",
    "failed",
    "not_stored",
    # tables
    "no_such_table",
    "private_table",
    "too_many_tables",
    "too_many_games",
    "rated_needs_clock",
    "already_seated",
    "seat_taken",
    "table_full",
    "game_begun",
    "only_resign",
    "host_only",
    "seats_fixed",
    "no_bot_there",
    "not_seated",
    "contributed",
    "old_rules",
    # games
    "not_playing",
    "gone_on",
    "not_your_turn",
    "time_up",
    "not_a_player",
    "no_stand_in",
    # proposals
    "not_asked",
    "not_over",
    "rematch_begun",
    "nothing_to_take_back",
    "rated_take_back",
    "too_many_take_backs",
    "seen_since",
    "replace_whom",
    "player_here",
    "clock_replaces",
    "away_too_short",
    "answer_first",
    # hints and looking back
    "rated_hint",
    "hint_running",
    "not_begun",
    "no_such_seat",
    "pair_not_over",
    "own_seat_only",
    "players_only",
    # playing on from a finished game
    "no_such_ply",
    "over_there",
    # reviews
    "nothing_to_review",
    "not_reviewed",
    "review_running",
]


class Reason(NamedTuple):
    """The HTTP status of a refusal, and its default sentence."""

    status: int
    why: str


REASONS: dict[Code, Reason] = {
    "unreadable": Reason(400, "The server did not understand this."),
    "illegal_move": Reason(409, "The rules forbid this move."),
    "sign_in": Reason(401, "Choose a name first."),
    "forbidden": Reason(403, "You are not allowed to do this."),
    "not_found": Reason(404, "There is nothing here."),
    "wrong_method": Reason(405, "This cannot be done here."),
    "conflict": Reason(409, "Something else happened first. Check and try again."),
    "too_large": Reason(413, "This is too long."),
    "too_many": Reason(429, "That is too many at once. Wait a moment and try again."),
    "too_fast": Reason(429, "That was a little fast. Wait a moment and try again."),
    "wrong_password": Reason(403, "That login and password do not match."),
    "unknown_code": Reason(403, "That code is unknown, or was already used."),
    "login_taken": Reason(409, "That login is taken. Choose another one."),
    "name_refused": Reason(400, "Choose another name."),
    "too_many_tokens": Reason(409, "You cannot have more tokens. Delete one first."),
    "failed": Reason(500, "Something went wrong on the server. It has been logged."),
    "not_stored": Reason(
        503, "The server could not save this, so nothing has changed. Try again in a moment."
    ),
    "no_such_table": Reason(404, "This table does not exist. It may have been closed."),
    "private_table": Reason(403, "This table is private. You need its full link."),
    "too_many_tables": Reason(429, "Too many open tables. Close one, or wait until somebody joins."),
    "too_many_games": Reason(429, "You have too many games in progress. Finish one first."),
    "rated_needs_clock": Reason(
        400, "A rated game between people needs a clock. Choose one, or play without rating."
    ),
    "already_seated": Reason(409, "You are already at this table."),
    "seat_taken": Reason(409, "Somebody else has taken that seat."),
    "table_full": Reason(409, "All seats are taken."),
    "game_begun": Reason(409, "The game has started without you. You can watch it."),
    "only_resign": Reason(409, "The game has started. You can only resign."),
    "host_only": Reason(403, "Only the host of the table can do this."),
    "seats_fixed": Reason(409, "The game has started. The seats can no longer be changed."),
    "no_bot_there": Reason(409, "No bot sits there."),
    "not_seated": Reason(409, "You are not at this table."),
    "contributed": Reason(409, "Your seats have already contributed to the deal."),
    "old_rules": Reason(409, "This game started under older rules and cannot continue."),
    "not_playing": Reason(409, "No game is in progress at this table."),
    "gone_on": Reason(409, "The game has moved on. Look again."),
    "not_your_turn": Reason(409, "It is not your turn."),
    "time_up": Reason(409, "Your time is up. The other players decide how the game continues."),
    "not_a_player": Reason(403, "You are not playing at this table."),
    "no_stand_in": Reason(409, "No bot is playing for you here."),
    "not_asked": Reason(409, "There is no question for you to answer."),
    "not_over": Reason(409, "The game is not over yet."),
    "rematch_begun": Reason(409, "The rematch has started."),
    "nothing_to_take_back": Reason(409, "You have not moved yet."),
    "rated_take_back": Reason(403, "Moves cannot be taken back in a rated game."),
    "too_many_take_backs": Reason(409, "Too many moves have been taken back. From now on, moves stand."),
    "seen_since": Reason(
        403, "You cannot take that back: something hidden has been revealed since your last move."
    ),
    "replace_whom": Reason(400, "Name the player a bot should play for."),
    "player_here": Reason(403, "That player is here."),
    "clock_replaces": Reason(
        403, "In a rated game, or with a clock, a bot takes over only when time runs out."
    ),
    "away_too_short": Reason(403, "That player has only just left. Wait a little."),
    "answer_first": Reason(409, "You have already been asked. Answer yes or no."),
    "rated_hint": Reason(403, "There are no hints in rated games."),
    "hint_running": Reason(429, "Your last hint is not ready yet. Wait a moment."),
    "not_begun": Reason(409, "The game has not started yet."),
    "pair_not_over": Reason(
        409, "The same deal is being played again. Wait for the record until that game is over."
    ),
    "no_such_seat": Reason(404, "There is no such seat."),
    "own_seat_only": Reason(403, "Until the game is over, you can review it only from your own seat."),
    "players_only": Reason(403, "Until the game is over, only its players can see it."),
    "no_such_ply": Reason(404, "The game did not have that many moves."),
    "over_there": Reason(409, "The game is over in this position. Choose an earlier one."),
    "nothing_to_review": Reason(409, "No move was made in this game, so there is nothing to review."),
    "not_reviewed": Reason(404, "This game has not been reviewed yet."),
    "review_running": Reason(429, "Your last review is not ready yet. Wait for it, or stop it."),
}


class Problem(Struct, frozen=True):
    """Why a request was refused. `code` is for programs, `why` for people, `rule` the id of a rule."""

    code: Code
    why: str
    rule: str | None = None


class RefusalError(Exception):
    """The server refuses a request."""

    def __init__(
        self, code: Code, why: str = "", rule: str | None = None, reason: dict[str, str | int] | None = None
    ) -> None:
        self.code, self.why, self.rule, self.reason = code, why or REASONS[code].why, rule, reason
        self.status = REASONS[code].status
        super().__init__(self.why)

    @classmethod
    def of(cls, error: SandmandalaError) -> RefusalError:
        """Return the refusal for an error raised by the rules."""
        if isinstance(error, IllegalMoveError):
            reason = {"code": error.code, **error.facts} if error.code else None
            return cls("illegal_move", str(error), error.rule, reason)
        return cls("unreadable", str(error))
