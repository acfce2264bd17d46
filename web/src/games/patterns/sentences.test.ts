import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EndEvent, GameEvent } from '../../generated/patterns.ts';
import { LANGUAGES } from '../../i18n/languages.ts';
import type { PlayerNames } from '../game-ui.ts';
import { loadPositions } from '../positions.ts';
import { rules as german } from './rules.de.ts';
import { rules as english } from './rules.en.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { texts } from './texts.ts';

const positions = await loadPositions('patterns');
const docs = readFileSync(new URL('../../../../docs/patterns.md', import.meta.url), 'utf8');

const names = (seat: number | null): PlayerNames => ({
  name: (at) => ['Anna', 'Babette'][at]!,
  isYou: (at) => at === seat,
});
const broken = /undefined|null|NaN|\[object|\s{2}|\.\./;

test('both languages have all rules and rulings of the documentation', () => {
  const written = [...docs.matchAll(/^- \*\*(P\d+) /gm)].map((match) => match[1]);
  expect(written).toHaveLength(12);
  const ruled = docs
    .split(/^- \*\*(?=P\d+ )/m)
    .filter((part) => /^P\d+ /.test(part) && part.split('\n## ')[0]!.includes('[ruling]'))
    .map((part) => part.split(' ')[0]);
  for (const rules of [english, german]) {
    expect(rules.map((rule) => rule.id)).toEqual(written);
    expect(rules.filter((rule) => rule.ruling).map((rule) => rule.id)).toEqual(ruled);
  }
});

test.each(positions)(
  'everything has a text in both languages, at move $ply',
  ({ view, seat, legal, previews, last_events: lastEvents }) => {
    for (const language of LANGUAGES)
      for (const viewer of [seat, 0, 1, null]) {
        const said = [
          prompt(view, legal, names(viewer), language),
          ...legal.map((move) => describeMove(move, view, names(viewer), language)),
          ...Object.values(previews).flatMap(({ events }) =>
            describePreview(events, names(viewer), language),
          ),
          ...lastEvents.map((event) => describeEvent(event, names(viewer), language)),
        ];
        for (const sentence of said) {
          expect(sentence).not.toMatch(broken);
          expect(sentence).toMatch(/^\p{Lu}.*[.?]$/u);
        }
      }
  },
);

test('each event of the documentation has a sentence', () => {
  const section = docs.slice(docs.indexOf('## Events'));
  const named = [...section.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]!);
  expect(named).toHaveLength(7);
  const at = { seat: 0, field: 'c2', colour: 'Y' } as const;
  const samples: { [Kind in GameEvent['event']]: Extract<GameEvent, { event: Kind }> } = {
    allot: { event: 'allot', seat: 0, beginner: 1, beginner_colour: 'Y', other_colour: 'O' },
    open: { event: 'open', ...at, taken: 'O', marker: 1 },
    swap: { event: 'swap', ...at, taken: 'O' },
    flip: { event: 'flip', ...at },
    stop: { event: 'stop', seat: 0 },
    no_moves: { event: 'no_moves', seat: 0, last_flips: true },
    end: { event: 'end', scores: [3, 4], winners: [1] },
  };
  expect(Object.keys(samples).sort()).toEqual(named.sort());
  for (const language of LANGUAGES)
    for (const event of Object.values(samples)) {
      const sentence = describeEvent(event, names(0), language);
      expect(sentence, event.event).toMatch(/^\p{Lu}.*\.$/u);
      expect(sentence).not.toMatch(broken);
    }
  // @ts-expect-error The server may be newer than this page.
  expect(describeEvent({ event: 'something else' }, names(0), 'en')).toBeNull();
});

test('a preview says what the description of the move leaves open', () => {
  const { view } = positions.find((position) => position.legal.includes('Fe1') && position.ply === 18)!;
  expect(describeMove('Sg2', view, names(1), 'de')).toBe('Leg dein rotes Plättchen auf g2.');
  const swap = { event: 'swap', seat: 1, field: 'g2', colour: 'R', taken: 'P' } as const;
  expect(describePreview([swap], names(1), 'de')).toEqual(['Dein neues Tauschplättchen ist Violett.']);
  const open = { ...swap, event: 'open', marker: 3 } as const;
  const last = { event: 'no_moves', seat: 0, last_flips: true } as const;
  expect(describePreview([open, last], names(1), 'en')).toEqual([
    'It gets marker 3.',
    'Your new swap tile is purple.',
    describeEvent(last, names(1), 'en'),
  ]);
  expect(describePreview([{ event: 'flip', seat: 1, field: 'e1', colour: 'G' }], names(1), 'en')).toEqual([]);
});

test('a win and a draw have sentences', () => {
  const end: EndEvent = { event: 'end', scores: [15, 13], winners: [0] };
  expect(describeEvent(end, names(0), 'en')).toBe('You win, 15 to 13.');
  expect(describeEvent(end, names(1), 'de')).toBe('Anna gewinnt mit 15 zu 13.');
  expect(describeEvent({ event: 'end', scores: [9, 9], winners: [0, 1] }, names(0), 'en')).toBe(
    'A draw: 9 points each.',
  );
});

test('both catalogues have the same texts', () => {
  expect(Object.keys(texts.de).sort()).toEqual(Object.keys(texts.en).sort());
});

test('the bar names only legal kinds of moves', () => {
  const { view } = positions.find((position) => position.view.phase === 'playing')!;
  const said = (river: string, legal: string[]) => {
    const players = view.players.map((player) => ({ ...player, river, swap_tile: 'R' }));
    return prompt({ ...view, players }, legal, names(view.to_move), 'en');
  };
  expect(said('', ['Od4'])).toBe(texts.en.promptFirst('R'));
  expect(said('G', ['Od4'])).not.toContain('turn over');
  expect(said('G', ['Od4', 'Fd5'])).toContain('turn over');
  expect(said('R', ['Sd4'])).toBe('Extend a group: swap in your red tile beside red.');
  expect(said('R', ['Fd4'])).toBe('Extend a group: turn over a tile beside it.');
});

test('the bar says where a lifted tile may go', () => {
  const { view } = positions.find((position) => position.view.phase === 'playing')!;
  const players = view.players.map((player) => ({ ...player, swap_tile: 'R' }));
  const said = (legal: string[], lifted: string, language: 'en' | 'de' = 'en', phase = view.phase) =>
    prompt({ ...view, players, phase }, legal, names(view.to_move), language, lifted);
  expect(said(['Od4', 'Fd5'], 'R')).toMatch(/^Place your red tile: open a new group/);
  expect(said(['Od4'], 'R', 'de')).toMatch(/^Leg dein rotes Plättchen: Eröffne/);
  expect(said(['Sd4'], 'R')).toMatch(/^Place your red tile: extend your red group/);
  expect(said(['Sd4'], 'R', 'de')).toMatch(/Erweitere deine rote Gruppe/);
  const other = Object.keys(view.fields).find((field) => view.fields[field] === 'G')!;
  expect(said([`F${other}`], 'R')).toMatch(/^There is no place for your red tile now/);
  expect(said(['Od4', 'Fd4'], 'd4')).toMatch(/^Two moves are possible on d4/);
  expect(said(['AR', 'AG'], 'G', 'en', 'allotting')).toMatch(/^Put the green tile in a bowl/);
  expect(prompt(view, ['Od4'], names(1 - view.to_move!), 'en', 'R')).toContain('turn');
});
