/** Finds which pieces moved where, from the difference between two views. */
import type { Pieces } from '../games/game-ui.ts';
import type { AnyEvent } from '../generated/games.ts';

export interface Flight {
  from: string;
  to: string;
  /** What the flying piece shows: a colour, a tile, or `?`. */
  face: string;
  count: number;
}

/** How many pieces fly to a place: `hand:0:R`, or `hand:0` for all places below it. */
export function arriving(flights: readonly Flight[], place: string): number {
  const there = flights.filter(({ to }) => to === place || to.startsWith(`${place}:`));
  return there.reduce((sum, { count }) => sum + count, 0);
}

const placeOf = (place: string) => place.slice(0, place.lastIndexOf(':'));
const faceOf = (place: string) => place.slice(place.lastIndexOf(':') + 1);
/** The part before the face: the seat, if the place belongs to a player. */
const ownerOf = (place: string) => place.split(':').at(-2);
const isHidden = (face: string) => face === '?' || face === '??';
/** Cards are never paired with tiles. */
const sameKind = (one: string, other: string) => one.length > 1 === other.length > 1;

/**
 * Pairs what is missing in one place with what is new in another: within one owner's places first, and equal
 * pieces before hidden ones. A player who plays a card and draws another has as many as before. The events show
 * that there was a draw, so that no card seems to fly from the draw pile to the table.
 */
export function pieceFlights(before: Pieces, after: Pieces, lastEvents: readonly AnyEvent[] = []): Flight[] {
  const gone = new Map<string, number>();
  const come = new Map<string, number>();
  for (const place of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const more = (after[place] ?? 0) - (before[place] ?? 0);
    if (more > 0) come.set(place, more);
    if (more < 0) gone.set(place, -more);
  }
  const found: Flight[] = [];
  const pair = (fits: (from: string, to: string) => boolean, flies = true) => {
    for (const [from, left] of gone) {
      let rest = left;
      for (const [to, wanted] of come) {
        if (!rest) break;
        if (!wanted || !fits(from, to)) continue;
        const count = Math.min(rest, wanted);
        const face = isHidden(faceOf(from)) ? faceOf(to) : faceOf(from);
        if (flies) found.push({ from, to, face, count });
        rest -= count;
        come.set(to, wanted - count);
      }
      gone.set(from, rest);
    }
  };
  const alike = (from: string, to: string) => faceOf(from) === faceOf(to);
  const maybe = (from: string, to: string) =>
    (isHidden(faceOf(from)) || isHidden(faceOf(to))) && sameKind(faceOf(from), faceOf(to));
  const ofOneOwner = (from: string, to: string) => ownerOf(from) === ownerOf(to);
  const turnsOver = (from: string, to: string) => maybe(from, to) && placeOf(from) === placeOf(to);
  pair(turnsOver, false);
  pair((from, to) => alike(from, to) && ofOneOwner(from, to));
  pair((from, to) => maybe(from, to) && ofOneOwner(from, to));
  pair(alike);
  pair(maybe);
  const drawer = lastEvents.find((one) => one.event === 'draw')?.seat;
  return drawer === undefined ? found : found.flatMap((flight) => throughHand(flight, `hand:${drawer}`));
}

/** A card that left a pile for the table was drawn (a renewed draw pile was discarded), and another was played. */
function throughHand(flight: Flight, hand: string): Flight[] {
  const drawn = /^(draw|discard):/.test(flight.from) && !/^(draw|hand):/.test(flight.to);
  if (!drawn) return [flight];
  const { from, to, face, count } = flight;
  return [
    { from: `${hand}:${face}`, to, face, count },
    { from, to: `${hand}:${face}`, face: '?', count },
  ];
}
