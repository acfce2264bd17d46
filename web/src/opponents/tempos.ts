/** Tempos of games: the presets of quick matches, and where other clocks belong. */
import {
  BLITZ_BELOW,
  MOVES_OF_A_GAME,
  RAPID_BELOW,
  TEMPOS,
  type Search,
  type TableSpec,
} from '../generated/protocol.ts';

export type Tempo = Search['tempo'];
export const TEMPO_NAMES = Object.keys(TEMPOS) as Tempo[];

/** The tempo that a clock belongs to; null for no clock. */
export function tempoOf(clock: TableSpec['clock']): Tempo | null {
  if (clock?.type === 'days') return 'days';
  if (clock?.type !== 'game') return null;
  const seconds = clock.seconds + MOVES_OF_A_GAME * (clock.increment ?? 0);
  if (seconds < BLITZ_BELOW) return 'blitz';
  return seconds < RAPID_BELOW ? 'rapid' : 'classical';
}
