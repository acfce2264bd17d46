/** Why one move is better than another: first as facts, then as sentences. */
import type { Texts } from '../i18n/en.ts';

export interface Prospect {
  /** The chance to win, as the bot estimates it. */
  chance: number;
  /** The immediate change of the player's points. */
  gain: number;
  /** What the move would do, in sentences. */
  does: readonly string[];
}

export type Reason =
  | { kind: 'only' | 'other'; sentence: string }
  | { kind: 'gain' | 'loss'; points: number }
  | { kind: 'chance'; percent: number }
  | { kind: 'even' };

const MOST = 2; // sentences for each of the two moves

export function compare(move: Prospect, other: Prospect): Reason[] {
  const only = (one: Prospect, without: Prospect) =>
    one.does.filter((sentence) => !without.does.includes(sentence)).slice(0, MOST);
  const points = move.gain - other.gain;
  const percent = Math.round(move.chance * 100) - Math.round(other.chance * 100);
  return [
    ...only(move, other).map((sentence): Reason => ({ kind: 'only', sentence })),
    ...only(other, move).map((sentence): Reason => ({ kind: 'other', sentence })),
    ...(points ? [{ kind: points > 0 ? 'gain' : 'loss', points: Math.abs(points) } as const] : []),
    percent > 0 ? { kind: 'chance', percent } : { kind: 'even' },
  ];
}

export function reasonSentences(reasons: readonly Reason[], texts: Texts): string[] {
  const say = texts.table.comparison;
  return reasons.map((reason) => {
    if ('sentence' in reason) return reason.kind === 'only' ? reason.sentence : say.other(reason.sentence);
    if ('points' in reason) return say[reason.kind](reason.points);
    return reason.kind === 'chance' ? say.chance(reason.percent) : say.even;
  });
}
