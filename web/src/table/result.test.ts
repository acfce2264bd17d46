import { expect, test } from 'vitest';
import type { Result } from '../generated/protocol.ts';
import type { Player } from '../games/game-ui.ts';
import { texts as flowers } from '../games/flowers/texts.ts';
import { texts as mandala } from '../games/mandala/texts.ts';
import { texts as patterns } from '../games/patterns/texts.ts';
import { de } from '../i18n/de.ts';
import { en } from '../i18n/en.ts';
import { countsInWords, headline, ranked, signed } from './result.ts';

const NAMES = ['Anna', 'Ben', 'Cem'];
const playersFor = (you: number | null): Player[] =>
  NAMES.map((name, seat) => ({ seat, name, bot: null, here: true, mine: seat === you, you: seat === you }));
const resultOf = (changes: Partial<Result>): Result => ({
  reason: 'finished',
  scores: [20, 31, 31],
  winners: [2],
  ...changes,
});

test('the winner comes first, also on a tie; players who left come last', () => {
  const order = (changes: Partial<Result>) =>
    ranked(resultOf(changes), playersFor(0)).map((player) => player.seat);
  expect(order({})).toEqual([2, 1, 0]);
  expect(order({ winners: [1] })).toEqual([1, 2, 0]);
  expect(order({ winners: [0], lost: [1], reason: 'resigned' })).toEqual([0, 2, 1]);
});

test('the headline addresses the viewer', () => {
  const say = (winners: number[], you: number | null, language: 'en' | 'de') =>
    headline(resultOf({ winners }), playersFor(you), language === 'en' ? en : de, language);
  expect(say([1], 1, 'en')).toBe('You won!');
  expect(say([1], 0, 'en')).toBe('Ben won this time.');
  expect(say([1], null, 'en')).toBe('Ben won.');
  expect(say([0, 1], 1, 'en')).toBe('You and Anna share the win.');
  expect(say([0, 1], 2, 'en')).toBe('Anna and Ben share the win.');
  expect(say([0, 1, 2], 2, 'de')).toBe('Du, Anna und Ben teilt euch den Sieg.');
  expect(say([0, 1], 1, 'de')).toBe('Du und Anna teilt euch den Sieg.');
});

test('every game explains tie-breaks in both languages', () => {
  const result = resultOf({ tie_break: { rule: 'M18', tied: [1, 2], counts: [12, 14] } });
  const counts = countsInWords(result, playersFor(1), en);
  expect(counts).toBe('You 12, Cem 14');
  for (const language of ['en', 'de'] as const) {
    const counted = [mandala, flowers].flatMap((texts) => [
      texts[language].tieBroken(counts),
      texts[language].tieStays(counts),
    ]);
    for (const sentence of counted) expect(sentence).toContain(counts);
    for (const sentence of [...counted, patterns[language].tie])
      expect(sentence).toMatch(/^(Equal points|Gleich viele Punkte)/);
  }
});

test('a change of a rating has its sign', () => {
  expect([12, -5, 0].map(signed)).toEqual(['+12', '−5', '±0']);
});
