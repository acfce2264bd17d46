import { expect, test } from 'vitest';
import { largestHeight, layoutOf, petalPath, type Box } from './layout.ts';
import type { Spot } from './seats.ts';

/** The sizes of mandalas on phones, tablets and large screens, in pixels. */
const ROOMS = [
  [352, 220],
  [382, 420],
  [200, 260],
  [268, 600],
  [316, 365],
  [733, 850],
] as const;
const CASES = ROOMS.flatMap(([width, height]) => [2, 3, 4].map((seats) => ({ seats, width, height })));

const right = (box: Box) => box.left + box.width;
const below = (box: Box) => box.top + box.height;
const overlap = (one: Box, other: Box) =>
  Math.min(right(one), right(other)) - Math.max(one.left, other.left) > 0.01 &&
  Math.min(below(one), below(other)) - Math.max(one.top, other.top) > 0.01;

test.each(CASES)('$seats petals in $width × $height lie inside, apart and off the centre', (room) => {
  const { x, y, radius, petals } = layoutOf(room.seats, room.width, room.height);
  const boxes = Object.values(petals);
  expect(boxes).toHaveLength(room.seats);
  const tiles = 0.68 * radius; // half as high as the two tiles
  const middle = { left: x - tiles, top: y - tiles, width: 2 * tiles, height: 2 * tiles };
  boxes.forEach((box, index) => {
    expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(-0.01);
    expect(right(box)).toBeLessThanOrEqual(room.width + 0.01);
    expect(below(box)).toBeLessThanOrEqual(room.height + 0.01);
    expect(overlap(box, middle)).toBe(false);
    for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
  });
});

test.each(CASES)('$seats petals in $width × $height have room for two readable cards', (room) => {
  for (const box of Object.values(layoutOf(room.seats, room.width, room.height).petals))
    expect(largestHeight([0.82, 0.82], { ...box, height: box.height - 36 }, 4, 150)).toBeGreaterThanOrEqual(
      27,
    );
});

test('a petal has an outline at every spot', () => {
  for (const seats of [2, 3, 4]) {
    const layout = layoutOf(seats, 300, 300);
    for (const [spot, box] of Object.entries(layout.petals))
      expect(petalPath(spot as Spot, box, layout)).toMatch(/^M[-\d. ]+(C[-\d. ]+){3,4}Z$/);
  }
});

test('before the first measurement there are no impossible numbers', () => {
  for (const seats of [2, 3, 4]) {
    const layout = layoutOf(seats, 0, 0);
    for (const [spot, box] of Object.entries(layout.petals))
      expect(petalPath(spot as Spot, box, layout)).not.toMatch(/NaN|Infinity/);
  }
});

test('pieces are as large as possible, in as many rows as needed', () => {
  const box = { width: 101, height: 60 };
  expect(largestHeight([0.5], box, 0, 99)).toBe(60);
  expect(largestHeight([0.5], box, 0, 40)).toBe(40);
  expect(largestHeight([1, 1], box, 0, 99)).toBe(50);
  expect(largestHeight([1, 1, 1, 1], box, 0, 99)).toBe(30); // two rows of two
  expect(largestHeight([1, 1, 1, 1], box, 10, 99)).toBe(25);
  expect(largestHeight([1, 1, 1, 1], box, 0, 99, 20)).toBe(25); // four in a row: two rows would be 20 high
});

test('pieces that do not fit are not made unreadably small', () => {
  expect(largestHeight(Array<number>(99).fill(1), { width: 30, height: 20 }, 4, 99)).toBe(10);
});
