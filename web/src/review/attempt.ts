/** Trying a mistake again: whether another move is good enough. */
import type { Candidate, Decision } from '../generated/review.ts';

export type Outcome = 'best' | 'good' | 'same' | 'worse';

/** The moves to choose from, in an order that gives nothing away. */
export const choicesOf = (decision: Decision): Candidate[] =>
  decision.evaluation.candidates.toSorted((a, b) => (a.move < b.move ? -1 : 1));

/** A move is good enough if it loses less than the threshold; what was played is not. */
export function outcomeOf(candidate: Candidate, decision: Decision, threshold: number): Outcome {
  if (candidate.move === decision.move) return 'same';
  if (candidate.move === decision.best) return 'best';
  return candidate.loss.win < threshold ? 'good' : 'worse';
}

export const isRight = (outcome: Outcome | null) => outcome === 'best' || outcome === 'good';
