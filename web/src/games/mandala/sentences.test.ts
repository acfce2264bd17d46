import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DISCARD_LIMIT, type EndEvent, type GameEvent } from '../../generated/mandala.ts';
import { LANGUAGES } from '../../i18n/languages.ts';
import { loadPositions } from '../positions.ts';
import { rules } from './rules.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { texts } from './texts.ts';

const positions = await loadPositions('mandala');
const page = readFileSync(new URL('../../../../docs/mandala.md', import.meta.url), 'utf8');
const as = (seat: number | null) => ({
  name: (other: number) => ['Anna', 'Babette'][other]!,
  isYou: (other: number) => other === seat,
});
const at = (ply: number) => positions.find((position) => position.ply === ply)!;
const viewAt = (ply: number) => at(ply).view;

test('the rules page has every rule of the documentation, in both languages, and marks the same rulings', () => {
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

test('every event of the documentation has a sentence, for players and spectators, in both languages', () => {
  const kinds = [...page.slice(page.indexOf('## Events')).matchAll(/^\| `(\w+)` \|/gm)].map(
    ([, kind]) => kind,
  );
  const seen = new Set<string>();
  const all: GameEvent[] = positions.flatMap((position) => position.last_events);
  for (const event of all) {
    seen.add(event.event);
    for (const language of LANGUAGES) {
      for (const seat of [0, 1, null]) {
        const told = describeEvent(event, as(seat), language);
        expect(told).toBeTruthy();
        expect(told).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  }
  expect([...seen].sort()).toEqual([...kinds].sort());
});

test('the sentence about a taken colour says where it went', () => {
  const taken = { event: 'take', seat: 1, mandala: 2, colour: 'K', count: 2 } as const;
  expect(describeEvent({ ...taken, to_cup: 1, river_place: 3 }, as(0), 'en')).toBe(
    'Babette takes two black cards; black opens river place 3.',
  );
  expect(describeEvent({ ...taken, to_cup: 2 }, as(1), 'en')).toBe('You take two black cards to the cup.');
  expect(describeEvent(taken, as(0), 'de')).toContain('Das Feld war leer');
});

test('the viewer’s drawn cards are named, those of others only counted', () => {
  expect(describeEvent({ event: 'draw', seat: 0, count: 2, cards: { R: 1, G: 1 } }, as(0), 'en')).toBe(
    'You draw 1 red and 1 green.',
  );
  expect(describeEvent({ event: 'draw', seat: 0, count: 2 }, as(1), 'en')).toBe('Anna draws two cards.');
});

test('the end names its reason and the winner', () => {
  const end: EndEvent = { event: 'end', scores: [10, 12], reason: 'sixth_colour' };
  expect(describeEvent({ ...end, winners: [1] }, as(0), 'en')).toMatch(/sixth colour.*Babette wins/);
  expect(describeEvent({ ...end, winners: [1] }, as(1), 'de')).toMatch(/sechste Farbe.*Du gewinnst/);
  expect(describeEvent({ ...end, winners: [0, 1] }, as(null), 'en')).toMatch(
    /Anna and Babette share the win/,
  );
});

test('the bar says what to do, or whom to wait for', () => {
  expect(prompt(viewAt(0), [], as(0), 'en')).toBe(texts.en.youPlay);
  expect(prompt(viewAt(0), [], as(1), 'en')).toBe('Anna is thinking.');
  expect(prompt(viewAt(14), [], as(1), 'en')).toBe(texts.en.youTake(2));
  expect(prompt(viewAt(14), [], as(0), 'de')).toBe('Babette nimmt sich eine Farbe aus Zentrum 2.');
  expect(prompt(viewAt(89), [], as(0), 'en')).toContain(texts.en.lastOne);
  expect(prompt(viewAt(95), [], as(0), 'en')).toBe(texts.en.over);
});

test('the number of discards and its limit are shown in both languages', () => {
  const { discards_in_a_row: count } = viewAt(90);
  expect([count, DISCARD_LIMIT]).toEqual([1, 20]);
  expect(texts.en.discards(count!, DISCARD_LIMIT)).toBe('Discards in a row: 1 of 20');
  expect(texts.de.discards(count!, DISCARD_LIMIT)).toBe('Abwürfe in Folge: 1 von 20');
  for (const language of LANGUAGES) {
    expect(texts[language].discardsLong(count!, DISCARD_LIMIT)).toContain('20');
  }
});

test('every legal move of every position can be described', () => {
  for (const { view, legal, seat } of positions) {
    for (const move of legal) {
      for (const language of LANGUAGES) {
        const said = describeMove(move, view, as(seat), language);
        expect(said).not.toBe(move);
        expect(said).not.toMatch(/undefined|NaN/);
      }
    }
  }
});

test('every preview can be described', () => {
  let told = 0;
  for (const { previews, seat } of positions) {
    for (const { events } of Object.values(previews)) {
      for (const language of LANGUAGES) {
        for (const sentence of describePreview(events, as(seat), language)) {
          expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
          expect(sentence).not.toMatch(/undefined|NaN/);
          told++;
        }
      }
    }
  }
  expect(told).toBeGreaterThan(30);
});

test('a preview says that a mandala would be complete, and who would take first', () => {
  const events: GameEvent[] = [
    { event: 'mountain', seat: 0, mandala: 1, colour: 'Y', count: 1 },
    { event: 'draw', seat: 0, count: 3 },
    { event: 'complete', mandala: 1, first: 1 },
  ];
  expect(describePreview(events, as(0), 'en')).toEqual([
    'You draw three cards.',
    'Mandala 1 is complete. Babette takes first.',
  ]);
});

test('M14: a preview has as many cards as the server foresees, and says if the pile runs out', () => {
  const move = { event: 'mountain', seat: 0, mandala: 1, colour: 'Y', count: 1 } as const;
  const draw = (count: number): GameEvent => ({ event: 'draw', seat: 0, count });
  expect(describePreview([move, draw(1), { event: 'reshuffle', draw_size: 0 }], as(0), 'en')).toEqual([
    'You draw one card.',
    texts.en.told.reshuffle(0),
  ]);
  expect(describePreview([move, draw(0)], as(0), 'en')).toEqual(['You have no card to draw.']);
});

test('a preview of taking says where the cards would go', () => {
  const take = { event: 'take', seat: 1, mandala: 2, colour: 'G' } as const;
  const ahead = (fields: { count: number; to_cup?: number; river_place?: number }) =>
    describePreview([{ ...take, ...fields }], as(1), 'en');
  expect(ahead({ count: 1, to_cup: 1 })).toEqual(['One card goes to the cup.']);
  expect(ahead({ count: 1, to_cup: 0, river_place: 5 })).toEqual(['One card goes to river place 5.']);
  expect(ahead({ count: 3, to_cup: 2, river_place: 1 })).toEqual([
    'One card goes to river place 1, two cards to the cup.',
  ]);
  expect(ahead({ count: 2 })).toEqual([texts.en.allToDiscard(2)]);
});

test('a preview of the end names no winner', () => {
  expect(describePreview([{ event: 'end', reason: 'sixth_colour' }], as(0), 'en')).toEqual([
    texts.en.told.end['sixth_colour'],
  ]);
});
