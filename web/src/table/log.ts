/** The log of a table, and which of its events to highlight on the board. */
import type { Change } from '../generated/protocol.ts';
import type { AnyEvent } from '../generated/games.ts';

/** A change with the defaults that the server leaves out. */
export type LogEntry = Change & { kind: NonNullable<Change['kind']>; ply: number };

export function withDefaults(change: Change): LogEntry {
  return { ...change, kind: change.kind ?? 'move', ply: change.ply ?? change.number };
}

/** Players see what the others did since their own last move, or that move if it is the latest. Others see the last move. */
export function eventsToHighlight(seats: readonly number[], log: readonly LogEntry[]): AnyEvent[] {
  const moves = log.filter((one) => one.kind === 'move');
  const mine = moves.findLastIndex((one) => seats.includes(one.seat ?? -1));
  const last = moves.length - 1;
  const from = seats.length ? Math.min(mine + 1, last) : last;
  return moves.slice(Math.max(0, from)).flatMap((one) => one.events ?? []);
}
