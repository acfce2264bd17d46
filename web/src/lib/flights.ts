/** Animation is the difference between two views: which pieces went where. */
import type { Pieces } from '../games/room.ts';

export interface Flight {
  from: string;
  to: string;
  /** What is seen to fly: a colour, a tile, or `?`. */
  face: string;
  count: number;
}

const faceOf = (place: string) => place.slice(place.lastIndexOf(':') + 1);
const HIDDEN = '?';

/** Pairs what is missing in one place with what is new in another. Pieces alike first, then hidden ones. */
export function flights(before: Pieces, after: Pieces): Flight[] {
  const gone = new Map<string, number>();
  const come = new Map<string, number>();
  for (const place of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const more = (after[place] ?? 0) - (before[place] ?? 0);
    if (more > 0) come.set(place, more);
    if (more < 0) gone.set(place, -more);
  }
  const found: Flight[] = [];
  const pair = (fits: (from: string, to: string) => boolean) => {
    for (const [from, left] of gone) {
      let rest = left;
      for (const [to, wanted] of come) {
        if (!rest) break;
        if (!wanted || !fits(from, to)) continue;
        const count = Math.min(rest, wanted);
        const face = faceOf(from) === HIDDEN ? faceOf(to) : faceOf(from);
        found.push({ from, to, face, count });
        rest -= count;
        come.set(to, wanted - count);
      }
      gone.set(from, rest);
    }
  };
  pair((from, to) => faceOf(from) === faceOf(to));
  pair((from, to) => faceOf(from) === HIDDEN || faceOf(to) === HIDDEN);
  return found;
}
