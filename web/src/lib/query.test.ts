import { expect, test } from 'vitest';
import { queryOf, queryValue } from './query.ts';

test('a query is built and parsed', () => {
  const query = queryOf({ ply: 3, key: 'a&b', seat: null });
  expect(query).toBe('ply=3&key=a%26b');
  expect(queryValue(`?${query}`, 'key')).toBe('a&b');
  expect(queryValue(`?${query}`, 'seat')).toBeNull();
});
