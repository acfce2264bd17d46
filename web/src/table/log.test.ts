import { expect, test } from 'vitest';
import { eventsToHighlight, withDefaults } from './log.ts';

const log = [0, 1, 0, 1, 1].map((seat, at) =>
  withDefaults({ number: at + 1, seat, move: 'X', events: [{ event: 'reshuffle', count: at }] }),
);
const told = (seats: number[], upTo = log.length) =>
  eventsToHighlight(seats, log.slice(0, upTo)).map((event) => 'count' in event && event.count);

test('players see what the others did since their move, or their move if it is the latest', () => {
  expect(told([0])).toEqual([3, 4]);
  expect(told([0], 3)).toEqual([2]);
  expect(told([1], 1)).toEqual([0]);
  expect(told([0], 0)).toEqual([]);
});

test('spectators and players on a shared screen see the last move', () => {
  expect(told([])).toEqual([4]);
  expect(told([0, 1])).toEqual([4]);
});

test('a change gets the defaults that the server left out', () => {
  expect(withDefaults({ number: 3, seat: 0 })).toEqual({ number: 3, seat: 0, kind: 'move', ply: 3 });
  expect(withDefaults({ number: 4, kind: 'take_back', ply: 0 })).toMatchObject({ kind: 'take_back', ply: 0 });
});
