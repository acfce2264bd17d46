import { expect, test } from 'vitest';
import { loadPositions } from '../positions.ts';
import { termStops } from './term-stops.ts';

const positions = await loadPositions('flowers');
const kinds = (stops: Set<string>) => [...stops].map((stop) => stop.split(':')[0]);

test('the keyboard finds each word once, if it is on the board', () => {
  for (const { view } of positions) {
    const found = kinds(termStops(view, 0));
    expect(new Set(found).size).toBe(found.length);
    expect(found.includes('tile')).toBe(view.mandalas.some((mandala) => mandala.tiles));
    for (const side of ['up', 'down'] as const)
      expect(found.includes(side)).toBe(
        view.mandalas.some(
          ({ tiles, sides }) =>
            tiles && sides.some((one) => (side === 'up' ? one.face_up : (one.face_down ?? one.uncounted))),
        ),
      );
  }
});

test('at one’s own cards first, and not at a mandala that is gone', () => {
  const { view } = positions.find((one) => one.seats === 2)!;
  const tiles = { dark: 'R2', light: 'Y2' };
  const mandalas = [
    { missing: '', sides: [{}, {}] },
    { tiles, missing: 'OGPK', sides: [{}, { face_up: { O: 1 }, face_down: 2 }] },
    { tiles, missing: 'OGPK', sides: [{ face_up: { G: 1 } }, {}] },
  ];
  expect(termStops({ ...view, mandalas }, 0)).toEqual(
    new Set(['tile:2', 'lights:2', 'up:3:0', 'count:3:0', 'down:2:1']),
  );
});
