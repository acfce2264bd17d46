"""Runs the command `sandmandala`: in this process, or as a shell would."""

from __future__ import annotations

import subprocess
import sysconfig
import threading
from pathlib import Path

from click.testing import CliRunner, Result

from sandmandala.cli import main

COMMAND = str(Path(sysconfig.get_path("scripts")) / "sandmandala")
PROMPT = "your move (or moves): "
PATIENCE = 120  # seconds until a hanging command is killed; the first one may have to compile


def run(*arguments: object, typed: str | None = None) -> Result:
    """Run in this process. Errors that are not the user's are raised here."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return result


def refused(*arguments: object, typed: str | None = None) -> str:
    """The message of a user error: one sentence after `Error: `, and exit code 2."""
    result = run(*arguments, typed=typed)
    assert result.exit_code == 2
    return result.stderr.partition("Error: ")[2].strip()


def run_alone(*arguments: object, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run in a separate process."""
    command = [COMMAND, *map(str, arguments)]
    return subprocess.run(command, input=typed, capture_output=True, timeout=PATIENCE)


class Terminal:
    """A process with a user who reads before typing."""

    def __init__(self, *arguments: object) -> None:
        command = [COMMAND, *map(str, arguments)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.timer = threading.Timer(PATIENCE, self.process.kill)
        self.timer.start()

    def read(self, until: str = PROMPT) -> str:
        """The output up to the next prompt, or to the end."""
        assert self.process.stdout is not None
        shown = ""
        while not shown.endswith(until) and (sign := self.process.stdout.read(1)):
            shown += sign
        return shown

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def close(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait()
        self.process.stdout.close()
        self.timer.cancel()
        return code
