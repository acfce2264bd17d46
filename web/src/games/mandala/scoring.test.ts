import { expect, test } from 'vitest';
import type { View } from '../../generated/mandala.ts';
import { loadPositions } from '../positions.ts';
import { placeless, steps } from './scoring.ts';

const positions = await loadPositions('mandala');
const over = positions.find((position) => position.view.phase === 'over')!.view;

/** A final view in which both players have the given river and cup. */
function end(river: string, cup: Record<string, number>, river_points: number[]): View {
  const player = {
    river,
    cup,
    river_points,
    points: river_points.reduce((a, b) => a + b, 0),
    hand_size: 1,
    cup_size: Object.values(cup).reduce((a, b) => a + b, 0),
  };
  return { ...over, players: [player, player] };
}

test('the steps add up to the points of the server', () => {
  expect(steps(over).at(-1)!.sums).toEqual(over.players.map((player) => player.points));
});

test('the points of each place are those of the server, whatever they are', () => {
  const found = steps(end('ROYGPK', { R: 4, O: 5, Y: 6, P: 3, K: 1 }, [7, 10, 18, 0, 15, 6]));
  expect(found.map((step) => step.rows[0]!.points)).toEqual([7, 10, 18, 0, 15, 6]);
  expect(found.at(-1)!.sums).toEqual([56, 56]);
});

test('cards without a place in the river are a step of their own and score nothing', () => {
  const view = end('RO', { R: 2, K: 3 }, [2, 0]);
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
