/** The geometry of the chart: the chances of all seats over the moves, as bands that fill the height. */
import type { Review } from '../generated/review.ts';

export interface Box {
  width: number;
  height: number;
  /** Room on the left and right, for the marks at both ends. */
  margin: number;
}

/** The chances before a move; after the last move, the result. */
export interface Moment {
  ply: number;
  chances: readonly number[];
}

export interface Band {
  seat: number;
  /** The outline, as the points of an SVG polygon. */
  outline: string;
}

export function momentsOf(review: Review): Moment[] {
  const last = review.decisions.at(-1)?.ply ?? 0;
  const result = review.seats.map((seat) => seat.result);
  return [
    ...review.decisions.map(({ ply, evaluation }) => ({ ply, chances: evaluation.chances })),
    { ply: last + 1, chances: result },
  ];
}

/** Where a move is, from left to right. */
export function xOf(ply: number, last: number, box: Box): number {
  return box.margin + ((box.width - 2 * box.margin) * (ply - 1)) / Math.max(1, last - 1);
}

/** The move at this place; `last` is the end of the game. */
export function plyAt(x: number, last: number, box: Box): number {
  const share = (x - box.margin) / (box.width - 2 * box.margin);
  return Math.min(last, Math.max(1, 1 + Math.round(share * (last - 1))));
}

/** Where a chance is, from top to bottom. */
export const yOf = (chance: number, box: Box) => box.height * (1 - chance);

/** The seats from bottom to top: the one that is reviewed, then the others in their order. */
export const seatOrder = (seats: number, subject: number): number[] =>
  Array.from({ length: seats }, (_, index) => (subject + index) % seats);

/** A band for each seat. Together they fill the height, since the chances add up to 1. */
export function bandsOf(moments: readonly Moment[], subject: number, box: Box): Band[] {
  const last = moments.at(-1)!.ply;
  const order = seatOrder(moments[0]!.chances.length, subject);
  const upTo = (moment: Moment, count: number) =>
    order.slice(0, count).reduce((sum, seat) => sum + moment.chances[seat]!, 0);
  const edge = (count: number) => {
    const heights = moments.map((moment) =>
      count === order.length ? 0 : yOf(Math.min(1, upTo(moment, count)), box),
    );
    const places = moments.map((moment) => xOf(moment.ply, last, box));
    // The bands reach both sides.
    const [xs, ys] = [
      [0, ...places, box.width],
      [heights[0]!, ...heights, heights.at(-1)!],
    ];
    return xs.map((x, index) => `${x.toFixed(1)},${ys[index]!.toFixed(1)}`);
  };
  return order.map((seat, index) => ({
    seat,
    outline: [...edge(index), ...edge(index + 1).toReversed()].join(' '),
  }));
}

/** The mark that a click means: the nearest one within reach, or else the move at this place. */
export function chosenAt(x: number, marked: readonly number[], last: number, box: Box, reach = 12): number {
  const distance = (ply: number) => Math.abs(xOf(ply, last, box) - x);
  const nearest = marked.toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= reach ? nearest : plyAt(x, last, box);
}

/** The highest and lowest chance of a seat, and before which moves. */
export function extremesOf(moments: readonly Moment[], seat: number): { lowest: Moment; highest: Moment } {
  const sorted = moments.slice(0, -1).toSorted((a, b) => a.chances[seat]! - b.chances[seat]!);
  return { lowest: sorted[0]!, highest: sorted.at(-1)! };
}
