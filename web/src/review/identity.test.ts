import { expect, test } from 'vitest';
import type { Identity } from '../generated/review.ts';
import { largestPart, roundedTo, stepsOf } from './identity.ts';

const identity: Identity = {
  result: 1,
  start: 0.524,
  luck: 0.1234,
  others_luck: 0.0456,
  losses: 0.0914,
  others_losses: 0.2026,
  hidden: 0.287,
  unplayed: 0,
};

test('the parts lead from the start to the result', () => {
  const steps = stepsOf(identity, 0.01);
  expect([steps.start, steps.result]).toEqual([52, 100]);
  expect(steps.parts.map(({ name }) => name)).toEqual([
    'luck',
    'others_luck',
    'losses',
    'others_losses',
    'hidden',
  ]);
  expect(steps.parts.reduce((sum, { change }) => sum + change, steps.start)).toBe(100);
  expect(steps.parts[1]!.change).toBeLessThan(0);
  expect(steps.parts.at(-1)!.to).toBe(100);
  for (const [index, step] of steps.parts.slice(1).entries()) expect(step.from).toBe(steps.parts[index]!.to);
  expect(largestPart(steps)?.name).toBe('hidden');
});

test('a game that ended early has one more part', () => {
  const steps = stepsOf({ ...identity, hidden: 0.087, unplayed: 0.2 }, 0.01);
  expect(steps.parts.map(({ name }) => name).slice(-2)).toEqual(['unplayed', 'hidden']);
  expect(steps.parts.reduce((sum, { change }) => sum + change, steps.start)).toBe(100);
});

test('the scale holds every step, also below 0 and above the result', () => {
  const wild = stepsOf({ ...identity, luck: 0.9, losses: 0.868 }, 0.01);
  expect(wild.highest).toBe(142);
  expect(stepsOf({ ...identity, result: 0, luck: -0.8766, others_losses: 0.2026 }, 0.01).lowest).toBeLessThan(
    0,
  );
});

test('what is shown adds up however it is rounded', () => {
  const parts = [1.4, 2.4, 3.4, -0.2, 0.5];
  for (const total of [6, 7, 8, 9]) {
    const rounded = roundedTo(total, parts);
    expect(rounded.reduce((sum, part) => sum + part, 0)).toBe(total);
    for (const [index, part] of rounded.entries()) expect(Math.abs(part - parts[index]!)).toBeLessThan(1.5);
  }
});

test('without any change nothing mattered most', () => {
  const even = {
    result: 0.5,
    start: 0.5,
    luck: 0,
    others_luck: 0,
    losses: 0,
    others_losses: 0,
    hidden: 0,
    unplayed: 0,
  };
  expect(largestPart(stepsOf(even, 0.01))).toBeNull();
});
