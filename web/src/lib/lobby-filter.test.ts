import { expect, test } from 'vitest';
import { countChosen, EVERYTHING } from './lobby-filter.ts';

test('chosen filters are counted', () => {
  expect(countChosen(EVERYTHING)).toBe(0);
  expect(countChosen({ ...EVERYTHING, rated: false, game: 'flowers' })).toBe(2);
});
