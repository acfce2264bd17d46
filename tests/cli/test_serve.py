"""`sandmandala serve`: its help is complete, and invalid settings give a one-line error."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from pathlib import Path

import pytest
from cli.command_runner import COMMAND, refused, run
from msgspec import structs
from server.running_server import RunningServer

from sandmandala.server.settings import PREFIX, Settings


def test_help_has_every_setting_with_its_variable_and_default() -> None:
    shown = " ".join(run("serve", "--help").output.split())
    for field in structs.fields(Settings):
        about = shown.partition(f" --{field.name.replace('_', '-')} ")[2].partition("] --")[0]
        assert f"env var: {PREFIX}{field.name.upper()}" in about
        if field.default != "" and not isinstance(field.default, bool):
            assert f"default: {field.default}" in about
        assert re.match(r"(\S+ )*?[A-Z]?[a-z]+\S* ", about), "a sentence"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "x"], "'x' is not a valid integer"),
        (["--port", "70000"], "70000 is not in the range"),
        (["--log", "loud"], "'loud' is not one of"),
        (["--bot-pause", "-1"], "not in the range"),
        (["--database", "mysql://me:hush@db/name"], "must start with postgresql:// or sqlite:///"),
        (["--database", "postgresql://me:hush@127.0.0.1:x/name"], "is not valid"),
        (["--database", "postgresql://me:hush@127.0.0.1:1/name"], "The database cannot be used"),
        (["--host", "192.0.2.1"], "Cannot listen on 192.0.2.1"),
        (["--proxies", "1.2.3"], "Write addresses such as 127.0.0.1"),
        (["--metrics", "all"], "Write addresses such as 127.0.0.1"),
    ],
)
def test_invalid_settings_give_a_one_line_error(arguments: list[str], said: str, tmp_path: Path) -> None:
    answer = refused("serve", "--data", tmp_path, "--port", "0", *arguments)
    assert said in " ".join(answer.split())
    assert "hush" not in answer, "a password must not be shown"


def test_environment_variables_give_the_same_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDMANDALA_PORT", "x")
    assert "SANDMANDALA_PORT" in refused("serve")


def test_files_that_are_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "sandmandala.sqlite").write_text("This is a letter to my aunt, and not a database at all.")
    assert "not a database" in refused("serve", "--port", "0", "--data", tmp_path)
    assert "The database cannot be used" in refused(
        "serve", "--port", "0", "--data", tmp_path / "sandmandala.sqlite"
    )


@pytest.mark.slow
def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = refused("serve", "--data", tmp_path, "--port", port)
        assert "Address already in use" in answer
        assert "--port" in answer
        server = RunningServer(tmp_path, port=str(port), next_port="1")
        assert int(server.address.rpartition(":")[2]) > port
        server.stop()


@pytest.mark.slow
def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    environment = {**os.environ, "SANDMANDALA_DATA": str(tmp_path), "SANDMANDALA_PORT": "0"}
    with subprocess.Popen(
        [COMMAND, "serve"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert b"Sandmandala is at http://127.0.0.1:" in process.stdout.readline()
        process.send_signal(2)
        _, complaint = process.communicate(timeout=60)
    assert (process.returncode, complaint) == (0, b"")
