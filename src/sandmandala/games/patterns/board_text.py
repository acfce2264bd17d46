"""A view of Patterns as lines for a terminal. `<R>` stands for a front-up red tile, `{R=3}` for a
back-up one of the player at the bottom (`:` for the other one) with marker 3 on it."""

from __future__ import annotations

from collections.abc import Sequence

from .view import PlayerInView, View

_FILES = "abcdefgh"


def board_lines(view: View, names: Sequence[str]) -> list[str]:
    """The viewer sits at the bottom, or seat 0 for spectators."""
    mine = view["seat"] or 0
    lines = [_player(view["players"][1 - mine], names[1 - mine], ":"), ""]
    for rank in range(8, 0, -1):
        cells = [_cell(view["fields"].get(f"{file}{rank}"), mine) for file in _FILES]
        lines.append(f"  {rank} {''.join(cells)}")
    lines += ["    " + "".join(f"  {file}  " for file in _FILES), ""]
    if "left_over" in view:
        lines.append(f"Left over: {' '.join(f'{{{tile}}}' for tile in view['left_over'])}")
    lines.append(_player(view["players"][mine], names[mine], "="))
    return lines


def _cell(tile: str | None, mine: int) -> str:
    if tile is None:
        return "     "
    colour, owner, marker = tile[0], tile[1:2], tile[2:] or " "
    if not owner:
        return f"<{colour}>"
    return f"{{{colour}{'=' if owner == str(mine) else ':'}{marker}}}"


def _player(player: PlayerInView, name: str, sign: str) -> str:
    tile = f"{{{player['swap_tile']}}}" if "swap_tile" in player else "none yet"
    opened = zip(player["river"], player["group_points"], strict=True)
    groups = " ".join(
        f"{{{colour}{sign}{marker}}} {points // marker}×{marker}"
        for marker, (colour, points) in enumerate(opened, 1)
    )
    return f"{name} ({sign})   swap tile {tile}   groups {groups or 'none'}   points {player['points']}"
