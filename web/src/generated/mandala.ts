// Written by tools/web_types.py from the server's types; do not edit.

export interface View {
  beginner: number;
  discard: Record<string, number>;
  discards_in_a_row?: number;
  draw?: Record<string, number>;
  draw_size: number;
  ending?: boolean;
  game: string;
  mandalas: MandalaInView[];
  phase: string;
  players: PlayerInView[];
  resolving?: number;
  seat: number | null;
  tied?: number[];
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

export const PLACES: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6];

export const DISCARD_LIMIT: number = 20;
