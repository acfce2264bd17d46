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

export type Term = 'bowl' | 'river' | 'marker' | 'group' | 'open' | 'flip' | 'swap' | 'swap_tile' | 'apart' | 'last_flips';

export const glossary: Record<'en' | 'de', Record<Term, { word: string; meaning: string; rule: string }>> = {
  en: {
    bowl: {"word": "Bowl", "meaning": "It holds your swap tile, the one that you may put on the board.", "rule": "P3"},
    river: {"word": "River", "meaning": "The colours that you have opened, in order, and what each group scores.", "rule": "P5"},
    marker: {"word": "Marker", "meaning": "Its number says how much each tile of the group is worth. The tile under it does not count.", "rule": "P12"},
    group: {"word": "Group", "meaning": "Tiles of one colour that lie back up and touch. You have at most one of each colour.", "rule": "P6"},
    open: {"word": "Open", "meaning": "Start a group: your swap tile goes back up on a field, with your next marker, and you take the tile from there.", "rule": "P5"},
    flip: {"word": "Flip", "meaning": "Turn over a tile of the same colour beside your group.", "rule": "P7"},
    swap: {"word": "Swap", "meaning": "Put your swap tile beside your group of its colour, and take the tile from there.", "rule": "P8"},
    swap_tile: {"word": "Swap tile", "meaning": "The tile in your bowl. When you place it, the tile that lay there becomes your next one.", "rule": "P5"},
    apart: {"word": "Kept apart", "meaning": "Groups of one colour that belong to different players never touch along an edge. Corners may touch.", "rule": "P9"},
    last_flips: {"word": "Last flips", "meaning": "When one player can do nothing, the game ends. The other may still flip as many tiles as they like.", "rule": "P11"},
  },
  de: {
    bowl: {"word": "Schale", "meaning": "Darin liegt dein Tauschplättchen, das du aufs Brett legen darfst.", "rule": "P3"},
    river: {"word": "Fluss", "meaning": "Die Farben, die du eröffnet hast, der Reihe nach, und was jede Gruppe zählt.", "rule": "P5"},
    marker: {"word": "Marker", "meaning": "Seine Zahl sagt, was jedes Plättchen der Gruppe wert ist. Das Plättchen unter ihm zählt nicht.", "rule": "P12"},
    group: {"word": "Gruppe", "meaning": "Plättchen einer Farbe, die mit der Rückseite oben liegen und sich berühren. Von jeder Farbe hast du höchstens eine.", "rule": "P6"},
    open: {"word": "Eröffnen", "meaning": "Eine Gruppe beginnen: Dein Tauschplättchen kommt mit der Rückseite nach oben auf ein Feld, mit deinem nächsten Marker, und du nimmst das Plättchen von dort.", "rule": "P5"},
    flip: {"word": "Umdrehen", "meaning": "Ein Plättchen derselben Farbe neben deiner Gruppe umdrehen.", "rule": "P7"},
    swap: {"word": "Austauschen", "meaning": "Dein Tauschplättchen neben deine Gruppe seiner Farbe legen und das Plättchen von dort nehmen.", "rule": "P8"},
    swap_tile: {"word": "Tauschplättchen", "meaning": "Das Plättchen in deiner Schale. Legst du es, wird das Plättchen von dort dein nächstes.", "rule": "P5"},
    apart: {"word": "Abstand", "meaning": "Gruppen einer Farbe, die verschiedenen Spielern gehören, berühren sich nie an einer Kante. Ecken dürfen sich berühren.", "rule": "P9"},
    last_flips: {"word": "Letztes Umdrehen", "meaning": "Kann jemand nichts mehr tun, endet die Partie. Die andere Person darf noch beliebig viele Plättchen umdrehen.", "rule": "P11"},
  },
};

export const ROWS: ReadonlyArray<ReadonlyArray<string>> = [["c8", "d8", "e8", "f8"], ["b7", "c7", "d7", "e7", "f7", "g7"], ["a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"], ["a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5"], ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"], ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"], ["b2", "c2", "d2", "e2", "f2", "g2"], ["c1", "d1", "e1", "f1"]];

export const MARKERS: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6];

export const COUNTED_TILES: ReadonlyArray<number> = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
