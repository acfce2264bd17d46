import { expect, test } from 'vitest';
import { COLOURS } from '../../lib/colours.ts';
import { total } from './cards.ts';
import { counts, fewest, liftable, PASS, playText, readMove, takeable, takeText, targets } from './moves.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('flowers');
const all = positions.map((position) => ({ legal: position.legal, view: position.view }));

test('every legal move can be built by picks, and nothing else', () => {
  for (const { legal } of all) {
    const built = [
      ...[...liftable(legal)].flatMap((colour) =>
        [...targets(legal, colour)].flatMap((mandala) =>
          counts(legal, mandala, colour).map((count) => playText(mandala, colour, count)),
        ),
      ),
      ...[...takeable(legal)].map(takeText),
      ...legal.filter((move) => move === PASS),
    ];
    expect(built.toSorted()).toEqual(legal.toSorted());
  }
});

test('if passing is the only move, no pick leads to another', () => {
  expect(liftable([PASS]).size).toBe(0);
  expect(takeable([PASS]).size).toBe(0);
  expect(readMove(PASS)).toEqual({ kind: 'pass' });
});

test('the number of cards starts with the smallest legal one', () => {
  for (const { legal } of all) {
    for (const colour of liftable(legal)) {
      for (const mandala of targets(legal, colour)) {
        expect(legal).toContain(playText(mandala, colour, fewest(legal, mandala, colour)));
      }
    }
  }
  expect(fewest(['P1R2', 'P1R3'], 1, 'R')).toBe(2);
  expect(fewest([], 1, 'R')).toBe(1);
});

test.each(['', 'P4R1', 'P1X1', 'P1R', 'TX', 'M1R'])('%j is not a move', (text) => {
  expect(readMove(text)).toBeNull();
});

test('every card in hand may be lifted if its player may play', () => {
  for (const { legal, view } of all) {
    const hand = view.players[view.seat ?? 0]?.hand;
    if (!legal.some((move) => move.startsWith('P')) || !hand || total(hand) < 2) continue;
    expect(liftable(legal)).toEqual(new Set(COLOURS.filter((colour) => hand[colour])));
  }
});
