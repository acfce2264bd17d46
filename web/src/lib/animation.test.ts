import { expect, test } from 'vitest';
import { pieceFlights } from './animation.ts';

test('a card goes from the hand to a mountain', () => {
  expect(pieceFlights({ 'hand:0:R': 2 }, { 'hand:0:R': 1, 'mountain:1:R': 1 })).toEqual([
    { from: 'hand:0:R', to: 'mountain:1:R', face: 'R', count: 1 },
  ]);
});

test('a hidden card shows its face when it is revealed', () => {
  const before = { 'hand:1:?': 5, 'mountain:1:G': 1 };
  const after = { 'hand:1:?': 4, 'mountain:1:G': 2 };
  expect(pieceFlights(before, after)).toEqual([
    { from: 'hand:1:?', to: 'mountain:1:G', face: 'G', count: 1 },
  ]);
});

test('equal pieces are paired before hidden ones', () => {
  const before = { 'draw:?': 9, 'hand:0:R': 1 };
  const after = { 'draw:?': 8, 'discard:R': 1, 'hand:0:K': 1 };
  expect(pieceFlights(before, after)).toEqual([
    { from: 'hand:0:R', to: 'discard:R', face: 'R', count: 1 },
    { from: 'draw:?', to: 'hand:0:K', face: 'K', count: 1 },
  ]);
});

test('nothing flies if nothing has changed, or if a piece has no possible origin', () => {
  expect(pieceFlights({ 'a:R': 1 }, { 'a:R': 1 })).toEqual([]);
  expect(pieceFlights({ 'a:R': 1 }, { 'b:K': 1 })).toEqual([]);
});

test('a played card comes from the hand even if its player draws others', () => {
  const before = { 'hand:1:?': 5, 'draw:?': 9 };
  const after = { 'hand:1:?': 8, 'draw:?': 5, 'mountain:1:G': 1 };
  expect(pieceFlights(before, after, [{ event: 'draw', seat: 1, count: 4 }])).toEqual([
    { from: 'draw:?', to: 'hand:1:?', face: '?', count: 3 },
    { from: 'hand:1:G', to: 'mountain:1:G', face: 'G', count: 1 },
    { from: 'draw:?', to: 'hand:1:G', face: '?', count: 1 },
  ]);
});

test('cards dealt from the draw pile come from there', () => {
  expect(pieceFlights({ 'draw:?': 2 }, { 'draw:?': 1, 'mountain:1:G': 1 })).toEqual([
    { from: 'draw:?', to: 'mountain:1:G', face: 'G', count: 1 },
  ]);
});

test('hidden pieces go to their owner before they go to others', () => {
  const before = { 'down:1:0:?': 2, 'down:1:1:?': 3 };
  const after = { 'hand:1:?': 3, 'discard:R': 2 };
  expect(pieceFlights(before, after)).toEqual([
    { from: 'down:1:1:?', to: 'hand:1:?', face: '?', count: 3 },
    { from: 'down:1:0:?', to: 'discard:R', face: 'R', count: 2 },
  ]);
});

test('hidden cards are not paired with tiles', () => {
  const before = { 'stack:??': 1, 'down:1:0:?': 1 };
  const after = { 'discard:R': 1, 'tile:1:K7': 1 };
  expect(pieceFlights(before, after)).toEqual([
    { from: 'stack:??', to: 'tile:1:K7', face: 'K7', count: 1 },
    { from: 'down:1:0:?', to: 'discard:R', face: 'R', count: 1 },
  ]);
});

test('a piece that is turned over in its place does not fly', () => {
  const before = { 'hand:1:?': 2, 'down:1:1:?': 1 };
  expect(pieceFlights(before, { 'hand:1:R': 2, 'discard:K': 1 })).toEqual([
    { from: 'down:1:1:?', to: 'discard:K', face: 'K', count: 1 },
  ]);
});
