import { expect, test } from 'vitest';
import type { ListedTables, TableInfo } from '../generated/protocol.ts';
import { updated } from '../lib/updated-list.ts';
import { byUrgency, isAwaited, playerStatusOf } from './player-status.ts';

const ME = 'me';
const seat = (number: number, id: string | null, more = {}) => ({
  seat: number,
  person: id ? { id, name: id, level: null } : null,
  ...more,
});
const table = (id: string, more: Partial<TableInfo>): TableInfo => ({
  id,
  spec: { game: 'mandala' },
  status: 'playing',
  host: ME,
  sitting: [seat(0, ME), seat(1, 'other')],
  created: 1,
  moves: 0,
  commitment: '',
  rules: 1,
  ...more,
});

const turn = table('turn', { turn: 0 });
const soon = table('soon', { turn: 0, deadline: 1000 });
const theirs = table('theirs', { turn: 1, created: 2 });
const ready = table('ready', {
  status: 'open',
  sitting: [seat(0, ME), seat(1, 'other', { contribution: 'x' })],
});
const waiting = table('waiting', {
  status: 'open',
  sitting: [seat(0, ME, { contribution: 'x' }), seat(1, null)],
});
const kept = table('kept', { turn: 0, sitting: [seat(0, ME, { bot: 6 }), seat(1, 'other')] });
const lost = table('lost', { turn: 1, sitting: [seat(0, ME, { bot: 6, lost: true }), seat(1, 'other')] });

test('what a person has to do at a table', () => {
  for (const one of [turn, theirs, ready, waiting, kept, lost]) expect(playerStatusOf(one, ME)).toBe(one.id);
  expect(playerStatusOf(turn, 'somebody')).toBe('none');
  expect(playerStatusOf(turn, null)).toBe('none');
  expect(
    [turn, theirs, ready, waiting, kept, lost].filter((one) => isAwaited(playerStatusOf(one, ME))),
  ).toEqual([turn, ready, kept]);
});

test('tables that need the person come first, those with the least time before others', () => {
  const sorted = byUrgency([lost, waiting, theirs, kept, ready, turn, soon], ME);
  expect(sorted.map(({ id }) => id)).toEqual(['soon', 'turn', 'ready', 'kept', 'theirs', 'waiting', 'lost']);
});

test('a list is kept up to date by what is new, changed or gone', () => {
  const message: ListedTables = { type: 'tables', which: 'mine', gone: [], tables: [], whole: false };
  const before = updated([], { ...message, tables: [turn, theirs], whole: true });
  expect(before).toEqual([theirs, turn]);
  const moved = { ...theirs, turn: 0 };
  expect(updated(before, { ...message, tables: [moved] })).toEqual([moved, turn]);
  expect(updated(before, { ...message, gone: ['turn'] })).toEqual([theirs]);
  expect(updated(before, { ...message, tables: [{ ...turn, status: 'over' }] })).toEqual([theirs]);
});
