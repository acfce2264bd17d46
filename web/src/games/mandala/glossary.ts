/** What the words on the board mean. */
import type { Catalogue } from '../../i18n/languages.ts';
import type { Glossary } from '../game-ui.ts';

type Term = 'mountain' | 'field' | 'river' | 'cup' | 'draw' | 'discard' | 'lights';

export const glossary: Catalogue<Glossary<Term>> = {
  en: {
    mountain: {
      word: 'Mountain',
      meaning:
        'The middle of a mandala, which both players share. Its cards are shared out when the mandala is complete.',
      rule: 'M6',
    },
    field: {
      word: 'Field',
      meaning: 'Your own side of a mandala. Whoever has more cards there takes first.',
      rule: 'M7',
    },
    river: {
      word: 'River',
      meaning: 'Six places. A colour’s place says what its cards in your cup are worth.',
      rule: 'M11',
    },
    cup: {
      word: 'Cup',
      meaning: 'Cards that you have taken. They are what you score at the end.',
      rule: 'M17',
    },
    draw: {
      word: 'Draw pile',
      meaning: 'When it has run out, the next completed mandala ends the game.',
      rule: 'M14',
    },
    discard: {
      word: 'Discard pile',
      meaning: 'Open to all. It is shuffled into a new draw pile when that runs out.',
      rule: 'M8',
    },
    lights: {
      word: 'Six lights',
      meaning: 'The colours that a mandala shows. When all six are lit, it is complete.',
      rule: 'M9',
    },
  },
  de: {
    mountain: {
      word: 'Zentrum',
      meaning:
        'Die Mitte eines Mandalas, die beiden gehört. Ihre Karten werden verteilt, wenn das Mandala vollständig ist.',
      rule: 'M6',
    },
    field: {
      word: 'Feld',
      meaning: 'Deine eigene Seite eines Mandalas. Wer dort mehr Karten hat, nimmt zuerst.',
      rule: 'M7',
    },
    river: {
      word: 'Fluss',
      meaning: 'Sechs Plätze. Der Platz einer Farbe sagt, was ihre Karten in deinem Kelch wert sind.',
      rule: 'M11',
    },
    cup: {
      word: 'Kelch',
      meaning: 'Karten, die du genommen hast. Für sie gibt es am Ende Punkte.',
      rule: 'M17',
    },
    draw: {
      word: 'Zugstapel',
      meaning: 'Ist er leer geworden, endet die Partie mit dem nächsten vollständigen Mandala.',
      rule: 'M14',
    },
    discard: {
      word: 'Ablagestapel',
      meaning: 'Liegt offen. Er wird zum neuen Zugstapel gemischt, wenn dieser leer ist.',
      rule: 'M8',
    },
    lights: {
      word: 'Sechs Lichter',
      meaning: 'Die Farben, die ein Mandala zeigt. Leuchten alle sechs, ist es vollständig.',
      rule: 'M9',
    },
  },
};
