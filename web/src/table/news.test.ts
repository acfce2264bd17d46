import { expect, test } from 'vitest';
import { newsFor, type Entry } from './news.ts';

const log = [0, 1, 0, 1, 1].map((seat, at) => ({
  number: at + 1,
  ply: at + 1,
  kind: 'move',
  seat,
  move: 'X',
  events: [{ event: `move ${at}` }],
})) as unknown as Entry[];
const told = (seats: number[], upTo = log.length) =>
  newsFor(seats, log.slice(0, upTo)).map(({ event }) => event);

test('a player sees what the others did since, and right after a move, that', () => {
  expect(told([0])).toEqual(['move 3', 'move 4']);
  expect(told([0], 3)).toEqual(['move 2']);
  expect(told([1], 1)).toEqual(['move 0']);
  expect(told([0], 0)).toEqual([]);
});

test('a spectator and those who share a screen see the last move', () => {
  expect(told([])).toEqual(['move 4']);
  expect(told([0, 1])).toEqual(['move 4']);
});
