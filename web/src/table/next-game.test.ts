import { expect, test } from 'vitest';
import { botsShifted } from './next-game.ts';

test('bots are a level stronger or weaker, within the levels there are', () => {
  expect(botsShifted([null, 2], 1, 6)).toEqual([null, 3]);
  expect(botsShifted([null, 2, 6], 1, 6)).toEqual([null, 3, 6]);
  expect(botsShifted([null, 1], -1, 6)).toBeNull();
  expect(botsShifted([null, 6], 1, 6)).toBeNull();
  expect(botsShifted([null, null], 1, 6)).toBeNull();
});
