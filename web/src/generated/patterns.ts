// Written by tools/web_types.py from the server's types; do not edit.

export interface View {
  beginner: number;
  fields: Record<string, string>;
  game: 'patterns';
  left_over?: string;
  phase: string;
  players: PlayerInView[];
  seat: number | null;
  tie_break?: TieBreak;
  to_move: number | null;
  winners?: number[];
}

export interface PlayerInView {
  group_points: number[];
  points: number;
  river: string;
  swap_tile?: string;
}

export interface TieBreak {
  counts?: number[];
  rule: string;
  tied: number[];
}

export interface AllotEvent {
  beginner: number;
  beginner_colour: Colour;
  event: 'allot';
  other_colour: Colour;
  seat: number;
}

export interface OpenEvent {
  colour: Colour;
  event: 'open';
  field: string;
  marker: number;
  seat: number;
  taken: Colour;
}

export interface SwapEvent {
  colour: Colour;
  event: 'swap';
  field: string;
  seat: number;
  taken: Colour;
}

export interface FlipEvent {
  colour: Colour;
  event: 'flip';
  field: string;
  seat: number;
}

export interface StopEvent {
  event: 'stop';
  seat: number;
}

export interface NoMovesEvent {
  event: 'no_moves';
  last_flips: boolean;
  seat: number;
}

export interface EndEvent {
  event: 'end';
  scores: number[];
  winners: number[];
}

export type GameEvent = AllotEvent | OpenEvent | SwapEvent | FlipEvent | StopEvent | NoMovesEvent | EndEvent;

type Colour = 'R' | 'O' | 'Y' | 'G' | 'P' | 'K';

export interface IllegalMoves {
  over: object;
  allotted: object;
  allot_first: object;
  not_left_over: { first_colour: Colour; second_colour: Colour; colour: Colour };
  must_act: object;
  only_flips: object;
  back_up: { field: string };
  opened: { colour: Colour };
  not_opened: { colour: Colour };
  no_group: { colour: Colour };
  apart: { field: string; colour: Colour };
  diagonal: { field: string; colour: Colour };
  touches_theirs: { colour: Colour };
  same_as_flip: { field: string };
}

export type IllegalMove = { [Code in keyof IllegalMoves]: { code: Code } & IllegalMoves[Code] }[keyof IllegalMoves];

export type ReviewFact = 'your_points' | 'their_points' | 'you_open' | 'they_open' | 'your_dead_groups' | 'their_dead_groups';

export const ROWS: ReadonlyArray<ReadonlyArray<string>> = [["c8", "d8", "e8", "f8"], ["b7", "c7", "d7", "e7", "f7", "g7"], ["a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"], ["a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5"], ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"], ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"], ["b2", "c2", "d2", "e2", "f2", "g2"], ["c1", "d1", "e1", "f1"]];

export const MARKERS: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6];

export const COUNTED_TILES: ReadonlyArray<number> = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
