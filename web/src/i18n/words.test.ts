import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';

/** Every text by its path, so that a failure names it. */
function texts(part: unknown, path = ''): [string, string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, String(part(2, 'Anna', 'Ben'))]];
  return Object.entries(part as object).flatMap(([name, inner]) => texts(inner, `${path}.${name}`));
}

test('both languages have the same texts', () => {
  expect(texts(de).map(([path]) => path)).toEqual(texts(en).map(([path]) => path));
});

test('no text is empty or still English', () => {
  const english = new Map(texts(en));
  // Names, and words that are the same in both languages.
  const same = new Set(
    '.appName .games.mandala .games.patterns .games.flowers .levels.0 .newTable.bot .settings.languages.en .settings.languages.de .settings.paces.normal .settings.name .leaders.name'.split(
      ' ',
    ),
  );
  for (const [path, text] of texts(de)) {
    if (path !== '.levels.0') expect(text.trim(), path).not.toBe('');
    if (!same.has(path)) expect(text, path).not.toBe(english.get(path));
  }
});
