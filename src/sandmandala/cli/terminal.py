"""Playing and showing games in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ..bots import Bot, Budget, Knowledge
from ..games import chance
from ..games.errors import SandmandalaError, UnreadableError
from ..games.palette import BOARD_BACKGROUND, CHIP, Palette
from ..games.rules import OPEN, Viewer, all_games, checked_seat, rules_of
from ..records import Game, is_good, read_record, verify
from .chosen_bots import read_bots
from .warmup import compile_once

if TYPE_CHECKING:
    from ..review.types import TutorLevel
    from .terminal_tutor import TerminalTutor

_BOARD_BACKGROUND = f"black on {BOARD_BACKGROUND}"
_HELP = """Type a move as it is listed, or one of these:
  moves   list the legal moves        undo    take your last move back
  board   show the board again        log     show the last moves again
  save F  write the record to file F  quit    leave the game"""

console = Console(highlight=False)


def ask_for_game() -> str:
    games = all_games()
    console.print(
        "Which game? " + ", ".join(f"{i} {rules_of(name).title}" for i, name in enumerate(games, 1))
    )
    choices = click.Choice([*map(str, range(1, len(games) + 1)), *games], case_sensitive=False)
    try:
        answer = click.prompt("Game", type=choices, default="1", show_choices=False)
    except click.Abort:
        raise UnreadableError(f"No game was chosen. Name one: sandmandala play {games[0]}") from None
    return games[int(answer) - 1] if answer.isdecimal() else str(answer)


def play_game(
    name: str,
    humans: Sequence[int] | None,
    bots: Sequence[str],
    seats: int | None,
    options: Mapping[str, object],
    secret: bytes | None,
    save: Path | None,
    tutor: TutorLevel | None = None,
) -> None:
    """Play until the end. People have these seats, or all of them (None); bots have the others."""
    compile_once()
    play_table(Game.new(name, seats, options, secret), humans, bots, save, tutor)


def play_table(
    game: Game,
    humans: Sequence[int] | None,
    bots: Sequence[str],
    save: Path | None,
    tutor: TutorLevel | None = None,
) -> None:
    """Play a game to its end."""
    people = range(game.seats) if humans is None else humans
    for seat in people:
        checked_seat(seat, game.seats)
    table = _TerminalGame(game, set(people), read_bots(game, bots))
    if tutor:
        from .terminal_tutor import TerminalTutor  # needs an extra

        compile_once(("rules", "bots", "review"))
        table.tutor = TerminalTutor(console, tutor)
    table.play()
    if save:
        table.save(save)


class _TerminalGame:
    def __init__(self, game: Game, people: set[int], bots: Sequence[tuple[Bot, Budget]]) -> None:
        self.game = game
        self.people = people
        self.bots = bots
        self.tutor: TerminalTutor | None = None
        alone = len(people) == 1
        self.names = [
            f"Player {seat + 1}{' (you)' * alone}" if seat in people else f"{bot.name.title()} {seat + 1}"
            for seat, (bot, _) in enumerate(bots)
        ]
        # Several people see nothing until it is their turn; a game between bots is shown openly.
        self.looking: Viewer = min(people) if alone else None if people else OPEN

    def play(self) -> None:
        """Play until the game is over or someone quits."""
        game = self.game
        console.print(
            f"[bold]{game.rules.title}[/]. Type [bold]help[/] for help.\n"
            f"All draws come from a secret with the commitment {game.commitment}.",
            soft_wrap=True,
        )
        shown = -1
        while (seat := game.to_move) is not None:
            if seat not in self.people:
                self.let_bot_move(seat)
                self.tell(game.ply)
                continue
            if self.looking != seat:
                if not self.hand_over(seat):
                    break
                shown = -1
            if shown != game.ply:
                self.show_board()
                self.list_moves()
                shown = game.ply
            if not self.ask(seat):
                break
        if not game.is_over:
            console.print("Good-bye. The game was not finished.")
            return
        self.looking = OPEN
        self.show_board()
        console.print("[bold]The game is over.[/] Scores: " + self.scores())

    def let_bot_move(self, seat: int) -> None:
        """The bot gets what its seat knows, and its own random stream."""
        bot, budget = self.bots[seat]
        stream = chance.stream_for_move(chance.new_secret(), 0)
        with console.status(f"{self.names[seat]} is thinking …"):
            decision = bot.decide(Knowledge.of(self.game), budget, stream)
        self.game.play(decision.action)

    def scores(self) -> str:
        return ", ".join(
            f"{name} {points}" for name, points in zip(self.names, self.game.scores(), strict=True)
        )

    def hand_over(self, seat: int) -> bool:
        """A pause between two players' hands. Returns False to quit."""
        if self.looking is not None:
            console.clear()
        try:
            console.input(f"{self.names[seat]}, it is your turn. Press Enter when nobody else is looking ")
        except (EOFError, KeyboardInterrupt):
            console.print()
            return False
        self.looking = seat
        for ply in range(max(1, self.game.ply - self.game.seats), self.game.ply + 1):
            self.tell(ply)
        return True

    def tell(self, ply: int) -> None:
        if self.looking is not None:
            _print_sentences(self.game, ply, self.names, self.looking)

    def show_board(self) -> None:
        console.print()
        for line in self.game.rules.board_lines(self.game.view(self.looking), self.names):
            console.print(coloured(line, self.game.rules.palette), soft_wrap=True)
        console.print()

    def ask(self, seat: int) -> bool:
        """Read one line from the player. Returns False to quit."""
        try:
            line = console.input(f"[bold]{self.names[seat]}[/], your move (or [bold]moves[/]): ").strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return False
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "help" | "?":
                console.print(_HELP)
            case "moves":
                self.list_moves()
            case "board":
                self.show_board()
            case "log":
                for ply in range(max(1, self.game.ply - 9), self.game.ply + 1):
                    self.tell(ply)
            case "undo":
                self.undo(seat)
            case "save":
                self.save(Path(rest or "game.json"))
            case "quit" | "exit":
                return False
            case _:
                self.make(line)
        return True

    def make(self, move: str) -> None:
        if self.tutor and not self.tutor.allows(self.game, move):
            return
        try:
            self.game.play(move)
        except SandmandalaError as error:
            console.print(f"[bold red]That does not work.[/] {escape(str(error))}", soft_wrap=True)
        else:
            self.tell(self.game.ply)

    def list_moves(self) -> None:
        moves = self.game.legal_moves()
        console.print(f"{len(moves)} legal moves:")
        console.print("  " + " ".join(moves))

    def undo(self, seat: int) -> None:
        """Go back to this player's last move; with several people at the table, by a single move."""
        game = self.game
        if len(self.people) == 1 and all(game.mover(ply) != seat for ply in range(1, game.ply + 1)):
            console.print("You have not made a move yet.")
            return
        try:
            console.print(f"Taken back: {game.take_back()}")
            while len(self.people) == 1 and game.to_move != seat:
                console.print(f"Taken back: {game.take_back()}")
        except SandmandalaError:
            console.print("No move has been made yet.")

    def save(self, path: Path) -> None:
        record = self.game.record(self.names)
        try:
            path.write_text(record.to_text() if path.suffix == ".txt" else record.to_json(), encoding="utf-8")
        except (OSError, ValueError) as error:  # ValueError: a path that no file can have
            console.print(f"[bold red]Could not write the record:[/] {escape(str(error))}", soft_wrap=True)
        else:
            said = f"The record is in {path}. Check it with: sandmandala verify {path}"
            console.print(said, soft_wrap=True, markup=False)


def print_record(text: str, seat: int | None, boards: bool) -> None:
    """A whole recorded game in words, as everyone or as one seat saw it."""
    compile_once()
    record = read_record(text)
    game = Game.from_record(record)
    viewer: Viewer = OPEN if seat is None else seat
    names = list(record.players or (f"Player {number + 1}" for number in range(game.seats)))
    console.print(f"[bold]{game.rules.title}[/], {escape(', '.join(names))}")
    console.print(f"Commitment {record.commitment}", soft_wrap=True)
    for ply in range(game.ply + 1):
        if ply:
            _print_sentences(game, ply, names, viewer)
        if boards or ply in (0, game.ply):
            for line in ["", *game.rules.board_lines(game.view(viewer, ply), names), ""]:
                console.print(coloured(line, game.rules.palette), soft_wrap=True)
    if not game.is_over:
        console.print("The game is not over.")


def print_checks(text: str, commitment: str | None, contributions: Mapping[int, str]) -> bool:
    """Print the result of each check. Returns whether none failed."""
    compile_once()
    checks = verify(read_record(text), commitment and commitment.lower(), contributions)
    for check in checks:
        mark = {True: "[green]ok[/]  ", False: "[bold red]BAD[/] ", None: "[dim]--[/]  "}[check.ok]
        console.print(f"{mark}{check.name:14}{escape(check.detail)}", soft_wrap=True)
    good = is_good(checks)
    console.print("No check failed." if good else "[bold red]The record is not valid.[/]")
    return good


def _print_sentences(game: Game, ply: int, names: list[str], viewer: Viewer) -> None:
    said = "; ".join(game.sentences(ply, names, viewer))
    console.print(Text(f"{ply:4}. {game.moves[ply - 1]:5} {said}."), soft_wrap=True)


def coloured(line: str, palette: Palette) -> Text:
    """`{R2}` becomes a red chip with R2 on it, `<R>` a red tile with a pale centre."""
    text = Text()
    end = 0
    for chip in CHIP.finditer(line):
        text.append(line[end : chip.start()])
        if chip[1]:
            colour = palette[chip[1]]
            # Ink that is readable on the colour; the letter names the colour, too.
            ink = "white" if colour.is_dark else "black"
            text.append(f" {chip[1]}{chip[2]} ", style=f"bold {ink} on {colour.hex}")
        else:
            rim = f"on {palette[chip[3]].hex}"
            text.append(" ", style=rim).append(f" {chip[3]} ", style=_BOARD_BACKGROUND).append(" ", style=rim)
        end = chip.end()
    text.append(line[end:])
    return text
