/** Where a result came from, as steps from the start to the result that add up also as they are shown. */
import type { Identity } from '../generated/review.ts';

export type PartName = 'luck' | 'others_luck' | 'losses' | 'others_losses' | 'unplayed' | 'hidden';

export interface Step {
  name: PartName;
  /** In the unit that is shown, with its sign; these are whole numbers. */
  change: number;
  /** Before and after this step. */
  from: number;
  to: number;
}

export interface Steps {
  start: number;
  parts: Step[];
  result: number;
  lowest: number;
  highest: number;
}

/** What each part adds to the start. The last one is what nobody could know. */
const changes = (one: Identity): [PartName, number][] => [
  ['luck', one.luck],
  ['others_luck', -one.others_luck],
  ['losses', -one.losses],
  ['others_losses', one.others_losses],
  // Only games that ended early have it.
  ...(one.unplayed ? [['unplayed', one.unplayed] as [PartName, number]] : []),
  ['hidden', one.hidden],
];

/** Round so that the sum is this whole number: the parts that are nearest to another one give way. */
export function roundedTo(total: number, parts: readonly number[]): number[] {
  const rounded = parts.map(Math.round);
  const missing = total - rounded.reduce((sum, part) => sum + part, 0);
  const way = Math.sign(missing);
  const byError = parts
    .map((part, index) => ({ index, error: (part - rounded[index]!) * way }))
    .toSorted((a, b) => b.error - a.error);
  for (const { index } of byError.slice(0, Math.abs(missing))) rounded[index]! += way;
  return rounded;
}

/** `unit` is what is shown as 1: 0.01 for percents, 0.1 for tenths of points. */
export function stepsOf(identity: Identity, unit: number): Steps {
  const start = Math.round(identity.start / unit);
  const result = Math.round(identity.result / unit);
  const parts = changes(identity);
  const rounded = roundedTo(
    result - start,
    parts.map(([, change]) => change / unit),
  );
  let at = start;
  const steps = parts.map(([name], index) => {
    const from = at;
    at += rounded[index]!;
    return { name, change: rounded[index]!, from, to: at };
  });
  const all = [0, start, result, ...steps.map((step) => step.to)];
  return { start, parts: steps, result, lowest: Math.min(...all), highest: Math.max(...all) };
}

/** The part that changed most, if any did. */
export function largestPart(steps: Steps): Step | null {
  const [largest] = steps.parts.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return largest?.change ? largest : null;
}
