/** Which decisions of a review count as mistakes, and how to get from one to the next. */
import type { Decision, Review } from '../generated/review.ts';

export type Mark = NonNullable<Decision['mark']>;

export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??', only_move: '!' };

/** The marks for losses, from the smallest. */
export const LOSSES = ['inaccuracy', 'mistake', 'blunder'] as const satisfies readonly Mark[];

/** Smaller multiples of the standard error may be noise. */
const CLEAR = 3;

/** The least loss that the slider can choose, and its step, in chances to win. */
export const STEP = 0.01;

/** The loss from which the review itself gives marks. */
export const usualThreshold = (review: Review): number => review.thresholds['inaccuracy'] ?? 0.04;

/** The largest useful threshold: that of blunders, or the largest loss. */
export function largestThreshold(review: Review): number {
  const losses = review.decisions.map((decision) => decision.loss.win);
  const most = Math.max(review.thresholds['blunder'] ?? 0, ...losses);
  return Math.ceil(most / STEP) * STEP;
}

export function isMistake({ loss, not_counted: reason }: Decision, threshold: number): boolean {
  return reason === null && loss.win >= threshold && loss.win > CLEAR * loss.win_error;
}

/** The mistakes of a seat, in the order of moves. */
export function mistakesOf(review: Review, seat: number, threshold: number): Decision[] {
  return review.decisions.filter((decision) => decision.seat === seat && isMistake(decision, threshold));
}

/** The ply of the next mistake after a ply, or of the one before it; null if there is none. */
export function nearestMistake(mistakes: readonly Decision[], ply: number, step: 1 | -1): number | null {
  const found =
    step === 1
      ? mistakes.find((decision) => decision.ply > ply)
      : mistakes.findLast((decision) => decision.ply < ply);
  return found?.ply ?? null;
}
