import { expect, test } from 'vitest';
import { de } from './alert-texts.de.ts';
import { en } from './alert-texts.en.ts';

function paths(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || !part) return [path];
  return Object.entries(part).flatMap(([name, inner]) => paths(inner, `${path}.${name}`));
}

test('both languages have the same texts', () => {
  expect(paths(de)).toEqual(paths(en));
  expect(de.why).not.toBe(en.why);
});
