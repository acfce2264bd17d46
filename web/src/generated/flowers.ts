// Written by tools/web_types.py from the server's types; do not edit.

export interface View {
  beginner: number;
  discard: Record<string, number>;
  draw?: Record<string, number>;
  draw_size: number;
  final_mandalas: string;
  finishing?: boolean;
  game: 'flowers';
  last_round?: boolean;
  mandalas: MandalaInView[];
  phase: string;
  players: PlayerInView[];
  resolving?: number;
  seat: number | null;
  stacks: StacksInView;
  tie_break?: TieBreak;
  to_move: number | null;
  winners?: number[];
}

export interface MandalaInView {
  marker?: number;
  missing: string;
  sides: SideInView[];
  tiles?: TilesInView;
}

export interface SideInView {
  face_down?: number;
  face_down_cards?: Record<string, number>;
  face_up?: Record<string, number>;
  uncounted?: number;
}

export interface TilesInView {
  dark: string;
  light: string;
}

export interface PlayerInView {
  flowers: FlowerInView[];
  hand?: Record<string, number>;
  hand_size: number;
  known?: Record<string, number>;
  points?: number;
  singles: string[];
  visible_points?: number;
}

export interface FlowerInView {
  back: string;
  colour?: string;
  points?: number;
  values?: string[];
}

export interface StacksInView {
  dark: number;
  light: number;
}

export interface TieBreak {
  counts?: number[];
  rule: string;
  tied: number[];
}

export interface PlayEvent {
  colour: Colour;
  count: number;
  event: 'play';
  face_up: boolean;
  mandala: number;
  seat: number;
  uncounted?: boolean;
}

export interface PassEvent {
  event: 'pass';
  seat: number;
}

export interface DrawEvent {
  cards?: Record<string, number>;
  count: number;
  event: 'draw';
  seat: number;
}

export interface ReshuffleEvent {
  count: number;
  event: 'reshuffle';
}

export interface MajorityEvent {
  event: 'majority';
  from?: number;
  mandala: number;
  seat: number;
}

export interface CompleteEvent {
  chooser: number;
  event: 'complete';
  mandala: number;
}

export interface TakeEvent {
  event: 'take';
  mandala: number;
  seat: number;
  second_seat: number;
  second_tile: string;
  tile: string;
}

export interface FlowerEvent {
  back: string;
  colour: Colour;
  event: 'flower';
  points?: number;
  seat: number;
  values?: string[];
}

export interface DiscardedEvent {
  cards?: Record<string, number>;
  count?: number;
  event: 'discarded';
  mandala: number;
  seat: number;
}

export interface ReturnedEvent {
  cards?: Record<string, number>;
  count?: number;
  event: 'returned';
  mandala: number;
  seat: number;
}

export interface NewTilesEvent {
  event: 'new_tiles';
  mandala: number;
  tiles?: TilesInView;
}

export interface LastRoundEvent {
  event: 'last_round';
  seats: number[];
}

export interface FinalEvent {
  event: 'final';
  reason: 'last_mandalas' | 'passes' | 'third_flower' | 'tiles_out';
}

export interface UnclaimedEvent {
  event: 'unclaimed';
  mandala: number;
}

export interface ResolveEvent {
  chooser: number;
  event: 'resolve';
  mandala: number;
}

export interface EndEvent {
  event: 'end';
  reason: 'last_mandalas' | 'passes' | 'third_flower' | 'tiles_out';
  scores?: number[];
  winners?: number[];
}

export type GameEvent = PlayEvent | PassEvent | DrawEvent | ReshuffleEvent | MajorityEvent | CompleteEvent | TakeEvent | FlowerEvent | DiscardedEvent | ReturnedEvent | NewTilesEvent | LastRoundEvent | FinalEvent | UnclaimedEvent | ResolveEvent | EndEvent;

type Colour = 'R' | 'O' | 'Y' | 'G' | 'P' | 'K';

export interface IllegalMoves {
  over: object;
  must_take: { mandala: number };
  nothing_resolved: object;
  can_play: object;
  not_in_hand: { colour: Colour };
  too_few_in_hand: { count: number; colour: Colour };
  keep_a_card: object;
  nothing_to_draw: object;
}

export type IllegalMove = { [Code in keyof IllegalMoves]: { code: Code } & IllegalMoves[Code] }[keyof IllegalMoves];

export type ReviewFact = 'you_complete' | 'others_complete' | 'you_choose' | 'others_choose' | 'your_tiles' | 'others_tiles' | 'your_flowers' | 'your_points' | 'others_points' | 'your_cards';

export const TILE_POINTS: Readonly<Record<string, number>> = {"2": 2, "3": 3, "4": 4, "5": 5, "7": 7, "x3": 0};

export const FLOWER_SUMS: Readonly<Record<string, string>> = {"2 3": "2 × 2 + 3", "2 4": "2 × 2 + 4", "3 4": "2 × 3 + 4", "2 5": "2 × 2 + 5", "3 5": "2 × 3 + 5", "4 5": "2 × 4 + 5", "2 7": "2 × 2 + 7", "3 7": "2 × 3 + 7", "4 7": "2 × 4 + 7", "5 7": "2 × 5 + 7", "2 x3": "3 × 2", "3 x3": "3 × 3", "4 x3": "3 × 4", "5 x3": "3 × 5", "7 x3": "3 × 7"};
