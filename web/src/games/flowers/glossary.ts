/** What the words on the board mean. */
import type { Catalogue } from '../../i18n/languages.ts';
import type { Glossary } from '../game-ui.ts';

type Term =
  'lights' | 'marker' | 'count' | 'tile' | 'flower' | 'points' | 'up' | 'down' | 'draw' | 'discard' | 'stack';

export const glossary: Catalogue<Glossary<Term>> = {
  en: {
    lights: {
      word: 'Six lights',
      meaning:
        'The colours that tiles and face-up cards of a mandala show. When all six are lit, it is resolved.',
      rule: 'F8',
    },
    marker: {
      word: 'Majority marker',
      meaning: 'Whoever holds it has the most cards at this mandala, and chooses the first tile.',
      rule: 'F7',
    },
    count: {
      word: 'Cards here',
      meaning:
        'How many cards a player has at this mandala. With a dashed rim they give no majority, because none lies face up.',
      rule: 'F7',
    },
    tile: {
      word: 'Flower tile',
      meaning:
        'Each mandala has a dark and a light one. A single tile scores its number, a single ×3 nothing.',
      rule: 'F16',
    },
    flower: {
      word: 'Flower',
      meaning:
        'Two tiles of one colour. It scores twice the lower and once the higher number; with ×3, three times the other tile.',
      rule: 'F12',
    },
    points: {
      word: 'Points so far',
      meaning:
        'The points of single tiles. Flowers of others lie face down until the end: what they add is the question mark.',
      rule: 'F12',
    },
    up: {
      word: 'Face up',
      meaning: 'Cards of a colour that was new at the mandala. Without one you have no majority.',
      rule: 'F4',
    },
    down: {
      word: 'Face down',
      meaning: 'Cards of a colour that was there already. They only count for the majority.',
      rule: 'F4',
    },
    draw: {
      word: 'Draw pile',
      meaning: 'After playing exactly one card you draw up to four, to at most eight.',
      rule: 'F5',
    },
    discard: {
      word: 'Discard pile',
      meaning: 'Open to all. It becomes the new draw pile when that has run out.',
      rule: 'F5',
    },
    stack: {
      word: 'Stacks of tiles',
      meaning: 'New mandalas get a dark and a light tile from here. When they are empty, the game ends.',
      rule: 'F14',
    },
  },
  de: {
    lights: {
      word: 'Sechs Lichter',
      meaning:
        'Die Farben, die Plättchen und offene Karten eines Mandalas zeigen. Leuchten alle sechs, wird es aufgelöst.',
      rule: 'F8',
    },
    marker: {
      word: 'Mehrheitenmarker',
      meaning: 'Wer ihn hat, hat die meisten Karten in diesem Mandala und wählt das erste Plättchen.',
      rule: 'F7',
    },
    count: {
      word: 'Karten hier',
      meaning:
        'So viele Karten hat jemand in diesem Mandala. Mit gestricheltem Rand geben sie keine Mehrheit, weil keine davon offen liegt.',
      rule: 'F7',
    },
    tile: {
      word: 'Blumenplättchen',
      meaning:
        'Jedes Mandala hat ein dunkles und ein helles. Ein einzelnes zählt seine Zahl, ein einzelnes ×3 nichts.',
      rule: 'F16',
    },
    flower: {
      word: 'Blume',
      meaning:
        'Zwei Plättchen einer Farbe. Sie zählt zweimal die kleinere und einmal die größere Zahl; mit ×3 dreimal das andere Plättchen.',
      rule: 'F12',
    },
    points: {
      word: 'Punkte bisher',
      meaning:
        'Die Punkte einzelner Plättchen. Blumen anderer liegen bis zum Schluss verdeckt: Was sie bringen, ist das Fragezeichen.',
      rule: 'F12',
    },
    up: {
      word: 'Offen',
      meaning: 'Karten einer Farbe, die im Mandala neu war. Ohne eine davon hast du keine Mehrheit.',
      rule: 'F4',
    },
    down: {
      word: 'Verdeckt',
      meaning: 'Karten einer Farbe, die schon da war. Sie zählen nur für die Mehrheit.',
      rule: 'F4',
    },
    draw: {
      word: 'Zugstapel',
      meaning: 'Wer genau eine Karte spielt, zieht bis zu vier nach, auf höchstens acht.',
      rule: 'F5',
    },
    discard: {
      word: 'Ablagestapel',
      meaning: 'Liegt offen. Er wird zum neuen Zugstapel, wenn dieser leer ist.',
      rule: 'F5',
    },
    stack: {
      word: 'Plättchenstapel',
      meaning:
        'Neue Mandalas bekommen von hier ein dunkles und ein helles Plättchen. Sind sie leer, endet die Partie.',
      rule: 'F14',
    },
  },
};
