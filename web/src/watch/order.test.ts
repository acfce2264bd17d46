import { expect, test } from 'vitest';
import type { TableInfo } from '../generated/protocol.ts';
import { inOrder } from './order.ts';

const game = (id: string, about: Partial<TableInfo>, name = 'mandala') =>
  ({ id, created: 0, ...about, spec: { game: name } }) as TableInfo;

const tables = [
  game('a', { watching: 1 }),
  game('b', { watching: 5, rating: 900 }),
  game('c', { rating: 1400 }, 'flowers'),
  game('d', { watching: 1, created: 9 }),
];
const ids = (...of: Parameters<typeof inOrder>) => inOrder(...of).map(({ id }) => id);

test('games are ordered by watchers or by rating, the newer first', () => {
  expect(ids(tables, 'watched', null)).toEqual(['b', 'd', 'a', 'c']);
  expect(ids(tables, 'rated', null)).toEqual(['c', 'b', 'd', 'a']);
});

test('only the chosen game is shown', () => {
  expect(ids(tables, 'watched', 'flowers')).toEqual(['c']);
  expect(ids(tables, 'watched', 'patterns')).toEqual([]);
});
