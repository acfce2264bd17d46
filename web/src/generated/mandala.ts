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

export type Term = 'mountain' | 'field' | 'river' | 'cup' | 'draw' | 'discard' | 'lights' | 'hand' | 'golden_rule' | 'complete' | 'resolve';

export const glossary: Record<'en' | 'de', Record<Term, { word: string; meaning: string; rule: string }>> = {
  en: {
    mountain: {"word": "Mountain", "meaning": "The middle of a mandala, which both players share. Its cards are shared out when the mandala is complete.", "rule": "M6"},
    field: {"word": "Field", "meaning": "Your own side of a mandala. Whoever has more cards there takes first.", "rule": "M7"},
    river: {"word": "River", "meaning": "Six places. A colour’s place says what its cards in your cup are worth.", "rule": "M11"},
    cup: {"word": "Cup", "meaning": "Cards that you have taken. They are what you score at the end.", "rule": "M17"},
    draw: {"word": "Draw pile", "meaning": "When it has run out, the next completed mandala ends the game.", "rule": "M14"},
    discard: {"word": "Discard pile", "meaning": "Open to all. It is shuffled into a new draw pile when that runs out.", "rule": "M8"},
    lights: {"word": "Six lights", "meaning": "The colours that a mandala shows. When all six are lit, it is complete.", "rule": "M9"},
    hand: {"word": "Hand", "meaning": "Your cards, up to eight. You always keep at least one.", "rule": "M16"},
    golden_rule: {"word": "Golden rule", "meaning": "Within a mandala, a colour lies in one area only: in the mountain or in one of the two fields.", "rule": "M5"},
    complete: {"word": "Complete", "meaning": "A mandala that shows all six colours, in its mountain and both fields together. It is resolved at once.", "rule": "M9"},
    resolve: {"word": "Resolve", "meaning": "Share out a complete mandala: in turn, you each take all cards of one colour from its mountain.", "rule": "M10"},
  },
  de: {
    mountain: {"word": "Zentrum", "meaning": "Die Mitte eines Mandalas, die beiden gehört. Ihre Karten werden verteilt, wenn das Mandala vollständig ist.", "rule": "M6"},
    field: {"word": "Feld", "meaning": "Deine eigene Seite eines Mandalas. Wer dort mehr Karten hat, nimmt zuerst.", "rule": "M7"},
    river: {"word": "Fluss", "meaning": "Sechs Plätze. Der Platz einer Farbe sagt, was ihre Karten in deinem Kelch wert sind.", "rule": "M11"},
    cup: {"word": "Kelch", "meaning": "Karten, die du genommen hast. Für sie gibt es am Ende Punkte.", "rule": "M17"},
    draw: {"word": "Zugstapel", "meaning": "Ist er leer geworden, endet die Partie mit dem nächsten vollständigen Mandala.", "rule": "M14"},
    discard: {"word": "Ablagestapel", "meaning": "Liegt offen. Er wird zum neuen Zugstapel gemischt, wenn dieser leer ist.", "rule": "M8"},
    lights: {"word": "Sechs Lichter", "meaning": "Die Farben, die ein Mandala zeigt. Leuchten alle sechs, ist es vollständig.", "rule": "M9"},
    hand: {"word": "Hand", "meaning": "Deine Karten, höchstens acht. Mindestens eine behältst du immer.", "rule": "M16"},
    golden_rule: {"word": "Goldene Regel", "meaning": "In einem Mandala liegt eine Farbe nur in einem Bereich: im Zentrum oder in einem der beiden Felder.", "rule": "M5"},
    complete: {"word": "Vollständig", "meaning": "Ein Mandala, das in Zentrum und Feldern zusammen alle sechs Farben zeigt. Es wird sofort aufgelöst.", "rule": "M9"},
    resolve: {"word": "Auflösen", "meaning": "Ein vollständiges Mandala verteilen: Ihr nehmt abwechselnd alle Karten einer Farbe aus seinem Zentrum.", "rule": "M10"},
  },
};

export const PLACES: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6];

export const DISCARD_LIMIT: number = 20;
