import { describe, expect, it } from 'vitest';
import { partsOf } from './say.ts';

const glossary = { cup: { word: 'Cup', meaning: 'Cards that you have taken.', rule: 'M17' } };

describe('partsOf', () => {
  it('marks terms, with words of their own or that of the glossary', () => {
    expect(partsOf('Your {cup|cups} and the {cup}.', glossary)).toEqual([
      { text: 'Your ' },
      { text: 'cups', term: 'cup' },
      { text: ' and the ' },
      { text: 'Cup', term: 'cup' },
      { text: '.' },
    ]);
  });
  it('shows a term that this page does not know as plain text', () => {
    expect(partsOf('{moon|the moon} rises', glossary)).toEqual([{ text: 'the moon' }, { text: ' rises' }]);
  });
});
