/** What would come of a move, as far as the view tells. For a preview only: the server decides. */
import type { MandalaInView, SideInView, View } from '../../generated/flowers.ts';
import { isColour, type Colour } from '../../lib/words.ts';
import type { Play, Side } from './moves.ts';

const HAND_LIMIT = 8;
const DRAW = 4;

export interface Tile {
  colour: Colour;
  /** `2` to `7`, or `x3`. */
  value: string;
}

/** `K7` or `Kx3`. */
export function readTile(text: string): Tile {
  const colour = text.slice(0, 1);
  if (!isColour(colour)) throw new Error(`${text} is not a tile.`);
  return { colour, value: text.slice(1) };
}

export const total = (cards: Record<string, number> | undefined) =>
  Object.values(cards ?? {}).reduce((sum, count) => sum + count, 0);

/** All cards of a side; they count for the majority only beside one that lies face up (F7). */
export const cardsOf = (side: SideInView) => total(side.face_up) + (side.face_down ?? 0);
export const counted = (side: SideInView) => total(side.face_up) > 0;

export interface Outlook {
  faceUp: boolean;
  draws: number;
  completes: boolean;
  /** Who will have the marker then. */
  marker: number | undefined;
  markerMoves: boolean;
}

export function outlook(play: Play, view: View): Outlook {
  const seat = view.to_move ?? 0;
  const mandala = view.mandalas[play.mandala - 1]!;
  const faceUp = mandala.missing.includes(play.colour);
  const marker = markerAfter(mandala, seat, play.count, faceUp);
  const left = view.players[seat]!.hand_size - play.count;
  const pile = view.draw_size + total(view.discard);
  return {
    faceUp,
    draws: play.count === 1 ? Math.max(0, Math.min(DRAW, HAND_LIMIT - left, pile)) : 0,
    completes: mandala.missing === play.colour,
    marker,
    markerMoves: marker !== mandala.marker,
  };
}

function markerAfter(
  mandala: MandalaInView,
  seat: number,
  more: number,
  faceUp: boolean,
): number | undefined {
  const mine = mandala.sides[seat]!;
  if (!faceUp && !counted(mine)) return mandala.marker;
  const others = mandala.sides.filter((side, other) => other !== seat && counted(side));
  return others.every((side) => cardsOf(mine) + more > cardsOf(side)) ? seat : mandala.marker;
}

/** The single tile with which this one would form a flower. */
export function flowerWith(side: Side, view: View): { tile: Tile; single: Tile | undefined } {
  const tile = readTile(view.mandalas[(view.resolving ?? 1) - 1]!.tiles![side]);
  const singles = view.players[view.to_move ?? 0]!.singles.map(readTile);
  return { tile, single: singles.find((single) => single.colour === tile.colour) };
}
