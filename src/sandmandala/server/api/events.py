"""The event stream over REST."""

from __future__ import annotations

from typing import Any

from litestar import Request, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from ..events.streams import EventStreams
from ..messages.events import Event
from .openapi import SIGNED_IN, Mine, refusals

NDJSON = "application/x-ndjson"
_LINES = ResponseSpec(
    Event, generate_examples=False, media_type=NDJSON, description="One event per line, without end."
)


@get(
    "/me/events",
    **SIGNED_IN,
    media_type=NDJSON,
    responses={200: _LINES, **refusals("sign_in", "too_many")},
)
async def stream_events(request: Request[Any, Any, Any], identity: Mine) -> Stream:
    """What happens to me, as lines of JSON: games that begin and end, my turns, and challenges.

    First comes everything that goes on now, then `ready`, then each event when it happens. After 15 seconds
    without one comes `ping`. After a lost connection, begin again.
    """
    streams: EventStreams = request.app.state.events
    unbuffered = {"X-Accel-Buffering": "no"}  # for proxies
    return Stream(streams.open(identity), media_type=NDJSON, headers=unbuffered)


handlers = [stream_events]
