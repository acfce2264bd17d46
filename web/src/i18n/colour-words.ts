/** Colours, cards and tiles in words, for all games. */
import type { Colour } from '../lib/colours.ts';
import type { Catalogue } from './languages.ts';

interface ColourWords {
  name: Record<Colour, string>;
  /** On the pieces; move text always has the letters of the rules. */
  letter: Record<Colour, string>;
  /** “two red cards”, as the object of a sentence. */
  cards: (count: number, colour: Colour) => string;
  tile: (colour: Colour) => string;
  /** Any cards. */
  anyCards: (count: number) => string;
}

const small = (count: number, texts: readonly string[]) => texts[count] ?? String(count);
const ENGLISH_NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const GERMAN_NUMBERS = ['keine', 'eine', 'zwei', 'drei', 'vier', 'fünf', 'sechs'];

const en: ColourWords = {
  name: { R: 'red', O: 'orange', Y: 'yellow', G: 'green', P: 'purple', K: 'black' },
  letter: { R: 'R', O: 'O', Y: 'Y', G: 'G', P: 'P', K: 'K' },
  cards: (count, colour) =>
    `${small(count, ENGLISH_NUMBERS)} ${en.name[colour]} ${count === 1 ? 'card' : 'cards'}`,
  tile: (colour) => `${colour === 'O' ? 'an' : 'a'} ${en.name[colour]} tile`,
  anyCards: (count) => `${small(count, ENGLISH_NUMBERS)} ${count === 1 ? 'card' : 'cards'}`,
};

/** „eine rote Karte“. */
export const GERMAN_ADJECTIVES: Record<Colour, string> = {
  R: 'rote',
  O: 'orange',
  Y: 'gelbe',
  G: 'grüne',
  P: 'violette',
  K: 'schwarze',
};

const de: ColourWords = {
  name: { R: 'Rot', O: 'Orange', Y: 'Gelb', G: 'Grün', P: 'Violett', K: 'Schwarz' },
  letter: { R: 'R', O: 'O', Y: 'Ge', G: 'Gr', P: 'V', K: 'S' },
  cards: (count, colour) =>
    `${small(count, GERMAN_NUMBERS)} ${GERMAN_ADJECTIVES[colour]} ${count === 1 ? 'Karte' : 'Karten'}`,
  tile: (colour) => `ein ${GERMAN_ADJECTIVES[colour]}s Plättchen`,
  anyCards: (count) => `${small(count, GERMAN_NUMBERS)} ${count === 1 ? 'Karte' : 'Karten'}`,
};

export const colourWords: Catalogue<ColourWords> = { en, de };
