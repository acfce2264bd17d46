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

export type Term = 'lights' | 'marker' | 'count' | 'tile' | 'flower' | 'points' | 'up' | 'down' | 'draw' | 'discard' | 'stack' | 'hand' | 'majority' | 'resolve';

export const glossary: Record<'en' | 'de', Record<Term, { word: string; meaning: string; rule: string }>> = {
  en: {
    lights: {"word": "Six lights", "meaning": "The colours that tiles and face-up cards of a mandala show. When all six are lit, it is resolved.", "rule": "F8"},
    marker: {"word": "Majority marker", "meaning": "Whoever holds it has the most cards at this mandala, and chooses the first tile.", "rule": "F7"},
    count: {"word": "Cards here", "meaning": "How many cards a player has at this mandala. With a dashed rim they give no majority, because none lies face up.", "rule": "F7"},
    tile: {"word": "Flower tile", "meaning": "Each mandala has a dark and a light one. A single tile scores its number, a single ×3 nothing.", "rule": "F16"},
    flower: {"word": "Flower", "meaning": "Two tiles of one colour. It scores twice the lower and once the higher number; with ×3, three times the other tile.", "rule": "F12"},
    points: {"word": "Points so far", "meaning": "The points of single tiles. Flowers of others lie face down until the end: what they add is the question mark.", "rule": "F12"},
    up: {"word": "Face up", "meaning": "Cards of a colour that was new at the mandala. Without one you have no majority.", "rule": "F4"},
    down: {"word": "Face down", "meaning": "Cards of a colour that was there already. They only count for the majority.", "rule": "F4"},
    draw: {"word": "Draw pile", "meaning": "After playing exactly one card you draw up to four, to at most eight.", "rule": "F5"},
    discard: {"word": "Discard pile", "meaning": "Open to all. It becomes the new draw pile when that has run out.", "rule": "F5"},
    stack: {"word": "Stacks of tiles", "meaning": "New mandalas get a dark and a light tile from here. When they are empty, the game ends.", "rule": "F14"},
    hand: {"word": "Hand", "meaning": "Your cards. You draw up to eight, and always keep at least one.", "rule": "F6"},
    majority: {"word": "Majority", "meaning": "The most cards at a mandala, face up and face down, among those with at least one face up.", "rule": "F7"},
    resolve: {"word": "Resolve", "meaning": "A mandala that shows all six colours gives its two tiles to the players, and a new one begins.", "rule": "F8"},
  },
  de: {
    lights: {"word": "Sechs Lichter", "meaning": "Die Farben, die Plättchen und offene Karten eines Mandalas zeigen. Leuchten alle sechs, wird es aufgelöst.", "rule": "F8"},
    marker: {"word": "Mehrheitenmarker", "meaning": "Wer ihn hat, hat die meisten Karten in diesem Mandala und wählt das erste Plättchen.", "rule": "F7"},
    count: {"word": "Karten hier", "meaning": "So viele Karten hat jemand in diesem Mandala. Mit gestricheltem Rand geben sie keine Mehrheit, weil keine davon offen liegt.", "rule": "F7"},
    tile: {"word": "Blumenplättchen", "meaning": "Jedes Mandala hat ein dunkles und ein helles. Ein einzelnes zählt seine Zahl, ein einzelnes ×3 nichts.", "rule": "F16"},
    flower: {"word": "Blume", "meaning": "Zwei Plättchen einer Farbe. Sie zählt zweimal die kleinere und einmal die größere Zahl; mit ×3 dreimal das andere Plättchen.", "rule": "F12"},
    points: {"word": "Punkte bisher", "meaning": "Die Punkte einzelner Plättchen. Blumen anderer liegen bis zum Schluss verdeckt: Was sie bringen, ist das Fragezeichen.", "rule": "F12"},
    up: {"word": "Offen", "meaning": "Karten einer Farbe, die im Mandala neu war. Ohne eine davon hast du keine Mehrheit.", "rule": "F4"},
    down: {"word": "Verdeckt", "meaning": "Karten einer Farbe, die schon da war. Sie zählen nur für die Mehrheit.", "rule": "F4"},
    draw: {"word": "Zugstapel", "meaning": "Wer genau eine Karte spielt, zieht bis zu vier nach, auf höchstens acht.", "rule": "F5"},
    discard: {"word": "Ablagestapel", "meaning": "Liegt offen. Er wird zum neuen Zugstapel, wenn dieser leer ist.", "rule": "F5"},
    stack: {"word": "Plättchenstapel", "meaning": "Neue Mandalas bekommen von hier ein dunkles und ein helles Plättchen. Sind sie leer, endet die Partie.", "rule": "F14"},
    hand: {"word": "Hand", "meaning": "Deine Karten. Du ziehst auf höchstens acht nach und behältst immer mindestens eine.", "rule": "F6"},
    majority: {"word": "Mehrheit", "meaning": "Die meisten Karten in einem Mandala, offen und verdeckt, unter denen mit mindestens einer offenen.", "rule": "F7"},
    resolve: {"word": "Auflösen", "meaning": "Ein Mandala, das alle sechs Farben zeigt, gibt seine zwei Plättchen her, und ein neues beginnt.", "rule": "F8"},
  },
};

export const TILE_POINTS: Readonly<Record<string, number>> = {"2": 2, "3": 3, "4": 4, "5": 5, "7": 7, "x3": 0};

export const FLOWER_SUMS: Readonly<Record<string, string>> = {"2 3": "2 × 2 + 3", "2 4": "2 × 2 + 4", "3 4": "2 × 3 + 4", "2 5": "2 × 2 + 5", "3 5": "2 × 3 + 5", "4 5": "2 × 4 + 5", "2 7": "2 × 2 + 7", "3 7": "2 × 3 + 7", "4 7": "2 × 4 + 7", "5 7": "2 × 5 + 7", "2 x3": "3 × 2", "3 x3": "3 × 3", "4 x3": "3 × 4", "5 x3": "3 × 5", "7 x3": "3 × 7"};
