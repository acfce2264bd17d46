/** A small review for tests. */
import type { Candidate, Decision, Review, SeatReview } from '../generated/review.ts';

export function candidate(move: string, loss: number): Candidate {
  return {
    move,
    kind: 'mountain',
    chances: [0.6 - loss, 0.4 + loss],
    win_error: 0.01,
    margin: 2,
    margin_error: 0.2,
    loss: { win: loss, win_error: 0.01, points: 10 * loss, points_error: 0.2 },
    simulations: 400,
    exact_margin: null,
    line: [],
    facts: {},
  };
}

/** A decision of seat 0 at an odd ply, of seat 1 at an even one. `M1R` is best, `F1G2` was played. */
export function decision(ply: number, loss: number, changes: Partial<Decision> = {}): Decision {
  const candidates = [candidate('M1R', 0), candidate('M1O', 0.03), candidate('F1G2', loss)];
  return {
    ply,
    seat: (ply + 1) % 2,
    move: 'F1G2',
    kind: 'field',
    phase: 'opening',
    legal_moves: 9,
    not_counted: null,
    evaluation: { chances: [0.6, 0.4], places: null, margin: 2, candidates, exact: false },
    best: 'M1R',
    rank: 3,
    loss: candidates[2]!.loss,
    changes: [-loss, loss],
    margins: [0, 0],
    mark: null,
    punished: null,
    draw: null,
    open_cards: null,
    ...changes,
  };
}

const identity = {
  result: 1,
  start: 0.5,
  luck: 0.2,
  others_luck: 0.05,
  losses: 0.1,
  others_losses: 0.25,
  hidden: 0.2,
  unplayed: 0,
};

export function seatReview(seat: number, result: number): SeatReview {
  return {
    seat,
    player: null,
    result,
    margin: 7,
    headline: { loss: 0.021, error: 0.004, points: 0.6, above: 3, below: 4, like: null },
    decisions: 20,
    counted: 15,
    forced: 3,
    no_difference: 2,
    marks: { inaccuracy: 0, mistake: 2, blunder: 1, only_move: 1 },
    by_kind: [],
    by_phase: [],
    deal: 0,
    identity,
    identity_points: identity,
    luck_adjusted: 0.8,
    luckiest: null,
    unluckiest: null,
    lessons: [],
  };
}

export function review(decisions: Decision[]): Review {
  return {
    game: 'mandala',
    options: {},
    commitment: '',
    engine: {
      name: 'net',
      version: 1,
      weights: null,
      search: 400,
      last_word: 4000,
      simulations: 400,
      horizon: 10,
      solver_nodes: 0,
      rules: 1,
      seed: 0,
    },
    thresholds: { inaccuracy: 0.04, mistake: 0.08, blunder: 0.16 },
    scores: [30, 23],
    winners: [0],
    ended: 'finished',
    decisions,
    seats: [seatReview(0, 1), seatReview(1, 0)],
    format: 1,
  };
}
