"""The REST interface."""

from litestar import Router

from . import history, people, ratings, sessions, tables

_MODULES = (people, sessions, tables, history, ratings)
api = Router("/api/v1", route_handlers=[handler for module in _MODULES for handler in module.handlers])
