"""The REST interface."""

from litestar import Router

from . import accounts, alerts, history, practice, ratings, review, sessions, tables, tutorials

_MODULES = (accounts, sessions, alerts, tables, history, review, practice, ratings, tutorials)
api = Router("/api/v1", route_handlers=[handler for module in _MODULES for handler in module.handlers])
