/** The games' user interfaces, each loaded when it is needed. */
import type { GameUI } from './game-ui.ts';

const gameUIs: Record<string, () => Promise<{ gameUI: GameUI }>> = {
  mandala: () => import('./mandala/index.ts'),
  patterns: () => import('./patterns/index.ts'),
  flowers: () => import('./flowers/index.ts'),
};

export const GAMES = Object.keys(gameUIs);

export async function loadGameUI(game: string): Promise<GameUI> {
  const load = gameUIs[game];
  if (!load) throw new Error(`There is no game called ${game}.`);
  return (await load()).gameUI;
}
