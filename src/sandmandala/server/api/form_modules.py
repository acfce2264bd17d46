"""The modules that define what the API takes and sends, for its description and the types of the web app."""

from __future__ import annotations

from . import (
    accounts,
    alerts,
    challenges,
    editor,
    history,
    learning,
    people,
    practice,
    puzzle_types,
    ratings,
    repetition,
    review,
    sessions,
    tables,
    tried_move,
    tutorials,
)

FORM_MODULES = (
    *(tables, accounts, sessions, alerts, challenges, history, review, practice, ratings, tutorials),
    *(learning, tried_move, puzzle_types, repetition, people, editor),
)
