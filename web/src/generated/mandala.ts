// Written by tools/web_types.py from the server's types; do not edit.

export interface View {
  beginner: number;
  discard: Record<string, number>;
  discards_in_a_row?: number;
  draw?: Record<string, number>;
  draw_size: number;
  ending?: boolean;
  game: 'mandala';
  mandalas: MandalaInView[];
  phase: string;
  players: PlayerInView[];
  resolving?: number;
  seat: number | null;
  tie_break?: TieBreak;
  to_move: number | null;
  winners?: number[];
}

export interface MandalaInView {
  fields: Record<string, number>[];
  missing: string;
  mountain: Record<string, number>;
}

export interface PlayerInView {
  cup?: Record<string, number>;
  cup_claimed?: Record<string, number>;
  cup_size: number;
  hand?: Record<string, number>;
  hand_size: number;
  points?: number;
  river: string;
  river_points?: number[];
}

export interface TieBreak {
  counts?: number[];
  rule: string;
  tied: number[];
}

export interface MountainEvent {
  colour: Colour;
  count: number;
  event: 'mountain';
  mandala: number;
  seat: number;
}

export interface FieldEvent {
  colour: Colour;
  count: number;
  event: 'field';
  mandala: number;
  seat: number;
}

export interface DiscardEvent {
  colour: Colour;
  count: number;
  event: 'discard';
  seat: number;
}

export interface DrawEvent {
  cards?: Record<string, number>;
  count: number;
  event: 'draw';
  seat: number;
}

export interface ReshuffleEvent {
  draw_size: number;
  event: 'reshuffle';
}

export interface CompleteEvent {
  event: 'complete';
  first: number;
  mandala: number;
}

export interface TakeEvent {
  colour: Colour;
  count: number;
  event: 'take';
  mandala: number;
  river_place?: number;
  seat: number;
  to_cup?: number;
}

export interface ClearEvent {
  discarded: Record<string, number>;
  event: 'clear';
  mandala: number;
}

export interface RefillEvent {
  cards?: Record<string, number>;
  count?: number;
  event: 'refill';
  mandala: number;
}

export interface EndEvent {
  event: 'end';
  reason: 'draw_pile' | 'idle' | 'sixth_colour';
  scores?: number[];
  winners?: number[];
}

export type GameEvent = MountainEvent | FieldEvent | DiscardEvent | DrawEvent | ReshuffleEvent | CompleteEvent | TakeEvent | ClearEvent | RefillEvent | EndEvent;

type Colour = 'R' | 'O' | 'Y' | 'G' | 'P' | 'K';

export interface IllegalMoves {
  over: object;
  nothing_shared_out: object;
  must_take: { mandala: number };
  not_in_mountain: { colour: Colour; mandala: number };
  not_in_hand: { colour: Colour };
  too_few_in_hand: { count: number; colour: Colour };
  lies_in_mountain: { colour: Colour; mandala: number };
  lies_in_own_field: { colour: Colour; mandala: number };
  lies_in_their_field: { colour: Colour; mandala: number };
  keep_a_card: object;
  nothing_to_draw: object;
}

export type IllegalMove = { [Code in keyof IllegalMoves]: { code: Code } & IllegalMoves[Code] }[keyof IllegalMoves];

export type ReviewFact = 'you_complete' | 'they_complete' | 'you_take_first' | 'they_take_first' | 'your_points' | 'their_points' | 'your_new_colours' | 'their_new_colours' | 'your_cards';

export const PLACES: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6];

export const DISCARD_LIMIT: number = 20;
