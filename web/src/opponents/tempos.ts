/** Tempos of games: the presets of quick matches, and where other clocks belong. */
import { TEMPOS, type Search, type TableSpec } from '../generated/protocol.ts';

export type Tempo = Search['tempo'];
export const TEMPO_NAMES = Object.keys(TEMPOS) as Tempo[];

const MOVES = 30; // of a player in a usual game
const BLITZ = 10 * 60; // seconds for a whole game
const RAPID = 30 * 60;

/** The tempo that a clock belongs to; null for no clock. */
export function tempoOf(clock: TableSpec['clock']): Tempo | null {
  if (clock?.type === 'days') return 'days';
  if (clock?.type !== 'game') return null;
  const seconds = clock.seconds + MOVES * (clock.increment ?? 0);
  if (seconds < BLITZ) return 'blitz';
  return seconds < RAPID ? 'rapid' : 'classical';
}
