/** What the pictures of the rules show. */
import type { Catalogue } from '../../i18n/languages.ts';
import type pictures from './pictures.json';

export const captions: Catalogue<Record<keyof typeof pictures, string>> = {
  en: {
    face_up: 'Yellow was new at mandala 1, so your card lies face up. You played one card and drew three.',
    face_down:
      'Red is already on a tile of mandala 1, so both red cards lie face down. They still count for the majority. You played two cards and draw nothing.',
    majority: 'You have three cards at mandala 1, the next player two. So the marker is yours now.',
    complete:
      'Tiles and cards of mandala 1 show all six colours. You have the marker, so you choose one of the two tiles.',
    flower:
      'You took the red 7. With your red 3 it forms a flower. The orange 7 went to the next player, who had the second most cards.',
    scoring:
      'Your single red 5 scores 5. Your purple flower of 2 and 5 scores 2 × 2 + 5 = 9. Together 14 points.',
  },
  de: {
    face_up:
      'Gelb war neu in Mandala 1, also liegt deine Karte offen. Du hast eine Karte gespielt und drei gezogen.',
    face_down:
      'Rot zeigt schon ein Plättchen von Mandala 1, also liegen beide roten Karten verdeckt. Für die Mehrheit zählen sie trotzdem. Du hast zwei Karten gespielt und ziehst nichts nach.',
    majority: 'Du hast drei Karten in Mandala 1, die nächste Person zwei. Also gehört der Marker jetzt dir.',
    complete:
      'Plättchen und Karten von Mandala 1 zeigen alle sechs Farben. Du hast den Marker, also wählst du eines der zwei Plättchen.',
    flower:
      'Du hast die rote 7 genommen. Mit deiner roten 3 bildet sie eine Blume. Die orange 7 ging an die nächste Person, die am zweitmeisten Karten hatte.',
    scoring:
      'Deine einzelne rote 5 zählt 5. Deine violette Blume aus 2 und 5 zählt 2 × 2 + 5 = 9. Zusammen 14 Punkte.',
  },
};
