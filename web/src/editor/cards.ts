/** Cards in a place: how many of each colour, and how many unknown ones. */
import type { EditorInfo } from '../generated/protocol.ts';
import { COLOURS, type Colour } from '../lib/colours.ts';
import { NOTHING, placesOf, type Values } from './position-text.ts';

export type Face = Colour | '?';
export type Counts = Partial<Record<Face, number>>;

const FACES: readonly Face[] = [...COLOURS, '?'];

export function readCards(value: string): Counts {
  const counts: Counts = {};
  for (const [, letter, count] of value.matchAll(/([A-Z?])(\d*)/g)) {
    const face = letter as Face;
    counts[face] = (counts[face] ?? 0) + Number(count || 1);
  }
  return counts;
}

export const writeCards = (counts: Counts): string =>
  FACES.filter((face) => counts[face])
    .map((face) => `${face}${counts[face]}`)
    .join('') || NOTHING;

export const totalOf = (counts: Counts): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

export interface Remaining {
  /** Of each colour; less than none if there are too many in the position. */
  colours: [Colour, number][];
  /** All that lies nowhere, without the unknown cards. */
  total: number;
}

/** What lies in no place; null where the game has no cards to count. */
export function remaining({ words, supply }: EditorInfo, values: Values): Remaining | null {
  const places = placesOf(words).filter(({ counted }) => counted);
  const all = places.map(({ id }) => readCards(values[id] ?? NOTHING));
  const used = (face: Face) => all.reduce((total, counts) => total + (counts[face] ?? 0), 0);
  const colours = COLOURS.filter((colour) => colour in supply).map((colour): [Colour, number] => [
    colour,
    supply[colour]! - used(colour),
  ]);
  if (!colours.length) return null;
  return { colours, total: colours.reduce((total, [, left]) => total + left, 0) - used('?') };
}
