/** Cards and tiles as in views. */
import type { SideInView } from '../../generated/flowers.ts';
import { isColour, type Colour } from '../../lib/colours.ts';

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

export const faceDown = (side: SideInView) => side.face_down ?? side.uncounted ?? 0;
/** The number of cards on a side. */
export const cardsOf = (side: SideInView) => total(side.face_up) + faceDown(side);
