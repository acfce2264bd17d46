import { expect, test } from 'vitest';
import { COLOURS } from '../../lib/colours.ts';
import { countsAt, moveText, place, readMove, takeable, TARGETS, targetsOf, withCount } from './moves.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('mandala');
const turns = positions.filter((position) => position.legal.length > 0);

test('picks can build exactly the legal moves, in every position', () => {
  expect(turns.length).toBeGreaterThan(10);
  for (const { legal } of turns) {
    const built = COLOURS.flatMap((colour) =>
      targetsOf(legal, colour).flatMap((target) =>
        countsAt(legal, target, colour).map((count) => moveText(target, colour, count)),
      ),
    );
    const taken = takeable(legal).map((colour) => `T${colour}`);
    expect([...built, ...taken].sort()).toEqual([...legal].sort());
  }
});

test('a target is open exactly where some legal move goes, and the move it presets is legal', () => {
  for (const { legal } of turns) {
    for (const colour of COLOURS) {
      for (const target of TARGETS) {
        const goes = legal.some((move) => move.startsWith(target + colour));
        const preset = place(legal, target, colour);
        expect(targetsOf(legal, colour).includes(target)).toBe(goes);
        expect(preset !== null).toBe(goes);
        if (preset) expect(legal).toContain(preset);
      }
    }
  }
});

test('the number is preset to all cards that may go', () => {
  const legal = ['F1P1', 'F1P2', 'F1P3', 'DP1', 'M1P'];
  expect(place(legal, 'F1', 'P')).toBe('F1P3');
  expect(place(legal, 'D', 'P')).toBe('DP1');
  expect(place(legal, 'M1', 'P')).toBe('M1P');
  expect(place(legal, 'F2', 'P')).toBeNull();
  expect(place(legal, 'F1', 'R')).toBeNull();
});

test('a move is read as it is written', () => {
  expect(readMove('M2K')).toEqual({ target: 'M2', colour: 'K', count: 1 });
  expect(readMove('F1R7')).toEqual({ target: 'F1', colour: 'R', count: 7 });
  expect(readMove('DG2')).toEqual({ target: 'D', colour: 'G', count: 2 });
  expect(readMove('TO')).toEqual({ target: 'T', colour: 'O', count: 1 });
  for (const nonsense of ['', 'M3R', 'F1', 'XR', 'F1Z2', 'M1R F1R1']) expect(readMove(nonsense)).toBeNull();
});

test('another number makes another move, except where it is always one card or a whole colour', () => {
  expect(withCount('F2R1', 3)).toBe('F2R3');
  expect(withCount('DR3', 1)).toBe('DR1');
  expect(withCount('M1R', 3)).toBe('M1R');
  expect(withCount('TR', 2)).toBe('TR');
});
