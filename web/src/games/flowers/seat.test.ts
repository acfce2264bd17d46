import { render } from 'svelte/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlayerInView } from '../../generated/flowers.ts';
import Seat from './Seat.svelte';

// The real settings need a browser.
const settings = vi.hoisted(() => ({ language: 'en', letters: true }));
vi.mock('../../lib/settings.svelte.ts', () => ({ settings }));
beforeEach(() => void (settings.language = 'en'));

const player = { seat: 1, name: 'Babette', bot: null, here: true, mine: false, you: false };
const seatOf = (has: PlayerInView) =>
  render(Seat, {
    props: {
      has,
      player,
      turn: false,
      won: false,
      own: false,
      highlighted: new Set<string>(),
      may: false,
    },
  }).body;

const FACE_DOWN = {
  hand_size: 4,
  singles: ['O4'],
  flowers: [{ back: 'dark' }, { back: 'light' }],
  visible_points: 4,
};

test('face-down flowers show their backs, and only known points are shown', () => {
  const html = seatOf(FACE_DOWN);
  expect(html).toContain('dark flower, face down; light flower, face down');
  expect(html).toContain('4 + ?');
  expect(html).toContain('4 points in single tiles, and more in flowers that lie face down');
});

test('in German too', () => {
  settings.language = 'de';
  const html = seatOf(FACE_DOWN);
  expect(html).toContain('dunkle Blume, verdeckt; helle Blume, verdeckt');
  expect(html).toContain('4 Punkte mit einzelnen Plättchen, dazu die verdeckten Blumen');
});

test('visible flowers show their numbers and points', () => {
  const flower = { back: 'dark', colour: 'R', values: ['3', '7'], points: 13 };
  const html = seatOf({ hand_size: 4, singles: ['O4'], flowers: [flower], points: 17 });
  expect(html).toContain('red flower, 3 and 7: 13 points');
  expect(html).toContain('>17</b>');
  expect(html).not.toMatch(/face down|\?<\/b>/);
});
