/** What is marked on the board as having just happened. */
import type { Change } from '../generated/protocol.ts';
import type { GameEvent } from '../games/room.ts';

/** A change whose kind is named. */
export type Entry = Change & { kind: NonNullable<Change['kind']> };

/** The server leaves out what most changes are. */
export function named(change: Change): Entry {
  return { ...change, kind: change.kind ?? 'move' };
}

/** To a player: what the others did since their own last move, and right after that, the move itself. To others: the last move. */
export function newsFor(seats: readonly number[], log: readonly Entry[]): GameEvent[] {
  const moves = log.filter((one) => one.kind === 'move');
  const mine = moves.findLastIndex((one) => seats.includes(one.seat ?? -1));
  const last = moves.length - 1;
  const from = seats.length ? Math.min(mine + 1, last) : last;
  return moves.slice(Math.max(0, from)).flatMap((one) => (one.events ?? []) as unknown as GameEvent[]);
}
