import { expect, test } from 'vitest';
import type { View } from '../../generated/mandala.ts';
import positions from './positions.json' with { type: 'json' };
import { placeless, steps, tied } from './scoring.ts';

const over = positions.find((position) => position.view.phase === 'over')!.view as unknown as View;

/** A final view of two players alike, but for what is given. */
function end(river: string, cup: Record<string, number>, points: number): View {
  const player = {
    river,
    cup,
    points,
    hand_size: 1,
    cup_size: Object.values(cup).reduce((a, b) => a + b, 0),
  };
  return { ...over, players: [player, player] };
}

test('the steps add up to the points of the server', () => {
  expect(steps(over).at(-1)!.sums).toEqual(over.players.map((player) => player.points));
});

test('the example of the rules makes 53', () => {
  const found = steps(end('ROYGPK', { R: 4, O: 5, Y: 6, P: 3, K: 1 }, 53));
  expect(found.map((step) => step.rows[0]!.points)).toEqual([4, 10, 18, 0, 15, 6]);
  expect(found.at(-1)!.sums).toEqual([53, 53]);
});

test('cards without a place in the river are a step of their own and score nothing', () => {
  const view = end('RO', { R: 2, K: 3 }, 2);
  const found = steps(view);
  expect(found).toHaveLength(7);
  expect(found.at(-1)).toEqual({
    place: 0,
    rows: [
      { colour: null, count: 3, points: 0 },
      { colour: null, count: 3, points: 0 },
    ],
    sums: [2, 2],
  });
  expect(placeless(view, 0)).toEqual({ K: 3 });
});

test('a tie is one of points', () => {
  expect(tied(over)).toBe(false);
  expect(tied(end('R', { R: 1 }, 1))).toBe(true);
});
