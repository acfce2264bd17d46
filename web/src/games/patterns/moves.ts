/** Moves out of what a player picks. What is legal comes from the server; here it is only looked up. */
import type { View } from '../../generated/patterns.ts';
import { isColour, type Colour } from '../../lib/words.ts';
import type { GameEvent } from '../room.ts';
import { leftOver, river, swapTile, tileAt } from './fields.ts';

export type Kind = 'open' | 'swap' | 'flip';

export type Move = { kind: Kind; field: string } | { kind: 'allot'; colour: Colour } | { kind: 'stop' };

const KINDS: Record<string, Kind> = { O: 'open', S: 'swap', F: 'flip' };
export const STOP = 'X';

export function parse(text: string): Move {
  const [letter, rest] = [text[0]!, text.slice(1)];
  const kind = KINDS[letter];
  if (kind) return { kind, field: rest };
  if (letter === 'A' && isColour(rest)) return { kind: 'allot', colour: rest };
  return { kind: 'stop' };
}

/** The moves of each field; where there are two, the player has to choose. */
export function movesByField(legal: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const text of legal) {
    const move = parse(text);
    if (!('field' in move)) continue;
    found.set(move.field, [...(found.get(move.field) ?? []), text]);
  }
  return found;
}

/** What it means to lay the swap tile of a seat on a field; a tile of its own colour is just turned over (P8). */
function placement(view: View, seat: number, field: string): string {
  const mine = swapTile(view, seat)!;
  if (!river(view, seat).includes(mine)) return `O${field}`;
  return tileAt(view, field).colour === mine ? `F${field}` : `S${field}`;
}

/** Where the swap tile of the seat may be laid, and the move that does so. */
export function placements(view: View, seat: number, legal: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  if (swapTile(view, seat) === null) return found;
  for (const field of movesByField(legal).keys()) {
    const move = placement(view, seat, field);
    if (legal.includes(move)) found.set(field, move);
  }
  return found;
}

/** The move that somebody has in mind who picks a field where nothing is legal: the server says why not. */
export function meant(view: View, seat: number, field: string): string {
  return view.phase === 'last_flips' ? `F${field}` : placement(view, seat, field);
}

/** The two tiles left over: one of them is laid into the bowl of a seat (P3). */
export function allotment(view: View, colour: Colour, seat: number): string {
  const other = leftOver(view).find((one) => one !== colour)!;
  return `A${seat === view.beginner ? colour : other}`;
}

/** What the board would show of a move. */
export interface Ghost {
  field: string | null;
  /** What lies on the field then, its back up. */
  colour: Colour | null;
  marker: number | null;
  /** What lies in each bowl then, where that changes. */
  bowls: (Colour | null)[];
}

/** The tile shows at once; the marker and the new swap tile, when the preview has come. */
export function ghost(view: View, seat: number, text: string | null, events: readonly GameEvent[]): Ghost {
  const bowls: (Colour | null)[] = view.players.map(() => null);
  const nothing: Ghost = { field: null, colour: null, marker: null, bowls };
  if (text === null) return nothing;
  const move = parse(text);
  if (move.kind === 'stop') return nothing;
  if (move.kind === 'allot') {
    const other = leftOver(view).find((one) => one !== move.colour)!;
    return { ...nothing, bowls: bowls.map((_, at) => (at === view.beginner ? move.colour : other)) };
  }
  const { colour } = tileAt(view, move.field);
  if (move.kind === 'flip') return { ...nothing, field: move.field, colour };
  const [placed] = events as readonly { taken?: Colour; marker?: number }[];
  bowls[seat] = placed?.taken ?? null;
  return { field: move.field, colour: swapTile(view, seat), marker: placed?.marker ?? null, bowls };
}

/** What may be done at all, in the order of the rules. */
export function kindsIn(legal: readonly string[]): Kind[] {
  const letters = new Set(legal.map((text) => text[0]!));
  return Object.entries(KINDS).flatMap(([letter, kind]) => (letters.has(letter) ? [kind] : []));
}
