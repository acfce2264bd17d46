import { expect, test } from 'vitest';
import type { FlowerInView, View } from '../../generated/flowers.ts';
import { pieceFlights } from '../../lib/animation.ts';
import type { Pieces } from '../game-ui.ts';
import { lastMandala, highlightsOf, pieces } from './pieces.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('flowers');
const CARDS = 90;
const TILES = 36;
const isTile = (place: string) => /^(tile|tiles|stack):/.test(place);
const sum = (found: Pieces, fits: (place: string) => boolean) =>
  Object.entries(found).reduce((all, [place, count]) => all + (fits(place) ? count : 0), 0);
const consecutive = positions.flatMap(({ seats, ply, before, view, last_events: lastEvents }) =>
  before ? [{ ply: `${seats} players, move ${ply}`, before, after: view, lastEvents }] : [],
);

test('there are always 90 cards and three markers', () => {
  for (const { view } of positions) {
    const found = pieces(view);
    const isMarker = (place: string) => place.startsWith('marker:');
    expect(sum(found, (place) => !isTile(place) && !isMarker(place))).toBe(CARDS);
    expect(sum(found, isMarker)).toBe(3);
  }
});

test('there are 36 tiles, until the last mandalas leave some unclaimed', () => {
  for (const { view } of positions) {
    const tiles = sum(pieces(view), isTile);
    if ('finishing' in view) expect(tiles).toBeLessThanOrEqual(TILES);
    else expect(tiles).toBe(TILES);
  }
});

test.each(consecutive)('$ply: cards and tiles fly as they do at a table', ({ before, after, lastEvents }) => {
  const ways: Record<string, string[]> = {
    hand: ['up', 'down'],
    up: ['discard', 'hand'],
    down: ['discard', 'hand'],
    draw: ['hand'],
    discard: ['draw', 'hand'],
    stack: ['tile'],
    tile: ['tiles'],
    marker: ['marker'],
  };
  const kind = (place: string) => place.slice(0, place.indexOf(':'));
  for (const { from, to } of pieceFlights(pieces(before), pieces(after, lastEvents), lastEvents)) {
    expect(ways[kind(from)], `${from} to ${to}`).toContain(kind(to));
  }
});

test.each(consecutive)('$ply: nobody takes back another player’s cards', ({ before, after, lastEvents }) => {
  const seats = new Set(lastEvents.filter((one) => one.event === 'returned').map(({ seat }) => String(seat)));
  for (const { from, to } of pieceFlights(pieces(before), pieces(after, lastEvents), lastEvents)) {
    if (!to.startsWith('hand:') || !/^(up|down):/.test(from)) continue;
    expect([from.split(':')[2], true]).toEqual([to.split(':')[1], seats.has(to.split(':')[1]!)]);
  }
});

test.each(consecutive)(
  '$ply: what was played is at its mandala, and its place is marked',
  ({ before, after, lastEvents }) => {
    const played = lastEvents.find((one) => one.event === 'play');
    if (!played) return;
    const side = `${played.mandala}:${played.seat}`;
    const place = played.face_up ? `up:${side}:${played.colour}` : `down:${side}:?`;
    const more = (pieces(after)[place] ?? 0) - (pieces(before)[place] ?? 0);
    const returned = lastEvents.some(({ event }) => event === 'unclaimed' || event === 'take');
    if (!returned) expect(more).toBe(played.count);
    expect(highlightsOf(lastEvents)).toContain(played.face_up ? place : `down:${side}`);
  },
);

/** A view in which seat 1 has these tiles, and nobody else has any. */
const lone = (seat: number | null, over: boolean, flowers: FlowerInView[], singles: string[] = []): View => ({
  ...positions[0]!.view,
  seat,
  to_move: over ? null : 0,
  stacks: { dark: 0, light: 0 },
  mandalas: [],
  players: [
    { singles: [], flowers: [], hand_size: 0 },
    { singles, flowers, hand_size: 0 },
  ],
});
const tilesIn = (found: Pieces) =>
  Object.fromEntries(Object.entries(found).filter(([place]) => place.startsWith('tiles:')));
const RED = { back: 'dark', colour: 'R', values: ['3', '7'], points: 13 };

test('a flower that lies face down is two hidden tiles, but one just taken was seen', () => {
  const after = lone(0, false, [{ back: 'dark' }], ['O4']);
  expect(tilesIn(pieces(after))).toEqual({ 'tiles:1:O4': 1, 'tiles:1:??': 2 });
  const take = { event: 'take', seat: 1, mandala: 1, tile: 'R7', second_seat: 1, second_tile: 'O4' } as const;
  expect(tilesIn(pieces(after, [take]))).toEqual({ 'tiles:1:O4': 1, 'tiles:1:R7': 1, 'tiles:1:??': 1 });
});

test('a visible flower is its two tiles; nothing flies when all are revealed at the end', () => {
  const both = { 'tiles:1:R3': 1, 'tiles:1:R7': 1 };
  expect(tilesIn(pieces(lone(1, false, [RED])))).toEqual(both);
  expect(tilesIn(pieces(lone(1, true, [RED])))).toEqual(both);
  expect(tilesIn(pieces(lone(0, false, [RED])))).toEqual(both); // with the memory aid
  expect(tilesIn(pieces(lone(0, true, [RED])))).toEqual({ 'tiles:1:??': 2 });
});

test('a flower that was just formed is marked by its back', () => {
  expect([...highlightsOf([{ event: 'flower', seat: 1, back: 'light', colour: 'Y' }])]).toEqual([
    'flower:1:light',
  ]);
});

test('the last mandala is that of the latest event', () => {
  expect(lastMandala([])).toBeNull();
  const play = { event: 'play', seat: 0, mandala: 2, colour: 'R', count: 1, face_up: true } as const;
  expect(lastMandala([play, { event: 'draw', seat: 0, count: 3 }])).toBe(2);
});

test('tiles taken, cards drawn and a marker won are marked', () => {
  const highlighted = highlightsOf([
    { event: 'draw', seat: 0, count: 2, cards: { R: 1, K: 1 } },
    { event: 'majority', mandala: 3, seat: 1 },
    { event: 'take', seat: 1, mandala: 3, tile: 'K7', second_seat: 0, second_tile: 'Ox3' },
    { event: 'new_tiles', mandala: 3, tiles: { dark: 'P2', light: 'G4' } },
  ]);
  expect([...highlighted].toSorted()).toEqual(
    [
      'hand:0',
      'hand:0:K',
      'hand:0:R',
      'marker:3:1:M3',
      'tile:3:dark:P2',
      'tile:3:light:G4',
      'tiles:0:Ox3',
      'tiles:1:K7',
    ].toSorted(),
  );
});
