"""A view of Flowers as lines for a terminal; `{R2}` stands for two red cards, to be coloured."""

from __future__ import annotations

from collections.abc import Sequence

from ..palette import chips
from .view import FlowerInView, MandalaInView, PlayerInView, SideInView, View


def board_lines(view: View, names: Sequence[str]) -> list[str]:
    """The viewer sits at the bottom, or seat 0 for spectators; the others above, in turn order."""
    mine = view["seat"] or 0
    seats = len(view["players"])
    others = [(mine + later) % seats for later in range(1, seats)]
    lines = [_player(view["players"][seat], names[seat]) for seat in others] + [""]
    for number, mandala in enumerate(view["mandalas"], 1):
        lines.append(_centre(number, mandala, names))
        lines += [
            f"    {names[seat]}: {_side(mandala['sides'][seat])}"
            for seat in [*others, mine]
            if mandala["sides"][seat]
        ]
    stacks = view["stacks"]
    last = "  This is the last round." if "last_round" in view and "finishing" not in view else ""
    lines.append(
        f"Draw pile {view['draw_size']}.  Discard pile {chips(view['discard'])}."
        f"  Tiles left {stacks['dark']} dark, {stacks['light']} light.{last}"
    )
    lines += ["", _player(view["players"][mine], names[mine])]
    return lines


def _centre(number: int, mandala: MandalaInView, names: Sequence[str]) -> str:
    if "tiles" not in mandala:
        return f"Mandala {number}   resolved"
    tiles = f"dark {_tile(mandala['tiles']['dark'])} light {_tile(mandala['tiles']['light'])}"
    marker = names[mandala["marker"]] if "marker" in mandala else "nobody"
    lacks = " ".join(f"{{{colour}}}" for colour in mandala["missing"]) or "nothing"
    return f"Mandala {number}   {tiles}   marker {marker}   lacks {lacks}"


def _side(side: SideInView) -> str:
    up = chips(side.get("face_up", {}))
    down = side.get("face_down") or side.get("uncounted")
    if not down:
        return up
    shown = f" ({chips(side['face_down_cards'])})" if "face_down_cards" in side else ""
    return f"{up}   {down} face down{shown}"


def _tile(tile: str) -> str:
    return f"{{{tile[0]}:{tile[1:]}}}"


def _flower(flower: FlowerInView) -> str:
    if "values" not in flower:
        return f"{flower['back']} (face down)"
    return f"{{{flower['colour']}:{'+'.join(flower['values'])}}}={flower['points']}"


def _player(player: PlayerInView, name: str) -> str:
    flowers = " ".join(map(_flower, player["flowers"]))
    points = player["points"] if "points" in player else f"{player['visible_points']} + ?"
    singles = " ".join(map(_tile, player["singles"]))
    return (
        f"{name}   hand ({player['hand_size']}) {chips(player.get('hand'))}   flowers {flowers or 'none'}"
        f"   single tiles {singles or 'none'}   points {points}"
    )
