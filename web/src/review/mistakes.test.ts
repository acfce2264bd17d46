import { expect, test } from 'vitest';
import { choicesOf, isRight, outcomeOf } from './attempt.ts';
import { isMistake, largestThreshold, mistakesOf, nearestMistake, usualThreshold } from './mistakes.ts';
import { candidate, decision, review } from './sample-review.ts';

const game = review([decision(1, 0.05), decision(2, 0.3), decision(3, 0.02), decision(5, 0.2)]);

test('a mistake loses at least the threshold, clearly more than the error, and counts', () => {
  expect(isMistake(decision(1, 0.05), 0.05)).toBe(true);
  expect(isMistake(decision(1, 0.05), 0.06)).toBe(false);
  expect(isMistake(decision(1, 0.03), 0.01)).toBe(false); // three standard errors
  expect(isMistake(decision(1, 0.05, { not_counted: 'no_difference' }), 0.01)).toBe(false);
});

test('the threshold decides which mistakes of a seat are shown', () => {
  const shown = (threshold: number) => mistakesOf(game, 0, threshold).map(({ ply }) => ply);
  expect(shown(usualThreshold(game))).toEqual([1, 5]);
  expect(shown(0.1)).toEqual([5]);
  expect(shown(0.25)).toEqual([]);
  expect(mistakesOf(game, 1, 0.1).map(({ ply }) => ply)).toEqual([2]);
  expect(largestThreshold(game)).toBeCloseTo(0.3);
  expect(largestThreshold(review([]))).toBeCloseTo(0.16);
});

test('next and previous mistake', () => {
  const mistakes = mistakesOf(game, 0, 0.04);
  expect([0, 1, 3, 5].map((ply) => nearestMistake(mistakes, ply, 1))).toEqual([1, 5, 5, null]);
  expect([1, 3, 6].map((ply) => nearestMistake(mistakes, ply, -1))).toEqual([null, 1, 5]);
});

test('trying again accepts moves that lose less than the threshold', () => {
  const before = decision(1, 0.12);
  const outcome = (move: string, loss: number) => outcomeOf(candidate(move, loss), before, 0.04);
  expect(outcome('M1R', 0)).toBe('best');
  expect(outcome('M1O', 0.03)).toBe('good');
  expect(outcome('M1O', 0.04)).toBe('worse');
  expect(outcome('F1G2', 0.12)).toBe('same');
  expect((['same', 'worse', 'good', 'best'] as const).map(isRight)).toEqual([false, false, true, true]);
});

test('the order of choices does not give the best away', () => {
  expect(choicesOf(decision(1, 0.12)).map(({ move }) => move)).toEqual(['F1G2', 'M1O', 'M1R']);
});
