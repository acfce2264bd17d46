import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameEvent } from '../../generated/flowers.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('flowers');

// The settings read from the browser, which is missing here.
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { settings } = await import('../../lib/settings.svelte.ts');
const { MoveBuilder } = await import('./move-builder.svelte.ts');

const position = positions.find(({ legal }) => (legal as string[]).includes('P2R2'))!;
let picked: string | null;
let tried: string[];
let considered: string[];
let preview: GameEvent[];
const start = () =>
  new MoveBuilder(() => ({
    view: position.view,
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
  const builder = start();
  builder.lift('R');
  expect([builder.held, picked]).toEqual(['R', null]);
  builder.place(2, 'R');
  expect(picked).toBe('P2R1');
  builder.setCount(2);
  expect(picked).toBe('P2R2');
  builder.place(3, 'R');
  expect(picked).toBe('P3R2');
});

test('an illegal number is reported, and the pick stays', () => {
  const builder = start();
  builder.place(2, 'R');
  builder.setCount(9);
  expect([picked, tried]).toEqual(['P2R1', ['P2R9']]);
  builder.setCount(0);
  expect(tried).toEqual(['P2R9']);
});

test('the previews of one card more and one fewer are fetched ahead', () => {
  const builder = start();
  builder.place(2, 'R');
  expect(considered).toEqual(['P2R1', 'P2R2']);
});

test('putting everything back cancels the pick', () => {
  const builder = start();
  builder.place(2, 'R');
  builder.lift(null);
  expect([picked, builder.held, builder.play]).toEqual([null, null, null]);
});

test('if moves are not confirmed, the number is chosen first', () => {
  settings.confirm = false;
  const builder = start();
  builder.place(2, 'R');
  expect([picked, builder.asks]).toEqual([null, true]);
  expect(considered).toEqual(['P2R1', 'P2R2']);
  builder.setCount(2);
  builder.done();
  expect(picked).toBe('P2R2');
});

test('at a mandala, the preview of the play there is fetched ahead', () => {
  const builder = start();
  builder.consider(2);
  expect(considered).toEqual([]);
  builder.lift('R');
  builder.consider(2);
  expect(considered).toEqual(['P2R1']);
});

const PLAY = { event: 'play', seat: 0, mandala: 2, colour: 'R', count: 1, face_up: false } as const;

test('F4: cards are shown face down when the server says so', () => {
  const builder = start();
  builder.place(2, 'R');
  expect(builder.ghost?.colour).toBe('R');
  preview = [PLAY];
  expect(start().ghost?.colour).toBe('?');
  preview = [{ ...PLAY, face_up: true }];
  expect(start().ghost?.colour).toBe('R');
});

test('F7: the server says whether the cards would count for the majority', () => {
  const builder = start();
  builder.place(2, 'R');
  expect(builder.ghost?.uncounted).toBeNull();
  preview = [{ ...PLAY, uncounted: true }];
  expect(start().ghost?.uncounted).toBe(true);
  preview = [PLAY];
  expect(start().ghost?.uncounted).toBe(false);
});
