import { describe, expect, it } from 'vitest';
import { barsOf, rangeOf } from './spread.ts';

const outcomes = (...margins: [number, number][]) => ({
  games: margins.reduce((sum, [, count]) => sum + count, 0),
  won: 0.5,
  mean: 1,
  margins,
});

describe('the spread of outcomes', () => {
  it('holds all leads and the line between winning and losing', () => {
    expect(rangeOf([outcomes([3, 1], [5, 2])])).toEqual({ from: 0, to: 6, width: 1 });
    expect(rangeOf([outcomes([-60, 1], [59, 1])])).toEqual({ from: -60, to: 60, width: 5 });
  });

  it('draws two moves on one scale', () => {
    const [first, second] = barsOf([outcomes([1, 8], [2, 2]), outcomes([-1, 4], [1, 6])]);
    expect(first!.map(({ height }) => height)).toEqual([0, 0, 1, 0.25]);
    expect(second!.map(({ height }) => Number(height.toFixed(2)))).toEqual([0.5, 0, 0.75, 0]);
    expect(first!.map(({ won }) => won)).toEqual([false, true, true, true]);
  });
});
