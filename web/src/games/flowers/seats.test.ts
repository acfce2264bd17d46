import { expect, test } from 'vitest';
import { seatColour, seatShape } from './seats.ts';

test('four seats have four colours and four shapes', () => {
  const seats = [0, 1, 2, 3];
  expect(new Set(seats.map(seatColour)).size).toBe(4);
  expect(new Set(seats.map(seatShape)).size).toBe(4);
});
