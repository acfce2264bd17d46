import { expect, test } from 'vitest';
import { lineOf } from './rating-line.ts';

const point = (before: number, after: number) => ({ at: 0, before, after, games: 1, table: null });
const BOX = { width: 120, height: 60, margin: 10 };

test('a line goes from the rating before the first game to the latest one', () => {
  const { dots, lowest, highest } = lineOf([point(1300, 1400), point(1400, 1350)], BOX);
  expect([lowest, highest]).toEqual([1300, 1400]);
  expect(dots.map(({ x, y }) => [x, y])).toEqual([
    [10, 50],
    [60, 10],
    [110, 30],
  ]);
});

test('an unchanged rating is a horizontal line', () => {
  expect(lineOf([point(1300, 1300)], BOX).dots.map(({ y }) => y)).toEqual([30, 30]);
});
