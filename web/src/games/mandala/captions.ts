/** What the pictures of the rules show. */
import type { Catalogue } from '../../i18n/languages.ts';
import type pictures from './pictures.json';

export const captions: Catalogue<Record<keyof typeof pictures, string>> = {
  en: {
    golden_rule:
      'Mandala 1: red and orange lie in the mountain, yellow in your field, green in your opponent’s. More red may only join the mountain; black and purple may still go anywhere.',
    field: 'You have played two red cards to your field 2, and draw nothing.',
    complete:
      'Black was the sixth colour: mandala 1 is complete. You have three cards in your field there, your opponent one. So you take first.',
    taken: 'You have taken both orange cards: one opens river place 2, the other goes to the cup.',
    ending: 'The draw pile has run out once: the next completed mandala is the last.',
    cup: '4 × 1 + 5 × 2 + 6 × 3 + 0 × 4 + 3 × 5 = 47 points. The black card in the cup scores nothing, as black is not in your river.',
  },
  de: {
    golden_rule:
      'Mandala 1: Rot und Orange liegen im Zentrum, Gelb auf deinem Feld, Grün auf dem gegnerischen. Weiteres Rot darf nur ins Zentrum; Schwarz und Violett dürfen noch überallhin.',
    field: 'Du hast zwei rote Karten auf dein Feld 2 gespielt und ziehst nichts nach.',
    complete:
      'Schwarz war die sechste Farbe: Mandala 1 ist vollständig. Auf deinem Feld dort liegen drei Karten, auf dem gegnerischen eine. Du nimmst also zuerst.',
    taken: 'Du hast beide orangen Karten genommen: Eine kommt auf Flussplatz 2, die andere in den Kelch.',
    ending: 'Der Zugstapel ist einmal leer geworden: Das nächste vollständige Mandala ist das letzte.',
    cup: '4 × 1 + 5 × 2 + 6 × 3 + 0 × 4 + 3 × 5 = 47 Punkte. Die schwarze Karte im Kelch zählt nichts, denn Schwarz liegt nicht in deinem Fluss.',
  },
};
