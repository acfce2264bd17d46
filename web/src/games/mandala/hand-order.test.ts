import { expect, test } from 'vitest';
import { nearest } from './arrow-keys.ts';
import { moveBy, moveTo } from './hand-order.ts';

test('a colour dropped on another takes its place', () => {
  expect(moveTo('ROYGPK', 'K', 'R')).toBe('KROYGP');
  expect(moveTo('ROYGPK', 'R', 'G')).toBe('OYGRPK');
  expect(moveTo('ROYGPK', 'Y', 'Y')).toBe('ROYGPK');
});

test('a colour moves past its neighbour in hand, skipping missing colours', () => {
  expect(moveBy('ROYGPK', ['R', 'G', 'K'], 'R', 1)).toBe('OYGRPK');
  expect(moveBy('ROYGPK', ['R', 'G', 'K'], 'K', -1)).toBe('ROYKGP');
  expect(moveBy('ROYGPK', ['R', 'G', 'K'], 'K', 1)).toBe('ROYGPK');
});

test('arrow keys go to the nearest button in their direction', () => {
  const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
  const others = [box(20, 0), box(40, 0), box(0, 30), box(22, 28)];
  expect(nearest(box(0, 0), others, [1, 0])).toBe(0);
  expect(nearest(box(0, 0), others, [0, 1])).toBe(2);
  expect(nearest(box(20, 0), others, [0, 1])).toBe(3);
  expect(nearest(box(0, 0), others, [-1, 0])).toBe(-1);
  // Something slightly higher, such as a lifted card, does not count as above.
  expect(nearest(box(0, 4), [box(20, 0)], [0, -1])).toBe(-1);
});
