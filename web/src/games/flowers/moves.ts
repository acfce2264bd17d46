/** Reads and builds moves as text. Legal moves come from the server and are only looked up here. */
import { isColour, type Colour } from '../../lib/colours.ts';

export interface Play {
  kind: 'play';
  /** From 1. */
  mandala: number;
  colour: Colour;
  count: number;
}

export type Side = 'dark' | 'light';
export const SIDES: readonly Side[] = ['dark', 'light'];

export type Move = Play | { kind: 'take'; side: Side } | { kind: 'pass' };

export const PASS = '-';
const TAKES: Record<Side, string> = { dark: 'TD', light: 'TL' };

export const takeText = (side: Side) => TAKES[side];
export const playText = (mandala: number, colour: Colour, count: number) => `P${mandala}${colour}${count}`;

export function readMove(text: string | null): Move | null {
  if (text === null) return null;
  if (text === PASS) return { kind: 'pass' };
  const side = SIDES.find((one) => TAKES[one] === text);
  if (side) return { kind: 'take', side };
  const [, mandala, colour, count] = /^P([1-3])([A-Z])(\d+)$/.exec(text) ?? [];
  if (!mandala || !colour || !isColour(colour)) return null;
  return { kind: 'play', mandala: Number(mandala), colour, count: Number(count) };
}

export function readPlay(text: string | null): Play | null {
  const move = readMove(text);
  return move?.kind === 'play' ? move : null;
}

const plays = (legal: readonly string[]) => legal.map(readPlay).filter((play) => play !== null);

/** The colours that may be lifted from the hand. */
export function liftable(legal: readonly string[]): Set<Colour> {
  return new Set(plays(legal).map((play) => play.colour));
}

/** The mandalas where cards of a colour may go. */
export function targets(legal: readonly string[], colour: Colour | null): Set<number> {
  return new Set(
    plays(legal)
      .filter((play) => play.colour === colour)
      .map((play) => play.mandala),
  );
}

/** How many cards of a colour may go to a mandala, in ascending order. */
export function counts(legal: readonly string[], mandala: number, colour: Colour): number[] {
  return plays(legal)
    .filter((play) => play.colour === colour && play.mandala === mandala)
    .map((play) => play.count)
    .sort((a, b) => a - b);
}

/** The fewest cards that may go to a mandala; one if none may, so that the server explains why. */
export function fewest(legal: readonly string[], mandala: number, colour: Colour): number {
  return counts(legal, mandala, colour)[0] ?? 1;
}

/** The tiles that may be taken now. */
export function takeable(legal: readonly string[]): Set<Side> {
  return new Set(SIDES.filter((side) => legal.includes(TAKES[side])));
}
