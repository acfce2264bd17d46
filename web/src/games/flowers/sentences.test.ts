import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { GameEvent, View } from '../../generated/flowers.ts';
import { LANGUAGES, type Language } from '../../i18n/languages.ts';
import type { PlayerNames } from '../game-ui.ts';
import { loadPositions } from '../positions.ts';
import { rules as de } from './rules.de.ts';
import { rules as en } from './rules.en.ts';
import { lines, soFar, steps } from './scoring.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { texts } from './texts.ts';

const positions = await loadPositions('flowers');
const page = readFileSync(new URL('../../../../docs/flowers.md', import.meta.url), 'utf8');
const names: PlayerNames = {
  name: (seat) => ['Anna', 'Babette', 'Cem', 'Dorothea'][seat]!,
  isYou: (seat) => seat === 0,
};
const isSentence = (text: string) => /^\p{Lu}.*[.!]$/u.test(text) && !/undefined|null|NaN|\bx3/.test(text);
const eventKinds = page
  .slice(page.indexOf('## Events'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map((match) => match[1]!));

test('the rules have the ids of docs/flowers.md, in both languages, and mark the same rulings', () => {
  const ids = [...page.matchAll(/^- \*\*(F\d+) /gm)].map((match) => match[1]);
  const ruled = page
    .split(/^- \*\*/m)
    .filter((part) => part.includes('[ruling]') && /^F\d+ /.test(part))
    .map((part) => part.split(' ')[0]);
  for (const rules of [en, de]) {
    expect(rules.map((rule) => rule.id)).toEqual(ids);
    expect(rules.filter((rule) => rule.ruling).map((rule) => rule.id)).toEqual(ruled);
  }
});

test('the options are those of docs/flowers.md', () => {
  const table = page.slice(page.indexOf('## Options'), page.indexOf('## Moves as text'));
  const names = [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  for (const language of LANGUAGES) expect(Object.keys(texts[language].options)).toEqual(names);
});

const samples: Record<string, GameEvent> = {
  pass: { event: 'pass', seat: 1 },
  reshuffle: { event: 'reshuffle', count: 40 },
};
for (const event of positions.flatMap((position) => position.last_events)) samples[event.event] ??= event;

test.each(LANGUAGES)('every event of docs/flowers.md has a sentence (%s)', (language: Language) => {
  expect(eventKinds.length).toBeGreaterThan(12);
  for (const kind of eventKinds) {
    expect(samples, `no sample of ${kind}`).toHaveProperty(kind);
    expect(describeEvent(samples[kind]!, names, language), kind).toSatisfy(isSentence);
  }
});

test.each(LANGUAGES)('every event of the sample positions has a sentence (%s)', (language: Language) => {
  for (const { last_events: lastEvents } of positions)
    for (const event of lastEvents) expect(describeEvent(event, names, language)).toSatisfy(isSentence);
});

test('unknown events are skipped', () => {
  // @ts-expect-error The server may be newer than this page.
  expect(describeEvent({ event: 'earthquake' }, names, 'en')).toBeNull();
});

test('the viewer is “you”, others have names', () => {
  const play = { event: 'play', mandala: 2, colour: 'K', count: 3, face_up: false } as const;
  expect(describeEvent({ ...play, seat: 0 }, names, 'en')).toBe(
    'You play three black cards to mandala 2, face down.',
  );
  expect(describeEvent({ ...play, seat: 1 }, names, 'de')).toBe(
    'Babette legt drei schwarze Karten verdeckt an Mandala 2.',
  );
  expect(describeEvent({ ...play, seat: 0 }, names, 'de')).toBe(
    'Du legst drei schwarze Karten verdeckt an Mandala 2.',
  );
});

test.each(LANGUAGES)(
  'every legal move is said in words, every position has a prompt (%s)',
  (language: Language) => {
    for (const { view, legal } of positions) {
      expect(prompt(view, [], names, language)).toSatisfy(isSentence);
      for (const move of legal) {
        const said = describeMove(move, view, names, language);
        expect(said).not.toBe(move);
        expect(said).not.toMatch(/undefined|null|\bx3/);
      }
    }
  },
);

test.each(LANGUAGES)('every preview can be described (%s)', (language: Language) => {
  let told = 0;
  for (const { previews } of positions)
    for (const { events } of Object.values(previews))
      for (const sentence of describePreview(events, names, language)) {
        expect(sentence).toSatisfy(isSentence);
        told++;
      }
  expect(told).toBeGreaterThan(50);
});

test('a preview says how cards lie, what is drawn, and who chooses when the mandala is completed', () => {
  const play = { event: 'play', seat: 0, mandala: 2, colour: 'K', count: 2, face_up: false } as const;
  expect(describePreview([play], names, 'en')).toEqual(['They lie face down.', 'You draw nothing.']);
  const complete = { event: 'complete', mandala: 2, chooser: 1 } as const;
  const one = { ...play, count: 1, face_up: true };
  expect(describePreview([one, { event: 'draw', seat: 0, count: 3 }, complete], names, 'en')).toEqual([
    'It lies face up.',
    'You draw three cards.',
    'Mandala 2 shows all six colours: Babette chooses a tile.',
  ]);
});

test('a preview of a take says who gets the other tile, and nothing that is always so', () => {
  const take = {
    event: 'take',
    seat: 0,
    mandala: 1,
    tile: 'R7',
    second_seat: 1,
    second_tile: 'Ox3',
  } as const;
  const after: GameEvent[] = [
    { event: 'discarded', seat: 0, mandala: 1, count: 4 },
    { event: 'returned', seat: 2, mandala: 1, count: 1 },
    { event: 'new_tiles', mandala: 1 },
  ];
  expect(describePreview([take, ...after], names, 'en')).toEqual(['Orange ×3 goes to Babette.']);
  expect(describePreview([{ ...take, second_seat: 0 }], names, 'en')).toEqual(['You take orange ×3, too.']);
  expect(describePreview([{ event: 'end', reason: 'tiles_out' }], names, 'en')).toEqual([
    'There are no tiles left.',
  ]);
});

test('a face-down flower is described by colour, without numbers', () => {
  const formed = { event: 'flower', back: 'dark', colour: 'R' } as const;
  expect(describeEvent({ ...formed, seat: 1 }, names, 'en')).toBe(
    'Babette’s red tiles form a flower, which now lies face down.',
  );
  expect(describeEvent({ ...formed, seat: 1 }, names, 'de')).toBe(
    'Bei Babette werden zwei Plättchen in Rot zur Blume, die nun verdeckt liegt.',
  );
  expect(describeEvent({ ...formed, seat: 0, values: ['3', '7'], points: 13 }, names, 'en')).toBe(
    'Your red 3 and 7 form a flower: 13 points.',
  );
});

test.each(LANGUAGES)('hidden points are described as hidden (%s)', (language: Language) => {
  expect(texts[language].pointsVisible(5)).toMatch(/^5 .*(face down|verdeckt)/);
  expect(new Set(['dark', 'light'].map(texts[language].faceDown)).size).toBe(2);
});

test('the scoring adds up to the points of the server', () => {
  const finished = positions.filter(({ view }) => view.phase === 'over');
  expect(finished.length).toBeGreaterThan(2);
  for (const position of finished) {
    const view = position.view;
    for (const line of lines(view)) {
      expect(soFar(line, line.flowers.length)).toBe(line.points);
      for (const { sum, points, tiles } of line.flowers) {
        const [, factor, low, high] = /^(\d) × (\d)(?: \+ (\d))?$/.exec(sum)!;
        expect(Number(factor) * Number(low) + Number(high ?? 0), tiles.join()).toBe(points);
      }
    }
  }
});

test('the tie-break comes before the winner', () => {
  const player = (points: number, hand_size: number) => ({ points, hand_size, singles: [], flowers: [] });
  const view = (winners: number[]): View => ({
    ...positions[0]!.view,
    players: [player(20, 5), player(20, 7)],
    winners,
    tie_break: { rule: 'F17', tied: [0, 1], counts: [5, 7] },
  });
  expect(steps(view([1])).map(({ step }) => step)).toEqual(['singles', 'tie', 'winner']);
  expect(steps(view([0, 1])).map(({ step }) => step)).toEqual(['singles', 'tie', 'shared', 'winner']);
});
