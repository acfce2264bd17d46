/** The order of live games on the page. */
import type { TableInfo } from '../generated/protocol.ts';

export const ORDERS = ['watched', 'rated'] as const;
export type Order = (typeof ORDERS)[number];

/** The games of one kind, or all without a name; the newer of two equal ones first. */
export function inOrder(tables: readonly TableInfo[], order: Order, game: string | null): TableInfo[] {
  const watched = (a: TableInfo, b: TableInfo) => (b.watching ?? 0) - (a.watching ?? 0);
  const rated = (a: TableInfo, b: TableInfo) => (b.rating ?? 0) - (a.rating ?? 0);
  const [first, second] = order === 'watched' ? [watched, rated] : [rated, watched];
  return tables
    .filter((table) => game === null || table.spec.game === game)
    .toSorted((a, b) => first(a, b) || second(a, b) || b.created - a.created || (a.id < b.id ? -1 : 1));
}
