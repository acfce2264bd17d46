/** The geometry of the picture of outcomes: how often games end with which lead. */
import type { Outcomes } from '../generated/protocol.ts';

export interface Bar {
  /** Where it begins and how wide it is, from 0 to 1. */
  x: number;
  width: number;
  /** How high it is, from 0 to 1; the highest of all is 1. */
  height: number;
  won: boolean;
}

const MOST_BARS = 25;

/** The leads that a picture of these outcomes goes from and to, and the width of a bar in points. */
export function rangeOf(all: readonly Outcomes[]): { from: number; to: number; width: number } {
  const leads = all.flatMap(({ margins }) => margins.map(([lead]) => lead));
  const [least, most] = [Math.min(0, ...leads), Math.max(0, ...leads)];
  const width = Math.max(1, Math.ceil((most - least + 1) / MOST_BARS));
  return { from: Math.floor(least / width) * width, to: (Math.floor(most / width) + 1) * width, width };
}

/** The bars of each of these outcomes, on one scale. */
export function barsOf(all: readonly Outcomes[]): Bar[][] {
  const { from, to, width } = rangeOf(all);
  const counts = all.map(({ margins, games }) => {
    const bins = Array.from({ length: (to - from) / width }, () => 0);
    for (const [lead, count] of margins) bins[Math.floor((lead - from) / width)]! += count / games;
    return bins;
  });
  const highest = Math.max(...counts.flat());
  return counts.map((bins) =>
    bins.map((share, index) => ({
      x: index / bins.length,
      width: 1 / bins.length,
      height: share / highest,
      won: from + index * width >= 0,
    })),
  );
}
