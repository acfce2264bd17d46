import { expect, test } from 'vitest';
import { flights } from './flights.ts';

test('a card goes from the hand to a mountain', () => {
  expect(flights({ 'hand:0:R': 2 }, { 'hand:0:R': 1, 'mountain:1:R': 1 })).toEqual([
    { from: 'hand:0:R', to: 'mountain:1:R', face: 'R', count: 1 },
  ]);
});

test('a hidden card shows its face when it is laid open', () => {
  const before = { 'hand:1:?': 5, 'mountain:1:G': 1 };
  const after = { 'hand:1:?': 4, 'mountain:1:G': 2 };
  expect(flights(before, after)).toEqual([{ from: 'hand:1:?', to: 'mountain:1:G', face: 'G', count: 1 }]);
});

test('pieces alike are paired before hidden ones', () => {
  const before = { 'draw:?': 9, 'hand:0:R': 1 };
  const after = { 'draw:?': 8, 'discard:R': 1, 'hand:0:K': 1 };
  expect(flights(before, after)).toEqual([
    { from: 'hand:0:R', to: 'discard:R', face: 'R', count: 1 },
    { from: 'draw:?', to: 'hand:0:K', face: 'K', count: 1 },
  ]);
});

test('nothing flies where nothing has changed, or where a piece has no way to have come', () => {
  expect(flights({ 'a:R': 1 }, { 'a:R': 1 })).toEqual([]);
  expect(flights({ 'a:R': 1 }, { 'b:K': 1 })).toEqual([]);
});
