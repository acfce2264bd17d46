import { expect, test } from 'vitest';
import { ROWS, type View } from '../../generated/patterns.ts';
import { COLOURS } from '../../lib/colours.ts';
import { leftOver, tileAt } from './fields.ts';
import {
  allotment,
  ghost,
  kindsIn,
  attemptedMove,
  movesByField,
  readMove,
  placements,
  STOP,
} from './moves.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('patterns');
const theirTurn = positions.filter((position) => position.legal.length > 0);
const at = (phase: string) => theirTurn.filter((position) => position.view.phase === phase);
const actor = (view: View) => view.to_move!;

/** A small position: black tiles everywhere but on the given fields. */
function view(fields: Record<string, string>, mine: string, river: string): View {
  const all = Object.fromEntries(ROWS.flat().map((field) => [field, fields[field] ?? 'K']));
  const player = { group_points: [...river].map(() => 0), points: 0 };
  return {
    game: 'patterns',
    seat: 0,
    to_move: 0,
    phase: 'playing',
    beginner: 0,
    fields: all,
    players: [
      { ...player, river, swap_tile: mine },
      { group_points: [], points: 0, river: '', swap_tile: 'P' },
    ],
  };
}

test('there are sample positions of all phases', () => {
  expect(new Set(theirTurn.map((position) => position.view.phase))).toEqual(
    new Set(['allotting', 'playing', 'last_flips']),
  );
});

test.each(theirTurn)('all legal moves can be picked, and nothing else, at move $ply', ({ view, legal }) => {
  const picked = new Set<string>();
  for (const moves of movesByField(legal).values()) for (const move of moves) picked.add(move);
  for (const move of placements(view, actor(view), legal).values()) picked.add(move);
  for (const colour of leftOver(view)) for (const seat of [0, 1]) picked.add(allotment(view, colour, seat));
  if (legal.includes(STOP)) picked.add(STOP);
  expect([...picked].sort()).toEqual([...legal].sort());
});

test.each(at('playing'))('the swap tile may go where it opens or swaps, at move $ply', ({ view, legal }) => {
  const found = placements(view, actor(view), legal);
  for (const [field, move] of found) expect(readMove(move)).toMatchObject({ field });
  const laid = legal.filter((move) => move[0] !== 'F');
  for (const move of laid) expect(found.get(move.slice(1))).toBe(move);
});

test('P8: the swap tile on a tile of its own colour is a flip', () => {
  const now = view({ d4: 'R01', d5: 'R', e4: 'Y' }, 'R', 'R');
  const found = placements(now, 0, ['Fd5', 'Se4']);
  expect(Object.fromEntries(found)).toEqual({ d5: 'Fd5', e4: 'Se4' });
});

test('a field with two moves offers a choice, which a lifted tile settles', () => {
  const now = view({ d4: 'R01', d5: 'R' }, 'G', 'R');
  expect(movesByField(['Od5', 'Fd5']).get('d5')).toEqual(['Od5', 'Fd5']);
  expect(placements(now, 0, ['Od5', 'Fd5']).get('d5')).toBe('Od5');
});

test('an illegal pick is still a move that the server can explain', () => {
  const opened = view({ d4: 'R01', d5: 'Y', e5: 'R' }, 'R', 'R');
  expect(attemptedMove(opened, 'h5')).toBe('Ph5');
  expect(attemptedMove({ ...opened, phase: 'last_flips' }, 'd5')).toBe('Fd5');
});

test.each(at('allotting'))('each tile can be put into each bowl', ({ view, legal }) => {
  const [one, two] = leftOver(view);
  expect(allotment(view, one!, view.beginner)).toBe(allotment(view, two!, 1 - view.beginner));
  expect(legal).toContain(allotment(view, two!, view.beginner));
});

test.each(theirTurn)('a tile is shown at its target at once, at move $ply', ({ view, legal }) => {
  for (const move of legal) {
    const shown = ghost(view, actor(view), move, []);
    const parsed = readMove(move);
    if (parsed.kind === 'stop') expect(shown.field).toBeNull();
    else if (parsed.kind === 'allot') expect(shown.bowls[view.beginner]).toBe(parsed.colour);
    else {
      const swap = view.players[actor(view)]!.swap_tile;
      expect(shown.field).toBe(parsed.field);
      expect(shown.colour).toBe(parsed.kind === 'flip' ? tileAt(view, parsed.field).colour : swap);
      expect([shown.marker, ...shown.bowls]).toEqual([null, null, null]);
    }
  }
  expect(ghost(view, actor(view), null, []).field).toBeNull();
});

test('the marker and the new swap tile come from the server’s preview', () => {
  const now = view({ d4: 'R01' }, 'G', 'R');
  const open = { event: 'open', seat: 0, field: 'd5', colour: 'G', taken: 'K', marker: 2 } as const;
  expect(ghost(now, 0, 'Od5', [open])).toEqual({
    field: 'd5',
    colour: 'G',
    marker: 2,
    bowls: ['K', null],
  });
  const flip = { event: 'flip', seat: 0, field: 'd5', colour: 'K' } as const;
  expect(ghost(now, 0, 'Fd5', [flip])).toMatchObject({ colour: 'K', marker: null, bowls: [null, null] });
});

test('the legend has the possible kinds of moves, in the order of the rules', () => {
  expect(kindsIn(['Fd4', 'Od5'])).toEqual(['open', 'flip']);
  expect(kindsIn(['X', ...COLOURS.map((colour) => `A${colour}`)])).toEqual([]);
});
