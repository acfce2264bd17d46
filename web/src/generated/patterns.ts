// Written by tools/web_types.py from the server's types; do not edit.

export interface View {
  beginner: number;
  fields: Record<string, string>;
  game: string;
  left_over?: string;
  phase: string;
  players: PlayerInView[];
  seat: number | null;
  to_move: number | null;
  winners?: number[];
}

export interface PlayerInView {
  group_points: number[];
  points: number;
  river: string;
  swap_tile?: string;
}
