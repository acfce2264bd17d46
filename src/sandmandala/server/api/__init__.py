"""The REST interface."""

from litestar import Router

from . import history, people, tables

api = Router("/api/v1", route_handlers=[*people.handlers, *tables.handlers, *history.handlers])
