"""Lists that copies of an object share, each with its own length.

A copy that appends does not copy the list: a game of a hundred moves would touch each of them for every move.
"""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")


def appended(items: list[Item], count: int, item: Item) -> list[Item]:
    """Return a list of the first `count` items and a new one: the same list if it ends there, or else a copy.

    >>> shared = appended(["a"], 1, "b")
    >>> appended(shared, 2, "c") is shared
    True
    >>> appended(shared, 2, "d"), shared
    (['a', 'b', 'd'], ['a', 'b', 'c'])
    """
    if len(items) != count:
        items = items[:count]
    items.append(item)
    return items
