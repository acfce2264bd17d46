"""The REST interface."""

from litestar import Router

from . import (
    accounts,
    alerts,
    challenges,
    editor,
    editor_sources,
    events,
    history,
    learning,
    people,
    practice,
    puzzles,
    ratings,
    repetition,
    review,
    sessions,
    tables,
    tutorials,
)

_MODULES = (
    *(accounts, sessions, alerts, tables, challenges, events, history, review, practice, ratings),
    *(tutorials, learning, puzzles, repetition, people, editor, editor_sources),
)
api = Router("/api/v1", route_handlers=[handler for module in _MODULES for handler in module.handlers])
