import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('durations in words', () => {
  expect(en.duration(51 * HOUR + 59 * MINUTE)).toBe('2 days 3 h');
  expect(en.duration(24 * HOUR + 5 * MINUTE)).toBe('1 day');
  expect(en.duration(5 * HOUR + 20 * MINUTE)).toBe('5 h 20 min');
  expect(en.duration(12 * MINUTE)).toBe('12 min');
  expect(en.duration(10_000)).toBe('less than a minute');
  expect(de.duration(51 * HOUR)).toBe('2 Tage 3 h');
});
