"""A tutorial that can be played: its file, checked with the rules.

Every move of every scene is legal, the learner is asked only when it is their turn, an answer belongs to a
move that can be tried, and what a step points at exists. So the web app needs no rules to play it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..games import chance
from ..games.errors import IllegalMoveError, SandmandalaError, UnreadableError
from ..games.manifest import manifests
from ..games.rules import RULES_VERSION
from ..records import Game, read_record
from .data_file import LANGUAGES, Translations, read_data_file
from .errors import DataFileError
from .glossary import Glossary, glossary_of
from .tutorial_file import Ask, Scene, Step, TutorialFile

_TERM = re.compile(r"\{([^{}|]*)(\|[^{}|]+)?\}")
_NO_SECRET = "0" * 64


@dataclass(frozen=True)
class Question:
    """What the learner may answer, by moves as text."""

    legal: tuple[str, ...]
    accepted: dict[str, Game]
    """The moves that go on, that of the record first, and the game in which the answer stands."""
    ask: Ask


@dataclass(frozen=True)
class TutorialStep:
    """A step with its position: `game` after `ply` moves. `until` is the position after the answer."""

    scene: int
    game: Game
    ply: int
    until: int
    step: Step
    question: Question | None


@dataclass(frozen=True)
class Tutorial:
    id: str
    file: TutorialFile
    steps: tuple[TutorialStep, ...]

    @property
    def seats(self) -> int:
        return self.steps[-1].game.seats


def read_tutorial(content: bytes, file: str) -> TutorialFile:
    """Check the form of a tutorial, without the rules. Raises DataFileError."""
    found = read_data_file(content, file, TutorialFile)
    manifest = manifests().get(found.game)
    if manifest is None:
        raise DataFileError(
            file, "game", f"There is no game {found.game!r}; there are {_names(manifests())}."
        )
    if found.seat >= max(manifest.seat_counts):
        raise DataFileError(file, "seat", f"{manifest.title} has no seat {found.seat}.")
    glossary = glossary_of(found.game)
    for text, place in _texts(found):
        for language in LANGUAGES:
            _check_terms(getattr(text, language), glossary, file, f"{place}.{language}")
    for number, scene in enumerate(found.scenes, 1):
        for index, step in enumerate(scene.steps, 1):
            _check_options(step, file, f"scene {number}, step {index}, choose")
            for shown in step.show:
                if not glossary.has_place(shown):
                    why = f"The board of {manifest.title} has no place {shown!r}."
                    raise DataFileError(file, f"scene {number}, step {index}, show", why)
    return found


def _check_options(step: Step, file: str, place: str) -> None:
    if not step.choose:
        return
    if step.ask:
        raise DataFileError(file, place, "A step asks for a move or for an answer, not for both.")
    if len(step.choose) < 2 or not any(option.right for option in step.choose):
        raise DataFileError(file, place, "A question needs at least two answers, and a right one.")
    for number, option in enumerate(step.choose, 1):
        if not option.right and option.answer is None:
            raise DataFileError(file, f"{place}, {number}", "Say why this answer is wrong, as 'answer'.")


def check_tutorial(found: TutorialFile, id: str, file: str) -> Tutorial:
    """Play all scenes of a tutorial by the rules. Raises DataFileError."""
    steps = [
        step
        for number, scene in enumerate(found.scenes, 1)
        for step in _scene_steps(found, scene, number, file)
    ]
    if not any(step.question for step in steps):
        raise DataFileError(file, "", "The learner makes no move: no step has 'ask'.")
    return Tutorial(id, found, tuple(steps))


def _scene_steps(found: TutorialFile, scene: Scene, number: int, file: str) -> Iterator[TutorialStep]:
    place = f"scene {number}"
    game = _played(found.game, scene, file, place)
    if found.seat >= game.seats:
        raise DataFileError(file, f"{place}, record", f"The learner sits at seat {found.seat}.")
    starts = _starts(scene, game, found.seat, file, place)
    if scene.steps[-1].ask:
        why = "A scene ends with something to read, so that the learner sees what the move did."
        raise DataFileError(file, f"{place}, step {len(scene.steps)}, ask", why)
    for at, (step, start, until) in enumerate(zip(scene.steps, starts, [*starts[1:], game.ply], strict=True)):
        here = f"{place}, step {at + 1}, ask"
        question = _question(game, start, step.ask, file, here) if step.ask else None
        yield TutorialStep(number - 1, game, start, until, step, question)


def _played(name: str, scene: Scene, file: str, place: str) -> Game:
    """The game of a scene. What its record leaves out is filled in."""
    try:
        data: dict[str, Any] = {"format": 1, "rules": RULES_VERSION, "game": name, "secret": _NO_SECRET}
        data |= scene.record
        if data["game"] != name:
            raise UnreadableError(f"This is a tutorial of {name}, but the record is one of {data['game']}.")
        if isinstance(data.get("start"), str):
            start = Game.from_position(name, data["start"])
            data = {"seats": start.seats, "options": start.options} | data
        secret = str(data["secret"])
        if "commitment" not in data and re.fullmatch("[0-9a-f]{64}", secret):
            data["commitment"] = chance.commitment(bytes.fromhex(secret))
        data = {"seats": min(manifests()[name].seat_counts), "options": {"beginner": 0}} | data
        return Game.from_record(read_record(json.dumps(data)))
    except (SandmandalaError, TypeError) as error:  # TOML has dates, JSON has none
        raise DataFileError(file, f"{place}, record", str(error)) from None


def _starts(scene: Scene, game: Game, seat: int, file: str, place: str) -> list[int]:
    """After how many moves each step is shown."""
    mine = [ply for ply in range(game.ply) if game.mover(ply + 1) == seat]
    starts, earliest, usual = list[int](), 0, 0
    for number, step in enumerate(scene.steps, 1):
        start = usual if step.after is None else step.after
        here = f"{place}, step {number}"
        if start > game.ply:
            raise DataFileError(file, f"{here}, after", f"The record has only {game.ply} moves.")
        if start < earliest:
            raise DataFileError(file, f"{here}, after", f"The step before leads to move {earliest}.")
        if step.ask and start == game.ply:
            raise DataFileError(file, f"{here}, ask", "The record has no further move.")
        if step.ask and start not in mine:
            why = (
                f"Move {start + 1} of the record is not the learner's: seat {game.mover(start + 1)} makes it."
            )
            raise DataFileError(file, f"{here}, ask", why)
        earliest = usual = start
        if step.ask:
            earliest, usual = start + 1, next((ply for ply in mine if ply > start), game.ply)
        starts.append(start)
    return starts


def _question(game: Game, ply: int, ask: Ask, file: str, place: str) -> Question:
    before = Game.from_position(game.name, game.position(ply), game.secret)
    legal, right = before.legal_moves(), game.move(ply + 1)
    accepted = {right: game}
    for move in ask.accept:
        here = f"{place}.accept"
        if ply + 1 < game.ply:
            why = "Only the last move of a scene can have alternatives: the moves after it may not fit them."
            raise DataFileError(file, here, why)
        try:
            other = Game.from_position(game.name, game.position(ply), game.secret)
            accepted[other.make_move(move)] = other
        except SandmandalaError as error:
            raise DataFileError(file, here, str(error)) from None
    for move in ask.answers:
        here = f"{place}.answers.{move}"
        try:
            before.legal_action(move)
        except IllegalMoveError:
            continue
        except UnreadableError as error:
            raise DataFileError(file, here, str(error)) from None
        if move in accepted:
            raise DataFileError(file, here, "This move is accepted, so it gets no answer.")
        if move not in legal:
            raise DataFileError(file, here, "Write the move as the list of legal moves does.")
    return Question(tuple(legal), accepted, ask)


def _texts(found: TutorialFile) -> Iterator[tuple[Translations, str]]:
    yield found.title, "title"
    yield found.about, "about"
    for number, scene in enumerate(found.scenes, 1):
        for index, step in enumerate(scene.steps, 1):
            place = f"scene {number}, step {index}"
            yield step.say, f"{place}, say"
            for choice, option in enumerate(step.choose, 1):
                yield option.say, f"{place}, choose, {choice}, say"
                if option.answer:
                    yield option.answer, f"{place}, choose, {choice}, answer"
            if step.ask:
                for move, answer in step.ask.answers.items():
                    yield answer, f"{place}, ask.answers.{move}"
                if step.ask.otherwise:
                    yield step.ask.otherwise, f"{place}, ask.otherwise"


def _check_terms(text: str, glossary: Glossary, file: str, place: str) -> None:
    for term in _TERM.finditer(text):
        if term[1] not in glossary.terms:
            why = f"The glossary has no term {term[1]!r}; it has {_names(glossary.terms)}."
            raise DataFileError(file, place, why)
    if re.search(r"[{}]", _TERM.sub("", text)):
        raise DataFileError(file, place, "Write a term as {term} or {term|words}.")


def _names(known: Any) -> str:
    return ", ".join(known) or "none"
