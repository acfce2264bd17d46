/** What each game provides to the app. The rules stay on the server: a game UI draws views and builds moves. */
import type { Component } from 'svelte';
import type { Language } from '../i18n/languages.ts';

/** An event of a move; docs/<game>.md lists them. */
export interface GameEvent {
  event: string;
  [field: string]: unknown;
}

export interface Player {
  seat: number;
  name: string;
  /** The level of the bot in this seat, if there is one. */
  bot: number | null;
  here: boolean;
  /** Plays at this screen. */
  mine: boolean;
  /** The only player at this screen: on a shared screen nobody is “you”. */
  you: boolean;
}

export interface BoardProps<View> {
  view: View;
  /** Who sits at the bottom: the viewer, or seat 0 for a spectator. */
  seat: number;
  players: readonly Player[];
  /** The legal moves; empty if it is not this screen's turn. */
  legal: readonly string[];
  /** The selected move, which the bar under the board shows and confirms. */
  picked: string | null;
  onpick: (move: string | null) => void;
  /** A player tried an illegal move: the server explains why, and nothing else happens. */
  onillegal: (move: string) => void;
  /** A move that may be picked next: its preview is fetched in advance. */
  onconsider: (move: string) => void;
  /** The events of a move's preview; empty until the server has answered. */
  previewOf: (move: string) => readonly GameEvent[];
  /** The events of the last moves, to be highlighted. */
  lastEvents: readonly GameEvent[];
}

export interface ScoringProps<View> {
  view: View;
  players: readonly Player[];
}

export interface Rule {
  id: string;
  title: string;
  text: string;
  /** Decided by this project where the rulebook is silent. */
  ruling?: string;
}

/**
 * How many pieces lie where, for animation. A place ends in what lies there: `mountain:1:R`, `hand:0:?`.
 * `?` is a card whose face is hidden, `??` a tile (whose face has more than one letter); they may become any.
 * What belongs to a player has the seat before the face. The board marks the same places with `data-place`;
 * a place that is not drawn is looked for without its last part.
 */
export type Pieces = Record<string, number>;

/** How to refer to players: by name, or as "you" for the viewer's own seat. */
export interface PlayerNames {
  name: (seat: number) => string;
  isYou: (seat: number) => boolean;
}

export interface GameUI<View = never> {
  Board: Component<BoardProps<View>>;
  Scoring: Component<ScoringProps<View>>;
  /** `lastEvents` led to this view: they identify pieces that now lie face down. */
  pieces: (view: View, lastEvents?: readonly GameEvent[]) => Pieces;
  /** How a piece looks while it flies, where not all pieces are cards. */
  FlyingPiece?: Component<{ face: string; count: number }>;
  /** What to do, or whose turn it is, for the bar under the board. */
  prompt: (view: View, legal: readonly string[], names: PlayerNames, language: Language) => string;
  /** A move in words. What would come of it is left to `describePreview`. */
  describeMove: (move: string, view: View, names: PlayerNames, language: Language) => string;
  /** The events of a preview as sentences, without what the move in words says already. */
  describePreview: (events: readonly GameEvent[], names: PlayerNames, language: Language) => string[];
  /** An event as a sentence for the log; null if it needs none. */
  describeEvent: (event: GameEvent, names: PlayerNames, language: Language) => string | null;
  /** The points of each seat; null where they are hidden. */
  points: (view: View) => (number | null)[];
  rules: (language: Language) => readonly Rule[];
  /** One paragraph for newcomers. */
  about: (language: Language) => string;
  /** The options of a table: name, and each value, in words. */
  options: (language: Language) => Record<string, { title: string; values: Record<string, string> }>;
}
