/** The rooms of the games, each loaded when it is needed. */
import type { Room } from './room.ts';

const rooms: Record<string, () => Promise<{ room: Room }>> = {
  mandala: () => import('./mandala/index.ts'),
  patterns: () => import('./patterns/index.ts'),
  flowers: () => import('./flowers/index.ts'),
};

export const GAMES = Object.keys(rooms);

export async function roomOf(game: string): Promise<Room> {
  const load = rooms[game];
  if (!load) throw new Error(`There is no game called ${game}.`);
  return (await load()).room;
}
