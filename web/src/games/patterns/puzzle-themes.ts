/** The themes of Patterns' puzzles. */
import type { Themes } from '../puzzle-themes.ts';

export const themes: Themes = {
  en: {
    last_flips: 'the last tiles',
    block: 'block the opponent',
    new_group: 'a new group',
    quiet: 'a quiet move',
    points: 'points',
    room: 'room to grow',
    swap: 'swap a tile',
    flip: 'flip a tile',
    open: 'open a colour',
    allot: 'allot a colour',
    stop: 'stop',
  },
  de: {
    last_flips: 'die letzten Plättchen',
    block: 'den Weg versperren',
    new_group: 'eine neue Gruppe',
    quiet: 'ein stiller Zug',
    points: 'Punkte',
    room: 'Platz zum Wachsen',
    swap: 'ein Plättchen tauschen',
    flip: 'ein Plättchen umdrehen',
    open: 'eine Farbe eröffnen',
    allot: 'eine Farbe zuteilen',
    stop: 'aufhören',
  },
};
