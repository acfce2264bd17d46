/** What the pictures of the rules show. */
import type { Catalogue } from '../../i18n/languages.ts';
import type pictures from './pictures.json';

export const captions: Catalogue<Record<keyof typeof pictures, string>> = {
  en: {
    left_over: 'Two tiles are left over. You do not begin, so you say who gets which.',
    open: 'You have opened black on c3: your swap tile lies there, back up, with marker 1. The yellow tile from c3 is your new swap tile.',
    flip: 'The black tile on d3 touches your black group: you have turned it over, and the group has two tiles.',
    swap: 'd4 touches your black group, and your swap tile was black: it lies there now. The yellow tile from d4 is your new swap tile.',
    not_touching:
      'Your swap tile is yellow, and a yellow group of your opponent lies on g6. You may not open beside it, on f6, g5 or g7.',
    end: 'The end of a game: each group scores its tiles without the one under the marker, times the number of the marker. 41 to 30.',
  },
  de: {
    left_over: 'Zwei Plättchen sind übrig. Du beginnst nicht, also sagst du, wer welches bekommt.',
    open: 'Du hast auf c3 Schwarz eröffnet: Dein Tauschplättchen liegt dort, Rückseite oben, mit Marker 1. Das gelbe von c3 ist dein neues Tauschplättchen.',
    flip: 'Das schwarze Plättchen auf d3 berührt deine schwarze Gruppe: Du hast es umgedreht, und die Gruppe hat zwei Plättchen.',
    swap: 'd4 berührt deine schwarze Gruppe, und dein Tauschplättchen war schwarz: Jetzt liegt es dort. Das gelbe von d4 ist dein neues Tauschplättchen.',
    not_touching:
      'Dein Tauschplättchen ist gelb, und auf g6 liegt eine gegnerische gelbe Gruppe. Daneben, auf f6, g5 oder g7, darfst du nicht eröffnen.',
    end: 'Das Ende einer Partie: Jede Gruppe zählt ihre Plättchen ohne das unter dem Marker, mal die Zahl des Markers. 41 zu 30.',
  },
};
