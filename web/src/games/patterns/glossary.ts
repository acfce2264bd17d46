/** What the words on the board mean. */
import type { Catalogue } from '../../i18n/languages.ts';
import type { Glossary } from '../game-ui.ts';

type Term = 'bowl' | 'river' | 'marker' | 'group' | 'open' | 'flip' | 'swap';

export const glossary: Catalogue<Glossary<Term>> = {
  en: {
    bowl: {
      word: 'Bowl',
      meaning: 'It holds your swap tile, the one that you may put on the board.',
      rule: 'P3',
    },
    river: {
      word: 'River',
      meaning: 'The colours that you have opened, in order, and what each group scores.',
      rule: 'P5',
    },
    marker: {
      word: 'Marker',
      meaning: 'Its number says how much each tile of the group is worth. The tile under it does not count.',
      rule: 'P12',
    },
    group: {
      word: 'Group',
      meaning: 'Tiles of one colour that lie back up and touch. You have at most one of each colour.',
      rule: 'P6',
    },
    open: {
      word: 'Open',
      meaning:
        'Start a group: your swap tile goes back up on a field, with your next marker, and you take the tile from there.',
      rule: 'P5',
    },
    flip: { word: 'Flip', meaning: 'Turn over a tile of the same colour beside your group.', rule: 'P7' },
    swap: {
      word: 'Swap',
      meaning: 'Put your swap tile beside your group of its colour, and take the tile from there.',
      rule: 'P8',
    },
  },
  de: {
    bowl: {
      word: 'Schale',
      meaning: 'Darin liegt dein Tauschplättchen, das du aufs Brett legen darfst.',
      rule: 'P3',
    },
    river: {
      word: 'Fluss',
      meaning: 'Die Farben, die du eröffnet hast, der Reihe nach, und was jede Gruppe zählt.',
      rule: 'P5',
    },
    marker: {
      word: 'Marker',
      meaning:
        'Seine Zahl sagt, was jedes Plättchen der Gruppe wert ist. Das Plättchen unter ihm zählt nicht.',
      rule: 'P12',
    },
    group: {
      word: 'Gruppe',
      meaning:
        'Plättchen einer Farbe, die mit der Rückseite oben liegen und sich berühren. Von jeder Farbe hast du höchstens eine.',
      rule: 'P6',
    },
    open: {
      word: 'Eröffnen',
      meaning:
        'Eine Gruppe beginnen: Dein Tauschplättchen kommt mit der Rückseite nach oben auf ein Feld, mit deinem nächsten Marker, und du nimmst das Plättchen von dort.',
      rule: 'P5',
    },
    flip: {
      word: 'Umdrehen',
      meaning: 'Ein Plättchen derselben Farbe neben deiner Gruppe umdrehen.',
      rule: 'P7',
    },
    swap: {
      word: 'Austauschen',
      meaning:
        'Dein Tauschplättchen neben deine Gruppe seiner Farbe legen und das Plättchen von dort nehmen.',
      rule: 'P8',
    },
  },
};
