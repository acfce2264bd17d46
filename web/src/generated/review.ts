// Written by tools/web_types.py from the server's types; do not edit.

export interface Review {
  game: string;
  options: Record<string, string | number>;
  commitment: string;
  engine: Engine;
  thresholds: Record<string, number>;
  scores: number[];
  winners: number[];
  decisions: Decision[];
  seats: SeatReview[];
  ended: string;
  format: number;
}

export interface Engine {
  name: string;
  version: number;
  weights: string | null;
  search: number;
  last_word: number;
  simulations: number;
  horizon: number;
  solver_nodes: number;
  rules: number;
  seed: number;
}

export interface Decision {
  ply: number;
  seat: number;
  move: string;
  kind: string;
  phase: 'end' | 'middle' | 'opening';
  legal_moves: number;
  not_counted: 'forced' | 'no_difference' | null;
  evaluation: Evaluation;
  best: string;
  rank: number;
  loss: Difference;
  changes: number[];
  margins: number[];
  mark: 'blunder' | 'inaccuracy' | 'mistake' | 'only_move' | null;
  punished: boolean | null;
  draw: Draw | null;
  open_cards: OpenCards | null;
}

export interface Evaluation {
  chances: number[];
  places: number[][] | null;
  margin: number;
  candidates: Candidate[];
  exact: boolean;
}

export interface Candidate {
  move: string;
  kind: string;
  chances: number[];
  win_error: number;
  margin: number;
  margin_error: number;
  loss: Difference;
  simulations: number;
  exact_margin: number | null;
  line: string[];
  facts: Record<string, number>;
}

export interface Difference {
  win: number;
  win_error: number;
  points: number;
  points_error: number;
}

export interface Draw {
  changes: number[];
  margins: number[];
  error: number;
}

export interface OpenCards {
  chances: number[];
  best: string;
  loss: number;
}

export interface SeatReview {
  seat: number;
  player: string | null;
  result: number;
  margin: number;
  headline: Headline;
  decisions: number;
  counted: number;
  forced: number;
  no_difference: number;
  marks: Record<string, number>;
  by_kind: Share[];
  by_phase: Share[];
  deal: number;
  identity: Identity;
  identity_points: Identity;
  luck_adjusted: number;
  luckiest: number | null;
  unluckiest: number | null;
  lessons: Lesson[];
}

export interface Headline {
  loss: number | null;
  error: number | null;
  points: number | null;
  above: number | null;
  below: number | null;
  like: number | null;
}

export interface Share {
  name: string;
  counted: number;
  loss: number;
}

export interface Identity {
  result: number;
  start: number;
  luck: number;
  others_luck: number;
  losses: number;
  others_losses: number;
  hidden: number;
  unplayed: number;
}

export interface Lesson {
  ply: number;
  move: string;
  better: string;
  loss: Difference;
  line: string[];
  reason: Reason | null;
}

export interface Reason {
  fact: string;
  unit: 'amount' | 'share';
  played: number;
  better: number;
  explained: number;
}

export interface JudgedMove {
  ply: number;
  candidate: Candidate;
  better: string;
  reason: Reason | null;
}

export interface Advice {
  move: string;
  better: string;
  loss: Difference;
  mark: 'blunder' | 'inaccuracy' | 'mistake' | 'only_move';
  line: string[];
  reason: Reason | null;
}
