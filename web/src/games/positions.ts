/** Positions of real games, as `make web-positions` writes them, for tests and the gallery. */
import type { GameName } from '../generated/games.ts';
import type { EventOf, ViewOf } from './game-ui.ts';

export interface Position<Game extends GameName = GameName> {
  seats: number;
  ply: number;
  fullest?: boolean;
  /** Whose view it is; null for a spectator. */
  seat: number | null;
  view: ViewOf<Game>;
  /** The view before the last move, if that was the position just before. */
  before: ViewOf<Game> | null;
  legal: string[];
  /** The previews of some moves. */
  previews: Record<string, { events: EventOf<Game>[]; gain: number }>;
  last_events: EventOf<Game>[];
}

// JSON has no types: this line declares them, and `isOf` checks the game.
const files = import.meta.glob<Position[]>('./*/positions.json', { import: 'default' });

export async function loadPositions<Game extends GameName>(game: Game): Promise<Position<Game>[]> {
  const isOf = (position: Position): position is Position<Game> => position.view.game === game;
  return (await files[`./${game}/positions.json`]!()).filter(isOf);
}
