"""`sandmandala play`: whole games in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.command_runner import PROMPT, Terminal, refused, run, run_alone
from records.random_games import CASES
from thorough_cases import more_players_thorough, rest_thorough

from sandmandala import Game, read_record
from sandmandala.cli import terminal_tutor
from sandmandala.games.rules import all_games
from sandmandala.records import is_good, verify
from sandmandala.review.types import Advice, Difference

ZEROS = "0" * 64
BEGIN = ("--secret", ZEROS, "--option", "beginner=0", "--bot", "random")
every_case = pytest.mark.parametrize(("name", "seats"), CASES)


def _first_moves(name: str, seats: int) -> Game:
    """The game in which everybody makes the first legal move."""
    game = Game.new(name, seats, {"beginner": 0}, bytes(32))
    while not game.is_over:
        game.play(game.legal_actions()[0])
    return game


def _hot_seat_lines(game: Game) -> list[str]:
    """The input for that game: Enter at each handover, then the move."""
    lines, looking = [], None
    for ply, move in enumerate(game.moves, 1):
        if game.mover(ply) != looking:
            looking = game.mover(ply)
            lines.append("")
        lines.append(move)
    return lines


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), more_players_thorough(CASES))
@pytest.mark.parametrize("ending", rest_thorough([".json", ".txt"]))
def test_a_whole_game_at_one_terminal(name: str, seats: int, ending: str, tmp_path: Path) -> None:
    game = _first_moves(name, seats)
    file = tmp_path / f"game{ending}"
    typed = "\n".join(_hot_seat_lines(game)) + "\n"
    result = run("play", name, "--seats", seats, "--hot-seat", *BEGIN, "--save", file, typed=typed)
    assert result.exit_code == 0
    scores = ", ".join(f"Player {seat + 1} {points}" for seat, points in enumerate(game.scores()))
    assert f"The game is over. Scores: {scores}\n" in result.stdout
    assert f"The record is in {file}. Check it with: sandmandala verify {file}" in result.stdout
    record = read_record(file.read_text(encoding="utf-8"))
    assert record == game.record([f"Player {seat + 1}" for seat in range(seats)])
    assert run("verify", file).exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", rest_thorough(all_games()))
def test_a_whole_game_against_a_bot(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", name, "--save", file)
    shown = terminal.read()
    assert "Type help for help." in shown
    while shown.endswith(PROMPT):
        before, _, moves = shown.rpartition(" legal moves:\n")
        assert len(moves.removesuffix(f"Player 1 (you), {PROMPT}").split()) == int(before.split()[-1])
        terminal.type(moves.split()[0])
        shown = terminal.read()
        assert "That does not work" not in shown
    assert "The game is over. Scores: Player 1 (you) " in shown
    assert terminal.close() == 0
    assert is_good(verify(read_record(file.read_text(encoding="utf-8"))))


def test_a_hand_is_shown_only_to_its_owner() -> None:
    game = _first_moves("mandala", 2)
    shown = run("play", "mandala", "--hot-seat", *BEGIN, typed=f"\n{game.moves[0]}\n\n").stdout
    curtain = "Player 2, it is your turn. Press Enter when nobody else is looking"
    assert shown.count("it is your turn. Press Enter when nobody else is looking") == 2
    before, after = shown.split(curtain)
    hands = ["Player 1   hand (", "Player 2   hand ("]
    assert [_after(before, hand) for hand in hands] == ["6)  R", "6) hi"]
    assert _after(after, hands[1]) == "6)  R"
    assert "Player 1 draws 3." in after, "the colours are not told"
    assert "Player 1 draws 3 (" in before
    assert "hidden" in after


def _after(text: str, words: str) -> str:
    return text.split(words)[1][:5]


def test_nobody_sees_anything_before_the_first_handover() -> None:
    shown = run("play", "flowers", "--hot-seat", "--seats", "3", *BEGIN, typed="").stdout
    assert "hand" not in shown
    assert shown.endswith("Good-bye. The game was not finished.\n")


def test_nonsense_is_explained() -> None:
    typed = "nonsense\n[/]\n[bold\nM1K\nF1R7\nTR\n\n  \nquit\n"
    result = run("play", "mandala", *BEGIN, typed=typed)
    assert result.exit_code == 0
    shown = result.stdout
    assert "That does not work. Cannot read the move 'nonsense'. Mandala's moves look like M1R" in shown
    assert "That does not work. Cannot read the move '[/]'." in shown
    assert "That does not work. Cannot read the move '[bold'." in shown
    assert "That does not work. M6: you have no black card in hand" in shown
    assert "That does not work. M7: you have only 1 red card in hand" in shown
    assert "That does not work. M10: no mandala is being shared out now" in shown
    assert shown.count(PROMPT) == 9
    assert shown.count("Draw pile 88") == 1, "the board is shown once"
    assert shown.endswith("Good-bye. The game was not finished.\n")


@pytest.mark.parametrize("typed", ["quit\n", "exit\n", "QUIT\n", "", "moves\n"])
def test_leaving(typed: str) -> None:
    result = run("play", "patterns", *BEGIN, "--option", "beginner=1", typed=typed)
    assert result.exit_code == 0
    assert result.stdout.endswith("Good-bye. The game was not finished.\n")


@pytest.mark.thorough
@pytest.mark.slow
def test_leaving_in_a_shell() -> None:
    result = run_alone("play", "flowers", *BEGIN, typed=b"help\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"save F  write the record to file F" in result.stdout
    assert result.stdout.endswith(b"Good-bye. The game was not finished.\n")


def test_leaving_at_the_handover_still_saves(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    result = run("play", "mandala", "--hot-seat", *BEGIN, "--save", file, typed="\nM1R\n")
    assert "Good-bye. The game was not finished." in result.stdout
    assert read_record(file.read_text(encoding="utf-8")).moves == ("M1R",)


def test_help_board_log_and_moves() -> None:
    game = Game.new("mandala", options={"beginner": 0}, secret=bytes(32))
    shown = run("play", "mandala", *BEGIN, typed="help\n?\nboard\nlog\nmoves\nM1R\nlog\n").stdout
    assert shown.count("Type a move as it is listed, or one of these:") == 2
    assert f"{len(game.legal_moves())} legal moves:\n  {' '.join(game.legal_moves()[:10])}" in shown
    assert (
        shown.count("   1. M1R   Player 1 (you) plays 1 red card to mountain 1; Player 1 (you) draws 3 (")
        == 2
    )
    assert shown.count("   2. ") == 2, "the random mover's answer"


def test_undo_takes_back_ones_own_move_and_the_answers() -> None:
    shown = run("play", "flowers", "--seats", "3", *BEGIN, typed="undo\nP1O1\nundo\nlog\nundo\n").stdout
    assert shown.count("You have not made a move yet.") == 2
    assert shown.count("Taken back: ") == 3
    assert "Taken back: P1O1\n" in shown
    assert shown.count("Draw pile 72") == 2, "the first board, and again after undo"


def test_undo_with_several_people_takes_back_one_move() -> None:
    shown = run("play", "mandala", "--hot-seat", *BEGIN, typed="\nundo\nM1R\n\nundo\n\n").stdout
    assert "No move has been made yet." in shown
    assert shown.count("Taken back: M1R") == 1
    assert shown.count("it is your turn") == 3, "and the turn goes back through the curtain"


def test_saving_in_between(tmp_path: Path) -> None:
    typed = f"save {tmp_path / 'a b.json'}\nsave {tmp_path}\nsave a\0b\nsave {tmp_path / '[x].txt'}\n"
    shown = run("play", "mandala", *BEGIN, typed=typed).stdout
    assert json.loads((tmp_path / "a b.json").read_text(encoding="utf-8"))["players"] == [
        "Player 1 (you)",
        "Random 2",
    ]
    assert (tmp_path / "[x].txt").read_text(encoding="utf-8").startswith("Sandmandala record 1\n")
    assert f"The record is in {tmp_path}/[x].txt. Check it with" in shown
    assert shown.count("Could not write the record: ") == 2
    assert "Is a directory" in shown


def test_the_game_is_asked_for() -> None:
    for typed in ("\n", "1\n", "mandala\n", "chess\n1\n"):
        shown = run("play", *BEGIN, typed=f"{typed}quit\n").stdout
        assert "Which game? 1 Mandala, 2 Patterns, 3 Flowers" in shown
        assert "Mandala. Type help for help." in shown
    assert "Flowers. Type help for help." in run("play", typed="3\nquit\n").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], f"'chess' is not one of {', '.join(map(repr, all_games()))}"),
        ([], "No game was chosen. Name one: sandmandala play mandala"),
        (["mandala", "--seats", "3"], "Mandala has 2 seats, not 3."),
        (["mandala", "--seats", "two"], "'two' is not a valid integer"),
        (["mandala", "--human", "2"], "There is no seat 2; the seats go from 0 to 1."),
        (["mandala", "--human", "-1"], "There is no seat -1; the seats go from 0 to 1."),
        (["mandala", "--option", "beginner"], "write 'beginner' as NAME=VALUE, for example memory_aid=on"),
        (
            ["mandala", "--option", "beginner=5"],
            "The option 'beginner' is 'lot' or a seat from 0 to 1, not 5.",
        ),
        (["mandala", "--option", "beginner=" + "9" * 5000], "The option 'beginner' is 'lot' or a seat"),
        (["patterns", "--option", "memory_aid=on"], "Patterns has no option 'memory_aid'."),
        (["mandala", "--secret", "xyz"], "a secret is written in hexadecimal digits"),
        (["mandala", "--secret", "00"], "a secret has 64 hexadecimal digits"),
    ],
)
def test_what_play_refuses(arguments: list[str], said: str) -> None:
    assert said in refused("play", *arguments, typed="")


def test_watching_bots() -> None:
    shown = run("play", "flowers", "--seats", "3", "--watch", "--bot", "search:5", "--bot", "1=greedy").stdout
    assert "Search 1" in shown
    assert "Greedy 2" in shown
    assert "Search 3" in shown
    assert "The game is over. Scores: Search 1 " in shown


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--bot", "deep"], "There is no bot 'deep'."),
        (["--bot", "2=random"], "There is no seat 2; the seats go from 0 to 1."),
        (["--bot", "x=random"], "Write 'x=random' as NAME or SEAT=NAME, for example 1=greedy."),
        (["--watch", "--hot-seat"], "--hot-seat, --watch and --human exclude one another."),
    ],
)
def test_bots_that_cannot_sit_down(given: list[str], said: str) -> None:
    result = run("play", "mandala", *given)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_tutor_asks_before_a_move_that_loses_much(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, better = Game.new("mandala", options={"beginner": 0}, secret=bytes(32)).legal_moves()[:2]
    advice = Advice(bad, better, Difference(0.23, 0.01, 4.0, 0.2), "blunder", (), None)
    monkeypatch.setattr(terminal_tutor, "advise", lambda _, move, level: advice if move == bad else None)
    given = ("play", "mandala", *BEGIN, "--tutor", "all")
    thinking_again = run(*given, typed=f"{bad}\n\nquit\n")
    assert thinking_again.stdout.count(f"Think again? {bad} loses about 23.0 % of a win.") == 1
    assert "   1. " not in thinking_again.stdout
    insisting = run(*given, typed=f"{bad}\ns\np\nquit\n")
    assert f"{better} is better. No single thing" in insisting.stdout
    assert f"   1. {bad}" in insisting.stdout
    assert "Think again?" not in run(*given, typed=f"{better}\nnonsense\nquit\n").stdout
    assert "--tutor is for one person against bots." in refused(
        "play", "mandala", "--hot-seat", "--tutor", "all"
    )
