/** How far the person is with a puzzle of the day. */
import type { DayPuzzle } from '../generated/protocol.ts';
import type { PuzzleTexts } from './texts.en.ts';

export type DayState = keyof PuzzleTexts['dayStates'];

export const dayState = ({ state, first }: DayPuzzle): DayState =>
  state === null ? 'new' : (first ?? 'open');

export const isSolved = (state: DayState): boolean => state === 'solved' || state === 'hinted';
/** There is still something to find out. */
export const isToSolve = (state: DayState): boolean => state === 'new' || state === 'open';
