"""The form of a tutorial file (docs/tutorials.md). `tutorial.py` checks its content with the rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .data_file import Translations


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """The learner makes the next move of the record."""

    accept: list[str] = []
    """Other moves that are as good; only for the last move of a scene."""
    answers: dict[str, Translations] = {}
    """What to say to certain other moves."""
    otherwise: Translations | None = None
    """What to say to all other legal moves. Illegal ones are always answered with the rule."""


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the answers to a question that is not a move."""

    say: Translations
    right: bool = False
    answer: Translations | None = None
    """What to say when it is chosen; a wrong one needs it."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to read or to do."""

    say: Translations
    """`{cup}` or `{cup|words}` is a term of the game's glossary."""
    after: Annotated[int, Meta(ge=0)] | None = None
    """After how many moves of the record. Default: as the step before; after a question, when it is the
    learner's turn again, or at the end of the record."""
    show: list[str] = []
    """Places of the board to point at."""
    ask: Ask | None = None
    choose: Annotated[list[Option], Meta(max_length=5)] = []
    """The text is a question, and these are the answers to choose from."""


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared game, or part of one."""

    record: dict[str, Any]
    """As in docs/records.md. Only `moves` is needed, and `start` unless the scene begins with a deal."""
    steps: Annotated[list[Step], Meta(min_length=1)]


class TutorialFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tutorial as it is written."""

    format: Literal[1] = 1
    game: str
    order: int = 100
    """Its place among the tutorials of the game, lowest first."""
    minutes: Annotated[int, Meta(ge=1, le=60)]
    title: Translations
    about: Translations
    seat: Annotated[int, Meta(ge=0, le=3)] = 0
    """The learner's."""
    scenes: Annotated[list[Scene], Meta(min_length=1)]
