"""A view of Mandala as lines for a terminal; `{R2}` stands for two red cards, to be coloured."""

from __future__ import annotations

from collections.abc import Sequence

from ..palette import chips
from .tables import DISCARD_LIMIT
from .view import PlayerInView, View


def board_lines(view: View, names: Sequence[str]) -> list[str]:
    """The viewer sits at the bottom, or seat 0 for spectators."""
    mine = view["seat"] or 0
    lines = [_player(view["players"][1 - mine], names[1 - mine]), ""]
    for number, mandala in enumerate(view["mandalas"], 1):
        lacks = f"   lacks {' '.join(f'{{{c}}}' for c in mandala['missing'])}" if mandala["missing"] else ""
        lines += [
            f"Mandala {number}{lacks}",
            f"    field of {names[1 - mine]}: {chips(mandala['fields'][1 - mine])}",
            f"    mountain: {chips(mandala['mountain'])}",
            f"    field of {names[mine]}: {chips(mandala['fields'][mine])}",
        ]
    ending = ", the next complete mandala is the last" if view.get("ending") else ""
    lines.append(f"Draw pile {view['draw_size']}{ending}.  Discard pile {chips(view['discard'])}")
    if "discards_in_a_row" in view:
        lines.append(f"Discards in a row: {view['discards_in_a_row']}; {DISCARD_LIMIT} end the game.")
    lines += ["", _player(view["players"][mine], names[mine])]
    return lines


def _player(player: PlayerInView, name: str) -> str:
    river = " ".join(f"{place}:{{{colour}}}" for place, colour in enumerate(player["river"], 1)) or "empty"
    points = f"   points {player['points']}" if "points" in player else ""
    return (
        f"{name}   hand ({player['hand_size']}) {chips(player.get('hand'))}   river {river}"
        f"   cup ({player['cup_size']}) {chips(player.get('cup'))}{points}"
    )
