"""The other commands: help, replay, verify, perft, bench, compile."""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command_runner import refused, run, run_alone
from records.random_games import CASES, contributions_of, play_on, random_game

from sandmandala import Game, Record, __version__
from sandmandala.cli.perft import perft
from sandmandala.games import compiling
from sandmandala.records import Result

every_case = pytest.mark.parametrize(("name", "seats"), CASES)
COMMANDS = ["play", "replay", "verify", "perft", "arena", "bench", "engine", "compile"]
NAMES = ["Annabell", "Babette", "[/] {R2}", "Dan"]


def _kept(record: Record, tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(record.to_text(), encoding="utf-8")
    return file


# --- help


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_the_commands(arguments: list[str]) -> None:
    result = run(*arguments)
    for command in COMMANDS:
        assert re.search(rf"^  {command} +\S", result.output, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: main {command}")


def test_help_does_not_load_numba() -> None:
    code = """if True:
        import sys
        from sandmandala.cli import main
        for arguments in (["--help"], ["play", "--help"], ["--version"]):
            try:
                main(arguments)
            except SystemExit as leaving:
                assert leaving.code == 0
        assert not {"numba", "numpy", "rich.console"} & set(sys.modules)
    """
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0


def test_the_real_command() -> None:
    result = run_alone("--version")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode() == f"sandmandala, version {__version__}\n"


def test_an_unknown_command() -> None:
    assert refused("dance").startswith("No such command 'dance'.")


# --- replay


@every_case
def test_replay_shows_everything(name: str, seats: int, tmp_path: Path) -> None:
    game = random_game(name, seats)
    names = NAMES[:seats]
    shown = run("replay", _kept(game.record(names), tmp_path)).stdout
    assert shown.startswith(f"{game.rules.title}, {', '.join(names)}\nCommitment {game.commitment}\n")
    for ply in range(1, game.ply + 1):
        said = "; ".join(game.sentences(ply, names))
        assert f"{ply:4}. {game.moves[ply - 1]:5} {said}.\n" in shown
    assert "hidden" not in shown
    assert "The game is not over." not in shown


@pytest.mark.parametrize("name", ["mandala", "flowers"])
def test_replay_for_a_seat_shows_what_it_saw(name: str, tmp_path: Path) -> None:
    game = random_game(name, 2, moves=20)
    file = _kept(game.record(), tmp_path)
    names = ["Player 1", "Player 2"]
    for seat in (0, 1):
        shown = run("replay", file, "--seat", seat).stdout
        for ply in range(1, game.ply + 1):
            assert f"{'; '.join(game.sentences(ply, names, seat))}.\n" in shown
        assert re.search(rf"Player {2 - seat}   hand \(\d+\) hidden", shown)
        assert not re.search(rf"Player {seat + 1}   hand \(\d+\) hidden", shown)
        assert not re.search(rf"Player {2 - seat} draws \d+ \(", shown)
        assert shown.endswith("The game is not over.\n")


@every_case
def test_replay_with_boards(name: str, seats: int, tmp_path: Path) -> None:
    game = random_game(name, seats, moves=12)
    file = _kept(game.record(), tmp_path)
    sign = "swap tile" if name == "patterns" else "Draw pile"
    per_board = 2 if name == "patterns" else 1
    assert run("replay", file).stdout.count(sign) == 2 * per_board, "the first board and the last"
    assert run("replay", file, "--boards").stdout.count(sign) >= 13 * per_board


def test_what_replay_refuses(tmp_path: Path) -> None:
    record = random_game("mandala", 2, moves=4).record()
    file = _kept(record, tmp_path)
    assert refused("replay", file, "--seat", 2) == "There is no seat 2; the seats go from 0 to 1."
    assert "-1 is not in the range x>=0" in refused("replay", file, "--seat", -1)
    broken = dataclasses.replace(record, moves=("TR",))
    assert refused("replay", _kept(broken, tmp_path)) == (
        "M10: no mandala is being shared out now (move 1, TR)"
    )


# --- verify


@every_case
def test_verify_a_good_record(name: str, seats: int, tmp_path: Path) -> None:
    game = random_game(name, seats)
    result = run("verify", _kept(game.record(), tmp_path))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "ok  commitment    The secret belongs to the commitment in the record.",
        "--  noted         Not checked: that the secret was fixed before the game. A made-up game would "
        "pass, too. Give the commitment that you noted before the game.",
        "--  contributions There are none: whoever drew the secret could have chosen the deal.",
        "ok  rules         Played by version 1 of the rules.",
        f"ok  moves         All {game.ply} moves are legal.",
        "ok  deal          The deal follows from the secret.",
        "ok  draws         Every draw follows from the secret, as the trace says.",
        f"ok  result        The scores are right: {', '.join(map(str, game.scores()))}.",
        "--  players       Not checked: who played. The record gives no names.",
        "No check failed.",
    ]


def test_verify_with_what_the_player_noted(tmp_path: Path) -> None:
    given = contributions_of(3)
    game = play_on(Game.new("flowers", 3, contributions=given), 6)
    file, mine = _kept(game.record(), tmp_path), f"1:{given[1].hex()}"
    result = run("verify", file, "--commitment", game.commitment.upper(), "--contribution", mine)
    assert result.exit_code == 0
    assert "ok  noted         The secret has the commitment that you noted" in result.stdout
    assert "ok  contributions The record has what you noted for seat 1." in result.stdout
    assert run("verify", file, "--contribution", mine, "--contribution", f"2:{given[2].hex()}").exit_code == 0
    for wrong in (("--commitment", "0" * 64), ("--contribution", f"0:{given[1].hex()}")):
        result = run("verify", file, *wrong)
        assert result.exit_code == 1
        assert result.stdout.endswith("The record is not valid.\n")


def test_what_verify_refuses(tmp_path: Path) -> None:
    file = _kept(random_game("mandala", 2, moves=4).record(), tmp_path)
    one = "0" * 32
    assert "must be 64 hexadecimal digits" in refused("verify", file, "--commitment", "00")
    assert "There is no seat 2" in refused("verify", file, "--contribution", f"2:{one}")
    assert "must be 32 hexadecimal digits" in refused("verify", file, "--contribution", "1:00")
    assert f"write '{one}' as SEAT:HEX" in refused("verify", file, "--contribution", one)
    assert "there are two for seat 1" in refused(
        "verify", file, "--contribution", f"1:{one}", "--contribution", f"01:{one}"
    )


def test_verify_bad_records(tmp_path: Path) -> None:
    record = random_game("mandala", 2).record()
    for changes, said in (
        ({"commitment": "0" * 64}, "BAD commitment    The secret does not belong to the commitment"),
        ({"rules": 3}, "BAD rules         Played by version 3 of the rules; this program has version 1."),
        ({"moves": ("[/]",)}, "BAD moves         Move 1: Cannot read the move '[/]'."),
        ({"moves": ("TR",)}, "BAD moves         M10: no mandala is being shared out now (move 1, TR)"),
        ({"trace": "0" * 64}, "BAD draws         The trace is not that of this game"),
        (
            {"result": Result((0, 0), (0, 1))},
            "BAD result        The scores or winners are not those of the game.",
        ),
    ):
        result = run("verify", _kept(dataclasses.replace(record, **changes), tmp_path))
        assert result.exit_code == 1
        assert f"{said}" in result.stdout
        assert result.stdout.endswith("The record is not valid.\n")


@pytest.mark.thorough
@pytest.mark.slow
def test_verify_in_a_shell(tmp_path: Path) -> None:
    record = random_game("patterns", 2).record()
    assert run_alone("verify", _kept(record, tmp_path)).returncode == 0
    bad = dataclasses.replace(record, trace="0" * 64)
    assert run_alone("verify", _kept(bad, tmp_path)).returncode == 1


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This is not a record: it starts neither with { nor with 'Sandmandala record'."),
        (b"junk", "This is not a record"),
        (b"{}", "The record needs 'format', as int."),
        (b"{", "This is not JSON: "),
        (b"\xff\xfe{", "Cannot read "),
        (b" " * 1_000_001, "The file is too long for a record."),
    ],
    ids=["empty", "junk", "object", "brace", "binary", "long"],
)
def test_unreadable_files(command: str, content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert refused(command, file).startswith(said)


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_missing_files(command: str, tmp_path: Path) -> None:
    assert "does not exist" in refused(command, tmp_path / "nowhere.json")
    assert "is a directory" in refused(command, tmp_path)
    assert "Missing argument 'FILE'" in refused(command)


@pytest.mark.slow
def test_an_unreadable_file_in_a_shell(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\xff")
    result = run_alone("verify", file)
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
    assert f"Error: Cannot read {file}: 'utf-8' codec can't decode byte 0xff".encode() in result.stderr


# --- perft, bench, compile


def _counts(shown: str) -> dict[int, int]:
    rows = re.findall(r"^ +(\d+) +([\d,]+) +[\d.]+ s +[\d.]+ million a second$", shown, re.MULTILINE)
    return {int(level): int(count.replace(",", "")) for level, count in rows}


@every_case
def test_perft(name: str, seats: int) -> None:
    game = Game.new(name, seats, secret=bytes(32))
    shown = run("perft", name, "--seats", seats, "--depth", 2).stdout
    assert shown.splitlines()[0] == f"{game.rules.title}, secret {'0' * 64}"
    assert shown.splitlines()[1] == game.position()
    assert _counts(shown) == {1: len(game.legal_moves()), 2: _by_hand(game, 2)}


def _by_hand(game: Game, depth: int) -> int:
    """Count move by move, through the Python API."""
    if depth == 1:
        return len(game.legal_moves())
    total = 0
    for move in game.legal_moves():
        game.play(move)
        total += _by_hand(game, depth - 1)
        game.take_back()
    return total


@every_case
def test_perft_counts_as_the_game_plays(name: str, seats: int) -> None:
    for moves in (0, 15):
        game = random_game(name, seats, moves=moves)
        assert perft(game, 3) == _by_hand(game, 3)


@every_case
def test_divide_splits_the_count(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=10)
    shown = run("perft", name, "--depth", 2, "--position", game.position(), "--divide").stdout
    parts = re.findall(r"^    (\S+) +([\d,]+)$", shown, re.MULTILINE)
    assert [move for move, _ in parts] == game.legal_moves()
    assert sum(int(count.replace(",", "")) for _, count in parts) == _counts(shown)[2]


def test_perft_takes_secret_and_options() -> None:
    secret = "ab" * 32
    shown = run("perft", "mandala", "--depth", 1, "--secret", secret, "--option", "beginner=1").stdout
    assert f"secret {secret}" in shown
    game = Game.new("mandala", options={"beginner": 1}, secret=bytes.fromhex(secret))
    assert game.position() in shown


def test_what_perft_refuses() -> None:
    assert "The position lacks the word 'mandala1'." in refused("perft", "mandala", "--position", "turn=0")
    assert "13 is not in the range 1<=x<=12" in refused("perft", "mandala", "--depth", 13)
    assert "Missing argument" in refused("perft")


@pytest.mark.slow
def test_bench() -> None:
    result = run("bench", "--seconds", 0.1)
    assert result.exit_code == 0
    rows = [line.split("│")[1:3] for line in result.stdout.splitlines() if "bytes" in line]
    assert [(name.strip(), int(seats)) for name, seats in rows] == CASES
    assert "0 is not in the range" in refused("bench", "--seconds", 0)


def test_compile_has_nothing_left_to_do() -> None:
    assert run("compile").exit_code == 0
    assert run("compile").output == ""


@pytest.mark.slow
def test_another_copy_of_the_same_sources_has_a_cache_of_its_own(tmp_path: Path) -> None:
    """Numba would find nothing in ours, although it is marked as complete."""
    shutil.copytree(Path(compiling.__file__).parents[1], tmp_path / "sandmandala")
    said = subprocess.run(
        [sys.executable, "-c", "from sandmandala.games.compiling import cache_folder; print(cache_folder())"],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "SANDMANDALA_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(said.stdout.strip()).name != compiling.cache_folder().name
