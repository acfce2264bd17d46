"""External programs as bots, by the line protocol of docs/engine-protocol.md.

The program gets a resampled world, never the true state: the opponent's cards in it are random.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Self

from ..bots import Budget, Decision, Knowledge
from ..games.chance import chance_of, randbelow
from ..games.compiling import Stream
from ..games.errors import SandmandalaError, UnreadableError

_LONGEST_LINE = 1_000_000
_START_TIMEOUT = 120.0  # seconds; a program may have to compile itself
_SEEDS = 1_000_000
_END = b""


class EngineError(Exception):
    """The program has ended, or its answer is unreadable."""


@dataclass
class EngineBot:
    """A program that is started when first needed, and restarted if it dies."""

    command: list[str]
    go_arguments: str = ""  # the arguments of `go`, such as bot=search:20
    name: str = "engine"
    move_time: float = 30.0
    _program: _Program | None = field(default=None, repr=False, compare=False)

    @classmethod
    def read(cls, text: str) -> Self:
        """`COMMAND` or `COMMAND => ARGUMENTS`, quoted as for a shell."""
        command, _, go_arguments = text.partition(" => ")
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise UnreadableError(f"Cannot read the command {command[:80]!r}: {error}.") from None
        if not words:
            raise UnreadableError("Write an external program as engine:COMMAND.")
        return cls(words, go_arguments.strip())

    def start(self) -> None:
        """Start the program before its clock starts."""
        if self._program is not None and self._program.is_alive():
            return
        self.close()
        self._program = _Program(self.command)
        self._ask("about", _START_TIMEOUT)

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        self.start()
        deadline = time.perf_counter() + self.move_time
        position = knowledge.rules.text.position_text(knowledge.world[0])
        self._ask(f"position {knowledge.rules.name} {position}", self.move_time)
        seed = randbelow(chance_of(stream), _SEEDS)
        answer = self._ask(f"go {self.go_arguments} seed={seed}", deadline - time.perf_counter())
        move = answer.get("move")
        if not isinstance(move, str):
            raise EngineError(f"no move in the answer {str(answer)[:200]}")
        try:
            return Decision(move, knowledge.rules.text.read_move(knowledge.world[0], move))
        except SandmandalaError:
            return Decision(move, -1)  # not a move: the arena decides

    def close(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program = None

    def _ask(self, line: str, seconds: float) -> dict[str, object]:
        """A program that fails to answer is killed, and restarted for the next game."""
        assert self._program is not None
        try:
            return _read_answer(line, self._program.ask(line, seconds))
        except (EngineError, TimeoutError):
            self.close()
            raise


def _read_answer(line: str, answer: bytes) -> dict[str, object]:
    try:
        read = json.loads(answer)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise EngineError(f"answered {answer[:80]!r}, which is not a JSON object")
    if read.get("ok") is False and line != "about":
        raise EngineError(f"{line.split()[0]} was refused: {read.get('message')}")
    return read


class _Program:
    """A process, and a thread that reads its lines so that waiting can time out."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"cannot start {command[0]!r}: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, output: IO[bytes]) -> None:
        with output:
            while line := output.readline(_LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(_END)

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, line: str, seconds: float) -> bytes:
        while not self._lines.empty():  # unsolicited lines
            self._lines.get()
        try:
            self._input.write(f"{line}\n".encode())
            self._input.flush()
            answer = self._lines.get(timeout=max(seconds, 0.001))
        except OSError as error:
            raise EngineError(f"the program has ended ({error})") from None
        except queue.Empty:
            raise TimeoutError(f"no answer within {seconds:.1f} s") from None
        if answer == _END:
            raise EngineError(f"the program has ended with exit code {self._process.wait(5)}")
        return answer

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join(1.0)
        with suppress(OSError):  # flushing may fail
            self._input.close()
