import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { View } from '../../generated/mandala.ts';
import { LANGUAGES } from '../../lib/words.ts';
import type { GameEvent } from '../room.ts';
import positions from './positions.json' with { type: 'json' };
import { rules } from './rules.ts';
import { preview, prompt, tell } from './speech.ts';
import { words } from './words.ts';

const page = readFileSync(new URL('../../../../docs/mandala.md', import.meta.url), 'utf8');
const as = (seat: number | null) => ({
  name: (other: number) => ['Anna', 'Babette'][other]!,
  isYou: (other: number) => other === seat,
});
const at = (ply: number) => positions.find((position) => position.ply === ply)!;
const viewAt = (ply: number) => at(ply).view as unknown as View;

test('the rules page has every rule of the documentation, in both languages, rulings marked alike', () => {
  const documented = [...page.matchAll(/^- \*\*(M\d+) /gm)].map(([, id]) => id);
  expect(documented).toHaveLength(18);
  for (const language of LANGUAGES) {
    expect(rules[language].map((rule) => rule.id)).toEqual(documented);
  }
  const bodies = page.split(/^- \*\*(?=M\d+ )/m).slice(1);
  const ruled = bodies.filter((body) => body.includes('**[ruling]**')).map((body) => /^M\d+/.exec(body)![0]);
  for (const language of LANGUAGES) {
    expect(rules[language].filter((rule) => rule.ruling).map((rule) => rule.id)).toEqual(ruled);
  }
});

test('every event of the documentation is told, to players and spectators, in both languages', () => {
  const kinds = [...page.slice(page.indexOf('## Events')).matchAll(/^\| `(\w+)` \|/gm)].map(
    ([, kind]) => kind,
  );
  const seen = new Set<string>();
  const all: GameEvent[] = positions.flatMap((position) => position.just as GameEvent[]);
  for (const event of all) {
    seen.add(event.event);
    for (const language of LANGUAGES) {
      for (const seat of [0, 1, null]) {
        const told = tell(event, as(seat), language);
        expect(told).toBeTruthy();
        expect(told).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  }
  expect([...seen].sort()).toEqual([...kinds].sort());
});

test('a taken colour is told with what became of it', () => {
  const taken = { event: 'take', seat: 1, mandala: 2, colour: 'K', count: 2 };
  expect(tell({ ...taken, kept: true, river_place: 3 }, as(0), 'en')).toBe(
    'Babette takes two black cards; black opens river place 3.',
  );
  expect(tell({ ...taken, kept: true }, as(1), 'en')).toBe('You take two black cards to the cup.');
  expect(tell({ ...taken, kept: false }, as(0), 'de')).toContain('Das Feld war leer');
});

test('one’s own drawn cards are named, those of others only counted', () => {
  expect(tell({ event: 'draw', seat: 0, count: 2, cards: { R: 1, G: 1 } }, as(0), 'en')).toBe(
    'You draw 1 red and 1 green.',
  );
  expect(tell({ event: 'draw', seat: 0, count: 2 }, as(1), 'en')).toBe('Anna draws two cards.');
});

test('the end names its reason and who has won', () => {
  const end = { event: 'end', scores: [10, 12], reason: 'sixth_colour' };
  expect(tell({ ...end, winners: [1] }, as(0), 'en')).toMatch(/sixth colour.*Babette wins/);
  expect(tell({ ...end, winners: [1] }, as(1), 'de')).toMatch(/sechste Farbe.*Du gewinnst/);
  expect(tell({ ...end, winners: [0, 1] }, as(null), 'en')).toMatch(/Anna and Babette share the win/);
});

test('the strip says what is to be done, or who is awaited', () => {
  expect(prompt(viewAt(0), as(0), 'en')).toBe(words.en.youPlay);
  expect(prompt(viewAt(0), as(1), 'en')).toBe('Anna is thinking.');
  expect(prompt(viewAt(14), as(1), 'en')).toBe(words.en.youTake(2));
  expect(prompt(viewAt(15), as(0), 'en')).toBe(words.en.youTakeForNothing(2));
  expect(prompt(viewAt(14), as(0), 'de')).toBe('Babette nimmt sich eine Farbe aus Zentrum 2.');
  expect(prompt(viewAt(89), as(0), 'en')).toContain(words.en.lastOne);
  expect(prompt(viewAt(95), as(0), 'en')).toBe(words.en.over);
});

test('every legal move of every position has a preview in words', () => {
  for (const { view, legal, seat } of positions) {
    for (const move of legal) {
      for (const language of LANGUAGES) {
        const said = preview(move, view as unknown as View, as(seat), language);
        expect(said[0]).not.toBe(move);
        expect(said.join(' ')).not.toMatch(/undefined|NaN/);
      }
    }
  }
});

test('a preview tells that a mandala would be complete, and who would take first', () => {
  // Yellow alone is missing in mandala 1, where Anna has five cards and Babette none.
  const view = viewAt(54);
  expect(preview('M1Y', view, as(0), 'en')).toEqual([
    'One yellow card to mountain 1',
    'then you draw three cards',
    'completes mandala 1',
    'you take first',
  ]);
  expect(preview('M2O', view, as(0), 'en').join()).not.toContain('completes');
});

test('on equal fields the other player takes first', () => {
  const view = structuredClone(viewAt(54));
  view.mandalas[0]!.fields = [{ P: 2 }, { K: 2 }];
  expect(preview('M1Y', view, as(0), 'en')).toContain('Babette takes first');
  expect(preview('F1Y1', view, as(0), 'en')).toContain('you take first');
});

test('a preview of taking tells where the cards would go', () => {
  // Seat 1 has black, green, yellow and purple in the river, and cards in the field.
  expect(preview('TG', viewAt(30), as(1), 'en')).toEqual([
    'Take one green card',
    'one card to the cup',
    'worth 2 points',
  ]);
  expect(preview('TO', viewAt(30), as(1), 'en')).toEqual([
    'Take one orange card',
    'one card to river place 5',
  ]);
  expect(preview('TR', viewAt(15), as(0), 'en')).toEqual(['Take two red cards', words.en.goesToDiscard]);
});
