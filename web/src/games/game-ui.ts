/** What each game provides to the app. The rules stay on the server: a game UI draws views and builds moves. */
import type { Component } from 'svelte';
import type { GameName, GameTypes } from '../generated/games.ts';
import type { Language } from '../i18n/languages.ts';
import type { Flight } from '../lib/animation.ts';

export type ViewOf<Game extends GameName> = GameTypes[Game]['view'];
/** An event of a move; docs/<game>.md lists them. */
export type EventOf<Game extends GameName> = GameTypes[Game]['event'];

export interface Player {
  seat: number;
  name: string;
  /** What the avatar is drawn from: the id of the account. */
  avatar?: string;
  /** The level of the bot in this seat, if there is one. */
  bot: number | null;
  /** A program of somebody else plays for this account. */
  program?: boolean;
  here: boolean;
  /** Plays at this screen. */
  mine: boolean;
  /** The only player at this screen: on a shared screen nobody is “you”. */
  you: boolean;
}

export interface BoardProps<Game extends GameName> {
  view: ViewOf<Game>;
  /** The seat at the bottom: the viewer's, or seat 0 for spectators. */
  seat: number;
  players: readonly Player[];
  /** The legal moves; empty if it is not this screen's turn. */
  legal: readonly string[];
  /** The selected move, which the bar under the board shows and confirms. */
  picked: string | null;
  onpick: (move: string | null) => void;
  /** The player tried an illegal move: the server only explains why it is illegal. */
  onillegal: (move: string) => void;
  /** A move that may be picked next: its preview is fetched in advance. */
  onconsider: (move: string) => void;
  /** Called with what the player lifts, such as a colour, so that the prompt can say where it may go; null for nothing. */
  onlift?: (what: string | null) => void;
  /** The events of a move's preview; empty until the server has answered. */
  previewOf: (move: string) => readonly EventOf<Game>[];
  /** The events of the last moves, to be highlighted. */
  lastEvents: readonly EventOf<Game>[];
}

/** A position that illustrates a rule, written by `make web-positions`. */
export interface RulePicture<Game extends GameName = GameName> {
  rule: string;
  seat: number;
  view: ViewOf<Game>;
  last_events: readonly EventOf<Game>[];
}

/** The words on the board, each with its meaning and a rule to read on. */
export type Glossary<Term extends string = string> = Record<
  Term,
  { word: string; meaning: string; rule: string }
>;

/** Where the help writes the name of something: a CSS selector on the board; `{seat}` is the seat at the bottom. */
export interface Label<Term extends string = string> {
  term: Term;
  at: string;
}

/** A sentence for each reason why a move can be illegal; `Reasons` are a game's generated ones. */
export type IllegalMoveTexts<Reasons> = { [Code in keyof Reasons]: (facts: Reasons[Code]) => string };

export interface ScoringProps<Game extends GameName> {
  view: ViewOf<Game>;
  players: readonly Player[];
  /** The scoring was watched to the end or skipped. */
  ondone?: () => void;
}

export interface Rule {
  id: string;
  title: string;
  text: string;
  /** How this project decides where the rulebook is silent. */
  ruling?: string;
}

/**
 * The number of pieces in each place, for animation. A place ends with the face of its pieces: `mountain:1:R`, `hand:0:?`.
 * `?` is a face-down card, `??` a face-down tile (tile faces have more than one letter); they match any face.
 * A player's own places have the seat before the face. The board marks the same places with `data-place`;
 * if a place is not drawn, the last part of its name is dropped.
 */
export type Pieces = Record<string, number>;

/** A player in a sentence; `you` is the viewer. */
export interface Someone {
  name: string;
  you: boolean;
}

/** How to refer to players: by name, or as "you" for the viewer's own seat. */
export interface PlayerNames {
  name: (seat: number) => string;
  isYou: (seat: number) => boolean;
}

export interface GameUI<Game extends GameName = GameName> {
  Board: Component<BoardProps<Game>>;
  Scoring: Component<ScoringProps<Game>>;
  /** `lastEvents` led to this view: they identify pieces that now lie face down. */
  pieces: (view: ViewOf<Game>, lastEvents?: readonly EventOf<Game>[]) => Pieces;
  /**
   * A view without the pieces that are still flying, so that counts do not change early. Needed where several pieces
   * share a place; a single piece is just hidden.
   */
  without?: (view: ViewOf<Game>, flights: readonly Flight[], before: ViewOf<Game>) => ViewOf<Game>;
  /** A piece in flight, for games whose pieces are not all cards. */
  FlyingPiece?: Component<{ face: string; count: number }>;
  /** The sign of a seat, where seats have one on the board: the log shows it, too. */
  SeatSign?: Component<{ seat: number }>;
  /** What to do, or whose turn it is, for the bar under the board. */
  prompt: (
    view: ViewOf<Game>,
    legal: readonly string[],
    names: PlayerNames,
    language: Language,
    lifted?: string | null,
  ) => string;
  /** A move in words, without its consequences, which `describePreview` tells. */
  describeMove: (move: string, view: ViewOf<Game>, names: PlayerNames, language: Language) => string;
  /** The events of a preview as sentences, without what `describeMove` already says. */
  describePreview: (events: readonly EventOf<Game>[], names: PlayerNames, language: Language) => string[];
  /** An event as a sentence for the log; null if it needs none. */
  describeEvent: (event: EventOf<Game>, names: PlayerNames, language: Language) => string | null;
  /** Why a move is illegal; null if the server knows a reason that this page does not. */
  describeIllegalMove: (reason: GameTypes[Game]['reason'], language: Language) => string | null;
  /** How a tie was decided. `broken`: fewer seats won than were tied. `counts`: what was compared, by player. */
  describeTieBreak: (counts: string, broken: boolean, language: Language) => string;
  /** The points of each seat; null where they are hidden. */
  points: (view: ViewOf<Game>) => (number | null)[];
  rules: (language: Language) => readonly Rule[];
  /** The pictures of the rules, loaded on demand, and their captions. */
  pictures: () => Promise<Record<string, RulePicture<Game>>>;
  /** The height of a picture 780 pixels wide. */
  pictureHeight: number;
  captions: (language: Language) => Record<string, string>;
  glossary: (language: Language) => Glossary;
  /** The terms that the help at the table writes on the board. */
  labels: readonly Label[];
  /** One paragraph for newcomers. */
  about: (language: Language) => string;
  /** The table options: a title, and a text for each value. */
  options: (language: Language) => Record<string, { title: string; values: Record<string, string> }>;
}
