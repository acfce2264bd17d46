"""Quiet hours, in the time zone of a person."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

MINUTES_A_DAY = 1440


@lru_cache(1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    return name in _zones()


def quiet_until(at: int, zone: str, begin: int | None, end: int | None) -> int | None:
    """Return when the quiet hours end in which a time lies; None outside of them.

    Times are milliseconds since 1970, `begin` and `end` minutes after midnight.

    >>> ten_to_seven = (22 * 60, 7 * 60)
    >>> midnight = 1767222000000  # in Berlin, where it is an hour later than UTC
    >>> (quiet_until(midnight, "Europe/Berlin", *ten_to_seven) - midnight) / 3600_000
    7.0
    >>> quiet_until(midnight + 8 * 3600_000, "Europe/Berlin", *ten_to_seven)
    """
    if begin is None or end is None or begin == end or not is_zone(zone):
        return None
    here = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    minute = here.hour * 60 + here.minute
    if not (begin <= minute < end if begin < end else minute >= begin or minute < end):
        return None
    day = here if minute < end else here + timedelta(days=1)
    over = day.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=0)
    # Where clocks jump, a local time may not exist, or twice: never return a moment that has passed.
    return max(round(over.timestamp() * 1000), at + 60_000)
