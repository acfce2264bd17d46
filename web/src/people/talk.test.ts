import { describe, expect, it } from 'vitest';
import { EXPRESSIONS, isDrawn, type Phrase } from './expressions.ts';
import { bubbleText, isHeard, sentenceOf, timeFor } from './talk.ts';
import { de } from './texts.de.ts';
import { en } from './texts.en.ts';

describe('what is said', () => {
  it('is in the language of the reader', () => {
    expect(bubbleText({ phrase: 'good_game' }, en)).toBe('Good game!');
    expect(bubbleText({ phrase: 'good_game' }, de)).toBe('Gute Partie!');
    expect(sentenceOf({ phrase: 'one_moment' }, 'Ben', de)).toBe('Ben: Einen Moment');
    expect(sentenceOf({ text: 'hi' }, null, en)).toBe('You: hi');
  });

  it('is a sentence also where it is drawn', () => {
    for (const phrase of Object.keys(EXPRESSIONS) as Phrase[]) {
      expect(bubbleText({ phrase }, en)).toBe('');
      for (const texts of [en, de]) {
        expect(sentenceOf({ phrase }, 'Ben', texts)).toMatch(/^Ben \w+/);
        expect(sentenceOf({ phrase }, null, texts)).toBeTruthy();
      }
    }
    expect(isDrawn('hello')).toBe(false);
  });

  it('stays longer if it is longer, but not for ever', () => {
    expect(timeFor({ text: 'x'.repeat(50) })).toBeGreaterThan(timeFor({}));
    expect(timeFor({ text: 'x'.repeat(200) })).toBe(12_000);
  });

  it('can be muted by person and altogether, except for my own', () => {
    const said = { person: 'ben' };
    expect(isHeard(said, 'anna', { muteAll: false, muted: [] })).toBe(true);
    expect(isHeard(said, 'anna', { muteAll: false, muted: ['carl'] })).toBe(true);
    expect(isHeard(said, 'anna', { muteAll: false, muted: ['ben'] })).toBe(false);
    expect(isHeard(said, 'anna', { muteAll: true, muted: [] })).toBe(false);
    expect(isHeard(said, 'ben', { muteAll: true, muted: ['ben'] })).toBe(true);
  });
});
