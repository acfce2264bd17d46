import { expect, test } from 'vitest';
import { ROWS, type GameEvent } from '../../generated/patterns.ts';
import { pieceFlights } from '../../lib/animation.ts';
import { COLOURS } from '../../lib/colours.ts';
import { column, groups, row, step } from './fields.ts';
import { highlightedBowls, highlightedFields } from './highlights.ts';
import { outline } from './outline.ts';
import { pieces } from './pieces.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('patterns');
const FIELDS = ROWS.flat();

test('P2: the fields are the same as in the views', () => {
  for (const { view } of positions) expect(Object.keys(view.fields).sort()).toEqual([...FIELDS].sort());
  expect([column('a3'), row('a3'), column('f8'), row('f8')]).toEqual([0, 5, 5, 0]);
});

test('arrow keys reach every field from every other, and never leave the board', () => {
  const reached = new Set(['d4']);
  for (const field of reached)
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const to = step(field, key);
      if (to) reached.add(to);
    }
  expect([...reached].sort()).toEqual([...FIELDS].sort());
  expect(step('c1', 'ArrowLeft')).toBeNull();
  expect(step('c1', 'ArrowDown')).toBeNull();
  expect(step('a3', 'ArrowDown')).toBe('b2');
  expect(step('h6', 'ArrowUp')).toBe('g7');
  expect(step('e2', 'Home')).toBe('b2');
  expect(step('e2', 'End')).toBe('g2');
  expect(step('e2', 'Enter')).toBeNull();
});

test.each(positions)('P12: sizes and markers give the points of the view, at move $ply', ({ view }) => {
  for (const group of groups(view)) {
    expect(group.points).toBe(group.counted * group.marker);
    expect(group.fields).toContain(group.markerField);
  }
  const backUp = Object.values(view.fields).filter((text) => text.length > 1);
  expect(groups(view).flatMap((group) => group.fields)).toHaveLength(backUp.length);
});

test.each(positions)('there are always nine tiles of each colour, at move $ply', ({ view }) => {
  const places = Object.entries(pieces(view));
  for (const colour of COLOURS)
    expect(places.filter(([place]) => place.endsWith(`:${colour}`)).reduce((sum, [, n]) => sum + n, 0)).toBe(
      9,
    );
});

test.each(positions.filter((position) => position.before))(
  'tiles fly between bowl and board as the last move says, at move $ply',
  ({ before, view, last_events: lastEvents }) => {
    const move = lastEvents[0]!;
    const found = pieceFlights(pieces(before!), pieces(view));
    if ('taken' in move && move.taken !== move.colour) {
      const [bowl, field] = [`bowl:${move.seat}`, `field:${move.field}`];
      expect(found).toHaveLength(2);
      expect(found).toContainEqual({
        from: `${bowl}:${move.colour}`,
        to: `${field}:${move.colour}`,
        face: move.colour,
        count: 1,
      });
      expect(found).toContainEqual({
        from: `${field}:${move.taken}`,
        to: `${bowl}:${move.taken}`,
        face: move.taken,
        count: 1,
      });
    } else if (move.event === 'allot') {
      expect(found.map((flight) => flight.from.split(':')[0])).toEqual(['left', 'left']);
    } else expect(found).toEqual([]);
  },
);

test('the last changes are highlighted', () => {
  const allot: GameEvent = { event: 'allot', seat: 1, beginner: 0, beginner_colour: 'R', other_colour: 'O' };
  const swap = { event: 'swap', seat: 1, field: 'd1', colour: 'G', taken: 'O' } as const;
  expect(highlightedFields([swap, { event: 'flip', seat: 0, field: 'c3', colour: 'Y' }])).toEqual(
    new Set(['d1', 'c3']),
  );
  expect(highlightedBowls([swap, { event: 'flip', seat: 0, field: 'c3', colour: 'Y' }])).toEqual(
    new Set([1]),
  );
  expect(highlightedBowls([allot])).toEqual(new Set([0, 1]));
});

test('the outline of a group is one line; holes and fields that only touch by a corner have their own', () => {
  const lines = (fields: string[]) => outline(fields, 0.05, 0.2).match(/M/g)!.length;
  const corners = (fields: string[]) => outline(fields, 0.05, 0.2).match(/Q/g)!.length;
  expect(corners(['d4'])).toBe(4);
  expect(corners(['d4', 'e4', 'f4'])).toBe(4);
  expect(corners(['d4', 'e4', 'e5'])).toBe(6);
  expect([lines(['d4', 'd5', 'e5', 'e4']), lines(['d4', 'e5'])]).toEqual([1, 2]);
  const ring = ['c3', 'd3', 'e3', 'c4', 'e4', 'c5', 'd5', 'e5'];
  expect(lines(ring)).toBe(2);
  expect(lines(ring.slice(0, -1))).toBe(1);
});

test('the outline runs a little inside the field', () => {
  expect(outline(['a6'], 0.1, 0)).toContain('0.1 2.1');
  expect(outline(['a6'], 0.1, 0)).toContain('0.9 2.9');
});
