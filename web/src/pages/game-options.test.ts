import { expect, test } from 'vitest';
import { isPossible, possibleOptions, usualValue } from './game-options.ts';

test('nobody begins who is not at the table', () => {
  expect(possibleOptions({ beginner: '3', tiles: 'open' }, 4)).toEqual({ beginner: '3', tiles: 'open' });
  expect(possibleOptions({ beginner: '3', tiles: 'open' }, 2)).toEqual({ tiles: 'open' });
  expect(['lot', '0', '1', '2'].filter((value) => isPossible(value, 2))).toEqual(['lot', '0', '1']);
});

test('without a choice it is not a seat', () => {
  expect(usualValue(['0', '1', 'lot'])).toBe('lot');
});
