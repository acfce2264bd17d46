import { expect, test } from 'vitest';
import { isPossible, possibleOptions, usualValue } from './game-options.ts';

test('only a seat of the table can begin', () => {
  expect(possibleOptions({ beginner: '3', tiles: 'open' }, 4)).toEqual({ beginner: '3', tiles: 'open' });
  expect(possibleOptions({ beginner: '3', tiles: 'open' }, 2)).toEqual({ tiles: 'open' });
  expect(['lot', '0', '1', '2'].filter((value) => isPossible(value, 2))).toEqual(['lot', '0', '1']);
});

test('the default is not a seat', () => {
  expect(usualValue(['0', '1', 'lot'])).toBe('lot');
});
