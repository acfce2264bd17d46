import { expect, test } from 'vitest';
import { de } from '../i18n/de.ts';
import { en } from '../i18n/en.ts';
import { compare, reasonSentences } from './comparison.ts';

const drawing = {
  chance: 0.62,
  gain: 3,
  does: ['You draw three cards.', 'Mandala 1 is complete. You take first.'],
};
const quiet = { chance: 0.55, gain: 0, does: ['You draw three cards.'] };

test('effects of both moves are not a reason', () => {
  expect(compare(drawing, quiet)).toEqual([
    { kind: 'only', sentence: 'Mandala 1 is complete. You take first.' },
    { kind: 'gain', points: 3 },
    { kind: 'chance', percent: 7 },
  ]);
  expect(compare(quiet, { ...quiet, chance: 0.551 })).toEqual([{ kind: 'even' }]);
});

test('effects of the other move are mentioned as well', () => {
  expect(compare({ ...quiet, chance: 0.7 }, drawing)).toEqual([
    { kind: 'other', sentence: 'Mandala 1 is complete. You take first.' },
    { kind: 'loss', points: 3 },
    { kind: 'chance', percent: 8 },
  ]);
});

test('reasons exist in both languages', () => {
  expect(reasonSentences(compare(drawing, quiet), en)).toEqual([
    'Mandala 1 is complete. You take first.',
    '3 points more at once.',
    'About 7 percentage points likelier to win.',
  ]);
  expect(reasonSentences(compare(quiet, { ...drawing, chance: 0.5 }), de)).toContain(
    'Sofort 3 Punkte weniger.',
  );
});
