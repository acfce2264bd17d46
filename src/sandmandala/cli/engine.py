"""`sandmandala engine`: the line protocol of docs/engine-protocol.md.

One command per line on standard input, one line of JSON for each on standard output.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from .. import __version__
from ..bots import Decision, Knowledge, explain, read_bot
from ..games.chance import CONTRIBUTION_BYTES, SECRET_BYTES, stream_from_seed
from ..games.errors import IllegalMoveError, ImpossiblePositionError, SandmandalaError, UnreadableError
from ..games.rules import OPEN, RULES_VERSION, Viewer, all_games, rules_of
from ..records import FORMAT_VERSION, Game, option_value, read_hex, read_record

Answer = dict[str, Any]

PROTOCOL_VERSION = 1
_LONGEST_LINE = 1_000_000  # bytes, with the line feed
_CHUNK = 65_536  # how much is read at a time when skipping
_DEFAULT_BOT = "search:1000"
_encode = json.JSONEncoder(separators=(",", ":")).encode
_KINDS: dict[type[SandmandalaError], str] = {
    UnreadableError: "unreadable",
    ImpossiblePositionError: "impossible_position",
    IllegalMoveError: "illegal_move",
}


def run(commands: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the input ends or says `quit`."""
    session = Session()
    for line in _lines(commands):
        answer = session.answer(line)
        if answer is None:
            continue
        answers.write(_encode(answer).encode() + b"\n")
        answers.flush()
        if answer.get("bye"):
            return


def _lines(commands: BinaryIO) -> Iterator[bytes]:
    """Lines, in bounded memory: of a line that is too long, just enough for `answer` to refuse it."""
    while line := commands.readline(_LONGEST_LINE + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = commands.readline(_CHUNK)


class Session:
    """One game at a time, and the commands that act on it."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._commands: dict[str, Callable[[str], Answer]] = {
            "about": self._about,
            "new": self._new,
            "load": self._load,
            "position": self._position,
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "state": self._state,
            "view": self._view,
            "events": self._events,
            "scores": self._scores,
            "go": self._go,
            "hint": self._hint,
            "record": self._record,
            "reset": self._reset,
            "quit": self._quit,
        }

    def answer(self, line: bytes) -> Answer | None:
        """The answer to a line, None to an empty one. An error changes nothing."""
        try:
            if len(line) > _LONGEST_LINE:
                raise UnreadableError(f"A line may have at most {_LONGEST_LINE} bytes.")
            text = line.decode().strip()
            if not text:
                return None
            command, _, rest = text.partition(" ")
            if command not in self._commands:
                known = ", ".join(self._commands)
                raise UnreadableError(f"There is no command {command[:40]!r}. The commands are {known}.")
            return {"ok": True, **self._commands[command](rest.strip())}
        except SandmandalaError as error:
            answer = {"ok": False, "error": _KINDS[type(error)], "message": str(error)}
            if isinstance(error, IllegalMoveError):
                answer["rule"] = error.rule
                if error.code:
                    answer["reason"] = {"code": error.code, **error.facts}
            return answer
        except UnicodeDecodeError:
            return {"ok": False, "error": "unreadable", "message": "The line is not valid UTF-8."}

    @property
    def _playing(self) -> Game:
        if self._game is None:
            raise UnreadableError("There is no game yet: start one with new, load or position.")
        return self._game

    def _about(self, rest: str) -> Answer:
        _check_no_arguments("about", rest)
        games = {
            name: {
                "seats": list(rules.seat_counts),
                "options": dict(rules.options),
                "actions": rules.action_count,
            }
            for name, rules in ((name, rules_of(name)) for name in all_games())
        }
        versions = {"protocol": PROTOCOL_VERSION, "record_format": FORMAT_VERSION, "rules": RULES_VERSION}
        return {"name": "sandmandala", "version": __version__, **versions, "games": games}

    def _new(self, rest: str) -> Answer:
        words = rest.split()
        if not words:
            raise UnreadableError(f"new needs a game: {', '.join(all_games())}.")
        seats: int | None = None
        secret: bytes | None = None
        contributions: list[bytes] | None = None
        options: dict[str, object] = {}
        for word in words[1:]:
            key, equals, value = word.partition("=")
            if not equals:
                raise UnreadableError(f"Write {word[:40]!r} as name=value, for example seats=3.")
            if key == "seats":
                seats = _number("seats", value)
            elif key == "secret":
                secret = read_hex(value.lower(), "secret", SECRET_BYTES)
            elif key == "contributions":
                contributions = [
                    read_hex(one, "A contribution", CONTRIBUTION_BYTES) for one in value.lower().split(",")
                ]
            else:
                options[key] = option_value(value)
        self._game = Game.new(words[0], seats, options, secret, contributions)
        return self._status()

    def _load(self, rest: str) -> Answer:
        self._game = Game.from_record(read_record(rest))
        return self._status()

    def _position(self, rest: str) -> Answer:
        """`position` returns the position as text, `position GAME WORDS` starts a game from one."""
        if not rest:
            return {"position": self._playing.position()}
        name, _, text = rest.partition(" ")
        self._game = Game.from_position(name, text)
        return self._status()

    def _status(self) -> Answer:
        game = self._playing
        return {
            "game": game.name,
            "seats": game.seats,
            "options": game.options,
            "commitment": game.commitment,
            "ply": game.ply,
            "to_move": game.to_move,
            "over": game.is_over,
        }

    def _legal(self, rest: str) -> Answer:
        _check_no_arguments("legal", rest)
        return {"legal": self._playing.legal_moves()}

    def _play(self, rest: str) -> Answer:
        game = self._playing
        events = game.play(rest)
        answer = {"move": game.moves[-1], "ply": game.ply, "to_move": game.to_move, "over": game.is_over}
        return {**answer, "events": events}

    def _undo(self, rest: str) -> Answer:
        _check_no_arguments("undo", rest)
        game = self._playing
        return {"undone": game.take_back(), "ply": game.ply, "to_move": game.to_move}

    def _state(self, rest: str) -> Answer:
        _check_no_arguments("state", rest)
        return {"state": self._playing.open_view()}

    def _view(self, rest: str) -> Answer:
        return {"view": self._playing.view(_viewer(rest))}

    def _events(self, rest: str) -> Answer:
        """`events [PLY [SEAT]]`: by default all events of the last move."""
        game = self._playing
        words = rest.split()
        if len(words) > 2:
            raise UnreadableError("events takes a move number and a seat, both of which may be left out.")
        ply = _number("ply", words[0]) if words else game.ply
        seat: Viewer = _viewer(words[1]) if len(words) == 2 else OPEN
        return {"ply": ply, "events": game.events(ply, seat)}

    def _scores(self, rest: str) -> Answer:
        _check_no_arguments("scores", rest)
        game = self._playing
        return {"scores": game.scores(), "winners": game.winners(), "over": game.is_over}

    def _go(self, rest: str) -> Answer:
        """What the bot would play. It gets only what the player to move knows."""
        decision = self._decide("go", rest)
        candidates = [
            {
                "move": one.move,
                "visits": one.visits,
                "win": round(one.win, 4),
                "margin": None if one.margin is None else round(one.margin, 2),
            }
            for one in decision.candidates
        ]
        return {
            "move": decision.move,
            "simulations": decision.simulations,
            "solved": decision.solved,
            "line": list(decision.line),
            "candidates": candidates,
        }

    def _hint(self, rest: str) -> Answer:
        decision = self._decide("hint", rest)
        return {"move": decision.move, "why": explain(decision)}

    def _decide(self, command: str, rest: str) -> Decision:
        game = self._playing
        if game.is_over:
            raise UnreadableError("The game is over: there is no move to choose.")
        bot, seed = _DEFAULT_BOT, 0
        for word in rest.split():
            key, equals, value = word.partition("=")
            if key == "bot" and equals:
                bot = value
            elif key == "seed" and equals:
                seed = _number("seed", value)
            else:
                raise UnreadableError(f"{command} takes bot=NAME and seed=NUMBER, not {word[:40]!r}.")
        player, budget = read_bot(bot, game.rules.name)
        return player.decide(Knowledge.of(game), budget, stream_from_seed(seed))

    def _record(self, rest: str) -> Answer:
        record = self._playing.record()
        if rest == "text":
            return {"text": record.to_text()}
        _check_no_arguments("record", rest)
        return {"record": record.to_data()}

    def _reset(self, rest: str) -> Answer:
        _check_no_arguments("reset", rest)
        self._game = None
        return {}

    def _quit(self, rest: str) -> Answer:
        _check_no_arguments("quit", rest)
        return {"bye": True}


def _check_no_arguments(command: str, rest: str) -> None:
    if rest:
        raise UnreadableError(f"{command} takes no arguments, but got {rest[:40]!r}.")


def _number(key: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise UnreadableError(f"{key} must be a number, not {text[:40]!r}.")
    return int(text)


def _viewer(text: str) -> int | None:
    return None if text == "spectator" else _number("the seat", text)
