/** Reads and builds moves as text. Legal moves come from the server and are only looked up here. */
import { isColour, type Colour } from '../../lib/colours.ts';

/** Targets for cards from the hand, as in the text of moves: mountains, own fields, the discard pile. */
export const TARGETS = ['M1', 'M2', 'F1', 'F2', 'D'] as const;
export type Target = (typeof TARGETS)[number];

export interface Pick {
  /** `T`: cards are taken from the mountain that is being shared out. */
  target: Target | 'T';
  colour: Colour;
  count: number;
}

export const mountainTarget = (mandala: number) => (mandala === 1 ? 'M1' : 'M2');
export const fieldTarget = (mandala: number) => (mandala === 1 ? 'F1' : 'F2');

const takesOneCard = (target: Target) => target.startsWith('M');

export function moveText(target: Target, colour: Colour, count: number): string {
  return takesOneCard(target) ? target + colour : `${target}${colour}${count}`;
}

export function readMove(move: string): Pick | null {
  const [, target, colour, count] = /^(M[12]|F[12]|D|T)([ROYGPK])(\d*)$/.exec(move) ?? [];
  if (!target || !colour || !isColour(colour)) return null;
  return { target: target as Pick['target'], colour, count: Number(count || 1) };
}

/** How many cards of the colour may go there, in ascending order. */
export function countsAt(legal: readonly string[], target: Target, colour: Colour): number[] {
  const fits = legal.map(readMove).filter((pick) => pick?.target === target && pick.colour === colour);
  return fits.map((pick) => pick!.count).sort((a, b) => a - b);
}

export function targetsOf(legal: readonly string[], colour: Colour): Target[] {
  return TARGETS.filter((target) => countsAt(legal, target, colour).length > 0);
}

/** The move with the likeliest number: players usually put all cards of a colour into a field or discard them all. */
export function place(legal: readonly string[], target: Target, colour: Colour): string | null {
  const most = countsAt(legal, target, colour).at(-1);
  return most ? moveText(target, colour, most) : null;
}

/** The same move with another number of cards; it need not be legal. */
export function withCount(move: string, count: number): string {
  const pick = readMove(move);
  if (!pick || pick.target === 'T') return move;
  return moveText(pick.target, pick.colour, count);
}

/** The colours that may be taken from the mountain that is being shared out. */
export function takeable(legal: readonly string[]): Colour[] {
  return legal.map(readMove).flatMap((pick) => (pick?.target === 'T' ? [pick.colour] : []));
}
