// Written by tools/web_types.py from the server's types; do not edit.

export interface View {
  beginner: number;
  discard: Record<string, number>;
  draw?: Record<string, number>;
  draw_size: number;
  final_mandalas: string;
  finishing?: boolean;
  game: string;
  last_round?: boolean;
  mandalas: MandalaInView[];
  phase: string;
  players: PlayerInView[];
  resolving?: number;
  seat: number | null;
  seats: number;
  stacks: StacksInView;
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
