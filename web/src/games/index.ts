/** The games' user interfaces, each loaded when it is needed. */
import { GAMES as ALL_GAMES } from '../generated/games.ts';
import type { GameUI } from './game-ui.ts';

// A game's UI takes the views and events of its own game. The app holds the UI of some game and says so by this type,
// which TypeScript cannot check: give a UI only what the server sent about a table of the game it was loaded for.
const loaders = import.meta.glob<{ gameUI: GameUI }>('./*/index.ts');
const loaderOf = (game: string) => loaders[`./${game}/index.ts`];

/** The games that have a user interface, in the server's order. */
export const GAMES: readonly string[] = ALL_GAMES.filter((game) => loaderOf(game));

export async function loadGameUI(game: string): Promise<GameUI> {
  const load = loaderOf(game);
  if (!load) throw new Error(`There is no game called ${game}.`);
  return (await load()).gameUI;
}
