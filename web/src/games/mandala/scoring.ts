/** The scoring as it is done at a table: place by place, from the final view. */
import type { View } from '../../generated/mandala.ts';
import { isColour, type Colour } from '../../lib/words.ts';
import { total, type Cards } from './cards.ts';

export interface Row {
  colour: Colour | null;
  count: number;
  points: number;
}

export interface Step {
  /** The river place that is counted; 0: cards whose colour has no place. */
  place: number;
  /** By seat. */
  rows: Row[];
  /** What each seat has after this step. */
  sums: number[];
}

/** The points come from the server; the steps only tell how they come about. */
export function steps(view: View): Step[] {
  const cups = view.players.map((player): Cards => player.cup ?? {});
  const sums = view.players.map(() => 0);
  const found = [1, 2, 3, 4, 5, 6].map((place) => {
    const rows = view.players.map((player, seat): Row => {
      const letter = player.river[place - 1] ?? '';
      const colour = isColour(letter) ? letter : null;
      const count = colour ? (cups[seat]?.[colour] ?? 0) : 0;
      return { colour, count, points: count * place };
    });
    rows.forEach((row, seat) => (sums[seat]! += row.points));
    return { place, rows, sums: [...sums] };
  });
  const rest = view.players.map((_, seat): Row => {
    const inPlaces = sumOf(found.map((step) => step.rows[seat]!.count));
    return { colour: null, count: total(cups[seat] ?? {}) - inPlaces, points: 0 };
  });
  if (rest.some((row) => row.count)) found.push({ place: 0, rows: rest, sums: [...sums] });
  return found;
}

const sumOf = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

/** The colours in a cup that have no place in the river. */
export function placeless(view: View, seat: number): Cards {
  const player = view.players[seat];
  return Object.fromEntries(
    Object.entries(player?.cup ?? {}).filter(([colour]) => !player?.river.includes(colour)),
  );
}

/** Equal points: the cups decide. */
export function tied(view: View): boolean {
  const [first, ...others] = view.players.map((player) => player.points);
  return others.every((points) => points === first);
}
