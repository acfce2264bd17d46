/** What a table expects of a person, and which of their tables come first. */
import type { TableInfo } from '../generated/protocol.ts';

export type PlayerStatus =
  | 'turn' // it is their turn
  | 'ready' // all seats are taken; the game waits for their browser's contribution
  | 'theirs' // it is somebody else's turn
  | 'kept' // a bot plays for them until they come back
  | 'waiting' // for players
  | 'lost' // others play on without them
  | 'none'; // they have no seat there

const ORDER: readonly PlayerStatus[] = ['turn', 'ready', 'kept', 'theirs', 'waiting', 'lost', 'none'];

export function playerStatusOf(table: TableInfo, person: string | null | undefined): PlayerStatus {
  const mine = table.sitting.filter((one) => person && one.person?.id === person);
  if (!mine.length) return 'none';
  if (table.status === 'open') {
    const full = table.sitting.every((one) => one.person);
    return full && mine.some((one) => !one.contribution) ? 'ready' : 'waiting';
  }
  const played = mine.filter((one) => !one.bot);
  if (!played.length) return mine.every((one) => one.lost) ? 'lost' : 'kept';
  return played.some((one) => one.seat === table.turn) ? 'turn' : 'theirs';
}

/** Whether the person has to act. */
export const isAwaited = (playerStatus: PlayerStatus) => ['turn', 'ready', 'kept'].includes(playerStatus);

/** Tables that need the person come first, those with the least time before others. */
export function byUrgency(tables: readonly TableInfo[], person: string): TableInfo[] {
  const rank = (table: TableInfo) => ORDER.indexOf(playerStatusOf(table, person));
  const due = (table: TableInfo) => table.deadline ?? Infinity;
  return tables.toSorted(
    (a, b) => rank(a) - rank(b) || (due(a) === due(b) ? b.created - a.created : due(a) - due(b)),
  );
}
