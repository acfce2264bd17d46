/** Reads and builds moves as text. Legal moves come from the server and are only looked up here. */
import type { GameEvent, View } from '../../generated/patterns.ts';
import { isColour, type Colour } from '../../lib/colours.ts';
import { leftOver, swapTile, tileAt } from './fields.ts';

export type Kind = 'open' | 'swap' | 'flip';

export type Move = { kind: Kind; field: string } | { kind: 'allot'; colour: Colour } | { kind: 'stop' };

const KINDS: Record<string, Kind> = { O: 'open', S: 'swap', F: 'flip' };
export const STOP = 'X';

export function readMove(text: string): Move {
  const [letter, rest] = [text[0]!, text.slice(1)];
  const kind = KINDS[letter];
  if (kind) return { kind, field: rest };
  if (letter === 'A' && isColour(rest)) return { kind: 'allot', colour: rest };
  return { kind: 'stop' };
}

/** The moves of each field; if there are two, the player has to choose. */
export function movesByField(legal: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const text of legal) {
    const move = readMove(text);
    if (!('field' in move)) continue;
    found.set(move.field, [...(found.get(move.field) ?? []), text]);
  }
  return found;
}

/** Where the seat's swap tile may go: the legal moves after which a tile of its colour lies there. */
export function placements(view: View, seat: number, legal: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const text of legal) {
    const { field, colour } = ghost(view, seat, text, []);
    if (field !== null && colour === swapTile(view, seat)) found.set(field, text);
  }
  return found;
}

/**
 * The move that a player probably means by picking a field without a legal move. The server explains the problem; with `P`
 * it decides itself whether the swap tile would open or extend a group.
 */
export const attemptedMove = (view: View, field: string) => (view.phase === 'last_flips' ? 'F' : 'P') + field;

/** The move that puts one of the two left-over tiles into a seat's bowl (P3). */
export function allotment(view: View, colour: Colour, seat: number): string {
  const other = leftOver(view).find((one) => one !== colour)!;
  return `A${seat === view.beginner ? colour : other}`;
}

/** How a move would look on the board. */
export interface Ghost {
  field: string | null;
  /** The colour of the tile on the field after the move, back up. */
  colour: Colour | null;
  marker: number | null;
  /** The tile in each bowl after the move, if it changes. */
  bowls: (Colour | null)[];
}

/** The tile shows at once, the marker and the new swap tile once the preview has arrived. */
export function ghost(view: View, seat: number, text: string | null, events: readonly GameEvent[]): Ghost {
  const bowls: (Colour | null)[] = view.players.map(() => null);
  const nothing: Ghost = { field: null, colour: null, marker: null, bowls };
  if (text === null) return nothing;
  const move = readMove(text);
  if (move.kind === 'stop') return nothing;
  if (move.kind === 'allot') {
    const other = leftOver(view).find((one) => one !== move.colour)!;
    return { ...nothing, bowls: bowls.map((_, at) => (at === view.beginner ? move.colour : other)) };
  }
  const { colour } = tileAt(view, move.field);
  if (move.kind === 'flip') return { ...nothing, field: move.field, colour };
  const placed = events.find((one) => one.event === 'open' || one.event === 'swap');
  bowls[seat] = placed?.taken ?? null;
  const marker = placed?.event === 'open' ? placed.marker : null;
  return { field: move.field, colour: swapTile(view, seat), marker, bowls };
}

/** The kinds of moves that are legal now, in the order of the rules. */
export function kindsIn(legal: readonly string[]): Kind[] {
  const letters = new Set(legal.map((text) => text[0]!));
  return Object.entries(KINDS).flatMap(([letter, kind]) => (letters.has(letter) ? [kind] : []));
}
