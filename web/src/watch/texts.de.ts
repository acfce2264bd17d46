/** German texts about watching games. */
import { plural } from '../i18n/plural.ts';
import type { WatchTexts } from './texts.en.ts';

export const de: WatchTexts = {
  title: 'Zuschauen',
  now: 'Jetzt live',
  all: 'Alle Spiele',
  which: 'Welche Spiele',
  order: 'Reihenfolge',
  orders: { watched: 'Meiste Zuschauer', rated: 'Höchste Wertung' },
  watch: 'Zuschauen',
  watching: (count) =>
    count ? plural(count, 'Person schaut zu', 'Personen schauen zu') : 'noch schaut niemand zu',
  rating: (rating) => `Wertung ${rating} im Mittel`,
  empty: 'Gerade wird keine öffentliche Partie gespielt.',
  emptyOf: (game) => `Gerade wird keine öffentliche Partie ${game} gespielt.`,
  emptyLine: 'Spiel selbst eine: Andere können zuschauen, wenn der Tisch öffentlich bleibt.',
  play: 'Spielen',
  unreachable: 'Die Liste braucht eine Verbindung. Sie kommt von selbst wieder.',
  botMatch: 'Bot-Partie',
  botMatchLine: 'Gerade spielt niemand öffentlich, darum spielen zwei Bots für dich.',
  featured: 'Partie im Blick',
  board: (game, names) => `Das Brett: ${game}, ${names}`,
  move: (count) => plural(count, 'Zug', 'Züge'),
  more: 'Alle Live-Partien',
  pause: 'Anhalten',
  go: 'Weiter',
  paused: 'Angehalten',
  over: 'Diese Partie ist zu Ende.',
};
