import { expect, test } from 'vitest';
import { minutesOf, timeOf } from './quiet-hours.ts';

test('times of day are minutes after midnight', () => {
  expect(timeOf(0)).toBe('00:00');
  expect(timeOf(1439)).toBe('23:59');
  for (const minutes of [0, 61, 719, 1320]) expect(minutesOf(timeOf(minutes))).toBe(minutes);
});
