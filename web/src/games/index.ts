/** The games' user interfaces, each loaded when it is needed. */
import { GAMES as ALL_GAMES } from '../generated/games.ts';
import type { GameUI } from './game-ui.ts';

const loaders = import.meta.glob<{ gameUI: GameUI }>('./*/index.ts');
const loaderOf = (game: string) => loaders[`./${game}/index.ts`];

/** Those that have a user interface, in the server's order. */
export const GAMES: readonly string[] = ALL_GAMES.filter((game) => loaderOf(game));

export async function loadGameUI(game: string): Promise<GameUI> {
  const load = loaderOf(game);
  if (!load) throw new Error(`There is no game called ${game}.`);
  return (await load()).gameUI;
}
