import { expect, test } from 'vitest';
import type { TableInfo, TableSpec } from '../generated/protocol.ts';
import { countChosen, EVERYTHING, fits, type LobbyFilter } from './lobby-filter.ts';
import { tempoOf } from './tempos.ts';

const table = (spec: Partial<TableSpec>, host_rating?: number) =>
  ({ spec: { game: 'mandala', ...spec }, host_rating }) as TableInfo;
const isShown = (one: TableInfo, filter: Partial<LobbyFilter>, rating?: number) =>
  fits(one, { ...EVERYTHING, ...filter }, () => rating);

test('each filter takes away what does not fit', () => {
  const rapid = table({ rated: true, clock: { type: 'game', seconds: 900, increment: 10 } }, 1500);
  expect(isShown(rapid, {})).toBe(true);
  expect(isShown(rapid, { game: 'mandala', tempo: 'rapid', rated: true, seats: 2, near: 200 }, 1400)).toBe(
    true,
  );
  expect(isShown(rapid, { game: 'patterns' })).toBe(false);
  expect(isShown(rapid, { tempo: 'days' })).toBe(false);
  expect(isShown(rapid, { rated: false })).toBe(false);
  expect(isShown(rapid, { seats: 3 })).toBe(false);
  expect(isShown(rapid, { near: 100 }, 1399)).toBe(false);
  expect(isShown(rapid, { near: 100 })).toBe(true); // without a rating of mine
  expect(isShown(table({}), { near: 100 }, 1000)).toBe(true); // without one of the host
  expect(isShown(table({}), { tempo: 'none' })).toBe(true);
});

test('clocks belong to tempos', () => {
  expect(tempoOf({ type: 'game', seconds: 300, increment: 5 })).toBe('blitz');
  expect(tempoOf({ type: 'game', seconds: 900, increment: 10 })).toBe('rapid');
  expect(tempoOf({ type: 'game', seconds: 1800, increment: 20 })).toBe('classical');
  expect(tempoOf({ type: 'days', days: 7 })).toBe('days');
  expect(tempoOf({ type: 'none' })).toBe(null);
});

test('chosen filters are counted', () => {
  expect(countChosen(EVERYTHING)).toBe(0);
  expect(countChosen({ ...EVERYTHING, rated: false, game: 'flowers' })).toBe(2);
});
