"""A view of Patterns as lines for a terminal. `<R>` stands for a front-up red tile, `{R=3}` for a
back-up one of the player at the bottom (`:` for the other one) with marker 3 on it."""

from __future__ import annotations

from collections.abc import Sequence

from .view import PlayerInView, View

_FILES = "abcdefgh"


def board(view: View, names: Sequence[str]) -> list[str]:
    """You sit at the bottom, or seat 0 where nobody looks."""
    mine = view["seat"] or 0
    markers = {
        group["marker_field"]: str(group["marker"])
        for player in view["players"]
        for group in player["groups"]
    }
    lines = [_player(view["players"][1 - mine], names[1 - mine], ":"), ""]
    for rank in range(8, 0, -1):
        cells = [_cell(view, f"{file}{rank}", mine, markers) for file in _FILES]
        lines.append(f"  {rank} {''.join(cells)}")
    lines += ["    " + "".join(f"  {file}  " for file in _FILES), ""]
    if view["left_over"]:
        lines.append(f"Left over: {' '.join(f'{{{tile}}}' for tile in view['left_over'])}")
    lines.append(_player(view["players"][mine], names[mine], "="))
    return lines


def _cell(view: View, name: str, mine: int, markers: dict[str, str]) -> str:
    field = view["fields"].get(name)
    if field is None:
        return "     "
    if not field["back"]:
        return f"<{field['colour']}>"
    owner = "=" if field["owner"] == mine else ":"
    return f"{{{field['colour']}{owner}{markers.get(name, ' ')}}}"


def _player(player: PlayerInView, name: str, sign: str) -> str:
    tile = f"{{{player['swap_tile']}}}" if player["swap_tile"] else "none yet"
    groups = " ".join(
        f"{{{group['colour']}{sign}{group['marker']}}} {len(group['fields']) - 1}×{group['marker']}"
        for group in player["groups"]
    )
    return f"{name} ({sign})   swap tile {tile}   groups {groups or 'none'}   points {player['points']}"
