import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { View } from '../../generated/flowers.ts';
import type { GameEvent } from '../game-ui.ts';
import positions from './positions.json';

// The settings ask the browser; here is none.
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { settings } = await import('../../lib/settings.svelte.ts');
const { Picking } = await import('./picking.svelte.ts');

const position = positions.find(({ legal }) => (legal as string[]).includes('P2R2'))!;
let picked: string | null;
let tried: string[];
let considered: string[];
let preview: GameEvent[];
const start = () =>
  new Picking(() => ({
    view: position.view as unknown as View,
    seat: 0,
    legal: position.legal,
    picked,
    onpick: (move) => (picked = move),
    onillegal: (move) => tried.push(move),
    onconsider: (move) => considered.push(move),
    previewOf: () => preview,
  }));

beforeEach(() => {
  picked = null;
  tried = [];
  considered = [];
  preview = [];
});
afterEach(() => (settings.confirm = true));

test('lift, place, and change the number', () => {
  const picking = start();
  picking.lift('R');
  expect([picking.held, picked]).toEqual(['R', null]);
  picking.place(2, 'R');
  expect(picked).toBe('P2R1');
  picking.setCount(2);
  expect(picked).toBe('P2R2');
  picking.place(3, 'R');
  expect(picked).toBe('P3R2');
});

test('a number that is not legal is tried, and the pick stays', () => {
  const picking = start();
  picking.place(2, 'R');
  picking.setCount(9);
  expect([picked, tried]).toEqual(['P2R1', ['P2R9']]);
  picking.setCount(0);
  expect(tried).toEqual(['P2R9']);
});

test('the previews of one card more and one fewer are fetched ahead', () => {
  const picking = start();
  picking.place(2, 'R');
  expect(considered).toEqual(['P2R1', 'P2R2']);
});

test('putting everything back cancels the pick', () => {
  const picking = start();
  picking.place(2, 'R');
  picking.lift(null);
  expect([picked, picking.held, picking.play]).toEqual([null, null, null]);
});

test('where moves are not confirmed, the number is asked first', () => {
  settings.confirm = false;
  const picking = start();
  picking.place(2, 'R');
  expect([picked, picking.asks]).toEqual([null, true]);
  expect(considered).toEqual(['P2R1', 'P2R2']);
  picking.setCount(2);
  picking.done();
  expect(picked).toBe('P2R2');
});

test('at a mandala, the preview of the play there is fetched ahead', () => {
  const picking = start();
  picking.consider(2);
  expect(considered).toEqual([]);
  picking.lift('R');
  picking.consider(2);
  expect(considered).toEqual(['P2R1']);
});

test('F4: cards are shown face down when the server says so', () => {
  const picking = start();
  picking.place(2, 'R');
  expect(picking.ghost?.colour).toBe('R');
  preview = [{ event: 'play', face_up: false }];
  expect(start().ghost?.colour).toBe('?');
  preview = [{ event: 'play', face_up: true }];
  expect(start().ghost?.colour).toBe('R');
});

test('F7: whether the cards would count for the majority is what the server says', () => {
  const picking = start();
  picking.place(2, 'R');
  expect(picking.ghost?.uncounted).toBeNull();
  preview = [{ event: 'play', face_up: false, uncounted: true }];
  expect(start().ghost?.uncounted).toBe(true);
  preview = [{ event: 'play', face_up: false }];
  expect(start().ghost?.uncounted).toBe(false);
});
