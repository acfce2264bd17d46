import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';

/** Every text by its path, so that a failure names it. */
function textsByPath(part: unknown, path = ''): [string, string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, String(part(2, 'Anna', 'Ben'))]];
  return Object.entries(part as object).flatMap(([name, inner]) => textsByPath(inner, `${path}.${name}`));
}

test('both languages have the same texts', () => {
  expect(textsByPath(de).map(([path]) => path)).toEqual(textsByPath(en).map(([path]) => path));
});

test('no text is empty or still English', () => {
  const english = new Map(textsByPath(en));
  // Names, and words that are the same in both languages.
  const same = new Set(
    '.appName .games.mandala .games.patterns .games.flowers .levels.0 .newTable.bot .newTable.withOf.bots.0 .settings.languages.en .settings.languages.de .settings.paces.normal .settings.name .leaders.name .table.tutor'.split(
      ' ',
    ),
  );
  for (const [path, text] of textsByPath(de)) {
    if (path !== '.levels.0') expect(text.trim(), path).not.toBe('');
    if (!same.has(path)) expect(text, path).not.toBe(english.get(path));
  }
});
