/** English texts about watching games. */
import { plural } from '../i18n/plural.ts';

export const en = {
  title: 'Watch games',
  now: 'Live now',
  all: 'All games',
  which: 'Which games',
  order: 'Order',
  orders: { watched: 'Most watched', rated: 'Highest rated' },
  watch: 'Watch',
  watching: (count: number) =>
    count ? plural(count, 'person is watching', 'people are watching') : 'nobody is watching yet',
  rating: (rating: number) => `rating ${rating} on average`,
  empty: 'No public game is being played right now.',
  emptyOf: (game: string) => `No public game of ${game} is being played right now.`,
  emptyLine: 'Play one yourself: others can watch it if you leave the table public.',
  play: 'Play',
  unreachable: 'The list needs a connection. It comes back by itself.',
  botMatch: 'Bot match',
  botMatchLine: 'Nobody is playing in public right now, so two bots are playing for you.',
  featured: 'Featured game',
  board: (game: string, names: string) => `The board: ${game}, ${names}`,
  move: (count: number) => plural(count, 'move', 'moves'),
  more: 'All live games',
  pause: 'Pause',
  go: 'Go on',
  paused: 'Paused',
  over: 'This game is over.',
};

export type WatchTexts = typeof en;
