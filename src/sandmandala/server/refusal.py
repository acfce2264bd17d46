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
    "not_fresh",
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
    "bots_unrated",
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
    "no_tutor",
    "tutor_running",
    "tutor_late",
    "not_begun",
    "no_such_seat",
    "pair_not_over",
    "own_seat_only",
    "players_only",
    # playing on from a finished game
    "no_such_ply",
    "over_there",
    "bot_match",
    # the position editor
    "bad_position",
    "turn_unknown",
    "seat_unknown",
    # opponents
    "not_searching",
    "no_bot_offered",
    "challenge_whom",
    "challenge_seats",
    "challenge_waits",
    "declined_lately",
    "too_many_challenges",
    "blocked_by_you",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "challenge_expired",
    # reviews
    "nothing_to_review",
    "not_reviewed",
    "review_running",
    # puzzles and repetition
    "no_such_puzzle",
    "puzzle_open",
    "puzzle_over",
    "nothing_to_repeat",
    # people
    "not_a_person",
    "that_is_you",
    "guest_request",
    "no_requests",
    "friends_full",
    "too_many_requests",
    "unblock_first",
    "cannot_join",
    "you_blocked",
    "not_at_table",
    "already_reported",
    "too_much_said",
    "no_free_text",
    "word_refused",
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
    "not_fresh": Reason(
        409, "This account has already been used at a table. Create a fresh one for your program."
    ),
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
    "bots_unrated": Reason(409, "Games with bot accounts are not rated on this server. Play without rating."),
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
    "no_tutor": Reason(403, "The tutor helps only in unrated games against bots."),
    "tutor_running": Reason(429, "The tutor is still looking at your last move. Wait a moment."),
    "tutor_late": Reason(503, "The tutor was too busy to look at this move."),
    "not_begun": Reason(409, "The game has not started yet."),
    "pair_not_over": Reason(
        409, "The same deal is being played again. Wait for the record until that game is over."
    ),
    "no_such_seat": Reason(404, "There is no such seat."),
    "own_seat_only": Reason(403, "Until the game is over, you can review it only from your own seat."),
    "players_only": Reason(403, "Until the game is over, only its players can see it."),
    "no_such_ply": Reason(404, "The game did not have that many moves."),
    "over_there": Reason(409, "The game is over in this position. Choose an earlier one."),
    "bot_match": Reason(409, "This match of bots was only for watching. It is not kept."),
    "bad_position": Reason(400, "This position is not possible. Check it first."),
    "turn_unknown": Reason(
        409, "The cards of the player to move are unknown. Enter them to get the best move."
    ),
    "seat_unknown": Reason(409, "Some cards of this seat are unknown. Enter them, or take another seat."),
    "not_searching": Reason(409, "You are not looking for an opponent."),
    "no_bot_offered": Reason(409, "No bot has been offered yet. The search goes on."),
    "challenge_whom": Reason(400, "You can challenge people, but not yourself and not bots."),
    "challenge_seats": Reason(400, "A challenge is for two people. Bots may take the other seats."),
    "challenge_waits": Reason(409, "Your last challenge to this person still waits for an answer."),
    "declined_lately": Reason(429, "This person has just declined. Wait some minutes before you ask again."),
    "too_many_challenges": Reason(429, "Too many challenges wait for an answer. Withdraw one, or wait."),
    "blocked_by_you": Reason(409, "You have blocked this person. Unblock them first."),
    "challenge_accepted": Reason(409, "This challenge was accepted."),
    "challenge_declined": Reason(409, "This challenge was declined."),
    "challenge_withdrawn": Reason(409, "This challenge was withdrawn."),
    "challenge_expired": Reason(409, "The time for this challenge is up."),
    "nothing_to_review": Reason(409, "No move was made in this game, so there is nothing to review."),
    "not_reviewed": Reason(404, "This game has not been reviewed yet."),
    "review_running": Reason(429, "Your last review is not ready yet. Wait for it, or stop it."),
    "no_such_puzzle": Reason(404, "There is no such puzzle."),
    "puzzle_open": Reason(409, "Solve the puzzle first, or look at the solution."),
    "puzzle_over": Reason(409, "You know the solution of this puzzle already. Start it again."),
    "nothing_to_repeat": Reason(404, "This is not among the things that you repeat."),
    "not_a_person": Reason(409, "That is a bot of the server."),
    "that_is_you": Reason(409, "That is you."),
    "guest_request": Reason(
        403, "As a guest, you can ask people with whom you have played. Set a password to ask others."
    ),
    "no_requests": Reason(403, "This person takes no friend requests."),
    "friends_full": Reason(409, "There is no room for more friends."),
    "too_many_requests": Reason(429, "You have asked many people. Wait until some have answered."),
    "unblock_first": Reason(409, "You have blocked this person. Unblock them first."),
    "cannot_join": Reason(403, "You cannot join this table. Choose another one, or open one."),
    "you_blocked": Reason(403, "Somebody whom you have blocked sits at this table."),
    "not_at_table": Reason(409, "That person is not at this table."),
    "already_reported": Reason(409, "You have already reported this. The host will read it."),
    "too_much_said": Reason(429, "One thing at a time: wait a few seconds."),
    "no_free_text": Reason(403, "This server has set phrases only."),
    "word_refused": Reason(400, "Please choose other words."),
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
