import { expect, test } from 'vitest';
import { placeLabels, type Box } from './label-places.ts';

const room = { width: 390, height: 400 };
const size = { width: 80, height: 30 };
const at = (x: number, y: number): Box => ({ x, y, width: 40, height: 40 });

test('a label lies over the middle of what it names', () => {
  expect(placeLabels([{ target: at(100, 100), size }], room)).toEqual([{ x: 80, y: 105, ...size }]);
});

test('it stays inside the board', () => {
  const [left, low] = placeLabels(
    [
      { target: at(0, 0), size },
      { target: at(360, 390), size },
    ],
    room,
  );
  expect(left).toMatchObject({ x: 0 });
  expect(low).toEqual({ x: 310, y: 370, ...size });
});

test('twelve labels for one place do not cover one another', () => {
  const labels = Array.from({ length: 12 }, () => ({ target: at(180, 180), size }));
  const placed = placeLabels(labels, room);
  for (const [index, one] of placed.entries())
    for (const other of placed.slice(index + 1))
      expect(Math.abs(one.x - other.x) >= 80 || Math.abs(one.y - other.y) >= 30).toBe(true);
});
