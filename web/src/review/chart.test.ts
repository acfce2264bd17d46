import { expect, test } from 'vitest';
import { bandsOf, chosenAt, extremesOf, momentsOf, plyAt, seatOrder, xOf, type Box } from './chart.ts';
import { decision, review } from './sample-review.ts';

const BOX: Box = { width: 220, height: 100, margin: 10 };
const withChances = (ply: number, chances: number[]) =>
  decision(ply, 0, {
    evaluation: { chances, places: null, margin: 0, candidates: [], exact: false },
  });
const moments = momentsOf(review([withChances(1, [0.5, 0.5]), withChances(2, [0.2, 0.8])]));
const points = (outline: string) => outline.split(' ').map((point) => point.split(',').map(Number));

test('there is a moment before each move, and the result at the end', () => {
  expect(moments).toEqual([
    { ply: 1, chances: [0.5, 0.5] },
    { ply: 2, chances: [0.2, 0.8] },
    { ply: 3, chances: [1, 0] },
  ]);
});

test('moves are spread over the width, and a place leads back to its move', () => {
  expect([1, 2, 3].map((ply) => xOf(ply, 3, BOX))).toEqual([10, 110, 210]);
  expect([-50, 10, 100, 205, 999].map((x) => plyAt(x, 3, BOX))).toEqual([1, 1, 2, 3, 3]);
  expect(xOf(1, 1, BOX)).toBe(10); // a game without moves
});

test('the bands of all seats fill the height, the reviewed seat at the bottom', () => {
  const [own, other] = bandsOf(moments, 1, BOX);
  expect([own!.seat, other!.seat]).toEqual([1, 0]);
  // Along the bottom, then back along the own chances.
  expect(points(own!.outline)).toEqual([
    [0, 100],
    [10, 100],
    [110, 100],
    [210, 100],
    [220, 100],
    [220, 100],
    [210, 100],
    [110, 20],
    [10, 50],
    [0, 50],
  ]);
  for (const [, y] of points(other!.outline).slice(5)) expect(y).toBe(0);
  expect(seatOrder(4, 2)).toEqual([2, 3, 0, 1]);
});

test('a click chooses the nearest mark within reach, or the move below it', () => {
  expect(chosenAt(118, [2], 3, BOX)).toBe(2);
  expect(chosenAt(190, [2], 3, BOX)).toBe(3);
  expect(chosenAt(60, [], 3, BOX)).toBe(2);
  expect(chosenAt(20, [1, 2], 21, { ...BOX, width: 40 })).toBe(2);
});

test('the lowest and highest chance are told in words; the result does not count', () => {
  const { lowest, highest } = extremesOf(moments, 0);
  expect([lowest.ply, highest.ply]).toEqual([2, 1]);
});
