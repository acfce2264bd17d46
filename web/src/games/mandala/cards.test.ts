import { expect, test } from 'vitest';
import { pieceFlights } from '../../lib/animation.ts';
import { pieces, stacks } from './cards.ts';
import { highlightsOf } from './highlights.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('mandala');
const views = positions.map((position) => position.view);
const steps = positions.flatMap(({ before, view, last_events: lastEvents, ply, seat }) =>
  before ? [{ before: before, after: view, lastEvents, ply, seat }] : [],
);
const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
const placeOf = (place: string) => place.split(':')[0];

test('all 108 cards are somewhere in every view', () => {
  for (const view of views) expect(sum(Object.values(pieces(view)))).toBe(108);
});

test('every card that left a place between two views arrived at another', () => {
  expect(steps.length).toBeGreaterThan(10);
  for (const { before, after, ply } of steps) {
    const [was, is] = [pieces(before), pieces(after)];
    const left = Object.keys({ ...was, ...is }).map((place) =>
      Math.max(0, (was[place] ?? 0) - (is[place] ?? 0)),
    );
    const flown = pieceFlights(was, is).map((flight) => flight.count);
    expect(sum(flown), `move ${ply}`).toBe(sum(left));
  }
});

const WAYS = [
  'hand mountain',
  'hand field',
  'hand discard',
  'draw hand',
  'draw mountain',
  'mountain river',
  'mountain cup',
  'mountain discard',
  'field discard',
  'discard draw',
  'discard hand',
];

test('cards fly only along possible paths', () => {
  for (const { before, after, lastEvents, ply } of steps) {
    for (const { from, to } of pieceFlights(pieces(before), pieces(after), lastEvents)) {
      expect(WAYS, `move ${ply}: ${from} to ${to}`).toContain(`${placeOf(from)} ${placeOf(to)}`);
    }
  }
});

test('cards an opponent plays come from their hand, even if it does not shrink', () => {
  const opponent = { 'hand:1:?': 6, 'draw:?': 20 };
  const played = pieceFlights({ ...opponent }, { 'hand:1:?': 8, 'draw:?': 17, 'mountain:m1:O': 1 }, [
    { event: 'mountain', seat: 1, mandala: 1, colour: 'O', count: 1 },
    { event: 'draw', seat: 1, count: 3 },
  ]);
  expect(played).toContainEqual({ from: 'hand:1:O', to: 'mountain:m1:O', face: 'O', count: 1 });
  expect(played.filter(({ from, to }) => from === 'draw:?' && to.startsWith('hand:1'))).toHaveLength(2);
});

test('cards of a cleared field go to the discard pile, even if the new mountain has their colour', () => {
  const cleared = steps.find(({ ply }) => ply === 18)!;
  const found = pieceFlights(pieces(cleared.before), pieces(cleared.after));
  expect(found).toContainEqual({ from: 'field:m2:of1:O', to: 'discard:O', face: 'O', count: 1 });
  expect(found).toContainEqual({ from: 'draw:?', to: 'mountain:m2:O', face: 'O', count: 1 });
  expect(found).toContainEqual({ from: 'mountain:m2:R', to: 'discard:R', face: 'R', count: 2 });
});

test('nothing flies when hands and cups are revealed at the end', () => {
  const end = steps.find(({ after }) => after.phase === 'over')!;
  const froms = pieceFlights(pieces(end.before), pieces(end.after)).map((flight) => placeOf(flight.from));
  expect(froms).not.toContain('hand');
  expect(froms).not.toContain('draw');
});

test('highlighted cards lie where they are highlighted', () => {
  for (const { after, lastEvents, ply } of steps) {
    const all = pieces(after);
    for (const [place, count] of Object.entries(highlightsOf(lastEvents))) {
      if (place.startsWith('hand:') || place.startsWith('cup:') || after.ending) continue;
      expect(all[place] ?? 0, `move ${ply}: ${place}`).toBeGreaterThanOrEqual(count);
    }
  }
});

test('each event highlights where its cards went', () => {
  expect(highlightsOf([{ event: 'mountain', seat: 0, mandala: 2, colour: 'K', count: 1 }])).toEqual({
    'mountain:m2:K': 1,
  });
  expect(highlightsOf([{ event: 'field', seat: 1, mandala: 1, colour: 'P', count: 3 }])).toEqual({
    'field:m1:of1:P': 3,
  });
  expect(
    highlightsOf([
      { event: 'discard', seat: 0, colour: 'R', count: 2 },
      { event: 'draw', seat: 0, count: 2, cards: { R: 1, G: 1 } },
    ]),
  ).toEqual({ 'discard:R': 2, 'hand:0': 2, 'hand:0:R': 1, 'hand:0:G': 1 });
  const taken = { event: 'take', seat: 1, mandala: 1, colour: 'O', count: 3 } as const;
  expect(highlightsOf([{ ...taken, to_cup: 2, river_place: 2 }])).toEqual({
    'river:1:O': 1,
    'cup:1': 2,
    'cup:1:O': 2,
  });
  expect(highlightsOf([{ ...taken, to_cup: 3 }])).toEqual({ 'cup:1': 3, 'cup:1:O': 3 });
  expect(highlightsOf([taken])).toEqual({ 'discard:O': 3 });
  expect(highlightsOf([{ event: 'complete', mandala: 1, first: 0 }])).toEqual({});
});

test('stacks follow the order of the hand and leave out missing colours', () => {
  expect(stacks({ R: 1, K: 2, G: 0 }, 'KGR')).toEqual([
    { colour: 'K', count: 2 },
    { colour: 'R', count: 1 },
  ]);
});
