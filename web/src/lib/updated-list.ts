/** Applies updates to a list of tables. */
import type { ListedTables, TableInfo } from '../generated/protocol.ts';

/** Finished tables leave the list. */
export function updated(before: readonly TableInfo[], message: ListedTables): TableInfo[] {
  const replaced = [...message.gone, ...message.tables.map(({ id }) => id)];
  const kept = before.filter(({ id }) => !replaced.includes(id));
  return [...kept, ...message.tables.filter(({ status }) => status !== 'over')].sort(
    (a, b) => b.created - a.created || (a.id < b.id ? 1 : -1),
  );
}
