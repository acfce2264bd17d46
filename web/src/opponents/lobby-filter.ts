/** Which open tables a person wants to see. */
import type { TableInfo } from '../generated/protocol.ts';
import { tempoOf, type Tempo } from './tempos.ts';

export interface LobbyFilter {
  game: string | null;
  tempo: Tempo | 'none' | null;
  rated: boolean | null;
  seats: number | null;
  /** How far the host's rating may be from mine. */
  near: number | null;
}

export const EVERYTHING: LobbyFilter = { game: null, tempo: null, rated: null, seats: null, near: null };

/** My rating in a game with a number of players; undefined if I have none. */
export type RatingOf = (game: string, seats: number) => number | undefined;

export function fits(table: TableInfo, filter: LobbyFilter, ratingOf: RatingOf): boolean {
  const { game, seats = 2, rated = false, clock } = table.spec;
  if (filter.game !== null && game !== filter.game) return false;
  if (filter.seats !== null && seats !== filter.seats) return false;
  if (filter.rated !== null && rated !== filter.rated) return false;
  if (filter.tempo !== null && (tempoOf(clock) ?? 'none') !== filter.tempo) return false;
  return filter.near === null || isNear(table.host_rating, ratingOf(game, seats), filter.near);
}

/** Without a rating, nobody is far away. */
const isNear = (theirs: number | undefined, mine: number | undefined, points: number) =>
  theirs === undefined || mine === undefined || Math.abs(theirs - mine) <= points;

export const countChosen = (filter: LobbyFilter) =>
  Object.values(filter).filter((value) => value !== null).length;

const KEY = 'sandmandala-lobby';

/** The filter of the last visit. */
export function loadFilter(): LobbyFilter {
  try {
    return { ...EVERYTHING, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return EVERYTHING; // no storage, or something else under our key
  }
}

export function saveFilter(filter: LobbyFilter): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(filter));
  } catch {
    // Without storage, the filter lasts for this visit.
  }
}
