import { expect, test } from 'vitest';
import type { View } from '../../generated/flowers.ts';
import { COLOURS } from '../../lib/words.ts';
import {
  counts,
  liftable,
  likelyCount,
  PASS,
  playText,
  readMove,
  takeable,
  takeText,
  targets,
} from './moves.ts';
import { outlook, total } from './outlook.ts';
import positions from './positions.json';

const all = positions.map((position) => ({ legal: position.legal, view: position.view as unknown as View }));

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

test('a pass stands alone, and no pick leads to another move', () => {
  expect(liftable([PASS]).size).toBe(0);
  expect(takeable([PASS]).size).toBe(0);
  expect(readMove(PASS)).toEqual({ kind: 'pass' });
});

test('the number of cards begins with one that is legal', () => {
  for (const { legal, view } of all) {
    for (const colour of liftable(legal)) {
      for (const mandala of targets(legal, colour)) {
        expect(legal).toContain(playText(mandala, colour, likelyCount(legal, view, mandala, colour)));
      }
    }
  }
});

test('one card while it brings new ones, all of a colour with a full hand', () => {
  const hand = (hand_size: number) => ({ to_move: 0, players: [{ hand_size }] }) as unknown as View;
  const legal = ['P1R1', 'P1R2', 'P1R3'];
  expect(likelyCount(legal, hand(5), 1, 'R')).toBe(1);
  expect(likelyCount(legal, hand(11), 1, 'R')).toBe(3);
  expect(likelyCount([], hand(1), 1, 'R')).toBe(1);
});

test.each(['', 'P4R1', 'P1X1', 'P1R', 'TX', 'M1R'])('%j is no move', (text) => {
  expect(readMove(text)).toBeNull();
});

/** The next views in positions.json say what really came of a move. */
test('the outlook of a play is what happened', () => {
  let compared = 0;
  for (const position of positions) {
    const [first] = position.just as { event: string; [field: string]: unknown }[];
    if (first?.event !== 'play') continue;
    const before = position.before as unknown as View;
    const play = readMove(`P${first['mandala']}${first['colour']}${first['count']}`);
    if (play?.kind !== 'play') throw new Error('not a play');
    const then = outlook(play, before);
    const kinds = position.just.map((event) => event.event);
    const drawn = position.just.find((event) => event.event === 'draw') as { count: number } | undefined;
    expect(then.faceUp).toBe(first['face_up']);
    expect(then.draws).toBe(drawn?.count ?? 0);
    expect(then.completes).toBe(kinds.includes('complete'));
    expect(then.markerMoves).toBe(kinds.includes('majority'));
    compared++;
  }
  expect(compared).toBeGreaterThan(20);
});

test('the cards of a hand are those that may be lifted, where one may play', () => {
  for (const { legal, view } of all) {
    const hand = view.players[view.seat ?? 0]?.hand;
    if (!legal.some((move) => move.startsWith('P')) || !hand || total(hand) < 2) continue;
    expect(liftable(legal)).toEqual(new Set(COLOURS.filter((colour) => hand[colour])));
  }
});
