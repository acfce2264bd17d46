/** Which of the things to say are drawn, and how: strokes in a circle of radius 20 around 0, 0. */
import type { Say } from '../generated/protocol.ts';

export type Phrase = Say['phrase'];

const EYES = 'M-7-5v2M7-5v2';
const SHUT = 'M-10-3q3-4 6 0M4-3q3-4 6 0';

export const EXPRESSIONS: Partial<Record<Phrase, string>> = {
  smile: `${EYES}M-8 5q8 8 16 0`,
  laugh: `${SHUT}M-9 4h18q-2 9-9 9t-9-9Z`,
  surprise: `M-8-6v3M8-6v3M-9-11q2-2 4 0M5-11q2-2 4 0M-4 8a4 5 0 1 0 8 0a4 5 0 1 0-8 0`,
  think: `M-8-4v2M4-6v2M-5 8h7M9 13l4 4M8 11a3 3 0 1 0 6 0a3 3 0 1 0-6 0M3-10q3-2 5 0`,
  applause: `M-9 12q-6-10-2-14t6 3l3 5M9 12q6-10 2-14t-6 3l-3 5M0-8v-5M-6-7l-3-4M6-7l3-4M-9 12h5M4 12h5`,
  bow: `${SHUT}M-5 7q5 3 10 0M-13-12q13-7 26 0`,
};

export const isDrawn = (phrase: Phrase): boolean => phrase in EXPRESSIONS;
